//! `guarddiff explain`: one command in full, and exit 0 whatever the verdict.

use crate::support::{Folder, exits, feed, run, stdout};

#[track_caller]
fn shows(args: &[&str], expected: &[&str]) {
    let output = run(args);
    exits(&output, 0);
    let text = stdout(&output);
    for part in expected {
        assert!(text.contains(part), "{part:?} is not in\n{text}");
    }
}

#[test]
fn a_typed_command_is_shown_in_full() {
    shows(
        &["explain", "A=1 timeout 300 git commit -n -m \"fix $X\" 2>log"],
        &[
            "status  parsed, complex",
            "git commit -n -m ⟨unknown “fix ”…⟩",
            "wrapper   timeout 300",
            "assigns   A=1",
            "redirect  2> log",
            "no-verify           yes",
            "widened",
        ],
    );
}

#[test]
fn an_unreadable_command_says_why() {
    shows(&["explain", "git commit '"], &["unavailable (syntax-error): the text matcher decides"]);
}

#[test]
fn case_ids_are_replayed() {
    let version = guarddiff_corpus::generate::VERSION;
    let id = format!("gen:{version}:7:3");
    let command = guarddiff_corpus::generate::generate(7, 3).case.command;
    let line = guarddiff_reports::visible::one_line(command.lines().next().unwrap(), 400);
    shows(&["explain", &id], &[&id, &line, "planted"]);
    shows(&["explain", "pin:wrapper-parity:0"], &["pin:wrapper-parity:0"]);
    let folder = Folder::new();
    let file = folder.write("c.jsonl", "{\"command\":\"git a\"}\n{\"command\":\"git second\"}\n");
    shows(&["explain", &format!("log:{file}:2")], &["git second"]);
}

#[test]
fn standard_input_is_one_command() {
    let output = feed(&["explain", "-"], b"git add x\ngit commit -m y\n");
    exits(&output, 0);
    assert!(stdout(&output).contains("   2 | git commit -m y"));
    exits(&feed(&["explain", "-"], b"\xff"), 2);
}

#[test]
fn ids_that_name_nothing_are_refused() {
    let folder = Folder::new();
    exits(&run(&["explain", "gen:x"]), 2);
    exits(&run(&["explain", "gen:4000000000:1:1"]), 2);
    exits(&run(&["explain", "inc:no-such-incident"]), 2);
    exits(&run(&["explain", &format!("log:{}:1", folder.path("missing"))]), 4);
    let file = folder.write("c.jsonl", "{\"command\":\"git a\"}\n");
    exits(&run(&["explain", &format!("log:{file}:9")]), 2);
}

#[test]
fn hostile_commands_are_shown_and_not_obeyed() {
    let output = feed(
        &["--color", "never", "explain", "-"],
        "git a \x1b]0;x\x07 '\u{202e}' $(\0) \u{9b}".as_bytes(),
    );
    exits(&output, 0);
    let text = stdout(&output);
    assert!(!text.contains(['\x1b', '\x07', '\u{202e}', '\0', '\u{9b}']), "{text:?}");
    assert!(text.contains("\\x1b]0;x\\x07"));
}
