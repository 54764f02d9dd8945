//! Input that is missing, broken, hostile or not text: nothing panics, nothing is lost without being counted.

use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;

use guarddiff_corpus::transcripts::{self, Format, Options, Record, Status, Tally};

use crate::support::{fixture, read, read_bytes, read_with};

fn small(longest_line: usize) -> Options {
    Options { longest_line, ..Options::default() }
}

fn commands(records: &[Record]) -> Vec<&str> {
    records.iter().map(|record| record.command.as_str()).collect()
}

fn places(places: &transcripts::Places) -> Vec<(u64, &str)> {
    places.first.iter().map(|place| (place.line, place.what.as_str())).collect()
}

fn pi(lines: &[&str]) -> String {
    let header = r#"{"type":"session","version":3,"id":"s","cwd":"/w"}"#;
    let mut text = format!("{header}\n");
    for line in lines {
        text.push_str(line);
        text.push('\n');
    }
    text
}

/// A call of which `command` is the JSON text of the command.
fn call(command: &str) -> String {
    format!(
        r#"{{"type":"message","id":"e","message":{{"role":"assistant","content":[{{"type":"toolCall","id":"c","name":"bash","arguments":{{"command":{command}}}}}]}}}}"#
    )
}

fn read_text(text: &str) -> (Vec<Record>, Tally) {
    read_bytes(text.as_bytes(), &Options::default())
}

#[test]
fn a_missing_path_is_an_error_before_anything_is_read() {
    let missing = PathBuf::from("no/such/place.jsonl");
    let mut seen = 0;
    let error = transcripts::read(
        &[fixture("pi.jsonl"), missing.clone()],
        &Options::default(),
        &mut |_| {
            seen += 1;
            ControlFlow::Continue(())
        },
    )
    .unwrap_err();
    assert_eq!((seen, error.path()), (0, missing.as_path()));
    assert!(error.to_string().starts_with("cannot read no/such/place.jsonl: "), "{error}");
}

#[cfg(unix)]
#[test]
fn a_named_socket_is_an_error_and_a_named_file_without_permission_too() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let socket = folder.path().join("socket");
    let _listener = std::os::unix::net::UnixListener::bind(&socket).unwrap();
    let fails = |path: &PathBuf| {
        transcripts::read(std::slice::from_ref(path), &Options::default(), &mut |_| {
            ControlFlow::Continue(())
        })
    };
    assert!(fails(&socket).unwrap_err().to_string().ends_with("not a file, a folder or a pipe"));
    let locked = folder.path().join("locked.jsonl");
    fs::write(&locked, "\"ls\"\n").unwrap();
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o0)).unwrap();
    if fs::File::open(&locked).is_ok() {
        eprintln!("skipped: this user may read every file, whatever its permissions");
        return;
    }
    assert_eq!(fails(&locked).unwrap_err().path(), locked);
    // Met in a walk it is counted.
    let (_, tally) = read(&[folder.path().to_owned()]);
    assert_eq!(tally.unreadable.total, 1);
}

#[cfg(unix)]
#[test]
fn in_a_walk_pipes_sockets_and_links_are_counted_and_not_opened() {
    use rustix::fs::{CWD, FileType, Mode, mknodat};
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // Opening a pipe that nobody writes to would wait for ever.
    mknodat(CWD, at("pipe.jsonl"), FileType::Fifo, Mode::RUSR | Mode::WUSR, 0).unwrap();
    let _listener = std::os::unix::net::UnixListener::bind(at("socket")).unwrap();
    std::os::unix::fs::symlink(fixture("pi.jsonl"), at("link.jsonl")).unwrap();
    std::os::unix::fs::symlink(folder.path(), at("loop")).unwrap();
    fs::create_dir(at("folder.jsonl")).unwrap();
    fs::write(at("folder.jsonl").join("x"), "\"ls\"\n").unwrap();
    let (records, tally) = read(&[folder.path().to_owned()]);
    assert_eq!(commands(&records), ["ls"]);
    assert_eq!(records[0].file, at("folder.jsonl/x").to_string_lossy());
    let met: Vec<&str> = tally.not_files.first.iter().map(|place| place.what.as_str()).collect();
    assert_eq!(met, ["link", "link", "pipe, socket or device", "pipe, socket or device"]);
}

#[test]
fn a_folder_without_transcripts_gives_an_account_of_what_it_holds() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.png"), b"\x89PNG\r\n\x1a\n\0\0").unwrap();
    fs::write(folder.path().join("b.md"), "# git push\n").unwrap();
    fs::write(folder.path().join("c.jsonl"), "").unwrap();
    fs::write(folder.path().join("d.jsonl"), " \n\n").unwrap();
    fs::write(folder.path().join("e.zst"), b"\x28\xB5\x2F\xFD\x04").unwrap();
    let (records, tally) = read(&[folder.path().to_owned()]);
    assert!(records.is_empty() && tally.formats.is_empty());
    let looks: Vec<&str> =
        tally.not_recognised.first.iter().map(|place| place.what.as_str()).collect();
    assert_eq!(looks, ["binary", "text of no known shape"]);
    // A frame that ends before its first block.
    assert_eq!((tally.unreadable.total, tally.named_unreadable.len()), (1, 0));
    assert_eq!(tally.empty.total, 2);
    let (records, tally) = read(&[folder.path().join("c.jsonl"), folder.path().join("a.png")]);
    assert!(records.is_empty());
    assert_eq!(
        (tally.empty.total, tally.not_recognised.total),
        (1, 1),
        "named, they are no error either"
    );
}

#[test]
fn a_last_line_cut_off_is_counted_and_one_without_a_newline_is_read() {
    let whole = pi(&[&call("\"ls\"")]);
    let whole = whole.trim_end();
    let (records, tally) = read_text(whole);
    assert_eq!((commands(&records), tally.damaged.total), (vec!["ls"], 0));
    let (records, tally) = read_text(&whole[..whole.len() - 9]);
    assert!(records.is_empty());
    assert_eq!(places(&tally.damaged), [(2, "the last line is cut off")]);
    let document = "[\n{\"type\":\"user\",\"message\":{\"content\":\"<bash-input>ls</bash-input>\"}},\n{\"type\":\"us";
    let (records, tally) = read_text(document);
    assert_eq!(commands(&records), ["ls"]);
    assert_eq!(places(&tally.damaged), [(3, "the document is cut off")]);
}

#[test]
fn a_line_over_the_cap_is_skipped_and_reading_goes_on() {
    let long = call(&format!("\"{}\"", "x".repeat(4000)));
    let text = pi(&[&call("\"before\""), &long, &call("\"after\"")]);
    let (records, tally) = read_bytes(text.as_bytes(), &small(1000));
    assert_eq!(commands(&records), ["before", "after"]);
    assert_eq!(places(&tally.over_long), [(3, "more than 1000 bytes")]);
    assert_eq!(records[1].line, 4);
    let text = format!("git status\n{}\ngit log\n", "x".repeat(1001));
    let (records, tally) = read_bytes(text.as_bytes(), &small(1000));
    assert_eq!((commands(&records), tally.over_long.total), (vec!["git status", "git log"], 1));
    let text = format!("command,b\nls,1\n\"{}\ny\",2\npwd,3\n", "x\n".repeat(600));
    let (records, tally) = read_bytes(text.as_bytes(), &small(1000));
    assert_eq!((records[0].command.as_str(), tally.over_long.total), ("ls", 1));
    let (records, tally) = read_with(&[fixture("claude-list.json")], &small(300));
    assert_eq!(
        (records.len(), places(&tally.over_long)),
        (0, vec![(0, "a document of more than 300 bytes")])
    );
}

#[test]
fn lines_of_many_megabytes_and_commands_of_one_are_read() {
    let image = format!(
        r#"{{"type":"message","id":"i","message":{{"role":"user","content":[{{"type":"image","data":"{}"}}]}}}}"#,
        "A".repeat(20 << 20)
    );
    let command = "echo ".repeat(1 << 18);
    let (records, tally) = read_text(&pi(&[&image, &call(&format!("{command:?}"))]));
    assert_eq!(records.len(), 1);
    assert_eq!((records[0].line, records[0].command.len()), (3, command.len()));
    assert_eq!((tally.damaged.total, tally.over_long.total), (0, 0));
}

#[test]
fn invalid_utf8_is_replaced_and_flagged() {
    let mut bytes = pi(&[&call("\"ls\"")]).into_bytes();
    bytes.extend_from_slice(call("\"cat \u{1}.txt\"").replace('\u{1}', "\\u00e9").as_bytes());
    bytes.push(b'\n');
    let start = bytes.len();
    bytes.extend_from_slice(call("\"cat @.txt\"").as_bytes());
    let at = start + bytes[start..].iter().position(|byte| *byte == b'@').unwrap();
    bytes[at] = 0xE9;
    let (records, tally) = read_bytes(&bytes, &Options::default());
    assert_eq!(commands(&records), ["ls", "cat \u{e9}.txt", "cat \u{fffd}.txt"]);
    let repaired: Vec<bool> = records.iter().map(|record| record.repaired).collect();
    assert_eq!(repaired, [false, false, true]);
    assert_eq!(places(&tally.repaired), [(4, "invalid UTF-8")]);
    let (records, tally) = read_bytes(b"ls \xff\n", &Options::default());
    assert_eq!((commands(&records), records[0].repaired), (vec!["ls \u{fffd}"], true));
    assert_eq!(tally.formats[&Format::Lines].lines_with_commands, 1);
}

#[test]
fn half_characters_in_escapes_are_replaced_and_flagged() {
    let (records, tally) = read_text(&pi(&[
        &call(r#""echo \ud83d""#),
        &call(r#""echo \ud83d\ude00""#),
        &format!(r#"{{"type":"custom","data":"\ud83d"}}{}"#, call(r#""echo \udc00""#)),
    ]));
    assert_eq!(commands(&records), ["echo \u{fffd}", "echo \u{1f600}", "echo \u{fffd}"]);
    let repaired: Vec<bool> = records.iter().map(|record| record.repaired).collect();
    assert_eq!(repaired, [true, false, true]);
    assert_eq!((tally.repaired.total, tally.damaged.total), (2, 0));
    let document = format!(
        "[\n{},\n{}\n]\n",
        r#"{"type":"user","message":{"content":"x"}}"#,
        r#"{"type":"assistant","message":{"content":[{"type":"tool_use","id":"a","name":"Bash","input":{"command":"echo \ud83d"}}]}}"#
    );
    let (records, tally) = read_text(&document);
    assert_eq!((commands(&records), records[0].line), (vec!["echo \u{fffd}"], 3));
    assert_eq!((tally.repaired.total, tally.damaged.total), (1, 0));
}

#[test]
fn a_nul_in_a_command_is_kept_and_counted() {
    let (records, tally) = read_text(&pi(&[&call(r#""echo \u0000x""#)]));
    assert_eq!((commands(&records), tally.with_nul), (vec!["echo \0x"], 1));
    assert!(records[0].has_nul());
    let late = format!("{}printf a\0b\n", "# padding\n".repeat(1000));
    let (records, tally) = read_text(&late);
    assert_eq!((records.len(), tally.with_nul), (1001, 1));
    let (records, tally) = read_text("printf a\0b\n");
    assert_eq!((records.len(), places(&tally.not_recognised)), (0, vec![(0, "binary")]));
}

#[test]
fn a_byte_order_mark_and_carriage_returns_belong_to_no_command() {
    let (records, tally) = read_text("\u{feff}git status\r\n\r\nls\r\n");
    assert_eq!(
        (commands(&records), tally.formats[&Format::Lines].lines_blank),
        (vec!["git status", "ls"], 1)
    );
    let text = format!("\u{feff}{}", pi(&[&call("\"ls\"")]).replace('\n', "\r\n"));
    let (records, tally) = read_text(&text);
    assert_eq!((commands(&records), tally.damaged.total), (vec!["ls"], 0));
    let (records, _) = read_text("\u{feff}command\r\n\"ls\"\r\n");
    assert_eq!(commands(&records), ["ls"]);
}

#[test]
fn deep_nesting_breaks_the_line_and_nothing_else() {
    let deep = |n: usize| format!("{}{}", "[".repeat(n), "]".repeat(n));
    let in_place = format!(
        r#"{{"type":"message","message":{{"role":"assistant","content":{}}}}}"#,
        deep(200_000)
    );
    let passed_over = format!(r#"{{"type":"custom","data":{}}}"#, deep(200_000));
    let (records, tally) = read_text(&pi(&[&in_place, &passed_over, &call("\"ls\"")]));
    assert_eq!(commands(&records), ["ls"]);
    assert_eq!(places(&tally.damaged), [(2, "JSON nested too deep")]);
    let (records, tally) = read_text(&deep(200_000));
    assert_eq!((records.len(), tally.not_recognised.total), (0, 1));
}

#[test]
fn unexpected_types_are_no_damage() {
    let lines = [
        "7",
        "null",
        "\"message\"",
        "[]",
        "[{}]",
        r#"{"type":7}"#,
        r#"{"type":"message"}"#,
        r#"{"type":"message","message":null}"#,
        r#"{"type":"message","message":"x"}"#,
        r#"{"type":"message","message":{"role":"assistant","content":null}}"#,
        r#"{"type":"message","message":{"role":"assistant","content":[1,null,"x",[],{"type":[]}]}}"#,
        r#"{"type":"message","message":{"role":"toolResult","toolCallId":{},"content":{"text":1},"nestedCalls":[]}}"#,
        r#"{"type":"message","message":{"role":["x"],"content":1.5e300}}"#,
    ];
    let (records, tally) = read_text(&pi(&lines));
    assert_eq!((records.len(), tally.damaged.total), (0, 0), "{:?}", tally.damaged);
    assert_eq!(tally.formats[&Format::Pi].lines_without, lines.len() as u64 + 1);
}

#[test]
fn arguments_written_as_json_in_a_string_are_read() {
    let arguments = |text: &str| {
        format!(
            r#"{{"type":"message","id":"e","message":{{"role":"assistant","content":[{{"type":"toolCall","id":"c","name":"bash","arguments":{text}}}]}}}}"#
        )
    };
    let once = serde_json::to_string(r#"{"command":"once"}"#).unwrap();
    let twice =
        serde_json::to_string(&serde_json::to_string(r#"{"command":"twice"}"#).unwrap()).unwrap();
    let broken = serde_json::to_string(r#"{"command":"brok"#).unwrap();
    let lines = [arguments(&once), arguments(&twice), arguments(&broken), arguments("null")];
    let (records, tally) = read_text(&pi(&[&lines[0], &lines[1], &lines[2], &lines[3]]));
    assert_eq!(commands(&records), ["once", "twice"]);
    assert_eq!(tally.without_text.total, 2);
}

#[test]
fn a_transcript_whose_first_lines_are_lost_is_still_told_by_the_next_ones() {
    let text = fs::read_to_string(fixture("pi.jsonl")).unwrap();
    let (first, rest) = text.split_once('\n').unwrap();
    for cut in 0..first.len() {
        let (records, tally) = read_text(&format!("{}\n{rest}", &first[..cut]));
        assert_eq!((cut, records.len()), (cut, 14));
        assert_eq!(tally.damaged.total, if cut == 0 { 1 } else { 2 });
        let (records, _) = read_text(&format!("{}\n{rest}", &first[cut + 1..]));
        assert_eq!((cut, records.len()), (cut, 14));
    }
    let text = fs::read_to_string(fixture("claude.jsonl")).unwrap();
    let (records, tally) = read_text(&format!("garbage\n{text}"));
    assert_eq!((records.len(), tally.damaged.total), (12, 3));
}

#[test]
fn a_quote_that_is_never_closed_ends_the_table_and_says_so() {
    let (records, tally) = read_text("id,command\n1,ls\n2,\"git\n3,pwd\n4,x\n");
    assert_eq!(commands(&records), ["ls"]);
    assert_eq!(places(&tally.damaged), [(3, "a quote that is never closed")]);
    assert_eq!(tally.formats[&Format::Csv].lines_damaged, 3);
}

#[test]
fn only_the_first_places_are_kept_and_all_are_counted() {
    let broken: Vec<&str> = std::iter::repeat_n("{nope", 120).collect();
    let (_, tally) = read_text(&pi(&broken));
    assert_eq!((tally.damaged.total, tally.damaged.first.len()), (120, transcripts::Places::KEPT));
}

#[test]
fn results_are_waited_for_across_many_other_calls_but_not_without_end() {
    let call = |id: usize| {
        format!(
            r#"{{"type":"message","id":"e{id}","message":{{"role":"assistant","content":[{{"type":"toolCall","id":"c{id}","name":"bash","arguments":{{"command":"echo {id}"}}}}]}}}}"#
        )
    };
    let result = r#"{"type":"message","id":"r","message":{"role":"toolResult","toolCallId":"c0","content":[],"isError":false}}"#;
    for (others, status) in [(4000, Status::Executed), (5000, Status::Unknown)] {
        let calls: Vec<String> = (0..=others).map(call).collect();
        let mut lines: Vec<&str> = calls.iter().map(String::as_str).collect();
        lines.push(result);
        let (records, _) = read_text(&pi(&lines));
        assert_eq!((records.len(), records[0].status), (others + 1, status));
        assert!(records.is_sorted_by_key(|record| record.line));
    }
}
