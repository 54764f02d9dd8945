//! What holds for any bytes: no panic, every line of one kind, every record counted, the same again.

use std::fs;

use guarddiff_corpus::transcripts::Options;
use proptest::prelude::*;

use crate::support::{fixture, read_bytes};

const FIXTURES: [&str; 10] = [
    "pi.jsonl",
    "pi-fork.jsonl",
    "pi-v1.jsonl",
    "pi-events.jsonl",
    "claude.jsonl",
    "claude-list.json",
    "claude-loglines.json",
    "commands.jsonl",
    "commands.csv",
    "commands.txt",
];

/// One change of a text.
#[derive(Clone, Debug)]
enum Edit {
    Cut(prop::sample::Index, usize),
    Put(prop::sample::Index, Vec<u8>),
    Swap(prop::sample::Index, u8),
    Twice(prop::sample::Index, prop::sample::Index),
}

fn edit() -> impl Strategy<Value = Edit> {
    let piece = prop_oneof![
        proptest::collection::vec(any::<u8>(), 0..8),
        prop::sample::select(vec![
            &b"\n"[..],
            b"\r\n",
            b"\"",
            b"{",
            b"}",
            b"[",
            b"]",
            b",",
            b":",
            b"\\",
            b"\\ud83d",
            b"\\u0000",
            b"\0",
            b"\xEF\xBB\xBF",
            b"\xff",
            b"}{",
            b"null",
            b"{\"type\":\"session\"",
            b"{\"command\":\"ls\"}\n",
            b"<bash-input>",
        ])
        .prop_map(<[u8]>::to_vec),
    ];
    prop_oneof![
        (any::<prop::sample::Index>(), 1usize..400).prop_map(|(at, length)| Edit::Cut(at, length)),
        (any::<prop::sample::Index>(), piece).prop_map(|(at, piece)| Edit::Put(at, piece)),
        (any::<prop::sample::Index>(), any::<u8>()).prop_map(|(at, byte)| Edit::Swap(at, byte)),
        (any::<prop::sample::Index>(), any::<prop::sample::Index>())
            .prop_map(|(from, to)| Edit::Twice(from, to)),
    ]
}

fn apply(bytes: &mut Vec<u8>, edit: &Edit) {
    if bytes.is_empty() {
        return;
    }
    match edit {
        Edit::Cut(at, length) => {
            let at = at.index(bytes.len());
            let end = (at + length).min(bytes.len());
            bytes.drain(at..end);
        }
        Edit::Put(at, piece) => {
            let at = at.index(bytes.len());
            bytes.splice(at..at, piece.iter().copied());
        }
        Edit::Swap(at, byte) => {
            let at = at.index(bytes.len());
            bytes[at] = *byte;
        }
        Edit::Twice(from, to) => {
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            let copy = bytes[from.min(to)..from.max(to)].to_vec();
            bytes.splice(to..to, copy);
        }
    }
}

/// `read_bytes` checks the account; here what one reading says is what the next one says.
fn check(bytes: &[u8], options: &Options) -> Result<(), TestCaseError> {
    let (records, tally) = read_bytes(bytes, options);
    let newlines = bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
    let lines = newlines + u64::from(bytes.last().is_some_and(|byte| *byte != b'\n'));
    for (format, counts) in &tally.formats {
        // A document over the cap is given up where it passes it.
        if tally.over_long.first.iter().all(|place| place.line > 0) {
            prop_assert_eq!(counts.lines, lines, "{}", format);
        }
    }
    for record in &records {
        prop_assert!(record.line >= 1 && record.line <= lines && record.nth >= 1);
    }
    prop_assert!(records.is_sorted_by_key(|record| (record.line, record.nth)));
    prop_assert_eq!(read_bytes(bytes, options), (records, tally));
    Ok(())
}

proptest! {
    #[test]
    fn any_bytes_are_read_and_accounted_for(bytes in proptest::collection::vec(any::<u8>(), 0..600), cap in 1usize..700) {
        check(&bytes, &Options { longest_line: cap, ..Options::default() })?;
    }

    #[test]
    fn any_text_with_the_signs_of_a_format_is_read_and_accounted_for(
        pieces in proptest::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", " ", "\"type\"", "\"message\"", "\"content\"", "\"assistant\"",
            "\"toolCall\"", "\"bash\"", "\"command\"", "\"session\"", "\"id\"", "\"cwd\"", "1", "null", "command", "é",
        ]), 0..80),
    ) {
        check(pieces.concat().as_bytes(), &Options::default())?;
    }

    #[test]
    fn a_changed_transcript_is_read_and_accounted_for(
        name in prop::sample::select(FIXTURES.to_vec()),
        edits in proptest::collection::vec(edit(), 0..6),
        cap in prop_oneof![Just(64usize << 20), 100usize..2000],
    ) {
        let mut bytes = fs::read(fixture(name)).unwrap();
        for edit in &edits {
            apply(&mut bytes, edit);
        }
        check(&bytes, &Options { longest_line: cap, ..Options::default() })?;
    }
}
