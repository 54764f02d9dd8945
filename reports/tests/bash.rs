//! Bash as the judge, from outside: what the gate and explain say with it, without it, and with one that is no judge.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output, Stdio};

use crate::support::{Folder, exits, guarddiff, stdout};

fn has_bash() -> bool {
    Command::new("bash").arg("--version").stdout(Stdio::null()).status().is_ok()
}

/// Whether the box can be shut here, by the gate's own word.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
fn has_box() -> bool {
    let output = gate(None, &["--cases", "0"]);
    let has = stdout(&output).contains(" run ");
    if !has {
        eprintln!("skipped: {}", String::from_utf8_lossy(&output.stderr));
    }
    has
}

fn gate(path: Option<&str>, args: &[&str]) -> Output {
    let mut command = guarddiff();
    if let Some(path) = path {
        command.env("PATH", path);
    }
    command.arg("gate").args(args).stdin(Stdio::null()).output().unwrap()
}

/// A folder with a program named bash that says what the script says.
fn folder_with(script: &str) -> Folder {
    let folder = Folder::new();
    if !script.is_empty() {
        let file = folder.write("bash", format!("#!/bin/sh\n{script}\n"));
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o755)).unwrap();
    }
    folder
}

#[test]
fn without_a_bash_that_judges_auto_goes_on_and_require_exits_3() {
    let no_bash = "echo 'zsh 5.9 (x86_64)'";
    // bash 3.2 knows no --pretty-print.
    let old = "case $1 in --version) echo 'GNU bash, version 3.2.57(1)-release' ;; \
               *) echo \"bash: $3: invalid option\" >&2; exit 2 ;; esac";
    let crashes = "case $1 in --version) echo 'GNU bash, version 5.1.4(1)-release' ;; \
                   *) kill -SEGV $$ ;; esac";
    for (script, said) in [
        ("", "no bash in PATH"),
        (no_bash, "is no bash"),
        (old, "(GNU bash, version 3.2.57(1)-release) does not print its parse"),
        (crashes, "(GNU bash, version 5.1.4(1)-release) does not print its parse"),
        ("exit 1", "is no bash"),
        ("kill -KILL $$", "cannot be asked for its version"),
    ] {
        let folder = folder_with(script);
        let path = folder.path("");
        let auto = gate(Some(&path), &["--cases", "5"]);
        exits(&auto, 0);
        assert!(stdout(&auto).contains("bash    not asked\n"), "{said}");
        assert!(stdout(&auto).contains(said), "{said}: {}", stdout(&auto));
        assert!(String::from_utf8_lossy(&auto.stderr).contains(said), "{said}");

        let required = gate(Some(&path), &["--bash", "require"]);
        exits(&required, 3);
        assert!(stdout(&required).is_empty(), "nothing ran");
        let stderr = String::from_utf8_lossy(&required.stderr).into_owned();
        assert!(stderr.contains("a required witness is missing"), "{stderr}");
        assert!(stderr.contains(said), "{stderr}");

        let off = gate(Some(&path), &["--cases", "5", "--bash", "off"]);
        exits(&off, 0);
        assert_eq!(String::from_utf8_lossy(&off.stderr), "");
    }
}

#[test]
fn a_run_says_which_bash_judged_and_what_it_said() {
    if !has_bash() {
        return;
    }
    let folder = Folder::new();
    let list = folder.write("list.txt", "echo git\necho a )\ncat <<A\n$'\\xff'\n");
    let run = folder.path("run.jsonl");
    let report = format!("jsonl={run}");
    let args = ["--bash", "require", "--sandbox", "off", "--cases", "20"];
    let output = gate(None, &[&args[..], &["--transcripts", &list, "--report", &report]].concat());
    exits(&output, 0);
    assert!(stdout(&output).contains("bash    GNU bash, version "), "{}", stdout(&output));
    let text = std::fs::read_to_string(run).unwrap();
    let trailer: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let syntax = &trailer["totals"]["syntax"];
    assert_eq!(syntax["asked"], trailer["totals"]["cases"]);
    assert_eq!(syntax["refused_by_both"], 1);
    assert_eq!(syntax["inconclusive"]["print is not UTF-8"], 1);
    let known: u64 = ["same", "different", "refused_by_both", "refused"]
        .iter()
        .map(|key| syntax[*key].as_u64().unwrap())
        .sum();
    let unknown: u64 =
        syntax["inconclusive"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    assert_eq!(syntax["asked"].as_u64().unwrap(), known + unknown);
    assert!(trailer["totals"]["execution"].is_null());
}

#[test]
fn cases_of_our_own_are_run_and_transcripts_never_are() {
    if !has_bash() || !has_box() {
        return;
    }
    let folder = Folder::new();
    let canary = folder.path("canary");
    let list = folder.write("list.txt", format!("touch {canary}\ngit status > {canary}\n"));
    let run = folder.path("run.jsonl");
    let report = format!("jsonl={run}");
    let args = ["--cases", "60", "--transcripts", &list, "--report", &report];
    exits(&gate(None, &args), 0);
    assert!(!std::path::Path::new(&canary).exists());
    let text = std::fs::read_to_string(&run).unwrap();
    let trailer: serde_json::Value = serde_json::from_str(text.lines().last().unwrap()).unwrap();
    let totals = &trailer["totals"];
    let execution = &totals["execution"];
    let not_run: u64 =
        execution["not_run"].as_object().unwrap().values().map(|n| n.as_u64().unwrap()).sum();
    let sources = |name: &str| totals["sources"][name].as_u64().unwrap();
    let own = sources("incidents") + sources("wrappers") + sources("seeded");
    assert_eq!(execution["cases"].as_u64().unwrap() + not_run, own);
    assert!(execution["cases"].as_u64().unwrap() > 100);
    let timeout = &execution["parts"]["wrapper timeout"];
    assert!(timeout["started"].as_u64().unwrap() > 0, "{timeout}");
}

fn explain(args: &[&str]) -> String {
    let output = guarddiff().arg("explain").args(args).stdin(Stdio::null()).output().unwrap();
    exits(&output, 0);
    stdout(&output)
}

#[test]
fn explain_shows_structure_text_bash_and_planted_side_by_side() {
    if !has_bash() || !has_box() {
        return;
    }
    let text = explain(&["inc:wrapper-value"]);
    assert!(text.contains("its reprint holds the same commands"), "{text}");
    assert!(text.contains("          git commit -n -m work\n"), "{text}");
    let row = text.lines().find(|line| line.starts_with("no-verify")).unwrap();
    let cells: Vec<&str> = row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).collect();
    let said =
        ["no-verify", "yes", "fires", "does not fire", "reprint yes, ran yes", "yes", "legacy-bug"];
    assert_eq!(cells, said);

    let typed = explain(&["git status"]);
    assert!(!typed.contains("  runs "), "what is typed is never run: {typed}");
    assert!(!explain(&["git status", "--bash", "off"]).contains("reprint"));
}
