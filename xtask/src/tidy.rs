//! The invariants of the layout that no compiler checks, one small named check each. It changes no file.

mod blank;
mod checkout;
mod classify;
mod layers;
mod length;
mod marks;
mod names;
mod tokens;
mod words;

use std::path::Path;

use anyhow::{Result, bail};

use checkout::Checkout;

/// What to print.
#[derive(clap::Args, Default)]
pub(crate) struct Args {
    /// Name the checks and what each holds, without running them.
    #[arg(long)]
    list: bool,
}

/// One invariant.
struct Check {
    /// The name in a complaint.
    name: &'static str,
    /// What holds when nothing is complained of.
    holds: &'static str,
    /// Finds what breaks it.
    find: fn(&Checkout) -> Vec<Complaint>,
}

/// A place that breaks an invariant.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Complaint {
    /// The file, from the root.
    path: String,
    /// The line, from 1; 0 for the file as a whole.
    line: usize,
    /// What is wrong there.
    text: String,
}

impl Complaint {
    fn new(path: &str, line: usize, text: impl Into<String>) -> Complaint {
        Complaint { path: path.to_owned(), line, text: text.into() }
    }
}

/// The checks beside those of [`names::RULES`], which are data.
const CHECKS: &[Check] = &[
    Check {
        name: "module-docs",
        holds: "every Rust file opens with a `//!` sentence",
        find: words::module_docs,
    },
    Check { name: "no-mod-rs", holds: "modules are foo.rs + foo/", find: words::mod_rs },
    Check {
        name: "one-test-binary",
        holds: "each crate has one integration-test binary",
        find: words::test_binaries,
    },
    Check {
        name: "no-machine-paths",
        holds: "no tracked file names a folder of somebody's machine",
        find: words::machine_paths,
    },
    Check {
        name: "no-merge-marks",
        holds: "no file holds what an unfinished merge leaves",
        find: words::merge_marks,
    },
    Check {
        name: "changelog",
        holds: "CHANGELOG.md has an Unreleased section",
        find: words::changelog,
    },
    Check {
        name: "no-quiet-tests",
        holds: "no test is ignored or expects a panic",
        find: marks::quiet_tests,
    },
    Check {
        name: "no-leftovers",
        holds: "no todo!, unimplemented! or dbg! is left",
        find: marks::leftovers,
    },
    Check {
        name: "classify-is-exhaustive",
        holds: "no arm of the allowlist's classification matches whatever is left",
        find: classify::wildcard_arms,
    },
    Check {
        name: "layers",
        holds: "engine, corpus, oracle, allowlist, reports depend downward only; xtask on none of them",
        find: layers::upward_edges,
    },
];

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    if args.list {
        for (name, holds) in promises() {
            println!("{name:24} {holds}");
        }
        return Ok(());
    }
    let checkout = Checkout::read(root)?;
    for note in length::long_files(&checkout) {
        println!("note: {}: {}", note.path, note.text);
    }
    let mut complaints = 0;
    for (name, found) in complaints_of(&checkout) {
        for Complaint { path, line, text } in &found {
            println!("{path}:{line}: [{name}] {text}");
        }
        complaints += found.len();
    }
    if complaints > 0 {
        bail!("{complaints} complaints");
    }
    println!("tidy: {} files, {} checks", checkout.files.len(), promises().count());
    Ok(())
}

fn promises() -> impl Iterator<Item = (&'static str, &'static str)> {
    let rules = names::RULES.iter().map(|rule| (rule.name, rule.holds));
    CHECKS.iter().map(|check| (check.name, check.holds)).chain(rules)
}

fn complaints_of(checkout: &Checkout) -> Vec<(&'static str, Vec<Complaint>)> {
    let checks = CHECKS.iter().map(|check| (check.name, (check.find)(checkout)));
    let rules = names::RULES.iter().map(|rule| (rule.name, names::broken(rule, checkout)));
    checks.chain(rules).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn check_names_are_distinct_and_say_what_holds() {
        let names: BTreeSet<_> = promises().map(|(name, _)| name).collect();
        assert_eq!(names.len(), promises().count());
        assert!(promises().all(|(_, holds)| !holds.is_empty()));
    }
}
