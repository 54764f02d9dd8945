//! What comes out of the fixtures of every agent: the rows of their list, and nothing else.

use std::fs;

use guarddiff_corpus::transcripts::{Options, Record};

use crate::expect;
use crate::support::{database, read, read_bytes, sample};

fn of(name: &str, key: &str) -> Record {
    let (records, _) = read(&[sample(name)]);
    records.into_iter().find(|record| record.key() == key).unwrap()
}

#[test]
fn the_fixtures_give_the_expected_rows_and_no_other() {
    let expected = fs::read_to_string(sample("expected.jsonl")).unwrap();
    let rows = expected.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let folder = tempfile::tempdir().unwrap();
    for name in ["opencode", "goose"] {
        database(&format!("{name}.sql"), &folder.path().join(format!("{name}.db")));
    }
    let place = |name: &str| match name.ends_with(".db") {
        true => folder.path().join(name),
        false => sample(name),
    };
    expect::check(&place, rows);
}

type Provenance<'a> = (&'a str, &'a str, u64, Option<&'a str>, Option<&'a str>, Option<&'a str>);

/// Sample, key, line, pointer, working directory, time.
#[track_caller]
fn check((name, key, line, pointer, cwd, time): Provenance<'_>) {
    let record = of(name, key);
    assert_eq!(record.line, line, "{name} {key}");
    assert_eq!(record.pointer.as_deref(), pointer, "{name} {key}");
    assert_eq!(record.cwd.as_deref(), cwd, "{name} {key}");
    assert_eq!(record.time.as_deref(), time, "{name} {key}");
}

#[test]
fn each_record_says_where_it_stands_and_where_and_when_it_ran() {
    let tide = Some("/srv/tide");
    let at = Some("2026-03-02T08:00:01.000Z");
    for provenance in [
        ("codex.jsonl", "k1", 4, None, tide, Some("2026-03-02T08:00:04.000Z")),
        ("codex.jsonl", "k2", 7, None, Some("/srv/tide/logs"), Some("2026-03-02T08:00:07.000Z")),
        ("codex.jsonl", "lsh_5", 12, None, Some("/tmp"), Some("2026-03-02T08:00:12.000Z")),
        ("codex-direct.jsonl", "d1", 4, None, tide, None),
        (
            "opencode-export.json",
            "o3",
            87,
            Some("/messages/2/parts/0"),
            Some("/srv/tide/logs"),
            Some("1970-01-01T00:00:00.004Z"),
        ),
        ("opencode", "o1", 1, None, tide, Some("2026-03-02T08:00:00.000Z")),
        ("gemini.jsonl", "g1", 4, None, tide, at),
        ("gemini.jsonl", "g2", 8, None, Some("logs"), at),
        ("gemini-legacy.json", "g3", 38, Some("/messages/2"), None, at),
        ("copilot.jsonl", "p1", 3, None, tide, Some("2026-03-02T08:00:06.000Z")),
        ("swe-agent.traj", "step3", 28, Some("/trajectory/3"), Some("/tide"), None),
        ("mini.traj.json", "msg2", 16, Some("/messages/2"), None, None),
        ("openhands-trajectory.json", "event3", 68, Some("/3"), None, Some("2026-03-02T08:00:03")),
        (
            "openhands-output.jsonl",
            "event3",
            1,
            Some("/history/3"),
            None,
            Some("2026-03-02T08:00:03"),
        ),
        ("goose.jsonl", "r2", 5, None, tide, Some("2026-03-02T08:00:03.000Z")),
    ] {
        check(provenance);
    }
}

#[test]
fn the_results_of_events_are_found_in_the_files_that_follow_by_number() {
    let (records, tally) = read(&[sample("openhands")]);
    let files: Vec<&str> =
        records.iter().map(|record| record.file.rsplit('/').next().unwrap()).collect();
    assert_eq!(files, ["1.json", "3.json", "5.json", "10.json", "12.json", "16.json", "18.json"]);
    assert_eq!((records[3].exit, tally.damaged.total), (Some(0), 0));
    let no_commands: u64 = tally.no_commands.values().sum();
    assert_eq!(no_commands, 4, "{:?}", tally.no_commands);
}

#[test]
fn a_page_of_the_cache_beside_the_events_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let (events, cache) = (folder.path().join("events"), folder.path().join("event_cache"));
    fs::create_dir_all(&events).unwrap();
    fs::create_dir_all(&cache).unwrap();
    let all: Vec<String> = (0..=4)
        .map(|at| {
            fs::read_to_string(sample(&format!("openhands/sessions/s/events/{at}.json"))).unwrap()
        })
        .collect();
    for (at, event) in all.iter().enumerate() {
        fs::write(events.join(format!("{at}.json")), event).unwrap();
    }
    fs::write(cache.join("0-5.json"), format!("[{}]", all.join(","))).unwrap();
    let (records, tally) = read(&[folder.path().to_owned()]);
    assert_eq!((records.len(), tally.copies.total), (2, 1));
    // Named by itself a page is read, and its calls are known as those of the events.
    let (records, _) = read(&[events, cache.join("0-5.json")]);
    let duplicates = records.iter().filter(|record| record.duplicate).count();
    assert_eq!((records.len(), duplicates), (4, 2));
}

#[test]
fn a_damaged_record_of_a_document_does_not_hide_those_behind_it() {
    let text = fs::read_to_string(sample("swe-agent.traj")).unwrap();
    let broken = text.replacen("\"find_file x.py src\"", "\"find_file x.py src", 1);
    let (records, tally) = read_bytes(broken.as_bytes(), &Options::default());
    let found: Vec<String> = records.iter().map(Record::key).collect();
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(tally.damaged.total, 1, "{:?}", tally.damaged);
    for end in ["\"history\"", "\"action\": \"submit\""] {
        let cut = &text[..text.find(end).unwrap()];
        let (records, tally) = read_bytes(cut.as_bytes(), &Options::default());
        assert_eq!(records.len(), 4, "{end}");
        assert!(tally.damaged.total <= 1, "{end}: {:?}", tally.damaged);
    }
}

#[test]
fn a_record_of_copilot_may_be_spread_over_lines_and_one_cut_off_takes_no_other_with_it() {
    let (_, tally) = read(&[sample("copilot.jsonl")]);
    let damaged: Vec<u64> = tally.damaged.first.iter().map(|place| place.line).collect();
    assert_eq!(damaged, [16], "the prefix with the whole event behind it");
    let text = fs::read_to_string(sample("copilot.jsonl")).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    let cut = &lines[3][..80];
    lines.insert(3, cut);
    let (records, tally) = read_bytes(lines.join("\n").as_bytes(), &Options::default());
    assert_eq!((records.len(), tally.damaged.total), (6, 2));
}

/// The fixtures of which each line is a record, or a part of a list.
const LINES: [&str; 12] = [
    "codex.jsonl",
    "codex-direct.jsonl",
    "codex-exec.jsonl",
    "gemini.jsonl",
    "gemini-legacy.json",
    "qwen.jsonl",
    "copilot.jsonl",
    "swe-agent.traj",
    "openhands-output.jsonl",
    "goose.jsonl",
    "aider/.aider.chat.history.md",
    "aider/.aider.input.history",
];

fn found(bytes: &[u8]) -> Vec<(String, String)> {
    let (records, _) = read_bytes(bytes, &Options::default());
    records.iter().map(|record| (record.key(), record.command.clone())).collect()
}

#[test]
fn byte_order_marks_and_carriage_returns_change_nothing_in_any_format() {
    for name in LINES {
        let text = fs::read_to_string(sample(name)).unwrap();
        let plain = found(text.as_bytes());
        assert!(!plain.is_empty(), "{name}");
        assert_eq!(found(format!("\u{feff}{text}").as_bytes()), plain, "{name}");
        // Where a string is broken over lines, the returns would be a part of it.
        if name != "copilot.jsonl" {
            assert_eq!(found(text.replace('\n', "\r\n").as_bytes()), plain, "{name}");
        }
    }
}

#[test]
fn lines_that_are_too_long_nested_too_deep_or_hold_a_key_twice_hide_no_other() {
    let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    let twice =
        r#"{"type":"x","type":"y","payload":{},"data":{},"item":{},"content":[],"content":[]}"#;
    for name in ["codex.jsonl", "codex-exec.jsonl", "gemini.jsonl", "copilot.jsonl", "goose.jsonl"]
    {
        let text = fs::read_to_string(sample(name)).unwrap();
        let (plain, _) = read_bytes(text.as_bytes(), &Options::default());
        let (first, rest) = text.split_once('\n').unwrap();
        let long = format!("{{\"type\":\"{}\"}}", "x".repeat(70_000));
        let hostile = format!(
            "{first}\n{{\"payload\":{deep},\"item\":{deep},\"data\":{deep},\"content\":{deep}}}\n{twice}\n{long}\n{rest}"
        );
        let options = Options { longest_line: 450_000, ..Options::default() };
        let (records, tally) = read_bytes(hostile.as_bytes(), &options);
        assert_eq!(records.len(), plain.len(), "{name}");
        assert!(tally.over_long.total == 1 && tally.damaged.total >= 1, "{name}: {tally:?}");
    }
}

#[test]
fn a_file_cut_off_anywhere_gives_the_first_of_its_commands_and_says_that_it_is_cut() {
    for name in LINES.into_iter().chain([
        "opencode-export.json",
        "openhands-trajectory.json",
        "mini.traj.json",
    ]) {
        let bytes = fs::read(sample(name)).unwrap();
        let (whole, _) = read_bytes(&bytes, &Options::default());
        let last = whole.last().unwrap().line;
        let newlines: Vec<usize> = (0..bytes.len()).filter(|at| bytes[*at] == b'\n').collect();
        for cut in (0..bytes.len()).step_by(29) {
            let (records, tally) = read_bytes(&bytes[..cut], &Options::default());
            // Of a file that is told by what is cut off, nothing is known.
            if tally.formats.keys().next() != Some(&whole[0].format) {
                continue;
            }
            let lines = newlines.iter().filter(|at| **at < cut).count() as u64;
            for (record, of_whole) in records.iter().zip(&whole) {
                assert!(
                    record.line == of_whole.line && record.line <= lines + 1,
                    "{name} at {cut}"
                );
            }
            assert!(records.len() <= whole.len(), "{name} at {cut}");
            if lines >= last && name.ends_with(".jsonl") {
                assert_eq!(records.len(), whole.len(), "{name} at {cut}");
            }
            if name.ends_with(".json") || name.ends_with(".traj") {
                assert!(tally.damaged.total >= 1, "{name} at {cut}");
            }
        }
    }
}

#[test]
fn a_prefix_of_any_length_glued_to_the_whole_record_takes_nothing_from_it() {
    for name in ["codex.jsonl", "copilot.jsonl", "goose.jsonl"] {
        let text = fs::read_to_string(sample(name)).unwrap();
        let plain = found(text.as_bytes());
        let lines: Vec<&str> = text.lines().collect();
        let at = lines.iter().position(|line| line.contains("ls logs")).unwrap();
        for length in 1..lines[at].len() {
            let Some(prefix) = lines[at].get(..length) else { continue };
            let mut glued = lines.clone();
            let line = format!("{prefix}{}", lines[at]);
            glued[at] = &line;
            let now = found(glued.join("\n").as_bytes());
            assert_eq!(now, plain, "{name} at {length}");
        }
    }
}

#[test]
fn a_document_that_breaks_beside_its_list_gives_the_records_of_the_list() {
    use guarddiff_corpus::transcripts::{Format, read_stream_as};
    let text = fs::read_to_string(sample("gemini-legacy.json")).unwrap();
    for (whole, broken) in [
        ("\"lastUpdated\":", "\"lastUpdated\""),
        ("\"projectHash\":", "\"projectHash\""),
        ("\"sessionId\": \"", "\"sessionId\": "),
    ] {
        let broken = text.replacen(whole, broken, 1);
        let mut count = 0;
        let tally = read_stream_as(
            Format::GeminiCli,
            &mut broken.as_bytes(),
            &Options::default(),
            &mut |_| {
                count += 1;
                std::ops::ControlFlow::Continue(())
            },
        )
        .unwrap();
        assert_eq!((count, tally.damaged.total), (3, 1), "{whole}: {:?}", tally.damaged);
        let counts = tally.formats[&Format::GeminiCli];
        assert_eq!((counts.lines_damaged, counts.lines_with_commands), (1, 3), "{whole}");
    }
}
