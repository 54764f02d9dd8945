//! What a run exercised, and what it could not see: which constructs of the shell stood in the commands, what each check
//! answered there, and what the engine met that it does not read. It counts; it judges nothing.

use std::collections::BTreeMap;

use guarddiff_engine::analysis::{Analysis, SimpleCommand, Trust};
use guarddiff_engine::facts::{Check, Fact};
use guarddiff_oracle::compare::{Outcome, is_unknown};
use serde::{Deserialize, Serialize};

use crate::examine::Examination;
use crate::stats::{CONSTRUCTS, constructs};

/// The row of commands that have none of [`CONSTRUCTS`].
pub const PLAIN: &str = "none of these";
/// The row of commands in which the tokens overruled the tree.
pub const REPAIRED: &str = "repaired reading";
/// The row of commands that could not be read, which the text matcher answers.
pub const UNREADABLE: &str = "unreadable text";

/// Every row, in the order of tables.
pub fn rows() -> impl Iterator<Item = &'static str> {
    CONSTRUCTS.into_iter().chain([PLAIN, REPAIRED, UNREADABLE])
}

/// What a run exercised.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Coverage {
    /// Every row of [`rows`], met or not.
    pub constructs: BTreeMap<String, ConstructTotals>,
    /// Commands in which stood what the engine does not see behind, by what it is.
    pub unseen: BTreeMap<String, u64>,
    /// Answers of no-verify that the raw-string check gave where structure says no.
    pub backstop: u64,
}

/// What the checks answered where one construct stood.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ConstructTotals {
    /// Commands with it.
    pub commands: u64,
    /// One for each check, in the order of every table.
    pub checks: Vec<CellTotals>,
}

/// What one check answered where one construct stood. The first three sum to the commands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CellTotals {
    /// The check.
    #[serde(with = "crate::names::check")]
    pub check: Check,
    /// A guard would act, and knows why: it fires, has a message, adds the trailer, denies a unit.
    pub acts: u64,
    /// It would not.
    pub rests: u64,
    /// Structure does not know.
    pub unknown: u64,
    /// Of all of them, where the text matcher decides otherwise and a rule proved it wrong.
    pub legacy_bug: u64,
    /// Of all of them, where nothing excuses structure.
    pub engine_failure: u64,
}

impl Coverage {
    /// Nothing met yet.
    pub fn new() -> Coverage {
        let cell = |check| CellTotals {
            check,
            acts: 0,
            rests: 0,
            unknown: 0,
            legacy_bug: 0,
            engine_failure: 0,
        };
        let row = ConstructTotals { commands: 0, checks: Check::ALL.map(cell).to_vec() };
        Coverage {
            constructs: rows().map(|name| (name.to_owned(), row.clone())).collect(),
            unseen: BTreeMap::new(),
            backstop: 0,
        }
    }

    /// Adds the counts of another shard.
    pub fn add(&mut self, other: &Coverage) {
        for (name, theirs) in &other.constructs {
            let Some(ours) = self.constructs.get_mut(name) else { continue };
            ours.commands += theirs.commands;
            for (ours, theirs) in ours.checks.iter_mut().zip(&theirs.checks) {
                ours.acts += theirs.acts;
                ours.rests += theirs.rests;
                ours.unknown += theirs.unknown;
                ours.legacy_bug += theirs.legacy_bug;
                ours.engine_failure += theirs.engine_failure;
            }
        }
        for (what, n) in &other.unseen {
            *self.unseen.entry(what.clone()).or_default() += n;
        }
        self.backstop += other.backstop;
    }
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage::new()
    }
}

/// What one case adds.
pub struct Covered {
    rows: Vec<&'static str>,
    cells: [(Answer, Outcome); 6],
    unseen: Vec<String>,
    backstop: bool,
}

/// What a guard does about one check.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Answer {
    Acts,
    Rests,
    Unknown,
}

impl Covered {
    /// What an examination adds.
    pub fn of(examined: &Examination) -> Covered {
        let analysis = &examined.opinion.analysis;
        let facts = examined.opinion.facts.as_ref();
        let rows = if analysis.is_parsed() {
            let has = constructs(&examined.case.command, &examined.opinion);
            let mut rows: Vec<&str> =
                CONSTRUCTS.into_iter().zip(has).filter(|(_, has)| *has).map(|it| it.0).collect();
            if rows.is_empty() {
                rows.push(PLAIN);
            }
            if analysis.trust == Trust::Repaired {
                rows.push(REPAIRED);
            }
            rows
        } else {
            vec![UNREADABLE]
        };
        let cells = Check::ALL.map(|check| {
            let answer = if facts.is_some_and(|facts| is_unknown(check, facts)) {
                Answer::Unknown
            } else if examined.structural[check as usize].acts() {
                Answer::Acts
            } else {
                Answer::Rests
            };
            (answer, examined.outcomes[check as usize])
        });
        let says_no = facts.is_some_and(|facts| facts.no_verify.fact == Fact::No);
        Covered {
            rows,
            cells,
            unseen: unseen(analysis),
            backstop: says_no && examined.structural[Check::NoVerify as usize].acts(),
        }
    }

    /// Adds it.
    pub fn count(&self, totals: &mut Coverage) {
        for row in &self.rows {
            let Some(row) = totals.constructs.get_mut(*row) else { continue };
            row.commands += 1;
            for (cell, (answer, outcome)) in row.checks.iter_mut().zip(self.cells) {
                match answer {
                    Answer::Acts => cell.acts += 1,
                    Answer::Rests => cell.rests += 1,
                    Answer::Unknown => cell.unknown += 1,
                }
                match outcome {
                    Outcome::LegacyBug => cell.legacy_bug += 1,
                    Outcome::EngineFailure => cell.engine_failure += 1,
                    Outcome::Agree | Outcome::Unknown | Outcome::Unavailable => {}
                }
            }
        }
        for what in &self.unseen {
            *totals.unseen.entry(what.clone()).or_default() += 1;
        }
        totals.backstop += u64::from(self.backstop);
    }
}

/// Programs behind which the engine does not look, and what they stand for.
const BLIND: [(&[&str], &str); 6] = [
    (&["ssh", "mosh", "rsh"], "commands for another machine (ssh)"),
    (&["docker", "podman", "kubectl"], "programs that may run commands in a container"),
    (&["alias", "unalias"], "aliases of the shell"),
    (&["source", "."], "files that the shell reads (source)"),
    (&["make", "just", "npm", "pnpm", "yarn", "task"], "scripts of a project (make, npm run)"),
    (&["csh", "tcsh", "nu", "xonsh", "elvish", "cmd", "cmd.exe"], "other shells"),
];

/// What stands in a command that the engine does not see behind, each once.
fn unseen(analysis: &Analysis) -> Vec<String> {
    let mut found: Vec<String> = analysis
        .opaque
        .iter()
        .map(|code| format!("code for {}", language(&code.interpreter)))
        .collect();
    for command in &analysis.commands {
        let names = command.wrappers.iter().filter_map(|words| words.first());
        for name in names.chain(command.argv.first()) {
            let Some(name) = name.literal() else {
                found.push("programs whose name is not known".to_owned());
                continue;
            };
            let name = name.rsplit('/').next().unwrap_or(name);
            found.extend(
                BLIND.iter().filter(|(names, _)| names.contains(&name)).map(|it| it.1.to_owned()),
            );
        }
        if is_script(command) {
            found.push("script files that a shell runs".to_owned());
        }
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// An interpreter without its path and version, so that there are few.
fn language(interpreter: &str) -> &str {
    let name = interpreter.rsplit('/').next().unwrap_or(interpreter);
    match name.trim_end_matches(|c: char| c.is_ascii_digit() || ".-".contains(c)) {
        "" => name,
        bare => bare,
    }
}

/// Whether a shell is given a file to run.
fn is_script(command: &SimpleCommand) -> bool {
    let mut words = command.argv.iter().map(|word| word.literal());
    let Some(Some(name)) = words.next() else { return false };
    let shell = matches!(name.rsplit('/').next(), Some("bash" | "sh" | "dash" | "zsh" | "ksh"));
    let first = words.next().flatten();
    shell && first.is_some_and(|word| !word.starts_with(['-', '+']))
}
