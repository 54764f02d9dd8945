//! `guarddiff corpus stats` and `guarddiff corpus generate`: numbers that add up, and pages that nothing in a command can
//! break.

use serde_json::{Value, json};

use crate::support::{Folder, exits, run, stdout};

/// A Codex session of a month, with these commands.
fn codex(folder: &Folder, name: &str, month: &str, commands: &[&str]) -> String {
    let mut lines = vec![
        json!({ "timestamp": format!("{month}-02T08:00:00.000Z"), "type": "session_meta", "payload": { "id": name, "cwd": "/srv" } }),
    ];
    for (at, command) in commands.iter().enumerate() {
        let arguments = json!({ "command": ["bash", "-lc", command] }).to_string();
        lines.push(json!({
            "timestamp": format!("{month}-02T08:00:01.000Z"), "type": "response_item",
            "payload": { "type": "function_call", "name": "shell", "arguments": arguments, "call_id": format!("{name}{at}") },
        }));
    }
    let lines: Vec<String> = lines.iter().map(Value::to_string).collect();
    folder.write(name, lines.join("\n"))
}

fn folder() -> Folder {
    let folder = Folder::new();
    codex(
        &folder,
        "a.jsonl",
        "2026-03",
        &[
            "git -C x status && ls",
            "timeout 5 git commit -n -m x",
            "echo $X | wc -l",
            "cat <<'EOF' > f\nx\nEOF",
        ],
    );
    codex(&folder, "b.jsonl", "2026-04", &["if", "'<b>&\"x'"]);
    folder
}

fn stats(format: &str) -> String {
    let folder = folder();
    let output = run(&["corpus", "stats", &folder.path(""), "--format", format]);
    exits(&output, 0);
    stdout(&output)
}

#[track_caller]
fn holds(text: &str, rows: &[&str]) {
    for row in rows {
        assert!(text.lines().any(|line| line == *row), "{row} is not in\n{text}");
    }
}

#[test]
fn every_number_is_told_by_agent_and_by_month() {
    holds(
        &stats("csv"),
        &[
            "by,group,table,key,count",
            "all,,commands,,6",
            "all,,program,git,2",
            "all,,program,wc,1",
            "all,,git-verb,status,1",
            "all,,git-verb,commit,1",
            "all,,wrapper,timeout,1",
            "all,,construct,heredoc,1",
            "all,,construct,pipe,1",
            "all,,complexity,unavailable,1",
            "all,,unavailable,syntax-error,1",
            "all,,answer,no-verify: yes,1",
            "all,,answer,no-verify: unavailable,1",
            "agent,codex,commands,,6",
            "month,2026-03,commands,,4",
            "month,2026-04,commands,,2",
            "month,2026-04,unavailable,syntax-error,1",
        ],
    );
}

#[test]
fn tables_are_for_people_too() {
    let text = stats("terminal");
    assert!(text.starts_with("6 commands\n"), "{text}");
    for part in ["Months", "2026-03", "Programs", "Git verbs", "syntax-error"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
        assert!(stats("md").contains(part), "{part}");
    }
}

#[test]
fn the_page_needs_nothing_else_and_no_command_gets_out_of_its_text() {
    let page = stats("html");
    assert!(page.starts_with("<!doctype html>"), "{page}");
    assert!(page.trim_end().ends_with("</html>"));
    for part in ["<svg", "prefers-color-scheme:dark", "Git verbs", "&#60;b&#62;&#38;"] {
        assert!(page.contains(part), "{part} is not in\n{page}");
    }
    for part in ["<script", "<b>", "://", "@import", "url(", "src="] {
        assert!(!page.contains(part), "{part} is in\n{page}");
    }
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
}

#[test]
fn a_program_that_is_a_secret_is_not_named() {
    let secret = format!("gh{}{}", "p_", "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE3fG5");
    let folder = Folder::new();
    let input = folder.write("x.jsonl", json!({ "command": format!("{secret} x") }).to_string());
    for format in ["terminal", "md", "csv", "html"] {
        let output = run(&["corpus", "stats", &input, "--format", format]);
        exits(&output, 0);
        assert!(stdout(&output).contains("ghp"), "{}", stdout(&output));
        assert!(!stdout(&output).contains("aB3dE5gH"), "{format}");
    }
}

#[test]
fn generated_commands_have_an_id_that_explains_them_and_their_planted_truth() {
    let output = run(&["corpus", "generate", "--seed", "7", "--count", "20"]);
    exits(&output, 0);
    let rows: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 20);
    for (index, row) in rows.iter().enumerate() {
        let made = guarddiff_corpus::generate::generate(7, index as u64);
        assert_eq!(row["id"], json!(made.case.id.to_string()));
        assert_eq!(row["command"], json!(made.case.command));
        let planted = made.case.planted.unwrap();
        assert_eq!(row["planted"]["no-verify"]["holds"], json!(planted.no_verify.holds));
        assert_eq!(row["planted"]["readable"], json!(planted.readable));
        assert!(row["planted"].as_object().unwrap().contains_key("unit-verdicts"));
    }
    let again = run(&["corpus", "generate", "--seed", "0x7", "--count", "20"]);
    assert_eq!(stdout(&again), stdout(&output));
}
