//! A search for texts that the engine and bash read differently: mutants of real commands, held against bash's
//! reprint. It runs nothing of what it makes, and keeps nothing.
//!
//! `cargo xtask fuzz --minutes N` starts it. Every disagreement is printed once, cut down to what shows it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use guarddiff_corpus::generate::generate;
use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, Reason, Status};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::Facts;
use guarddiff_oracle::bash::syntax::{Inconclusive, Verdict, judge};
use guarddiff_oracle::bash::{Bash, Doubt, Reading, Reprint};
use guarddiff_oracle::invariants::examine;
use guarddiff_oracle::mutation::{Edit, Kind, mutate, smallest};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Mutants that one batch of bash processes prints.
const BATCH: usize = 400;

/// Longest command that is mutated, in bytes.
const LONGEST: usize = 1500;

/// Findings of one kind that are cut down and shown.
const SHOWN: usize = 12;

/// Rounds of cutting one finding down.
const ROUNDS: usize = 24;

/// What a mutant shows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Finding {
    /// The analysis breaks an invariant.
    Broken,
    /// The commands or facts are not those of bash's reprint.
    Different,
    /// bash reads what the engine calls a syntax error.
    RefusedByUs,
    /// bash reads what the readers of the engine could not agree on.
    Distrusted,
    /// bash refuses what the engine reads.
    RefusedByBash,
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a program that reports")]
#[expect(
    clippy::disallowed_methods,
    reason = "the search ends by the clock; what it finds doesn't depend on it"
)]
fn main() -> ExitCode {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(seconds)), Some(Ok(seed)), None) =
        (numbers.next(), numbers.next(), numbers.next())
    else {
        eprintln!("usage: fuzz SECONDS SEED");
        return ExitCode::from(2);
    };
    let bash = match Bash::find() {
        Ok(bash) => bash,
        Err(missing) => {
            eprintln!("skipped: {missing}");
            return ExitCode::from(3);
        }
    };
    let mut search = Search { bash, engine: Engine::new(), pool: shared() };
    println!("{} commands beside the generated ones", search.pool.len());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut counts: BTreeMap<Finding, usize> = BTreeMap::new();
    let mut answers: BTreeMap<&'static str, usize> = BTreeMap::new();
    let mut seen = std::collections::BTreeSet::new();
    let (start, end) = (Instant::now(), Duration::from_secs(seconds));
    let mut mutants = 0;
    while start.elapsed() < end {
        let batch: Vec<String> = (0..BATCH).map(|_| search.mutant(&mut rng)).collect();
        mutants += batch.len();
        for (text, found) in batch.iter().zip(search.examine(&batch, &mut answers)) {
            let Some(finding) = found else { continue };
            let count = counts.entry(finding).or_default();
            *count += 1;
            if *count > SHOWN {
                continue;
            }
            let small = smallest(text, ROUNDS, |shorter| {
                let mut unused = BTreeMap::new();
                let found = search.examine(shorter, &mut unused);
                found.iter().position(|&found| found == Some(finding))
            });
            if seen.insert(small.clone()) {
                println!("{finding:?}: {small:?}\n    {}", search.explain(&small));
            }
        }
    }
    println!("{mutants} mutants; answers {answers:?}; findings {counts:?}");
    let bad = [Finding::Broken, Finding::Different].iter().any(|kind| counts.contains_key(kind));
    if bad { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Real commands, where the shared folder is there.
#[expect(clippy::print_stderr, reason = "what is not searched must be seen")]
fn shared() -> Vec<String> {
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(|| beside.into(), PathBuf::from);
    let mut commands = Vec::new();
    for file in ["corpora/commands/agents.jsonl", "corpora/commands/suites.jsonl"] {
        let Ok(text) = std::fs::read_to_string(root.join(file)) else {
            eprintln!("skipped: {file} is not there");
            continue;
        };
        let lines = text.lines().filter_map(|line| serde_json::from_str(line).ok());
        commands.extend(lines.filter_map(|line: serde_json::Value| {
            let command = line.get("command")?.as_str()?;
            (command.len() <= LONGEST).then(|| command.to_owned())
        }));
    }
    commands
}

struct Search {
    bash: Bash,
    engine: Engine,
    pool: Vec<String>,
}

impl Search {
    fn command(&self, rng: &mut impl Rng) -> String {
        if self.pool.is_empty() || rng.random_range(0..2) == 0 {
            let mut command =
                generate(rng.random_range(0..1000), rng.random_range(0..1000)).case.command;
            while command.len() > LONGEST {
                command =
                    generate(rng.random_range(0..1000), rng.random_range(0..1000)).case.command;
            }
            return command;
        }
        self.pool[rng.random_range(0..self.pool.len())].clone()
    }

    fn mutant(&self, rng: &mut impl Rng) -> String {
        let (mut text, donor) = (self.command(rng), self.command(rng));
        for _ in 0..rng.random_range(1..4) {
            let edit = Edit {
                kind: Kind::ALL[rng.random_range(0..Kind::ALL.len())],
                at: rng.random_range(0..1 << 16),
                len: rng.random_range(0..1 << 16),
                other: rng.random_range(0..1 << 16),
            };
            text = mutate(&text, &donor, edit);
        }
        text
    }

    /// What each text shows.
    fn examine(
        &mut self,
        texts: &[String],
        answers: &mut BTreeMap<&'static str, usize>,
    ) -> Vec<Option<Finding>> {
        let broken: Vec<bool> =
            texts.iter().map(|text| examine(&mut self.engine, text.as_bytes()).is_err()).collect();
        let asked: Vec<&str> = texts.iter().map(String::as_str).collect();
        let reprints = self.bash.reprint_all(&asked);
        let judged = texts.iter().zip(&reprints).zip(broken);
        judged
            .map(|((text, reprint), broken)| {
                let verdict = self.verdict(text, reprint);
                *answers.entry(verdict.name()).or_default() += 1;
                if broken { Some(Finding::Broken) } else { finding(&verdict) }
            })
            .collect()
    }

    fn verdict(&mut self, text: &str, reprint: &Reprint) -> Verdict {
        let (analysis, facts) = self.read(text);
        let ours = Reading { text, analysis: &analysis, facts: facts.as_ref() };
        judge(ours, reprint, |print| self.read(print)).verdict
    }

    fn read(&mut self, text: &str) -> (Analysis, Option<Facts>) {
        let analysis = self.engine.analyze(text);
        let facts = checks::facts(text, &analysis, &Settings::default());
        (analysis, facts)
    }

    fn explain(&mut self, text: &str) -> String {
        if let Err(broken) = examine(&mut self.engine, text.as_bytes()) {
            return broken.to_string();
        }
        let reprint = self.bash.reprint(text);
        match self.verdict(text, &reprint) {
            Verdict::Different { ours, bash } => format!("ours {ours} | bash {bash}"),
            Verdict::Refused(line) => line,
            Verdict::Same | Verdict::RefusedByBoth | Verdict::Inconclusive(_) => {
                let status = self.engine.analyze(text).status;
                match status {
                    Status::Parsed => "parsed".to_owned(),
                    Status::Unavailable(reason) => reason.name().to_owned(),
                }
            }
        }
    }
}

fn finding(verdict: &Verdict) -> Option<Finding> {
    match verdict {
        Verdict::Different { .. } => Some(Finding::Different),
        Verdict::Refused(_) => Some(Finding::RefusedByBash),
        Verdict::Inconclusive(Inconclusive::Reading(Doubt::Ours(Reason::SyntaxError))) => {
            Some(Finding::RefusedByUs)
        }
        Verdict::Inconclusive(Inconclusive::Reading(Doubt::Ours(Reason::Distrusted))) => {
            Some(Finding::Distrusted)
        }
        Verdict::Same | Verdict::RefusedByBoth | Verdict::Inconclusive(_) => None,
    }
}
