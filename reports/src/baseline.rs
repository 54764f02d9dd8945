//! The figures that the gate's own campaign must come to: committed, read by people, and drift in either direction
//! fails. What depends on the machine (bash, the box) is not in it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::campaign::Plan;
use crate::summary::Summary;

/// Where the baseline is kept, from the root of the checkout.
pub const PATH: &str = "reports/baseline/gate.txt";

/// The baseline as it was when this program was built.
const COMMITTED: &str = include_str!("../baseline/gate.txt");

/// Lines of drift that are kept.
const KEPT: usize = 40;

/// What moved against the baseline, line by line; nothing where there is nothing to compare with: another seed, another
/// number of cases, transcripts, another engine.
pub fn drift(run: &Summary) -> Vec<String> {
    if is_comparable(run) { between(COMMITTED, &text(run)) } else { Vec::new() }
}

/// Whether the run is the one that the baseline is about.
pub fn is_comparable(run: &Summary) -> bool {
    let (ours, plan) = (&run.header, Plan::pinned(None));
    let same = ours.seed == plan.seed && ours.cases == plan.cases && ours.engine == plan.engine;
    same && ours.inputs.is_empty() && ours.shard.is_none() && !run.interrupted
}

/// The baseline that a run would make: one figure a line.
pub fn text(run: &Summary) -> String {
    let totals = &run.totals;
    let mut lines = vec![
        ("generator".to_owned(), run.header.generator.into()),
        ("seed".to_owned(), run.header.seed),
        ("cases".to_owned(), totals.cases),
    ];
    let mut put = |name: String, value: u64| lines.push((name, value));
    for (source, cases) in &totals.sources {
        put(format!("cases {source}"), *cases);
    }
    put("read simple".to_owned(), totals.simple);
    put("read complex".to_owned(), totals.complex);
    put("read repaired".to_owned(), totals.repaired);
    for (reason, cases) in &totals.unavailable {
        put(format!("unavailable {reason}"), *cases);
    }
    put("seed-rule".to_owned(), totals.seed_rule);
    for check in &totals.checks {
        let name = check.check.name();
        let figures = [
            ("agree", check.agree),
            ("legacy-bug", check.legacy_bug),
            ("engine-failure", check.engine_failure),
            ("unknown", check.unknown),
            ("unavailable", check.unavailable),
            ("unknown-facts", check.unknown_facts),
            ("narrowed", check.directions.narrowed),
            ("changed", check.directions.changed),
            ("widened", check.directions.widened),
        ];
        for (what, value) in figures.into_iter().filter(|(_, value)| *value > 0) {
            put(format!("{name} {what}"), value);
        }
    }
    let located = &totals.locations;
    put("unit-location units".to_owned(), located.units);
    put("unit-location legacy-bug".to_owned(), located.legacy_bug);
    for (rule, figures) in &totals.rules {
        put(format!("rule {rule}"), figures.hits);
    }
    let mut text = String::from(
        "# What `guarddiff gate` must count. `guarddiff gate --bless` writes it anew.\n",
    );
    for (name, value) in lines {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{name} {value}");
    }
    text
}

/// Every figure that differs between two baselines, in the order of the old one.
fn between(old: &str, new: &str) -> Vec<String> {
    let (old, new) = (figures(old), figures(new));
    let of = |all: &[(&str, &str)], name: &str| {
        all.iter().find(|(it, _)| *it == name).map(|it| it.1.to_owned())
    };
    let names = old.iter().chain(new.iter().filter(|(name, _)| of(&old, name).is_none()));
    let moved = names.filter_map(|(name, _)| {
        let (was, is) = (of(&old, name), of(&new, name));
        let word = |it: &Option<String>| it.clone().unwrap_or_else(|| "nothing".to_owned());
        (was != is).then(|| format!("{name}: {} in the baseline, {} now", word(&was), word(&is)))
    });
    moved.take(KEPT).collect()
}

fn figures(text: &str) -> Vec<(&str, &str)> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.rsplit_once(' '))
        .collect()
}

/// The baseline's file, when the current folder is the root of a checkout.
pub fn file() -> Option<PathBuf> {
    let path = Path::new(PATH);
    path.parent().filter(|folder| folder.is_dir()).map(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_moved_either_way_is_drift() {
        let old = "# head\ncases 9\nrule a 3\nrule b 1\n";
        assert_eq!(between(old, old), Vec::<String>::new());
        let new = "cases 9\nrule a 2\nrule c 1\n";
        let expected = [
            "rule a: 3 in the baseline, 2 now",
            "rule b: 1 in the baseline, nothing now",
            "rule c: nothing in the baseline, 1 now",
        ];
        assert_eq!(between(old, new), expected);
        assert_eq!(between("cases 9\n", "cases 10\n").len(), 1);
    }

    #[test]
    fn the_committed_baseline_is_short_enough_to_read() {
        assert!(COMMITTED.lines().count() < 200);
    }
}
