//! The table of agreement: how the engine reads commands of several kinds, held against bash. Nothing of a file is ever
//! run; generated commands are, in the box, where there is one.
//!
//! `cargo xtask agree` starts it.

use std::process::ExitCode;

use guarddiff_corpus::generate::{Generated, generate};
use guarddiff_corpus::{incidents, pinned};
use guarddiff_engine::Engine;
use guarddiff_engine::checks::{self, Settings};
use guarddiff_oracle::agreement::wrapping::WRAPPINGS;
use guarddiff_oracle::agreement::{
    Agreement, Apart, Outcome, YES_NO, agreement, agreement_wrapped,
};
use guarddiff_oracle::bash::Bash;
#[cfg(target_os = "linux")]
use guarddiff_oracle::bash::execution::{ExecutionWitness, Question};

/// Commands that bash prints in one go.
const BATCH: usize = 400;

/// Places of one row that are shown.
const SHOWN: usize = 20;

/// One row: what it is, and its commands.
struct Set {
    name: String,
    commands: Vec<String>,
}

#[expect(clippy::print_stderr, reason = "a program that reports")]
fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let mut number = || args.next().and_then(|word| word.parse::<u64>().ok());
    let (Some(seed), Some(cases), Some(runs)) = (number(), number(), number()) else {
        eprintln!("usage: agree SEED CASES RUNS [FILE…]");
        return ExitCode::from(2);
    };
    let bash = match Bash::find() {
        Ok(bash) => bash,
        Err(missing) => {
            eprintln!("error: {missing}");
            return ExitCode::from(3);
        }
    };
    let mut sets = vec![ours(), generated(seed, cases)];
    for file in args {
        match read(&file) {
            Ok(set) => sets.push(set),
            Err(error) => {
                eprintln!("error: {file}: {error}");
                return ExitCode::from(4);
            }
        }
    }
    let wrong = table(&bash, &sets) | run(&bash, seed, runs);
    if wrong { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Every incident with its twin, and every pinned row.
fn ours() -> Set {
    let cases = incidents::cases().into_iter().chain(pinned::cases());
    Set { name: "incidents, pinned".to_owned(), commands: cases.map(|case| case.command).collect() }
}

fn generated(seed: u64, cases: u64) -> Set {
    let commands = (0..cases).map(|index| generate(seed, index).case.command).collect();
    Set { name: format!("generated, seed {seed}"), commands }
}

/// The commands of a JSON Lines file, under `command` or `input`.
fn read(file: &str) -> Result<Set, String> {
    let text = std::fs::read_to_string(file).map_err(|error| error.to_string())?;
    let mut commands = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let value: serde_json::Value =
            serde_json::from_str(line).map_err(|error| format!("line {}: {error}", number + 1))?;
        let command = value.get("command").or_else(|| value.get("input"));
        let command = command.and_then(|command| command.as_str());
        let command = command.ok_or_else(|| format!("line {}: no command", number + 1))?;
        commands.push(command.to_owned());
    }
    let name = std::path::Path::new(file).file_name().unwrap_or_default();
    Ok(Set { name: name.to_string_lossy().into_owned(), commands })
}

/// Prints a row for each set and each shape, and says whether the engine was wrong anywhere.
#[expect(clippy::print_stdout, reason = "a program that reports")]
fn table(bash: &Bash, sets: &[Set]) -> bool {
    println!("{}.", bash.version());
    println!();
    let outcomes: Vec<&str> = Outcome::ALL.into_iter().map(Outcome::name).collect();
    let checks = YES_NO.map(|check| format!("{} unknown, fires unsure", check.name()));
    println!("| commands | number | {} | {} |", outcomes.join(" | "), checks.join(" | "));
    println!("|---|{}", "---:|".repeat(1 + Outcome::ALL.len() + YES_NO.len()));
    let mut engine = Engine::new();
    let mut apart = Vec::new();
    for set in sets {
        let mut whole = Agreement::default();
        for batch in set.commands.chunks(BATCH) {
            let texts: Vec<&str> = batch.iter().map(String::as_str).collect();
            whole.add(agreement(bash, &mut engine, &texts));
        }
        row(&set.name, &whole);
        apart.push((set.name.clone(), whole));
    }
    for (nth, wrapping) in WRAPPINGS.iter().enumerate() {
        let mut whole = Agreement::default();
        for set in sets {
            // Each command in one shape: of the smallest sets, in every shape.
            let all = set.commands.len() <= 1000;
            let taken = set.commands.iter().enumerate();
            let taken = taken.filter(|(at, _)| all || at % WRAPPINGS.len() == nth);
            let texts: Vec<&str> = taken.map(|(_, text)| text.as_str()).collect();
            for batch in texts.chunks(BATCH) {
                whole.add(agreement_wrapped(bash, &mut engine, batch, wrapping));
            }
        }
        row(&format!("in `{}`", wrapping.name), &whole);
        apart.push((wrapping.name.to_owned(), whole));
    }
    for (name, whole) in &apart {
        details(name, whole);
    }
    apart.iter().any(|(_, whole)| whole.of(Outcome::Different) > 0)
}

#[expect(clippy::print_stdout, reason = "a program that reports")]
fn row(name: &str, whole: &Agreement) {
    let outcomes = Outcome::ALL.map(|outcome| whole.of(outcome).to_string()).join(" | ");
    let share = |count: usize| 100.0 * count as f64 / whole.commands.max(1) as f64;
    let checks = whole.checks.map(|answers| {
        format!("{:.2} %, {:.2} %", share(answers.unknown), share(answers.fires_unsure))
    });
    println!("| {name} | {} | {outcomes} | {} |", whole.commands, checks.join(" | "));
}

/// What the table leaves out: reasons, and the first places where the two part.
#[expect(clippy::print_stderr, reason = "a program that reports")]
fn details(name: &str, whole: &Agreement) {
    let against: usize = whole.checks.iter().map(|answers| answers.fires_against_bash).sum();
    if against > 0 {
        eprintln!("\n{name}: {against} decisions fire where bash's own print is a firm No");
    }
    if !whole.inconclusive.is_empty() {
        eprintln!("\n{name}, inconclusive: {:?}", whole.inconclusive);
    }
    for outcome in Outcome::ALL {
        let of_this = whole.apart.iter().filter(|apart| apart.outcome == outcome);
        for Apart { command, detail, .. } in of_this.take(SHOWN) {
            eprintln!("\n{name}, {}: {command:?}\n    {detail}", outcome.name());
        }
    }
}

/// Runs generated commands, and says whether what ran contradicts the engine.
#[cfg(target_os = "linux")]
#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]
fn run(bash: &Bash, seed: u64, runs: u64) -> bool {
    if runs == 0 {
        return false;
    }
    let mut witness = match ExecutionWitness::open(bash) {
        Ok(witness) => witness,
        Err(shortfall) => {
            println!("\nnothing is run: {shortfall}");
            return false;
        }
    };
    let mut engine = Engine::new();
    let (mut ran, mut wrong) = (0, 0);
    let all: Vec<u64> = (0..runs).collect();
    for batch in all.chunks(BATCH) {
        let made: Vec<Generated> = batch.iter().map(|&index| generate(seed, index)).collect();
        let read: Vec<_> = made
            .iter()
            .map(|made| {
                let analysis = engine.analyze(&made.case.command);
                let facts = checks::facts(&made.case.command, &analysis, &Settings::default());
                (analysis, facts)
            })
            .collect();
        let questions: Vec<Question<'_>> = made
            .iter()
            .zip(&read)
            .filter_map(|(made, (analysis, facts))| {
                Some(Question {
                    runnable: made.runnable.as_ref()?,
                    planted: made.case.planted.as_ref(),
                    analysis,
                    facts: facts.as_ref(),
                })
            })
            .collect();
        for (question, answer) in questions.iter().zip(witness.ask_all(&questions)) {
            let Ok(execution) = answer else { continue };
            ran += 1;
            if !execution.faults.is_empty() {
                wrong += 1;
                eprintln!("\nran otherwise: {:?}", question.runnable.command());
                eprintln!("    {:?}", execution.faults);
            }
        }
    }
    println!(
        "\nOf {runs} generated commands {ran} were run in the box; {wrong} ran otherwise than read."
    );
    wrong > 0
}

#[cfg(not(target_os = "linux"))]
fn run(_bash: &Bash, _seed: u64, _runs: u64) -> bool {
    false
}
