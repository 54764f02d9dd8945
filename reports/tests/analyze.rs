//! `guarddiff analyze`: one line out for each line in, whatever the line.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Stdio;

use serde_json::{Value, json};

use crate::schema;
use crate::support::{Folder, exits, feed, guarddiff, run, stdout};

/// Every line of output, held against the schema.
#[track_caller]
fn answers(args: &[&str], input: &[u8]) -> Vec<Value> {
    let output = feed(&[&["analyze"], args].concat(), input);
    exits(&output, 0);
    let schema = schema::load("analyze.schema.json");
    let lines: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.iter().for_each(|line| schema::holds(&schema, line));
    lines
}

#[test]
fn a_command_is_answered_in_the_documented_form() {
    let lines = answers(&[], b"git commit -m 'x y' >f && rm a\n");
    assert_eq!(
        lines,
        [json!({
            "schema": 1,
            "command": "git commit -m 'x y' >f && rm a",
            "status": "parsed",
            "reason": null,
            "complexity": "simple",
            "commands": [
                {
                    "argv": ["git", "commit", "-m", "x y"],
                    "assignments": [],
                    "redirects": [{"op": ">", "fd": 1, "target": "f"}],
                    "wrappers": [],
                    "span": [0, 19],
                },
                {"argv": ["rm", "a"], "assignments": [], "redirects": [], "wrappers": [], "span": [26, 30]},
            ],
            "facts": {"guard-relevant": "yes", "stages-and-commits": "no", "no-verify": "no"},
            "decision": {"guard-relevant": true, "stages-and-commits": false, "no-verify": false},
            "commit-messages": ["x y"],
            "trailer-splice": "git commit -m 'x y' --trailer 'Co-Authored-By: guarddiff <guarddiff@example.invalid>' >f && rm a",
            "units": [
                {"text": "git commit -m 'x y'", "verdict": "allow", "span": [0, 19]},
                {"text": "rm a", "verdict": "deny", "span": [26, 30]},
            ],
        })]
    );
}

#[test]
fn unknown_words_assignments_and_wrappers_are_told() {
    let lines = answers(&[], b"A=1 timeout 300 git commit -m \"$X\" 2>>log\n");
    let command = &lines[0]["commands"][0];
    assert_eq!(command["argv"], json!(["git", "commit", "-m", null]));
    assert_eq!(command["wrappers"], json!([["timeout", "300"]]));
    assert_eq!(command["assignments"], json!([{"name": "A", "value": "1"}]));
    assert_eq!(command["redirects"], json!([{"op": ">>", "fd": 2, "target": "log"}]));
    assert_eq!(lines[0]["complexity"], "complex");
    assert_eq!(lines[0]["commit-messages"], Value::Null);
    assert_eq!(lines[0]["facts"]["no-verify"], "no");
}

#[test]
fn an_unreadable_command_is_decided_by_the_text_matcher() {
    let lines = answers(&[], b"git commit --no-verify '\n");
    assert_eq!(lines[0]["status"], "unavailable");
    assert_eq!(lines[0]["reason"], "syntax-error");
    assert_eq!(lines[0]["facts"]["no-verify"], "unavailable");
    assert_eq!(lines[0]["decision"]["no-verify"], true);
    assert_eq!(lines[0]["decision"]["stages-and-commits"], false);
}

#[test]
fn every_line_is_answered_in_order() {
    let mut input = Vec::new();
    for n in 0..3000 {
        writeln!(input, "echo {n}").unwrap();
    }
    input.extend(b"\n  \necho last line without an end");
    let lines = answers(&[], &input);
    assert_eq!(lines.len(), 3003);
    assert_eq!(lines[2999]["command"], "echo 2999");
    assert_eq!(lines[3000]["command"], "");
    assert_eq!(lines[3002]["command"], "echo last line without an end");
}

#[test]
fn damaged_lines_are_answered_with_every_key_and_an_error() {
    let lines = answers(&[], b"git a\n\xff\xfe git\ngit b\n");
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["error"], "not UTF-8 from byte 0 of the line");
    assert_eq!(lines[1]["command"], Value::Null);
    assert_eq!(lines[2]["command"], "git b");
}

#[test]
fn json_lines_give_commands_and_pass_other_keys_through() {
    let input = b"\"git a\"\n{\"id\":7,\"command\":\"git b\",\"status\":\"mine\",\"x\":[1,{}]}\n{\"id\":8}\n{\"command\":1}\n[]\n\n{\"comm";
    let lines = answers(&["--input", "jsonl"], input);
    assert_eq!(lines.len(), 7);
    assert_eq!(lines[0]["command"], "git a");
    assert_eq!(
        (&lines[1]["command"], &lines[1]["id"], &lines[1]["x"]),
        (&json!("git b"), &json!(7), &json!([1, {}]))
    );
    assert_eq!(lines[1]["status"], "parsed");
    assert_eq!(
        (&lines[2]["id"], &lines[2]["error"]),
        (&json!(8), &json!("the object has no `command`"))
    );
    assert_eq!(lines[3]["error"], "`command` is no string");
    for line in &lines[4..] {
        assert!(line["error"].is_string());
    }
}

#[test]
fn a_command_may_hold_anything_that_json_can_spell() {
    let lines = answers(&["--input", "jsonl"], br#"{"command":"git a\n\u001b[31m\u202e\u0000"}"#);
    assert_eq!(lines[0]["command"], "git a\n\x1b[31m\u{202e}\0");
    assert_eq!(lines[0]["reason"], "nul");
    let output = feed(&["analyze", "--input", "jsonl"], br#""\u001b\u202e\u009b""#);
    assert!(!output.stdout.contains(&0x1b));
    assert!(!stdout(&output).contains(['\u{202e}', '\u{9b}']));
}

#[test]
fn huge_lines_are_answered() {
    let mut input = b"echo ".to_vec();
    input.resize(20 << 20, b'x');
    input.extend(b"\ngit commit -n ");
    let short = input.len();
    input.resize(short + (1 << 20) - 14, b'y');
    input.extend(b"\ngit z\n");
    let lines = answers(&[], &input);
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0]["reason"], "too-large");
    assert_eq!(lines[1]["status"], "parsed");
    assert_eq!(lines[1]["facts"]["no-verify"], "yes");
    assert_eq!(lines[2]["command"], "git z");
}

#[test]
fn a_program_gets_each_answer_before_it_asks_again() {
    let mut child =
        guarddiff().arg("analyze").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for command in ["git a", "git b"] {
        writeln!(stdin, "{command}").unwrap();
        let answer: Value = serde_json::from_str(&lines.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["command"], command);
    }
    drop(stdin);
    assert!(lines.next().is_none());
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = guarddiff()
        .arg("analyze")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut first = String::new();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    writeln!(stdin, "git status").unwrap();
    stdout.read_line(&mut first).unwrap();
    drop(stdout);
    // The child may be gone before all is written; that is its right.
    let _ = stdin.write_all("git status\n".repeat(20_000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    exits(&output, 0);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn files_are_read_and_missing_ones_are_named() {
    let folder = Folder::new();
    let file = folder.write("c.txt", "git a\n");
    let output = run(&["analyze", &file]);
    exits(&output, 0);
    assert_eq!(stdout(&output).lines().count(), 1);
    let empty = folder.write("empty", "");
    let output = run(&["analyze", &empty]);
    exits(&output, 0);
    assert_eq!(stdout(&output), "");
    let missing = run(&["analyze", &folder.path("missing")]);
    exits(&missing, 4);
    assert!(String::from_utf8_lossy(&missing.stderr).contains("missing"));
    exits(&run(&["analyze", &folder.path(".")]), 4);
}
