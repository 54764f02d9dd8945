//! Names that a place of the code must not name: the invariants that say what is absent, as a table.

use super::checkout::Checkout;
use super::tokens::{Named, paths, product, with_tokens};
use super::{Complaint, checkout::File};

/// One invariant of absence.
pub(crate) struct Rule {
    /// The name in a complaint.
    pub name: &'static str,
    /// What holds when nothing is complained of.
    pub holds: &'static str,
    /// Path prefixes of the Rust files that it looks at.
    within: &'static [&'static str],
    /// Path prefixes that are free to name it.
    except: &'static [&'static str],
    /// Whether tests are looked at too.
    tests: bool,
    /// What must not be named: names joined by `::`, anywhere in a path; a last `*` stands for any ending.
    absent: &'static [&'static str],
}

const PRODUCT: &[&str] =
    &["engine/src/", "corpus/src/", "oracle/src/", "allowlist/src/", "reports/src/"];

/// Every invariant of absence.
pub(crate) const RULES: &[Rule] = &[
    Rule {
        name: "engine-is-pure",
        holds: "the engine does no I/O, starts nothing, reads no clock and no environment, never waits",
        within: &["engine/src/"],
        except: &[],
        tests: false,
        absent: &[
            "std::fs",
            "std::io",
            "std::process",
            "std::net",
            "std::env",
            "std::time",
            "thread::sleep",
        ],
    },
    Rule {
        name: "one-tree-reader",
        holds: "only the tree reader names tree-sitter (and the benchmark that measures it bare)",
        within: &[""],
        except: &["engine/src/tree", "reports/benches/"],
        tests: true,
        absent: &["tree_sitter*"],
    },
    Rule {
        name: "tree-knows-no-tokens",
        holds: "the tree reader knows nothing of the token reader",
        within: &["engine/src/tree"],
        except: &[],
        tests: true,
        absent: &["tokens"],
    },
    Rule {
        name: "tokens-know-no-tree",
        holds: "the token reader knows nothing of the tree reader",
        within: &["engine/src/tokens"],
        except: &[],
        tests: true,
        absent: &["tree"],
    },
    Rule {
        name: "corpus-never-parses",
        holds: "the corpus names neither the analyzer nor the checks",
        within: &["corpus/src/"],
        except: &[],
        tests: false,
        absent: &["Engine", "analyze", "guarddiff_engine::checks"],
    },
    Rule {
        name: "processes-in-one-place",
        holds: "product code starts a process only in oracle/src/bash/",
        within: PRODUCT,
        except: &["oracle/src/bash/"],
        tests: false,
        absent: &["process::Command"],
    },
    Rule {
        name: "no-clock",
        holds: "no report holds a time",
        within: PRODUCT,
        except: &[],
        tests: false,
        absent: &["SystemTime", "Instant"],
    },
    Rule {
        name: "no-hash-order",
        holds: "no output depends on the order of a hash table",
        within: PRODUCT,
        except: &[],
        tests: false,
        absent: &["HashMap", "HashSet", "RandomState"],
    },
];

/// The places that name what the rule forbids. A rule that looks at no file is broken as well: a folder was
/// renamed under it.
pub(crate) fn broken(rule: &Rule, checkout: &Checkout) -> Vec<Complaint> {
    let mut complaints = Vec::new();
    for prefix in rule.within {
        if !checkout.rust().any(|file| file.path.starts_with(prefix)) {
            complaints.push(Complaint::new(prefix, 0, "no file here for this check to look at"));
        }
    }
    for file in checkout.rust().filter(|file| rule.looks_at(file)) {
        let named = |named: &Named<'_>| {
            let hit = rule.absent.iter().find(|absent| names(named, absent))?;
            let text = format!("names {}, which must not stand here ({hit})", join(named));
            Some(Complaint::new(&file.path, named.line, text))
        };
        complaints.extend(with_tokens(&file.text, |tokens| {
            let tokens = if rule.tests { tokens.to_vec() } else { product(tokens) };
            paths(&tokens).iter().filter_map(named).collect::<Vec<_>>()
        }));
    }
    complaints
}

impl Rule {
    fn looks_at(&self, file: &File) -> bool {
        let under = |prefixes: &[&str]| prefixes.iter().any(|prefix| file.path.starts_with(prefix));
        under(self.within) && !under(self.except) && (self.tests || file.is_product())
    }
}

fn join(named: &Named<'_>) -> String {
    named.segments.join("::")
}

/// Whether the path holds the forbidden names side by side.
fn names(named: &Named<'_>, absent: &str) -> bool {
    let wanted: Vec<&str> = absent.split("::").collect();
    named.segments.windows(wanted.len()).any(|window| {
        window.iter().zip(&wanted).all(|(name, wanted)| match wanted.strip_suffix('*') {
            Some(start) => name.starts_with(start),
            None => name == wanted,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A rule, a file, a text that breaks the rule there, and one that doesn't.
    const SAMPLES: &[(&str, &str, &str, &str)] = &[
        ("engine-is-pure", "engine/src/a.rs", "use std::fs::read;", "// std::fs"),
        ("engine-is-pure", "engine/src/a.rs", "use std::{env, fmt};", "use std::fmt;"),
        ("engine-is-pure", "engine/src/a.rs", "std::io::stdin()", "\"std::io\""),
        ("engine-is-pure", "engine/src/a.rs", "std::process::exit(1)", "process(1)"),
        ("engine-is-pure", "engine/src/a.rs", "use std::net;", "#[cfg(test)] use std::net;"),
        ("engine-is-pure", "engine/src/a.rs", "std::time::Duration", "time.duration"),
        ("engine-is-pure", "engine/src/a.rs", "thread::sleep(x)", "thread::spawn(x)"),
        ("one-tree-reader", "engine/tests/main.rs", "use tree_sitter::Parser;", "use tree::A;"),
        ("one-tree-reader", "oracle/src/a.rs", "tree_sitter_bash::LANGUAGE", "bash::LANGUAGE"),
        ("tokens-know-no-tree", "engine/src/tokens/a.rs", "use crate::tree;", "use crate::span;"),
        ("tokens-know-no-tree", "engine/src/tokens.rs", "super::tree::x()", "trees()"),
        ("tree-knows-no-tokens", "engine/src/tree.rs", "use crate::tokens::Tokens;", "token(s)"),
        ("corpus-never-parses", "corpus/src/a.rs", "use guarddiff_engine::Engine;", "engine"),
        ("corpus-never-parses", "corpus/src/a.rs", "engine.analyze(text)", "analysis(text)"),
        ("corpus-never-parses", "corpus/src/a.rs", "use guarddiff_engine::checks;", "checks"),
        (
            "processes-in-one-place",
            "oracle/src/a.rs",
            "std::process::Command::new",
            "clap::Command",
        ),
        ("processes-in-one-place", "reports/src/a.rs", "use std::process::{Command};", "Command"),
        ("no-clock", "reports/src/a.rs", "use std::time::Instant;", "instant()"),
        ("no-clock", "allowlist/src/a.rs", "SystemTime::now()", "system_time()"),
        ("no-hash-order", "reports/src/a.rs", "use std::collections::HashMap;", "BTreeMap"),
        ("no-hash-order", "corpus/src/a.rs", "HashSet::new()", "BTreeSet::new()"),
        ("no-hash-order", "oracle/src/a.rs", "RandomState::new()", "state"),
    ];

    fn found(name: &str, path: &str, text: &str) -> Vec<Complaint> {
        let rule = RULES.iter().find(|rule| rule.name == name).unwrap();
        let mut complaints = broken(rule, &Checkout::of(&[(path, text)]));
        complaints.retain(|complaint| complaint.path == path);
        complaints
    }

    #[test]
    fn every_rule_complains_of_each_name_it_forbids_and_of_nothing_else() {
        for (name, path, bad, good) in SAMPLES {
            assert_eq!(found(name, path, bad).len(), 1, "{name}: {bad}");
            assert!(found(name, path, good).is_empty(), "{name}: {good}");
        }
        for rule in RULES {
            for absent in rule.absent {
                let shown = SAMPLES.iter().filter(|sample| sample.0 == rule.name).any(|sample| {
                    with_tokens(sample.2, |tokens| paths(tokens).iter().any(|n| names(n, absent)))
                });
                assert!(shown, "{}: no sample names {absent}", rule.name);
            }
        }
    }

    #[test]
    fn excepted_places_may_name_it() {
        for (name, path, text) in [
            ("one-tree-reader", "engine/src/tree/walk.rs", "use tree_sitter::Node;"),
            ("one-tree-reader", "reports/benches/ratios.rs", "use tree_sitter::Parser;"),
            ("processes-in-one-place", "oracle/src/bash/box.rs", "std::process::Command::new"),
            ("processes-in-one-place", "reports/tests/cli.rs", "std::process::Command::new"),
        ] {
            assert!(found(name, path, text).is_empty(), "{path}");
        }
    }

    #[test]
    fn a_rule_whose_folder_is_gone_is_broken() {
        let rule = RULES.iter().find(|rule| rule.name == "tokens-know-no-tree").unwrap();
        let complaints =
            broken(rule, &Checkout::of(&[("engine/src/lexer.rs", "use crate::tree;")]));
        assert_eq!(complaints.len(), 1);
    }
}
