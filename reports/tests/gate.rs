//! `guarddiff gate`: exit codes, reports, transcripts, and the same bytes at any number of threads.

use std::process::Stdio;

use guarddiff_engine::facts::Check;
use serde_json::Value;

use crate::schema;
use crate::support::{Folder, exits, guarddiff, own, run, stdout};

#[test]
fn the_gate_holds() {
    let output = run(&["gate"]);
    exits(&output, 0);
    let text = stdout(&output);
    assert!(text.starts_with("PASS  parity holds over "), "{text}");
    assert!(text.contains("500 seeded"), "{text}");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "no bar where nobody looks");
}

#[test]
fn one_thread_and_two_write_the_same_bytes() {
    let folder = Folder::new();
    let commands: String =
        (0..9000).map(|n| format!("echo {n} && git commit -n # git\n")).collect();
    let list = folder.write("list.txt", commands);
    let reports = |threads: &str| {
        let path = |format: &str| folder.path(&format!("{threads}.{format}"));
        let mut args = vec!["gate", "--cases", "700", "--threads", threads, "--transcripts", &list];
        let specs: Vec<String> =
            ["md", "csv", "jsonl"].map(|format| format!("{format}={}", path(format))).to_vec();
        for spec in &specs {
            args.extend(["--report", spec]);
        }
        let shown = stdout(&run(&args));
        let files = ["md", "csv", "jsonl"].map(|format| std::fs::read(path(format)).unwrap());
        (shown, files)
    };
    assert!(reports("1") == reports("2"));
}

#[test]
fn the_stored_run_follows_its_schema() {
    let folder = Folder::new();
    let path = folder.path("run.jsonl");
    let list = folder.write("list.txt", "echo git\ngit push && ls\n");
    let spec = format!("jsonl={path}");
    run(&["gate", "--transcripts", &list, "--report", &spec]);
    let schema = schema::load("run.schema.json");
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    lines.iter().for_each(|line| schema::holds(&schema, line));
    assert_eq!(lines[0]["record"], "header");
    let trailer = &lines[lines.len() - 1];
    assert_eq!(trailer["findings"], lines.len() as u64 - 2);
    assert_eq!(trailer["totals"]["sources"]["transcripts"], 2);
    let cases = trailer["totals"]["cases"].as_u64().unwrap();
    for check in trailer["totals"]["checks"].as_array().unwrap() {
        let outcomes = ["agree", "legacy_bug", "engine_failure", "unknown", "unavailable"];
        let sum: u64 = outcomes.iter().map(|outcome| check[outcome].as_u64().unwrap()).sum();
        assert_eq!(sum, cases, "{check}");
    }
}

#[test]
fn the_header_names_the_grammar_that_is_locked() {
    let lock = std::fs::read_to_string(own("../Cargo.lock")).unwrap();
    let version = |package: &str| {
        let entry = format!("name = \"{package}\"\nversion = \"");
        let (_, rest) = lock.split_once(&entry).unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    let locked =
        ["tree-sitter", "tree-sitter-bash"].map(|name| format!("{name} {}", version(name)));
    assert_eq!(guarddiff_reports::campaign::GRAMMAR, locked.join(", "));
}

#[test]
fn a_report_may_go_to_standard_output() {
    let output = run(&["gate", "--cases", "10", "--report", "jsonl=-"]);
    for line in stdout(&output).lines() {
        serde_json::from_str::<Value>(line).unwrap();
    }
    exits(&run(&["gate", "--report", "md=-", "--report", "csv=-"]), 2);
    exits(&run(&["gate", "--report", "csv"]), 2);
    exits(&run(&["gate", "--report", "pdf=x"]), 2);
    exits(&run(&["gate", "--threads", "0"]), 2);
}

#[test]
fn a_report_appears_whole_or_not_at_all() {
    let folder = Folder::new();
    let old = folder.write("run.md", "old");
    run(&["gate", "--cases", "10", "--report", &format!("md={old}")]);
    assert!(std::fs::read_to_string(&old).unwrap().starts_with("# guarddiff"));
    assert_eq!(folder.names(), ["run.md"], "nothing is left beside it");
    let nowhere = format!("md={}", folder.path("no/such/folder/run.md"));
    let output = run(&["gate", "--cases", "10", "--report", &nowhere]);
    exits(&output, 4);
    assert!(stdout(&output).is_empty(), "it is known before the work starts");
    run(&["gate", "--cases", "10", "--report", "md=/dev/null"]);
    assert!(
        !std::fs::metadata("/dev/null").unwrap().is_file(),
        "a device is written to, not replaced"
    );
}

#[test]
fn transcripts_are_read_counted_and_examined() {
    let folder = Folder::new();
    let list = folder.write("list.txt", "git status\necho 'git in prose'\n");
    let output = run(&["gate", "--transcripts", &list]);
    assert_eq!(output.status.code(), run(&["gate"]).status.code());
    let text = stdout(&output);
    assert!(text.contains("2 transcripts"), "{text}");
    assert!(text.contains("files read  1 lines"), "{text}");
}

#[test]
fn odd_transcripts_are_listed_and_change_no_code() {
    let folder = Folder::new();
    folder.write("empty.jsonl", "");
    folder.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0");
    folder.write("cut.jsonl", "{\"command\":\"git status\"}\n{\"command\":\"git st");
    folder.write("bytes.jsonl", b"{\"command\":\"ls \xff\xfe\"}\n{\"command\":\"ls \\u0000\"}\n");
    folder.write(
        "long.jsonl",
        format!("{{\"command\":\"ls\"}}\n{{\"command\":\"echo {}\"}}\n", "x".repeat(20 << 20)),
    );
    folder.write(
        "big.jsonl",
        format!("{{\"command\":\"ls\"}}\n{{\"command\":\"echo {}\"}}\n", "y".repeat((1 << 20) - 5)),
    );
    let output = run(&["gate", "--transcripts", &folder.path(".")]);
    assert_eq!(output.status.code(), run(&["gate"]).status.code());
    let text = stdout(&output);
    for part in [
        "too-large",
        "nul",
        "files of no known format",
        "lines that are damaged",
        "files without content",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn named_paths_that_cannot_be_read_are_code_4() {
    let folder = Folder::new();
    let missing = folder.path("missing");
    let list = folder.write("list.txt", "git status\n");
    let output = run(&["gate", "--cases", "10", "--transcripts", &missing, &list]);
    exits(&output, 4);
    let text = stdout(&output);
    assert!(text.contains("missing"), "{text}");
    assert!(text.contains("1 transcripts"), "the others are read all the same: {text}");
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_code_4() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    let secret = folder.write("secret.jsonl", "{\"command\":\"git a\"}\n");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&secret).is_ok() {
        eprintln!("skipped: this user can read everything");
        return;
    }
    exits(&run(&["gate", "--cases", "10", "--transcripts", &secret]), 4);
}

#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_done() {
    let folder = Folder::new();
    let path = folder.path("run.jsonl");
    let child = guarddiff()
        .args(["gate", "--cases", "100000000", "--report", &format!("jsonl={path}")])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Its spool shows in no folder, so there is nothing to wait for; an interrupt that comes before the
    // handler is set ends the process the plain way.
    std::thread::sleep(std::time::Duration::from_secs(2));
    std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    exits(&output, 130);
    assert!(stdout(&output).starts_with("STOPPED  interrupted after "));
    exits(&run(&["report", &path]), 130);
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = guarddiff()
        .args(["gate", "--cases", "10", "--report", "jsonl=-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    exits(&output, 0);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn the_ledger_is_shown_with_its_hits() {
    let output = run(&["incidents"]);
    exits(&output, 0);
    let text = stdout(&output);
    assert!(text.contains("replay  guarddiff explain inc:"), "{text}");
    assert!(!text.contains("(stale)"), "{text}");
}

#[test]
fn nonsense_is_a_usage_error() {
    exits(&run(&[]), 2);
    exits(&run(&["gates"]), 2);
    exits(&run(&["gate", "--seed", "x"]), 2);
    exits(&run(&["--version"]), 0);
    exits(&run(&["help"]), 0);
}

/// The README's first screen shows what the default gate counts, and nothing older.
#[test]
fn the_readme_shows_the_figures_of_the_baseline() {
    let baseline = include_str!("../baseline/gate.txt");
    let counted = |check: &str, what: &str| -> u64 {
        let row = format!("{check} {what} ");
        let line = baseline.lines().find_map(|line| line.strip_prefix(&row));
        line.map_or(0, |count| count.parse().unwrap())
    };
    let readme = include_str!("../../README.md");
    for check in Check::ALL.map(Check::name) {
        let shown = readme.lines().find_map(|line| line.strip_prefix(check)).unwrap();
        let shown: Vec<u64> = shown.split_whitespace().map(|word| word.parse().unwrap()).collect();
        let columns = ["agree", "legacy-bug", "engine-failure", "unknown", "unavailable"];
        assert_eq!(shown, columns.map(|what| counted(check, what)), "{check}");
    }
}
