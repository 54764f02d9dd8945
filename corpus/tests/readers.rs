//! What comes out of transcripts of every format that has a reader, and what must not.

use std::path::PathBuf;

use guarddiff_corpus::case::CaseId;
use guarddiff_corpus::transcripts::{Format, Options, Origin, Record, Status};

use crate::support::{fixture, read, read_bytes};

use Origin::{Agent, AgentNested, Unknown as NoOne, User};
use Status::{Cancelled, Executed, Incomplete, Rejected, Unfinished, Unknown};

type Row<'a> = (u64, u32, &'a str, &'a str, Origin, Status, Option<i32>);

/// Line, number on the line, id of the call or entry, command, origin, status, exit.
fn row(record: &Record) -> Row<'_> {
    let id = record.call.as_deref().or(record.entry.as_deref()).unwrap_or_default();
    (record.line, record.nth, id, &record.command, record.origin, record.status, record.exit)
}

#[track_caller]
fn check(records: &[Record], rows: &[Row<'_>]) {
    let found: Vec<Row<'_>> = records.iter().map(row).collect();
    for (found, row) in found.iter().zip(rows) {
        assert_eq!(found, row);
    }
    assert_eq!(found.len(), rows.len(), "{found:#?}");
}

const COMMIT: &str = "git commit -F - <<'EOF'\ngauge: raise the zero mark\n\nNot --no-verify.\nEOF";

#[test]
fn a_pi_session_gives_all_branches_and_all_who_gave_commands() {
    let (records, tally) = read(&[fixture("pi.jsonl")]);
    check(
        &records,
        &[
            (3, 1, "c1", "ls gauges", Agent, Executed, None),
            (3, 2, "c2", "make -C gauges check 2>&1 | tail -n 3", Agent, Executed, Some(2)),
            (7, 1, "a0000006", "git status -s", User, Executed, Some(0)),
            (8, 1, "a0000007", "sleep 600", User, Cancelled, None),
            (9, 1, "c3", "git add -A && git comm", Agent, Incomplete, None),
            (11, 1, "c1", "ls gauges", Agent, Executed, None),
            (13, 1, "c4", COMMIT, Agent, Executed, None),
            (16, 1, "c5/n1", "uptime", AgentNested, Executed, None),
            (16, 2, "c5/n4", "sleep 9", AgentNested, Unfinished, None),
            (17, 1, "c6", "echo \"mark\u{2028}line\" > notes", Agent, Executed, None),
            (17, 2, "c7", "tail -f log", Agent, Cancelled, None),
            (17, 3, "c8", "cat log", Agent, Rejected, None),
            (17, 4, "c10", "ls -l", Agent, Unfinished, None),
            (22, 1, "c12", "make all", Agent, Unfinished, None),
        ],
    );
    assert!(records.iter().all(|record| !record.duplicate), "an id used again is no copy");
    let first = &records[0];
    assert_eq!(first.session.as_deref(), Some("tide-1"));
    assert_eq!(first.cwd.as_deref(), Some("/srv/tide"));
    assert_eq!(first.time.as_deref(), Some("2026-03-02T07:00:02.000Z"));
    assert_eq!(first.entry.as_deref(), Some("a0000002"));
    let counts = tally.formats[&Format::Pi];
    assert_eq!((counts.files, counts.lines, counts.lines_damaged), (1, 23, 1));
    assert_eq!((counts.incomplete, counts.not_executed, counts.by_person), (1, 1, 2));
    assert_eq!(tally.damaged.first[0].line, 23);
    assert_eq!(tally.damaged.first[0].what, "the last line is cut off");
    assert_eq!(tally.blank_commands, 1);
    let without: Vec<u64> = tally.without_text.first.iter().map(|place| place.line).collect();
    assert_eq!(without, [16], "arguments left out");
    assert!(records[12].argv, "a list of words");
}

#[test]
fn calls_that_a_fork_copied_are_duplicates_in_whichever_file_comes_later() {
    let (records, tally) = read(&[fixture("pi.jsonl"), fixture("pi-fork.jsonl")]);
    let of_fork: Vec<(&str, bool)> = records
        .iter()
        .filter(|record| record.file.ends_with("pi-fork.jsonl"))
        .map(|record| (record.command.as_str(), record.duplicate))
        .collect();
    let check = "make -C gauges check 2>&1 | tail -n 3";
    assert_eq!(of_fork, [("ls gauges", true), (check, true), ("git diff --stat", false)]);
    assert_eq!(tally.formats[&Format::Pi].duplicates, 2);
    let (records, _) = read(&[fixture("pi-fork.jsonl"), fixture("pi.jsonl")]);
    let duplicates: Vec<usize> = (0..records.len()).filter(|at| records[*at].duplicate).collect();
    assert_eq!(duplicates, [3, 4]);
}

#[test]
fn the_first_pi_version_has_no_entry_ids_and_is_read_all_the_same() {
    let (records, _) = read(&[fixture("pi-v1.jsonl"), fixture("pi-v1.jsonl")]);
    let rows = [
        (3, 1, "t1", "date -u", Agent, Executed, None),
        (5, 1, "", "pwd", User, Executed, Some(0)),
        (8, 1, "t1", "date -u", Agent, Executed, None),
    ];
    check(&records[..3], &rows);
    check(&records[3..], &rows);
    let duplicates: Vec<bool> = records.iter().map(|record| record.duplicate).collect();
    assert_eq!(duplicates, [false, false, false, true, true, true]);
}

#[test]
fn of_pis_event_stream_only_complete_messages_count() {
    let (records, _) = read(&[fixture("pi-events.jsonl")]);
    check(&records, &[(6, 1, "e1", "ls gauges", Agent, Executed, None)]);
    assert_eq!(records[0].session.as_deref(), Some("tide-3"));
}

#[test]
fn a_claude_code_transcript_gives_calls_of_all_chains_and_what_the_person_typed() {
    let (records, tally) = read(&[fixture("claude.jsonl")]);
    check(
        &records,
        &[
            (4, 1, "t1", "ls gauges", Agent, Executed, None),
            (5, 1, "t2", "make check", Agent, Executed, Some(2)),
            (8, 1, "u7", "git log -1 # </bash-input> twice", User, Executed, None),
            (12, 1, "t3", "sleep 100 &", Agent, Cancelled, None),
            (14, 1, "t4", "wc -l gauges/*", Agent, Executed, None),
            (16, 1, "t1", "ls gauges", Agent, Unfinished, None),
            (17, 1, "t5", "git commit -n -m x", Agent, Rejected, None),
            (19, 1, "t6", "git add . && git com", Agent, Incomplete, None),
            (20, 1, "t7", "head -1 log", Agent, Unfinished, None),
            (23, 1, "t10", "git add notes", Agent, Unfinished, None),
            (23, 2, "t11", "git commit -m notes", Agent, Unfinished, None),
            (24, 1, "t12", "git diff", Agent, Unfinished, None),
        ],
    );
    let flagged = |flag: fn(&Record) -> bool| -> Vec<u64> {
        records.iter().filter(|record| flag(record)).map(|record| record.line).collect()
    };
    assert_eq!(flagged(|record| record.duplicate), [16]);
    assert_eq!(flagged(|record| record.sidechain), [14, 20]);
    let glued: Vec<u64> = tally.glued.first.iter().map(|place| place.line).collect();
    assert_eq!(glued, [23]);
    let damaged: Vec<(u64, &str)> =
        tally.damaged.first.iter().map(|place| (place.line, place.what.as_str())).collect();
    assert_eq!(
        damaged,
        [(24, "not JSON; the whole record behind it was read"), (26, "the last line is cut off")]
    );
}

#[test]
fn a_claude_code_session_may_be_one_document() {
    for (name, line) in [("claude-loglines.json", 11), ("claude-list.json", 10)] {
        let (records, tally) = read(&[fixture(name)]);
        check(
            &records,
            &[
                (line, 1, "d1", "python3 -m pytest", Agent, Executed, None),
                (line, 2, "d2", "git add . && git commit -m tests", Agent, Unfinished, None),
            ],
        );
        assert_eq!(tally.formats[&Format::ClaudeCode].lines_with_commands, 1);
    }
}

#[test]
fn a_document_on_one_line_numbers_its_commands_through() {
    let text = r#"[{"type":"user","message":{"content":"x"}},{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":"ls"}}]}},{"type":"assistant","message":{"content":[{"type":"tool_use","id":"b","name":"Bash","input":{"command":"pwd"}}]}}]"#;
    let (records, _) = read_bytes(text.as_bytes(), &Options::default());
    check(
        &records,
        &[(1, 1, "a", "ls", Agent, Unfinished, None), (1, 2, "b", "pwd", Agent, Unfinished, None)],
    );
}

#[test]
fn lists_of_commands_say_nothing_but_the_command() {
    let plain = |line, command| (line, 1, "", command, NoOne, Unknown, None);
    let (records, tally) = read(&[fixture("commands.jsonl")]);
    check(&records, &[plain(1, "git status"), plain(2, "git log -1"), plain(5, "printf 'a\nb'")]);
    assert_eq!((tally.without_text.total, tally.blank_commands), (1, 1));
    let (records, tally) = read(&[fixture("commands.csv")]);
    check(
        &records,
        &[plain(2, "git status"), plain(3, "git commit -m \"two\r\nlines\""), plain(7, "ls")],
    );
    assert_eq!(tally.damaged.first[0].line, 5);
    let (records, _) = read(&[fixture("commands.txt")]);
    let rows =
        ["git status", "# a comment is a command too", "  make all; rm -rf out", "{ echo a; }"];
    check(&records, &[plain(1, rows[0]), plain(3, rows[1]), plain(4, rows[2]), plain(5, rows[3])]);
}

#[test]
fn a_folder_is_read_in_the_order_of_names_and_plain_lines_are_not_guessed() {
    let folder = fixture("commands.txt").parent().unwrap().to_path_buf();
    let (records, tally) = read(std::slice::from_ref(&folder));
    let mut files: Vec<&str> = records.iter().map(|record| record.file.as_str()).collect();
    files.dedup();
    let names: Vec<&str> = files.iter().map(|file| file.rsplit('/').next().unwrap()).collect();
    // By the name without its ending: a fork behind its origin.
    assert_eq!(
        names,
        [
            "claude.jsonl",
            "claude-list.json",
            "claude-loglines.json",
            "commands.csv",
            "commands.jsonl",
            "pi.jsonl",
            "pi-events.jsonl",
            "pi-fork.jsonl",
            "pi-v1.jsonl"
        ]
    );
    let copies = records.iter().filter(|record| record.duplicate);
    assert!(copies.clone().all(|record| record.original.is_some()));
    assert_eq!(copies.filter(|record| record.file.ends_with("pi-fork.jsonl")).count(), 2);
    assert!(!tally.formats.contains_key(&Format::Lines));
    assert_eq!(tally.not_recognised.first[0].what, "text of no known shape");
    assert_eq!(tally.not_recognised.total, 1);
    let (again, _) = read(&[folder]);
    assert_eq!(records, again);
}

#[test]
fn the_id_of_a_record_is_read_back_as_the_same_place() {
    let (records, _) = read(&[fixture("pi.jsonl")]);
    for record in &records {
        let id = record.case_id();
        assert_eq!(id.to_string().parse::<CaseId>().as_ref(), Ok(&id));
    }
    assert!(records[1].case_id().to_string().ends_with("pi.jsonl:3#2"));
}

#[test]
fn the_receiver_may_stop_the_reading() {
    let mut seen = 0;
    let paths: Vec<PathBuf> = vec![fixture("pi.jsonl"), fixture("claude.jsonl")];
    let tally = guarddiff_corpus::transcripts::read(&paths, &Options::default(), &mut |_| {
        seen += 1;
        if seen == 3 {
            std::ops::ControlFlow::Break(())
        } else {
            std::ops::ControlFlow::Continue(())
        }
    })
    .unwrap();
    assert_eq!((seen, tally.commands(), tally.stopped), (3, 3, true));
}

#[test]
fn a_named_list_may_begin_with_any_command() {
    for first in [
        "{ echo a; }",
        "{",
        "[ -f x ] && make",
        "[] x",
        "[[",
        "\"$CC\" x.c",
        "\"unclosed",
        "{a,b}",
        "# 2nd thought",
        "command -v git",
    ] {
        let text = format!("{first}\n{{\"command\":\"git push\"}}\nls\n");
        let (records, _) = read_bytes(text.as_bytes(), &Options::default());
        let found: Vec<&str> = records.iter().map(|record| record.command.as_str()).collect();
        assert_eq!(found, [first, "{\"command\":\"git push\"}", "ls"], "{first}");
    }
    let (records, _) =
        read_bytes(format!("{}ls\n", "\n".repeat(200)).as_bytes(), &Options::default());
    check(&records, &[(201, 1, "", "ls", NoOne, Unknown, None)]);
}

/// First lines of every format; written for this test from what their pages say.
#[test]
fn a_format_is_told_by_its_first_record() {
    let cases = [
        (r#"{"type":"session","version":3,"id":"x","cwd":"/w"}"#, "pi"),
        (
            "{\"type\":\"session\",\"id\":\"x\",\"cwd\":\"/w\"}\n{\"type\":\"agent_start\"}",
            "pi-json-stream",
        ),
        (r#"{"timestamp":"t","type":"session_meta","payload":{"id":"x","cwd":"/w"}}"#, "codex"),
        (r#"{"id":"x","timestamp":"t","instructions":null}"#, "codex"),
        (r#"{"type":"thread.started","thread_id":"x"}"#, "codex-exec-json"),
        (r#"{"type":"session.start","data":{"sessionId":"x"}}"#, "copilot-cli"),
        (r#"{"sessionId":"x","projectHash":"h","kind":"main"}"#, "gemini-cli"),
        (
            "{\n  \"sessionId\": \"x\",\n  \"projectHash\": \"h\",\n  \"messages\": []\n}\n",
            "gemini-cli",
        ),
        (
            "{\n \"info\": {\"id\": \"s\"},\n \"messages\": [\n  {\"info\": {}, \"parts\": []}]}",
            "opencode",
        ),
        (r#"{"id":"p","sessionID":"s","messageID":"m","type":"tool"}"#, "opencode"),
        ("[\n {\"id\": 0, \"source\": \"agent\", \"action\": \"run\"}]", "openhands"),
        (r#"{"id":3,"source":"agent","observation":"run"}"#, "openhands"),
        ("{\n \"environment\": \"e\",\n \"trajectory\": [\n {\"action\": \"ls\"}]}", "swe-agent"),
        (r#"{"environment":"e","trajectory":[{"action":"ls"}]}"#, "swe-agent"),
        ("{\n \"info\": {\n \"mini_version\": \"2\"},\n \"messages\": []}", "mini-swe-agent"),
        (r#"{"working_dir":"/w","description":"d","message_count":2}"#, "goose"),
        ("# aider chat started at 2026-01-01 10:00:00\n\n#### hi\n", "aider"),
        ("\n# 2026-01-01 10:00:00.000000\n+/run ls\n", "aider-input"),
        ("#1767225600\nls\n", "shell-history"),
        (": 1767225600:0;ls\n", "shell-history"),
        ("- cmd: ls\n  when: 1767225600\n", "shell-history"),
    ];
    for (text, name) in cases {
        let (_, tally) = read_bytes(text.as_bytes(), &Options::default());
        let names: Vec<&str> = tally.formats.keys().map(|format| format.name()).collect();
        assert_eq!(names, [name], "{text}");
    }
}

#[test]
fn what_looks_like_a_transcript_and_is_none_is_refused_with_a_reason() {
    let cases = [
        (r#"{"version":2,"width":80,"height":24}"#, "asciinema: typed keys and screen output"),
        (r#"{"version":3,"term":{"cols":80}}"#, "asciinema: typed keys and screen output"),
        (
            r#"{"extension":"pi-permission-system","stream":"review","command":"ls"}"#,
            "pi-permission-log: units cut out of commands",
        ),
        ("SQLite format 3\0", "sqlite: a database is read as a file"),
        ("7\u{7f}\u{6}\u{0}", ""),
    ];
    for (text, why) in cases {
        let (records, tally) = read_bytes(text.as_bytes(), &Options::default());
        assert!(records.is_empty() && tally.formats.is_empty(), "{text}");
        let told = tally.refused.first.first().map_or("", |place| place.what.as_str());
        assert!(told.starts_with(why), "{text}: {told}");
        assert_eq!(tally.refused.total + tally.not_recognised.total, 1, "{text}");
    }
}

#[test]
fn json_of_no_known_shape_is_not_taken_for_commands() {
    for text in [
        "{\"name\": 1}\n",
        "{\n  \"name\": \"x\",\n  \"command\": \"ls\"\n}\n",
        "[1, 2]",
        "{\"command\": {}}\n",
    ] {
        let (records, tally) = read_bytes(text.as_bytes(), &Options::default());
        assert!(records.is_empty(), "{text}");
        assert_eq!(tally.not_recognised.total, 1, "{text}");
    }
}
