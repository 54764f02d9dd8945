//! The readers over transcripts that are not part of the project: an independent count, and hand-made expectations.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use guarddiff_corpus::transcripts::{Format, Origin, Record, Status};
use serde_json::Value;

use crate::support::{read, shared};

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
        let found = records.len() as u64;
        if !["claude-code", "pi"].contains(&row[format]) {
            assert_eq!(found, 0, "{}: not read yet, so nothing may come of it", row[path]);
            assert_eq!(
                tally.not_read_yet.total + tally.not_recognised.total + tally.formats.len() as u64,
                1
            );
            continue;
        }
        assert_eq!(tally.damaged.total, 0, "{}", row[path]);
        let format = if row[format] == "pi" { Format::Pi } else { Format::ClaudeCode };
        assert!(tally.formats.keys().eq([&format]), "{}: {:?}", row[path], tally.formats);
        if expected < 100 {
            assert!(found.abs_diff(expected) <= 1, "{}: {found} and not {expected}", row[path]);
        }
        if found != expected {
            eprintln!("{}: {found}, the manifest says {expected}", row[path]);
        }
        let sum = sums.entry(format.name()).or_default();
        *sum = (sum.0 + found, sum.1 + expected);
    }
    assert_eq!(sums.len(), 2);
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
    let listed = tally.not_read_yet.total + tally.not_recognised.total + tally.empty.total;
    assert_eq!(read + listed, files);
    let mut names: BTreeMap<&str, u64> = BTreeMap::new();
    for place in tally.not_read_yet.first.iter().chain(&tally.not_recognised.first) {
        *names.entry(&place.what).or_default() += 1;
    }
    eprintln!("read {read}, not read {names:?}");
}

#[test]
fn the_samples_give_the_expected_rows_and_no_other() {
    let Some(samples) = shared("samples") else { return };
    let expected = fs::read_to_string(samples.join("expected.jsonl")).unwrap();
    let mut rows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for line in expected.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        rows.entry(row["sample"].as_str().unwrap().to_owned()).or_default().push(row);
    }
    // The fork after its origin, so that its copies are seen as such.
    let names =
        ["pi.jsonl", "pi-v1.jsonl", "pi-fork.jsonl", "pi-mode-json.jsonl", "claude-code.jsonl"];
    let paths: Vec<PathBuf> = names.iter().map(|name| samples.join(name)).collect();
    let (records, _) = read(&paths);
    for (name, path) in names.iter().zip(&paths) {
        let file = path.to_string_lossy();
        let mut found: Vec<&Record> = records.iter().filter(|record| record.file == file).collect();
        let rows: Vec<&Value> =
            rows[*name].iter().filter(|row| !row["command"].is_null()).collect();
        // The rows have no line for a copy within its own file.
        let (copies, own): (Vec<&Record>, Vec<&Record>) =
            found.iter().partition(|record| record.duplicate && *name == "claude-code.jsonl");
        assert_eq!(copies.len(), usize::from(*name == "claude-code.jsonl"), "{name}");
        found = own;
        found.sort_by_key(|record| rows.iter().position(|row| is_row(record, row)));
        assert_eq!(found.len(), rows.len(), "{name}: {found:#?}");
        for (record, row) in found.iter().zip(&rows) {
            check(record, row);
        }
    }
    // What must not come out of a sample of a format without a reader is the whole of it.
    for name in rows.keys().filter(|name| !names.contains(&name.as_str())) {
        let (records, tally) = read(&[samples.join(name)]);
        assert!(records.is_empty(), "{name}: {records:?}");
        assert!(
            tally.not_read_yet.total > 0 && tally.not_recognised.total == 0,
            "{name}: {tally:?}"
        );
    }
}

/// Keys are ids of calls, of entries for a person's commands, and `call@entry` for an id used again.
fn is_row(record: &Record, row: &Value) -> bool {
    let key = row["key"].as_str().unwrap();
    let own = record.call.as_deref().or(record.entry.as_deref()).unwrap();
    match key.split_once('@') {
        Some((call, entry)) => own == call && record.entry.as_deref() == Some(entry),
        None => own == key && record.command == row["command"].as_str().unwrap(),
    }
}

#[track_caller]
fn check(record: &Record, row: &Value) {
    let flag = |name: &str| row[name].as_bool().unwrap_or(false);
    assert!(is_row(record, row), "{record:?} is not {row}");
    assert_eq!(record.command, row["command"].as_str().unwrap(), "{row}");
    let origin = match record.origin {
        Origin::Agent => "agent",
        Origin::AgentNested => "agent-nested",
        Origin::User => "user",
        Origin::Unknown => "unknown",
    };
    assert_eq!(origin, row["origin"].as_str().unwrap(), "{row}");
    assert_eq!(record.status == Status::Rejected, flag("rejected"), "{row}");
    assert_eq!(record.status == Status::Cancelled, flag("cancelled"), "{row}");
    assert_eq!(record.status == Status::Incomplete, flag("incomplete"), "{row}");
    assert_eq!(record.sidechain, flag("sidechain"), "{row}");
    assert_eq!(record.duplicate, !row["duplicate_of"].is_null(), "{row}");
    if flag("no_result") {
        assert_eq!(record.status, Status::Unfinished, "{row}");
    }
    if flag("is_error") {
        assert!(record.exit.is_some_and(|code| code != 0), "{row}");
    } else {
        assert_eq!(record.exit.map(i64::from), row["exit"].as_i64(), "{row}");
    }
}
