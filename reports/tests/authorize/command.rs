//! `guarddiff authorize` as a user meets it: one call, whole sessions, two policies.

use std::path::PathBuf;

use crate::support::{Folder, exits, own, run, stdout};

fn sample(name: &str) -> String {
    own("testdata/authorize").join(name).to_str().unwrap().to_owned()
}

/// The answer about one call of the sample session.
fn about(call: &str, more: &[&str]) -> String {
    let (session, policy) = (sample("session.jsonl"), sample("policy.json"));
    let args = ["authorize", "--session", &session, "--call", call, "--policy", &policy];
    let output = run(&[&args[..], more].concat());
    exits(&output, 0);
    stdout(&output)
}

#[track_caller]
fn check(call: &str, first: &str) {
    let text = about(call, &[]);
    assert!(text.starts_with(first), "{text}");
}

#[test]
fn each_call_of_the_sample_comes_out_as_it_says() {
    check("c1", "allow  policy-allows");
    check("c2", "allow  inner-allow");
    check("c3", "allow  inner-allow");
    check("c4", "defer  inner-ask");
    check("c5", "allow  inner-allow");
    check("c6", "deny  inner-deny");
    check("c7", "defer  unsupported-wrapper-syntax");
    check("c8", "defer  never-transparent");
    check("c9", "defer  nested-wrapper");
    check("c10", "defer  unit-repeated");
    check("c11", "defer  call-id-repeated");
    check("c12", "defer  command-no-string");
    check("c13", "defer  arguments-no-object");
    check("c14", "allow  policy-allows");
    check("c15", "defer  call-of-another-tool");
    check("c16", "defer  call-incomplete");
    check("c17", "defer  no-wrapper");
    check("c18", "defer  line-damaged");
    check("c99", "defer  call-not-found");
}

#[test]
fn one_call_is_shown_with_the_whole_reasoning() {
    let text = about("c3", &[]);
    for part in [
        "session   orchard-1, version 3",
        "policy, of the command as it stands (9 rules): ask",
        "unit                timeout 240 pnpm build",
        "found by text       once, at 24..46",
        "found by structure  once, at 24..46",
        "event               inner_cmd.allow (review)",
        "- cd web && echo start && timeout 240 pnpm build 2>&1 | tail -30; echo EXIT",
        "+ cd web && echo start && pnpm build 2>&1 | tail -30; echo EXIT",
        "policy, asked about all of it: allow",
        "allow  24..34  pnpm build  pnpm *",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[test]
fn a_denied_unit_is_named_and_its_neighbours_are_not() {
    let folder = Folder::new();
    let commands =
        [("a", "ls web; rm x | echo y"), ("b", "timeout 5 rm x && ls web"), ("c", "ls; nice rm x")];
    let blocks = commands.map(|(id, command)| super::call(id, command));
    let session = folder.write("session.jsonl", super::session(&[super::assistant(&blocks)]));
    for (call, reason, unit) in [
        ("a", "policy-denies", "rm x"),
        ("b", "inner-deny", "rm x"),
        ("c", "policy-denies", "nice rm x"),
    ] {
        let policy = sample("policy.json");
        let text = stdout(&run(&[
            "authorize",
            "--session",
            &session,
            "--call",
            call,
            "--policy",
            &policy,
        ]));
        assert!(text.starts_with(&format!("deny  {reason}: ")), "{text}");
        let named: Vec<&str> =
            text.lines().filter_map(|line| line.strip_prefix("denied    ")).collect();
        assert_eq!(named, [unit], "{text}");
    }
}

#[test]
fn without_a_policy_every_unit_asks_and_nothing_is_released() {
    let session = sample("session.jsonl");
    let output = run(&["authorize", "--session", &session, "--call", "c2"]);
    exits(&output, 0);
    assert!(stdout(&output).starts_with("defer  inner-ask"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no --policy was given"));
}

#[test]
fn a_config_without_a_rule_for_bash_is_told_and_releases_nothing() {
    let folder = Folder::new();
    let session = sample("session.jsonl");
    for config in ["{}", r#"{"permission":{"read":"allow"}}"#, r#"{"bash":{"*":"allow"}}"#] {
        let policy = folder.write("config.json", config);
        let args = ["authorize", "--session", &session, "--call", "c2", "--policy", &policy];
        let output = run(&args);
        assert!(stdout(&output).starts_with("defer  inner-ask"), "{config}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains("the policy has no rule for bash"), "{said}");
        assert!(run(&[&args[..], &["--quiet"]].concat()).stderr.is_empty());
    }
}

#[test]
fn an_old_session_without_entry_ids_is_read_the_same_way() {
    let (session, policy) = (sample("session-v1.jsonl"), sample("policy.json"));
    let text =
        stdout(&run(&["authorize", "--session", &session, "--call", "t1", "--policy", &policy]));
    assert!(text.starts_with("deny  inner-deny"), "{text}");
    assert!(text.contains("session   orchard-0, version 1\ncall      t1, line 5\n"), "{text}");
}

#[test]
fn payload_and_session_agree_where_both_have_evidence() {
    for call in ["c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9", "c10"] {
        let first = |text: String| text.lines().next().map(str::to_owned);
        let payload = first(about(call, &["--evidence", "payload"]));
        assert_eq!(payload, first(about(call, &[])), "{call}");
    }
    // In a replay it is known which of two calls of one id is asked about.
    let (session, policy) = (sample("session.jsonl"), sample("policy.json"));
    let args = ["authorize", "--replay", &session, "--policy", &policy, "--evidence", "payload"];
    let text = stdout(&run(&args));
    assert!(
        text.contains("5 calls would be released") && !text.contains("call-id-repeated"),
        "{text}"
    );
}

#[test]
fn another_unit_may_be_named() {
    let text = about("c4", &["--unit", "git push"]);
    assert!(text.starts_with("defer  no-wrapper"), "{text}");
    let text = about("c10", &["--unit", "timeout 30"]);
    assert!(text.starts_with("defer  unsupported-wrapper-syntax"), "{text}");
}

#[test]
fn a_replay_counts_every_bash_call_once() {
    let policy = sample("policy.json");
    let output = run(&["authorize", "--replay", &sample("."), "--policy", &policy]);
    exits(&output, 0);
    let text = stdout(&output);
    assert!(text.starts_with("20 bash calls in 2 sessions\n"), "{text}");
    assert!(text.contains("1 line that cannot be read"), "{text}");
    assert!(text.contains("5 calls would be released"), "{text}");
    let counts = |text: &str| -> Vec<u64> {
        let table = text.split("\n\n").nth(1).unwrap();
        let number = |line: &str| line.rsplit(' ').next().unwrap().parse().unwrap();
        table.lines().skip(1).map(number).collect()
    };
    let counts = counts(&text);
    let (total, each) = counts.split_last().unwrap();
    assert_eq!(each.iter().sum::<u64>(), *total);
    assert_eq!(*total, 20);
}

#[test]
fn a_copied_history_is_not_counted_again() {
    let folder = Folder::new();
    let bytes = std::fs::read(sample("session.jsonl")).unwrap();
    folder.write("1.jsonl", &bytes);
    folder.write("2.jsonl", &bytes);
    let output =
        run(&["authorize", "--replay", &folder.path("."), "--policy", &sample("policy.json")]);
    let text = stdout(&output);
    assert!(text.starts_with("18 bash calls in 2 sessions\n"), "{text}");
    assert!(text.contains("18 calls that an earlier session holds too, not counted"), "{text}");
}

#[test]
fn csv_has_a_row_for_each_call_and_markdown_the_released_ones() {
    let folder = Folder::new();
    let (csv, md) = (folder.path("a.csv"), folder.path("a.md"));
    let (csv_spec, md_spec) = (format!("csv={csv}"), format!("md={md}"));
    let args =
        ["authorize", "--replay", &sample("session.jsonl"), "--policy", &sample("policy.json")];
    let output = run(&[&args[..], &["--report", &csv_spec, "--report", &md_spec]].concat());
    exits(&output, 0);
    let mut rows = csv::Reader::from_path(csv).unwrap();
    let rows: Vec<csv::StringRecord> = rows.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 18);
    let released: Vec<&str> =
        rows.iter().filter(|row| &row[4] == "inner-allow").map(|row| &row[8]).collect();
    assert_eq!(released.len(), 4);
    assert!(released.contains(&"pnpm lint --fix"), "{released:?}");
    let md = std::fs::read_to_string(md).unwrap();
    assert!(md.contains("| allow | inner-allow | 4 |") && md.contains("| total | | 18 |"), "{md}");
    assert_eq!(md.matches("as it was judged:").count(), 4);
    let piped = run(&[&args[..], &["--report", "csv=-"]].concat());
    assert!(stdout(&piped).starts_with("id,session,call,verdict,reason,"));
}

#[test]
fn another_policy_is_compared_call_by_call() {
    let (policy, other) = (sample("policy.json"), sample("stricter.json"));
    let session = sample("session.jsonl");
    let args = ["authorize", "--replay", &session, "--policy", &policy];
    let text = stdout(&run(&[&args[..], &["--compare-policy", &other]].concat()));
    for part in [
        "3 calls would come out differently under the other policy",
        "1  allow → defer",
        "2  defer → deny",
        "allow (inner-allow) → defer (inner-ask)",
        "+ cd web && echo start && pnpm build 2>&1 | tail -30; echo EXIT",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    let md = [&args[..], &["--compare-policy", &other, "--report", "md=-"]].concat();
    let md = stdout(&run(&md));
    let (released, changed) = md.split_once("## Calls that come out differently").unwrap();
    assert_eq!(
        (released.matches("\n### ").count(), changed.matches("\n### ").count()),
        (4, 3),
        "{md}"
    );
    assert!(changed.contains("allow (inner-allow) → defer (inner-ask)"), "{md}");
    let same = stdout(&run(&[&args[..], &["--compare-policy", &policy]].concat()));
    assert!(same.contains("0 calls would come out differently"), "{same}");
}

#[test]
fn a_command_line_that_makes_no_sense_is_a_usage_error() {
    let (session, policy) = (sample("session.jsonl"), sample("policy.json"));
    let wrong: [&[&str]; 8] = [
        &["authorize"],
        &["authorize", "--session", &session],
        &["authorize", "--call", "c1"],
        &["authorize", "--replay", &session],
        &["authorize", "--replay", &session, "--policy", &policy, "--call", "c1"],
        &["authorize", "--replay", &session, "--policy", &policy, "--report", "jsonl=x"],
        &["authorize", "--session", &session, "--call", "c1", "--compare-policy", &policy],
        &["authorize", "--session", &session, "--call", "c1", "--evidence", "message"],
    ];
    for args in wrong {
        exits(&run(args), 2);
    }
}

#[cfg(unix)]
#[test]
fn a_file_of_a_folder_that_cannot_be_read_is_listed_and_the_rest_is_replayed() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = Folder::new();
    folder.write("a.jsonl", std::fs::read(sample("session.jsonl")).unwrap());
    let secret = folder.write("b.jsonl", "{}");
    std::fs::set_permissions(&secret, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&secret).is_ok() {
        eprintln!("skipped: this user can read everything");
        return;
    }
    let output =
        run(&["authorize", "--replay", &folder.path("."), "--policy", &sample("policy.json")]);
    exits(&output, 0);
    let text = stdout(&output);
    assert!(text.starts_with("18 bash calls in 1 session\n") && text.contains("b.jsonl"), "{text}");
}

#[test]
fn nothing_to_replay_is_inconclusive() {
    let policy = sample("policy.json");
    exits(&run(&["authorize", "--replay", &policy, "--policy", &policy]), 3);
}

#[test]
fn replaying_the_long_sessions_adds_up_to_their_bash_calls() {
    let beside = || own("../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(beside, PathBuf::from);
    let corpora = root.join("corpora/transcripts/badlogic+pi-mono");
    if !corpora.is_dir() {
        eprintln!("skipped: no {} (GUARDDIFF_SHARED names another place)", corpora.display());
        return;
    }
    let policy = sample("policy.json");
    let output = run(&[
        "authorize",
        "--replay",
        corpora.to_str().unwrap(),
        "--policy",
        &policy,
        "--report",
        "csv=-",
    ]);
    exits(&output, 0);
    let text = stdout(&output);
    let rows: Vec<csv::StringRecord> =
        csv::Reader::from_reader(text.as_bytes()).records().map(Result::unwrap).collect();
    // Counted by hand in the files: toolCall blocks of the name bash in assistant messages.
    let mut counted = 0;
    for entry in walk(&corpora) {
        for line in std::fs::read_to_string(entry).unwrap().split('\n') {
            let Ok(value) = serde_json::from_str::<serde_json::Value>(line) else { continue };
            let blocks = value["message"]["content"].as_array().cloned().unwrap_or_default();
            let is_call = |block: &&serde_json::Value| {
                block["type"] == "toolCall"
                    && block["name"] == "bash"
                    && value["message"]["role"] == "assistant"
            };
            counted += blocks.iter().filter(is_call).count();
        }
    }
    let shown =
        stdout(&run(&["authorize", "--replay", corpora.to_str().unwrap(), "--policy", &policy]));
    eprintln!("{shown}");
    assert_eq!(rows.len(), counted);
    assert!(counted > 300, "{counted}");
}

fn walk(folder: &std::path::Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(walk(&path));
        } else {
            found.push(path);
        }
    }
    found
}
