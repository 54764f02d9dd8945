//! The readers over transcripts that are not part of the project: an independent count, and hand-made expectations.

use std::collections::BTreeMap;
use std::fs;

use crate::expect;
use crate::support::{read, shared};

/// The verbs of SWE-agent's own interface that the manifest counts as commands, while the samples say that they are
/// none. It leaves out `edit`, `create`, `insert` and `submit`, as is right.
const COUNTED_VERBS: [&str; 2] = ["open", "find_file"];

#[test]
fn the_number_of_commands_is_that_of_an_independent_extractor() {
    let Some(corpora) = shared("corpora") else { return };
    let manifest = fs::read_to_string(corpora.join("MANIFEST.tsv")).unwrap();
    let mut rows = manifest.lines();
    let header: Vec<&str> = rows.next().unwrap().split('\t').collect();
    let column = |name: &str| header.iter().position(|column| *column == name).unwrap();
    let (path, format, count) = (column("path"), column("format"), column("bash_commands"));
    let mut sums: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for row in rows {
        let row: Vec<&str> = row.split('\t').collect();
        let expected: u64 = row[count].parse().unwrap();
        let (records, tally) = read(&[corpora.join(row[path])]);
        assert_eq!(tally.formats.len(), 1, "{}: {tally:?}", row[path]);
        assert_eq!(tally.damaged.total, 0, "{}: {tally:?}", row[path]);
        let own = records.iter().filter(|record| !record.is_copy_in_file()).count() as u64;
        let verbs: u64 = COUNTED_VERBS
            .iter()
            .filter_map(|verb| tally.no_commands.get(&format!("{verb}, a verb of SWE-agent's own")))
            .sum();
        let found = own + verbs;
        if found != expected || verbs > 0 {
            let (path, places) = (row[path], &tally.without_text.total);
            eprintln!(
                "{path}: {own}, {verbs} verbs, {places} without text; the manifest says {expected}"
            );
        }
        // The manifest looks at trajectories only, and one file has nothing but a history.
        let only_history = row[path].ends_with("function_calling_simple.traj");
        let found = if only_history { own } else { found };
        assert!(expected >= 100 || found.abs_diff(expected) <= 1, "{}: {found}", row[path]);
        let sum = sums.entry(row[format]).or_default();
        *sum = (sum.0 + found, sum.1 + expected);
    }
    assert_eq!(sums.len(), 9);
    for (format, (found, expected)) in sums {
        eprintln!("{format}: {found} commands, the manifest says {expected}");
        assert!(found.abs_diff(expected) * 100 <= expected, "{format}: {found} and not {expected}");
    }
}

#[test]
fn a_walk_over_the_corpora_lists_every_file_once() {
    let Some(corpora) = shared("corpora") else { return };
    let root = corpora.join("transcripts");
    let (_, tally) = read(std::slice::from_ref(&root));
    let files = walkdir::WalkDir::new(&root)
        .into_iter()
        .filter(|entry| entry.as_ref().unwrap().file_type().is_file())
        .count() as u64;
    let read: u64 = tally.formats.values().map(|counts| counts.files).sum();
    let listed = tally.refused.total + tally.not_recognised.total + tally.empty.total;
    assert_eq!(read + listed, files);
    let mut names: BTreeMap<&str, u64> = BTreeMap::new();
    for place in tally.refused.first.iter().chain(&tally.not_recognised.first) {
        *names.entry(&place.what).or_default() += 1;
    }
    eprintln!("read {read}, not read {names:?}");
}

#[test]
fn the_samples_give_the_expected_rows_and_no_other() {
    let Some(samples) = shared("samples") else { return };
    let expected = fs::read_to_string(samples.join("expected.jsonl")).unwrap();
    let rows = expected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    expect::check(&|name| samples.join(name), rows);
}
