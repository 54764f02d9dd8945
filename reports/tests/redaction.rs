//! No secret of a transcript comes out of any command, in any format. The secrets are put together at run time.

use serde_json::json;

use crate::support::{Folder, exits, own, run, stdout};

/// Letters and digits that look random, of a length.
fn random(alphabet: &str, length: usize) -> String {
    let alphabet = alphabet.as_bytes();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 40).unwrap_or(0)
    };
    (0..length).map(|_| char::from(alphabet[next() % alphabet.len()])).collect()
}

fn mixed(length: usize) -> String {
    random("abcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNOPQRSTUVWYZ123456789", length)
}

/// What announces each secret, the secret, and what follows: more than 40 kinds.
fn secrets() -> Vec<(String, String, &'static str)> {
    let hex = |length| random("abcdef123456789", length);
    let upper = |length| random("ABCDEFGHIJKLMNOPQRSTUVWYZ234567", length);
    let m = mixed;
    [
        (["AK", "IA"], upper(16), ""),
        (["AWS_SECRET_ACCESS_", "KEY="], m(40), ""),
        (["AI", "za"], m(35), ""),
        (["ya", "29."], m(60), ""),
        (["GOC", "SPX-"], m(28), ""),
        (["Account", "Key="], m(86), "=="),
        (["dop", "_v1_"], hex(64), ""),
        (["da", "pi"], hex(32), ""),
        (["HR", "KU-"], m(36), ""),
        (["gh", "p_"], m(36), ""),
        (["gh", "o_"], m(36), ""),
        (["github", "_pat_"], m(82), ""),
        (["gl", "pat-"], m(20), ""),
        (["ATA", "TT3"], m(60), ""),
        (["np", "m_"], m(36), ""),
        (["py", "pi-AgEI"], m(60), ""),
        (["ruby", "gems_"], hex(48), ""),
        (["dckr", "_pat_"], m(27), ""),
        (["sk-", "ant-api03-"], m(93), ""),
        (["sk-", "proj-"], m(48), ""),
        (["h", "f_"], m(34), ""),
        (["gs", "k_"], m(52), ""),
        (["xo", "xb-123456789012-"], m(24), ""),
        (["xa", "pp-1-"], m(40), ""),
        (["https://hooks.slack.com/", "services/"], m(44), ""),
        (["ke", "y-"], hex(32), ""),
        (["sk", "_live_"], m(24), ""),
        (["wh", "sec_"], m(32), ""),
        (["sh", "pat_"], hex(32), ""),
        (["hv", "s."], m(90), ""),
        (["pu", "l-"], hex(40), ""),
        (["lin", "_api_"], m(40), ""),
        (["fi", "gd_"], m(40), ""),
        (["gl", "sa_"], m(41), ""),
        (["NR", "AK-"], upper(27), ""),
        (["ts", "key-auth-"], m(30), ""),
        (["eyJhbGciOiJIUzI1NiJ9.", "eyJzdWIiOiIxMjM0NTY3ODkwIn0."], m(43), ""),
        (["Authorization: ", "Bearer "], m(24), ""),
        (["Authorization: ", "Basic "], m(24), ""),
        (["X-Api-", "Key: "], m(24), ""),
        (["https://bob", ":"], m(12), "@db.host/x"),
        (["https://", ""], m(40), "@git.host/x"),
        (["curl -u ", "bob:"], m(12), ""),
        (["mysql -u root ", "-p"], m(12), ""),
        (["sshpass ", "-p "], m(12), " ssh h"),
        (["PGPASS", "WORD="], m(12), ""),
        (["MY_", "TOKEN="], m(24), ""),
        (["DB_", "PASSWORD="], m(12), ""),
        (["tool ", "--password="], m(12), ""),
        (["-----BEGIN PRIV", "ATE KEY-----\n"], m(64), "\n-----END PRIVATE KEY-----"),
        (["to ", ""], "janedoe".to_owned(), "@mail.com"),
        (["cd /ho", "me/"], "janedoe".to_owned(), "/x"),
        (["cd /Us", "ers/"], "janedoe".to_owned(), "/x"),
    ]
    .into_iter()
    .map(|(before, secret, after)| (before.concat(), secret, after))
    .collect()
}

/// Commands that give findings of several kinds, with a secret in each place that a report could show.
fn commands() -> Vec<String> {
    let mut commands = Vec::new();
    for (before, secret, after) in secrets() {
        let planted = format!("{before}{secret}{after}");
        commands.push(format!("echo 'git commit -n {planted}' && ls"));
        commands.push(format!("git add . && timeout 300 git commit -m 'use {planted}'"));
        commands.push(format!("git commit -F - <<'EOF'\n{planted}\ngit push --no-verify\nEOF"));
        if !planted.contains('\n') {
            commands.push(format!("timeout 5 echo {planted}; rm -rf x"));
        }
    }
    commands
}

fn plain(folder: &Folder) -> String {
    let lines: Vec<String> =
        commands().iter().map(|it| json!({ "command": it, "cwd": "/tmp" }).to_string()).collect();
    folder.write("plain.jsonl", lines.join("\n"))
}

fn session(folder: &Folder) -> String {
    let header = json!({ "type": "session", "version": 3, "id": "s1", "timestamp": "2026-01-01T00:00:00Z", "cwd": format!("/{}/janedoe/w", "home") });
    let mut lines = vec![header.to_string()];
    for (at, command) in commands().iter().enumerate() {
        let call = json!({ "type": "toolCall", "id": format!("c{at}"), "name": "bash", "arguments": { "command": command } });
        let message = json!({ "role": "assistant", "content": [call], "stopReason": "toolUse" });
        lines.push(json!({ "type": "message", "id": format!("e{at}"), "parentId": null, "timestamp": "2026-01-01T00:00:00Z", "message": message }).to_string());
    }
    folder.write("session.jsonl", lines.join("\n"))
}

#[track_caller]
fn clean(what: &str, text: &str) {
    assert!(text.len() > 100, "{what} is empty: {text}");
    for (before, secret, _) in secrets() {
        assert!(!text.contains(&secret), "{what} shows {before}…");
        // Half a secret is one, too: a report may cut.
        assert!(!text.contains(&secret[..secret.len().min(10)]), "{what} shows half of {before}…");
    }
}

#[test]
fn the_gate_shows_no_secret_in_any_report() {
    assert!(secrets().len() > 50);
    let folder = Folder::new();
    let input = plain(&folder);
    let reports: Vec<String> =
        ["md", "csv", "jsonl"].map(|it| format!("{it}={}", folder.path(it))).to_vec();
    let mut args = vec!["gate", "--cases", "0", "--transcripts", &input];
    reports.iter().for_each(|report| args.extend(["--report", report]));
    let output = run(&args);
    let shown = stdout(&output);
    clean("the terminal", &shown);
    clean("standard error", &format!("{:101}{}", "", String::from_utf8_lossy(&output.stderr)));
    for name in ["md", "csv", "jsonl"] {
        clean(name, &std::fs::read_to_string(folder.path(name)).unwrap());
    }
    let run_file = std::fs::read_to_string(folder.path("jsonl")).unwrap();
    assert!(run_file.lines().filter(|line| line.contains("log:")).count() > 100, "{shown}");
    assert!(shown.contains("hidden: github-token"), "{shown}");
    for format in ["md", "csv", "jsonl"] {
        clean(format, &stdout(&run(&["report", &folder.path("jsonl"), "--format", format])));
    }
}

#[test]
fn nothing_is_withheld_for_a_plain_secret() {
    let folder = Folder::new();
    let input = plain(&folder);
    let output = run(&["corpus", "extract", &input]);
    exits(&output, 0);
    assert_eq!(stdout(&output).lines().count(), commands().len());
    for (row, command) in stdout(&output).lines().zip(commands()) {
        let row: serde_json::Value = serde_json::from_str(row).unwrap();
        assert_eq!(row["command"].as_str().unwrap().len(), command.len());
    }
}

#[test]
fn extracted_rows_show_no_secret() {
    let folder = Folder::new();
    for input in [plain(&folder), session(&folder)] {
        for more in [&["--format", "jsonl"][..], &["--format", "csv"], &["--dedup"]] {
            let output = run(&[&["corpus", "extract", &input], more].concat());
            exits(&output, 0);
            clean("extract", &stdout(&output));
        }
    }
}

#[test]
fn an_explained_command_shows_no_secret() {
    let folder = Folder::new();
    let input = plain(&folder);
    for line in [1, 2, 3, 40, 120, 170] {
        let output = run(&["explain", "--bash", "off", &format!("log:{input}:{line}")]);
        exits(&output, 0);
        clean("explain", &stdout(&output));
    }
}

#[test]
fn the_authorizer_shows_no_secret() {
    let folder = Folder::new();
    let input = session(&folder);
    let policy = own("testdata/authorize/policy.json").to_str().unwrap().to_owned();
    let (md, csv) = (folder.path("md"), folder.path("csv"));
    let (to_md, to_csv) = (format!("md={md}"), format!("csv={csv}"));
    let replay = ["authorize", "--replay", &input, "--policy", &policy];
    let output = run(&[&replay[..], &["--report", &to_md, "--report", &to_csv]].concat());
    exits(&output, 0);
    clean("the terminal", &stdout(&output));
    clean("md", &std::fs::read_to_string(md).unwrap());
    clean("csv", &std::fs::read_to_string(csv).unwrap());
    for call in ["c1", "c3", "c30"] {
        let output = run(&["authorize", "--session", &input, "--call", call, "--policy", &policy]);
        exits(&output, 0);
        clean("one call", &stdout(&output));
    }
}

#[test]
fn secrets_are_let_out_on_request_and_with_a_note() {
    let folder = Folder::new();
    let secret = format!("gh{}{}", "p_", mixed(36));
    let input = folder.write("x.jsonl", json!({ "command": format!("echo {secret}") }).to_string());
    let output = run(&["corpus", "extract", "--no-redact", &input]);
    exits(&output, 0);
    assert!(stdout(&output).contains(&secret));
    let note = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(note.contains("--no-redact: secrets and names leave"), "{note}");
}

#[test]
fn a_command_that_would_answer_otherwise_is_withheld_and_counted() {
    let folder = Folder::new();
    // The search in the text sees glab in the name, which the placeholder takes away.
    let lines = ["glab", "jane"].map(|name| format!("cat /{}/{name}/notes", "home"));
    let lines = lines.map(|it| json!({ "command": it }).to_string());
    let input = folder.write("x.jsonl", lines.join("\n"));
    let output = run(&["corpus", "extract", &input]);
    exits(&output, 0);
    assert_eq!(stdout(&output).lines().count(), 1);
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("1  commands withheld"), "{told}");
    assert!(told.contains("x.jsonl:1"), "{told}");
    exits(&run(&["explain", "--bash", "off", &format!("log:{input}:1")]), 2);
    exits(&run(&["explain", "--bash", "off", "--no-redact", &format!("log:{input}:1")]), 0);
    let output = run(&["gate", "--cases", "0", "--transcripts", &input]);
    assert!(stdout(&output).contains("commands withheld"), "{}", stdout(&output));
}
