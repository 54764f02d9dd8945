//! Our units beside those that were measured of pi-permission-system 20.7.3, input by input, every difference in a
//! class. `--nocapture` shows the table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use guarddiff_engine::Engine;
use guarddiff_engine::policy::Policy;
use guarddiff_engine::policy::judge::Judgement;
use serde_json::Value;

use crate::support::{Folder, run, stdout};

/// How the units of one input differ.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Class {
    /// Theirs lacks a command that bash runs.
    TheirsMisses,
    /// Theirs lacks words of a command.
    TheirsCutsWords,
    /// Theirs takes for a unit what is no command.
    TheirsInvents,
    /// Theirs keeps a redirect in the unit that is none of its words.
    TheirsKeepsRedirect,
    /// Theirs is a construct, of which ours are the commands.
    OursSplitsFiner,
    /// Ours are the commands of a code string, too.
    OursReadsCode,
    /// Ours judges the text of a command that runs nothing; theirs leaves that to its caller.
    OursJudgesText,
    /// Bash refuses the text; ours is the whole of it.
    Refused,
}

#[expect(clippy::print_stderr, reason = "what is skipped is skipped visibly")]
fn measured() -> Option<Vec<Value>> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(beside, PathBuf::from);
    let path = root.join("research/gotgenes-20.7.3-units.jsonl");
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()),
        Err(_) => {
            eprintln!("skipped: no {} (GUARDDIFF_SHARED names another place)", path.display());
            None
        }
    }
}

fn judged(input: &str) -> Judgement {
    Policy::default().judge(input, &Engine::new().analyze(input))
}

/// The classes of every difference between the two lists.
fn classes(input: &str, ours: &Judgement, theirs: &[&str]) -> Vec<Class> {
    if ours.unread.is_some() {
        return vec![Class::Refused];
    }
    let mut left: Vec<&str> = theirs.to_vec();
    let mut extra = Vec::new();
    for unit in &ours.units {
        match left.iter().position(|their| *their == unit.text) {
            Some(at) => drop(left.remove(at)),
            None => extra.push(unit),
        }
    }
    let mut found = Vec::new();
    for unit in &extra {
        let text = unit.text.as_str();
        let held = |their: &&&str| their.contains(text);
        let keeps = |their: &&&str| {
            their.strip_suffix(text).is_some_and(|before| before.starts_with(['>', '<']))
                || their
                    .strip_prefix(text)
                    .is_some_and(|behind| behind.trim_start().starts_with('<'))
        };
        found.push(if unit.seen.is_none() {
            Class::OursReadsCode
        } else if left.iter().any(|their| text.starts_with(their)) {
            Class::TheirsCutsWords
        } else if left.iter().find(keeps).is_some() {
            Class::TheirsKeepsRedirect
        } else if theirs.iter().find(held).is_some() {
            Class::OursSplitsFiner
        } else if input.trim().is_empty() || input.starts_with('#') {
            Class::OursJudgesText
        } else {
            Class::TheirsMisses
        });
    }
    for their in left {
        let holds = ours.units.iter().any(|unit| their.contains(&unit.text));
        let explained = extra
            .iter()
            .any(|unit| unit.text.starts_with(their) || their.contains(unit.text.as_str()));
        if !explained {
            found.push(if holds { Class::OursSplitsFiner } else { Class::TheirsInvents });
        }
    }
    found.sort();
    found.dedup();
    found
}

#[test]
fn every_difference_from_the_measured_units_has_a_class() {
    let Some(rows) = measured() else { return };
    assert_eq!(rows.len(), 110);
    let mut totals: BTreeMap<String, u32> = BTreeMap::new();
    for row in &rows {
        let input = row["input"].as_str().unwrap();
        let theirs: Vec<&str> = row["units"]
            .as_array()
            .unwrap()
            .iter()
            .map(|unit| unit["text"].as_str().unwrap())
            .collect();
        let ours = judged(input);
        let classes = classes(input, &ours, &theirs);
        let shown: Vec<&str> = ours.units.iter().map(|unit| unit.text.as_str()).collect();
        let names: Vec<String> = classes.iter().map(|class| format!("{class:?}")).collect();
        let names = if names.is_empty() { "same".to_owned() } else { names.join(", ") };
        eprintln!("{input:?}\n  ours   {shown:?}\n  theirs {theirs:?}\n  {names}");
        *totals.entry(names).or_default() += 1;
    }
    for (names, n) in &totals {
        eprintln!("{n:>4}  {names}");
    }
    let totals: Vec<(&str, u32)> = totals.iter().map(|(names, n)| (names.as_str(), *n)).collect();
    assert_eq!(
        totals,
        [
            ("OursJudgesText", 3),
            ("OursReadsCode", 9),
            ("OursSplitsFiner", 21),
            ("Refused", 4),
            ("TheirsCutsWords", 3),
            ("TheirsInvents", 1),
            ("TheirsInvents, OursSplitsFiner", 2),
            ("TheirsKeepsRedirect", 3),
            ("TheirsKeepsRedirect, OursReadsCode", 1),
            ("TheirsMisses", 6),
            ("TheirsMisses, OursSplitsFiner", 2),
            ("TheirsMisses, TheirsCutsWords", 2),
            ("same", 53),
        ]
    );
}

#[test]
fn no_command_that_theirs_has_is_missing_in_ours() {
    let Some(rows) = measured() else { return };
    // What is no program's name: constructs whose commands are units of ours, and pieces of a garbled parse.
    let constructs = [
        "for",
        "until",
        "while",
        "case",
        "if",
        "f()",
        "{",
        "(",
        "}",
        "[[",
        "((i=$(n)))",
        "!",
        "time",
        "coproc",
    ];
    for row in &rows {
        let input = row["input"].as_str().unwrap();
        let ours = judged(input);
        if ours.unread.is_some() || row["hasError"] == true {
            continue;
        }
        for unit in row["units"].as_array().unwrap() {
            let text = unit["text"].as_str().unwrap();
            let name = text.split_whitespace().find(|word| !word.starts_with('>')).unwrap();
            let has = |unit: &guarddiff_engine::policy::judge::JudgedUnit| {
                unit.text.split_whitespace().next() == Some(name) || text.starts_with(&unit.text)
            };
            assert!(
                constructs.contains(&name) || ours.units.iter().any(has),
                "{input:?}: theirs has {text:?}"
            );
        }
    }
}

#[test]
fn bash_parses_the_commands_of_every_measured_input_as_ours_has_them() {
    let Some(rows) = measured() else { return };
    let folder = Folder::new();
    let lines: String = rows
        .iter()
        .filter(|row| !row["input"].as_str().unwrap().trim().is_empty())
        .map(|row| format!("{}\n", serde_json::json!({"command": row["input"]})))
        .collect();
    let list = folder.write("measured.jsonl", lines);
    let spec = format!("jsonl={}", folder.path("run.jsonl"));
    let output = run(&["gate", "--cases", "0", "--transcripts", &list, "--report", &spec]);
    let text = stdout(&output);
    if text.contains("bash    not asked") {
        eprintln!("skipped: no bash to ask");
        return;
    }
    let stored = std::fs::read_to_string(folder.path("run.jsonl")).unwrap();
    for line in stored.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        assert_ne!(record["kind"], "syntax", "{record}");
    }
    assert!(text.contains(" transcripts"), "{text}");
}
