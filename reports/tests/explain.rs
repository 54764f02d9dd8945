//! `guarddiff explain`: one command in full, and exit 0 whatever the verdict.

use crate::schema;
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

#[test]
fn a_tree_shows_lists_pipelines_and_compounds() {
    shows(
        &["explain", "a && b | c; if d; then bash -c 'git push'; fi"],
        &[
            "     1  a\n  && pipeline\n       2  b\n     | 3  c\n   ; if\n       condition\n         4  d\n",
            "       then\n         5  bash -c 'git push'  (its code: 6)\n",
        ],
    );
}

#[test]
fn a_value_is_told_with_where_it_comes_from() {
    shows(
        &["explain", "M='a b'; git commit -m \"$M\" -m \"$(printf x)\" $ARGS *.rs ~/f $(date)"],
        &[
            "“a b”      set at 0..7 by M='a b'",
            "“x”        what printf writes, which the text gives",
            "not known  no assignment in front of it sets it: the environment decides",
            "not known  a pattern: the file system decides which words it becomes",
            "not known  a home directory: the environment decides",
            "not known  the output of date is known only when it runs",
        ],
    );
    shows(
        &[
            "explain",
            "for x in a b; do git add \"$x\"; done; if t; then y=1; fi; echo $y $((1)) $1",
        ],
        &[
            "“b”        one of the words of the loop whose variable stands at 4..5",
            "but a branch, a loop or a command in between may change it",
            "a sum, and sums are not computed here",
            "a positional parameter that the text does not give",
        ],
    );
}

#[test]
fn each_check_is_reasoned_by_both_readings() {
    shows(
        &["explain", "git log --grep='--no-verify'"],
        &[
            "structure  no command is a git commit, so no hook is skipped",
            "text       it finds “--no-verify” at 16..27, wherever that stands",
            "rules tried  no-verify\n  found: the flag is another git subcommand's",
            "proves  other-subcommand",
            "not     flag-in-quoted-data  needs: the text matcher went by text in quotes",
            "more are about other checks or directions",
        ],
    );
    shows(
        &["explain", "git commit '"],
        &[
            "unavailable (bash refuses it, or would where the code runs), so the text matcher decides",
        ],
    );
}

/// Commands of all kinds, as JSON that follows the committed schema.
#[test]
fn an_explanation_is_json_of_its_schema() {
    let schema = schema::load("explain.schema.json");
    let explained = |args: &[&str], input: &[u8]| {
        let output = feed(&[&["explain", "--format", "json"], args].concat(), input);
        exits(&output, 0);
        let text = stdout(&output);
        assert_eq!(text.lines().count(), 1, "one line: {text}");
        assert!(!text.trim_end().contains(|c: char| c.is_control()), "{text:?}");
        let value: serde_json::Value = serde_json::from_str(&text).unwrap();
        schema::holds(&schema, &value);
        value
    };
    for command in [
        "",
        "git commit '",
        "git a \x1b]0;x\x07 '\u{202e}' $(\0) \u{9b}",
        "A=1 timeout 300 git commit -n -m \"fix $X\" 2>log <<E && (b | c) &\n$(d)\nE",
        "python3 -c 'import git'; f() { git add .; }; f; case $x in a) git commit;; esac",
    ] {
        let value = explained(&["-"], command.as_bytes());
        assert_eq!(value["command"], command);
        assert!(value["id"].is_null());
        assert!(value["bash"]["ran"].is_null(), "nothing that was typed is run");
    }
    let value = explained(&["git log --grep='--no-verify'"], b"");
    assert_eq!(value["verdict"], "legacy-bug");
    let rules = value["findings"][0]["trial"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), guarddiff_allowlist::RULES.len());
    let proves: Vec<_> = rules.iter().filter(|rule| rule["tried"] == "proves").collect();
    assert_eq!(proves.len(), 1);
    assert_eq!(proves[0]["rule"], value["findings"][0]["rule"]);
    let version = guarddiff_corpus::generate::VERSION;
    for index in 0..12 {
        explained(&[&format!("gen:{version}:7:{index}")], b"");
    }
}

/// Every command that could run stands in the tree once, whatever was generated.
#[test]
fn the_tree_holds_every_command() {
    let mut engine = guarddiff_engine::Engine::new();
    let mut commands = 0;
    for index in 0..400 {
        let text = guarddiff_corpus::generate::generate(11, index).case.command;
        let analysis = engine.analyze(&text);
        let Some(account) = engine.account(&text) else {
            assert!(!analysis.is_parsed(), "{text}");
            continue;
        };
        let nodes = account.outline.iter().filter(|node| node.kind.name() == "command");
        let nodes: Vec<_> = nodes.map(|node| node.span).collect();
        for command in analysis.commands.iter().filter(|it| it.context.code_depth == 0) {
            commands += 1;
            let held = nodes.iter().any(|node| node.covers(command.span));
            assert!(held, "{:?} in {text}", command.span);
        }
        assert!(account.outline.windows(2).all(|two| two[1].depth <= two[0].depth + 1), "{text}");
    }
    assert!(commands > 800, "{commands}");
}

#[test]
fn a_place_and_a_call_of_a_transcript_are_explained() {
    let goose = "../corpus/tests/data/transcripts/goose.jsonl";
    let folder = "../corpus/tests/data/transcripts";
    let id = format!("log:{goose}:3");
    shows(&["explain", &format!("{goose}:3")], &[&id, "ls logs"]);
    shows(&["explain", "--in", goose, "--call", "r1"], &[&id, "ls logs"]);
    shows(&["explain", "--in", folder, "--call", "r1"], &["ls logs"]);
    exits(&run(&["explain", "--in", goose, "--call", "no-such-call"]), 2);
    exits(&run(&["explain", "--in", "no/such/file", "--call", "r1"]), 4);
    exits(&run(&["explain", "--call", "r1"]), 2);
    exits(&run(&["explain", "--in", goose]), 2);
    exits(&run(&["explain", "ls", "--in", goose, "--call", "r1"]), 2);
    exits(&run(&["explain", &format!("{goose}:99")]), 2);
    exits(&run(&["explain"]), 2);
    shows(&["explain", "no-such-file:3"], &["typed, not stored"]);
    let told = run(&["explain", "no-such-file:3"]).stderr;
    let told = String::from_utf8(told).unwrap();
    assert!(told.contains("there is no file no-such-file here"), "{told}");
    assert!(run(&["explain", "--bash", "off", "git log a:3"]).stderr.is_empty());
}

#[test]
fn secrets_of_a_transcript_stay_hidden_in_every_form() {
    let folder = Folder::new();
    let secret = "ghp_0123456789abcdefghijABCDEFGHIJ456789";
    let line = format!("{{\"command\":\"curl -H 'Authorization: token {secret}' x\"}}\n");
    let file = folder.write("c.jsonl", line);
    let place = format!("{file}:1");
    for form in ["terminal", "json"] {
        let text = stdout(&run(&["explain", "--format", form, &place]));
        assert!(text.contains("Authorization") && !text.contains(secret), "{text}");
        let all = stdout(&run(&["explain", "--format", form, "--no-redact", &place]));
        assert!(all.contains(secret), "{all}");
    }
}
