//! Holds what the readers give against a list of what they must give: each row, and nothing beside the rows.

use std::collections::BTreeMap;
use std::path::PathBuf;

use guarddiff_corpus::transcripts::{Record, Status};
use serde_json::Value;

use crate::support::read;

/// Reads every sample that the rows name, each by itself and all of them together, and checks the records of each.
/// A row whose command is null says what must not come out; so does a sample whose rows are all so.
#[track_caller]
pub(crate) fn check(place: &dyn Fn(&str) -> PathBuf, rows: Vec<Value>) {
    let mut samples: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let mut order = Vec::new();
    for row in rows {
        let name = row["sample"].as_str().unwrap().to_owned();
        if !order.contains(&name) {
            order.push(name.clone());
        }
        samples.entry(name).or_default().push(row);
    }
    for (name, rows) in &samples {
        let (records, _) = read(&[place(name)]);
        check_sample(name, &records, rows, false);
    }
    // The fork after its origin, so that its copies are seen as such.
    let paths: Vec<PathBuf> = order.iter().map(|name| place(name)).collect();
    let (records, _) = read(&paths);
    for (name, rows) in &samples {
        let path = place(name);
        let of_sample = |record: &&Record| PathBuf::from(&record.file).starts_with(&path);
        let records: Vec<Record> = records.iter().filter(of_sample).cloned().collect();
        check_sample(name, &records, rows, true);
    }
}

#[track_caller]
fn check_sample(name: &str, records: &[Record], rows: &[Value], together: bool) {
    // The rows have no line for a copy within its own file.
    let own: Vec<&Record> = records.iter().filter(|record| !record.is_copy_in_file()).collect();
    let mut left: Vec<&&Record> = own.iter().collect();
    for row in rows {
        if row["command"].is_null() {
            let key = row["key"].as_str().unwrap();
            assert!(own.iter().all(|record| record.key() != key), "{row} must not be there");
            continue;
        }
        let at = left.iter().position(|record| is_row(record, row));
        let Some(at) = at else { panic!("{name}: no record for {row} in {own:#?}") };
        check_row(left.remove(at), row, together);
    }
    assert!(left.is_empty(), "{name}: beside the rows there are {left:#?}");
}

/// Keys are as [`Record::key`] gives them, or `L` for whatever line.
fn is_row(record: &Record, row: &Value) -> bool {
    let key = row["key"].as_str().unwrap();
    let command = row["command"].as_str().unwrap();
    record.command == command
        && (record.key() == key || key == "L" && record.key().starts_with('L'))
}

#[track_caller]
fn check_row(record: &Record, row: &Value, together: bool) {
    let flag = |name: &str| row[name].as_bool().unwrap_or(false);
    assert_eq!(record.format.name(), row["format"].as_str().unwrap(), "{row}");
    assert_eq!(record.origin.name(), row["origin"].as_str().unwrap(), "{row}");
    let refused = flag("rejected") || row["executed"] == false;
    assert_eq!(record.status == Status::Rejected, refused, "{row}");
    assert_eq!(record.status == Status::Cancelled, flag("cancelled"), "{row}");
    assert_eq!(record.status == Status::Incomplete, flag("incomplete"), "{row}");
    for name in ["unfinished", "no_result"] {
        assert!(!flag(name) || record.status == Status::Unfinished, "{row}");
    }
    assert_eq!(record.sidechain, flag("sidechain"), "{row}");
    assert_eq!(record.argv, flag("argv"), "{row}");
    assert_eq!(record.rewound, flag("rewound"), "{row}");
    if together && row["duplicate_of"].is_string() {
        let original = record.original.as_deref().unwrap();
        assert!(original.ends_with(row["duplicate_of"].as_str().unwrap()), "{row}");
    }
    if flag("is_error") {
        assert!(record.exit.is_some_and(|code| code != 0), "{row}");
    } else if row["exit"].is_i64() {
        assert_eq!(record.exit.map(i64::from), row["exit"].as_i64(), "{row}");
    }
}
