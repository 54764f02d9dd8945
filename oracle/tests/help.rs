//! The rows of wrappers that are never run, and of some that are, against what the installed programs say of themselves:
//! no option's value is taken for the command, no command for a value. Skips, and says so, what is not installed.

use std::process::{Command, Stdio};

use guarddiff_engine::Engine;
use guarddiff_engine::word::Value;
use regex::Regex;

/// Programs with the word that makes them list their options, and what must stand before a command.
const PROGRAMS: [(&str, &str, &str); 21] = [
    ("sudo", "--help", ""),
    ("doas", "-?", ""),
    ("strace", "--help", ""),
    ("ltrace", "--help", ""),
    ("timeout", "--help", "5"),
    ("env", "--help", ""),
    ("nice", "--help", ""),
    ("nohup", "--help", ""),
    ("stdbuf", "--help", "-oL"),
    ("setsid", "--help", ""),
    ("ionice", "--help", ""),
    ("chrt", "--help", "0"),
    ("taskset", "--help", "1"),
    ("flock", "--help", "lock"),
    ("xargs", "--help", ""),
    ("unshare", "--help", ""),
    ("nsenter", "--help", ""),
    ("setpriv", "--help", ""),
    ("prlimit", "--help", ""),
    ("chroot", "--help", "/"),
    ("watch", "--help", ""),
];

/// Options that the help shows with a value and the program reads otherwise.
const OTHERWISE: [(&str, &str, &str); 7] = [
    ("strace", "-q", "short for --quiet=attach,personality, without a value of its own"),
    ("strace", "--quiet", "its value is optional"),
    ("strace", "-x", "short for --strings-in-hex=non-ascii"),
    ("strace", "-Y", "short for --decode-pids=comm"),
    ("env", "-S", "its value is the command"),
    ("env", "--split-string", "its value is the command"),
    ("xargs", "--max-lines", "findutils 4.9 runs 7 in `xargs --max-lines 7 echo`"),
];

/// An option as a program lists it: the spellings, and what is said of a value.
#[derive(Debug)]
struct Listed {
    spellings: Vec<String>,
    value: Taken,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taken {
    No,
    Perhaps,
    Yes,
}

#[expect(clippy::disallowed_methods, reason = "asks an installed program for its help")]
fn help(program: &str, word: &str) -> Option<String> {
    let output = Command::new(program).arg(word).stdin(Stdio::null()).output().ok()?;
    let text = [output.stdout, output.stderr].concat();
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Options in lines such as `-C, --close-from=num`, `-o FILE`, `--wait[=n]`, or in a usage such as `[-Lns] [-u user]`.
fn listed(help: &str) -> Vec<Listed> {
    let spelling =
        r"(-[A-Za-z0-9]|--[a-z][a-z-]+)(\[=[^\]]*\]|=\S+| [A-Z<][A-Za-z0-9_=>-]*| <[^>]+>)?";
    let line =
        Regex::new(&format!(r"(?m)^\s{{1,6}}{spelling}(?:, +{spelling})?(?:\s{{2,}}|$)")).unwrap();
    let mut options: Vec<Listed> = Vec::new();
    for found in line.captures_iter(help) {
        let text = |group| found.get(group).map_or("", |text| text.as_str());
        let value = [text(2), text(4)].map(|value| match value {
            "" => Taken::No,
            optional if optional.starts_with('[') => Taken::Perhaps,
            _ => Taken::Yes,
        });
        // One spelling of two may be the one that shows the value.
        let value = match value {
            [Taken::Perhaps, _] | [_, Taken::Perhaps] => Taken::Perhaps,
            [Taken::Yes, _] | [_, Taken::Yes] => Taken::Yes,
            [Taken::No, Taken::No] => Taken::No,
        };
        let spellings = [text(1), text(3)].into_iter().filter(|text| !text.is_empty());
        options.push(Listed { spellings: spellings.map(str::to_owned).collect(), value });
    }
    if options.is_empty() {
        let valued = Regex::new(r"\[(-[A-Za-z]) [a-z]+\]").unwrap();
        let flags = Regex::new(r"\[-([A-Za-z]+)\]").unwrap();
        let one = |option: String, value| Listed { spellings: vec![option], value };
        options
            .extend(valued.captures_iter(help).map(|found| one(found[1].to_owned(), Taken::Yes)));
        for found in flags.captures_iter(help) {
            options.extend(found[1].chars().map(|letter| one(format!("-{letter}"), Taken::No)));
        }
    }
    options
}

/// How an option was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Read {
    Right,
    Unknown,
    /// The option leaves no command to run.
    NoCommand,
    Wrong,
}

/// Reads `program OPTION [VALUE] REST git status`. `value` is what must not become the command.
fn read(engine: &mut Engine, text: &str, value: &str) -> Read {
    let analysis = engine.analyze(text);
    let mut read = if analysis.is_parsed() { Read::NoCommand } else { Read::Unknown };
    for command in &analysis.commands {
        match command.argv.first().map(|word| &word.value) {
            Some(Value::Literal(name)) if name == "git" => return Read::Right,
            Some(Value::Literal(name)) if name == value || name == "status" => return Read::Wrong,
            Some(Value::Literal(_)) => {}
            Some(Value::Unknown(_)) | None => read = Read::Unknown,
        }
    }
    read
}

#[test]
fn no_value_of_an_option_is_taken_for_the_command_and_no_command_for_a_value() {
    let mut engine = Engine::new();
    let mut wrong = Vec::new();
    for (program, word, before) in PROGRAMS {
        let Some(help) = help(program, word) else {
            eprintln!("skipped: {program} is not installed");
            continue;
        };
        let options = listed(&help);
        assert!(!options.is_empty() || program == "nohup", "{program}: {help}");
        let mut counts = [0; 4];
        for option in &options {
            for spelling in &option.spellings {
                // Two options of one letter (sudo's -h) say nothing of either.
                let same = options.iter().filter(|other| other.spellings.contains(spelling));
                let otherwise =
                    |(of, option, _): &(&str, &str, &str)| *of == program && option == spelling;
                if same.count() > 1 || OTHERWISE.iter().any(otherwise) {
                    continue;
                }
                let text = match option.value {
                    Taken::Yes => format!("{program} {spelling} 7 {before} git status"),
                    Taken::No | Taken::Perhaps => {
                        format!("{program} {spelling} {before} git status")
                    }
                };
                let read = read(&mut engine, &text, "7");
                counts[read as usize] += 1;
                if read == Read::Wrong {
                    wrong.push(text);
                }
            }
        }
        let [right, unknown, none, wrong] = counts;
        eprintln!("{program}: {right} right, {unknown} unknown, {none} no command, {wrong} wrong");
    }
    assert_eq!(wrong, Vec::<String>::new());
}
