//! What holds for any bytes that are read as a transcript. The tests run it over changed fixtures, the fuzz targets over
//! whatever they come to; it says what is broken by a panic.

use std::ops::ControlFlow;

use guarddiff_corpus::transcripts::{self, Format, Options, Record, Tally};

/// Reads bytes, as a format or as whatever they look like, and checks the account; and that the next reading is the same.
pub(crate) fn hold(format: Option<Format>, bytes: &[u8], cap: usize) {
    let first = read(format, bytes, cap);
    check(bytes, &first);
    assert_eq!(read(format, bytes, cap), first, "two readings");
}

/// Reads bytes as a database, with the same bytes as its log where `wal` says so.
pub(crate) fn hold_database(bytes: &[u8], wal: bool) {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().join("x.db");
    std::fs::write(&at, bytes).expect("a file");
    if wal {
        std::fs::write(folder.path().join("x.db-wal"), bytes).expect("a file");
    }
    let mut records = Vec::new();
    let tally = transcripts::read(&[at], &Options::default(), &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    });
    account(&records, &tally.expect("the file is there"));
}

type Reading = (Vec<Record>, Tally);

fn read(format: Option<Format>, mut bytes: &[u8], cap: usize) -> Reading {
    let options = Options { longest_line: cap, ..Options::default() };
    let mut records = Vec::new();
    let mut keep = |record| {
        records.push(record);
        ControlFlow::Continue(())
    };
    let tally = match format {
        Some(format) => transcripts::read_stream_as(format, &mut bytes, &options, &mut keep),
        None => transcripts::read_stream("-", &mut bytes, &options, &mut keep),
    };
    // Only what is compressed can fail.
    let tally = tally.unwrap_or_default();
    (records, tally)
}

fn check(bytes: &[u8], (records, tally): &Reading) {
    let newlines = bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    let lines = newlines + u64::from(bytes.last().is_some_and(|byte| *byte != b'\n'));
    let compressed = bytes.starts_with(b"\x28\xB5\x2F\xFD");
    // A document over the cap is given up where it passes it.
    let given_up = tally.over_long.first.iter().any(|place| place.line == 0);
    for (format, counts) in &tally.formats {
        assert!(
            compressed || given_up || counts.lines == lines,
            "{format}: {counts:?}, {lines} lines"
        );
    }
    for record in records {
        assert!(record.line >= 1 && record.nth >= 1, "{record:?}");
        assert!(compressed || record.line <= lines, "{record:?}");
        assert!(!record.command.trim().is_empty(), "{record:?}");
    }
    assert!(records.is_sorted_by_key(|record| (record.line, record.nth)), "{records:#?}");
    account(records, tally);
}

/// Every line is of one kind, and every record is counted.
pub(crate) fn account(records: &[Record], tally: &Tally) {
    for (format, counts) in &tally.formats {
        let sum = counts.lines_with_commands
            + counts.lines_without
            + counts.lines_blank
            + counts.lines_damaged
            + counts.lines_over_long;
        assert_eq!(counts.lines, sum, "{format}: {counts:?}");
        let emitted = records.iter().filter(|record| record.format == *format).count();
        assert_eq!(counts.commands, emitted as u64, "{format}");
    }
}
