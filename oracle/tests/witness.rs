//! Bash's reprint as a witness: nothing runs, a batch says what single questions say, and the engine reads text and
//! reprint alike.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Reason;
use guarddiff_oracle::bash::{
    Bash, Doubt, Limits, Missing, Quirk, Relation, Reprint, Why, same_commands,
};

use crate::shared::shared_commands;

fn bash() -> Bash {
    Bash::find().expect("a bash to ask")
}

fn text(of: &str) -> Reprint {
    Reprint::Text(of.to_owned())
}

#[track_caller]
fn check_reprint(command: &str, expected: Reprint) {
    assert_eq!(bash().reprint(command), expected, "{command:?}");
}

#[test]
fn a_reprint_is_bash_s_own_spelling() {
    check_reprint("git  commit -m 'a  b';# c", text("git commit -m 'a  b'\n"));
    check_reprint("a&&b\n\n\nc", text("a && b\n\nc\n"));
    check_reprint("cat <<E\nx\n\nE", text("cat <<E\nx\n\nE\n"));
    check_reprint("cat <<E\nx", text("cat <<E\nx\nE\n"));
    check_reprint("a\r", text("a\r\n"));
    check_reprint("", text(""));
    check_reprint("\n\n# a\n", text(""));
}

#[test]
fn a_refusal_says_what_bash_says() {
    let refused = |line: &str| Reprint::Refused(line.to_owned());
    check_reprint("echo a\n)", refused("line 2: syntax error near unexpected token `)'"));
    check_reprint("echo \"", refused("line 1: unexpected EOF while looking for matching `\"'"));
    check_reprint("(cat <<A\nB", refused("line 3: syntax error: unexpected end of file"));
}

#[test]
fn what_no_file_can_say_is_not_asked() {
    check_reprint("a\0b", Reprint::Inconclusive(Why::Nul));
    check_reprint("a \\", Reprint::Inconclusive(Why::FinalBackslash));
    check_reprint("a \\\\", text("a \\\\\n"));
    check_reprint(&" ".repeat((1 << 20) + 1), Reprint::Inconclusive(Why::TooLong));
    check_reprint("echo $'\\xff'", Reprint::Inconclusive(Why::NotUtf8));
}

#[test]
fn a_bash_that_overflows_its_stack_says_nothing() {
    let answer = bash().reprint(&"$(".repeat(20_000));
    assert!(matches!(answer, Reprint::Inconclusive(Why::Signal(_))), "{answer:?}");
}

fn shell(name: &str) -> Result<Bash, Missing> {
    Bash::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shells").join(name))
}

#[test]
fn a_bash_that_misbehaves_is_inconclusive_and_spoils_no_other_answer() {
    let limits = Limits { output: 5_000, ..Limits::default() };
    let bash = shell("misbehaving").unwrap().with_limits(limits);
    let commands = ["a", "b;c", "CRASH", "FLOOD", "d", "MUTE", "e", "f"];
    let why = Reprint::Inconclusive;
    let expected = [
        text("a\n"),
        text("b; c\n"),
        why(Why::Signal(11)),
        why(Why::OutputLimit),
        text("d\n"),
        why(Why::Exit(3)),
        text("e\n"),
        text("f\n"),
    ];
    assert_eq!(bash.reprint_all(&commands), expected);
}

#[test]
fn a_bash_that_hangs_is_killed() {
    let limits = Limits { time: Duration::from_secs(3), ..Limits::default() };
    let bash = shell("misbehaving").unwrap().with_limits(limits);
    let expected = [Reprint::Inconclusive(Why::Timeout), text("a\n")];
    assert_eq!(bash.reprint_all(&["HANG", "a"]), expected);
}

#[test]
fn a_bash_is_known_by_what_it_can_do() {
    assert!(bash().version().starts_with("GNU bash, version 5"));
    assert!(bash().path().is_absolute());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shells/without-print");
    let version = "GNU bash, version 1.14".to_owned();
    assert_eq!(shell("without-print"), Err(Missing::NoReprint { path, version }));
    let nothing = Path::new("/nothing/here/bash");
    assert_eq!(Bash::at(nothing), Err(Missing::Silent { path: nothing.to_owned() }));
    assert_eq!(Bash::find_in("".as_ref()), Err(Missing::NotFound));
    assert_eq!(Bash::find_in("oracle:.:bin".as_ref()), Err(Missing::NotFound));
}

#[test]
fn another_program_named_bash_is_none() {
    for other in ["/bin/dash", "/bin/cat"] {
        if !Path::new(other).exists() {
            eprintln!("skipped: {other} is not there");
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bash");
        std::os::unix::fs::symlink(other, &path).unwrap();
        let found = Bash::find_in(folder.path().as_os_str());
        assert_eq!(found, Err(Missing::NotBash { path }), "{other}");
    }
}

const CANARY: &str = "GUARDDIFF_CANARY";

/// Runs itself again in an environment that makes a careless bash run a file before anything else.
#[test]
#[expect(clippy::disallowed_methods, reason = "only a new process has another environment")]
fn nothing_runs() {
    if let Some(folder) = std::env::var_os(CANARY) {
        return nothing_runs_in(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let canary = folder.path().join("ran");
    let trap = folder.path().join("trap");
    std::fs::write(&trap, format!("touch {}\n", canary.display())).unwrap();
    let bash = bash();
    let trapped = |program: &Path| {
        let mut command = std::process::Command::new(program);
        command.env("BASH_ENV", &trap).env("ENV", &trap).env("PROMPT_COMMAND", ". $ENV");
        command.env("SHELLOPTS", "xtrace").env("PS4", format!("$(touch {})", canary.display()));
        command
    };
    let output = trapped(bash.path()).args(["-c", ":"]).output().unwrap();
    assert!(
        output.status.success() && canary.exists(),
        "the trap must work where nobody is careful"
    );
    std::fs::remove_file(&canary).unwrap();
    let mut again = trapped(&std::env::current_exe().unwrap());
    again.args(["--exact", "witness::nothing_runs"]).env(CANARY, folder.path());
    let output = again.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    assert!(!canary.exists(), "the environment was run");
}

fn nothing_runs_in(folder: &Path) {
    let canary = folder.join("ran");
    let bash = bash();
    let ran = canary.display();
    let commands = [
        format!("touch {ran}"),
        format!("echo \"$(touch {ran})\" `touch {ran}` <(touch {ran})"),
        format!(": > {ran}"),
        format!("cat <<E\n$(touch {ran})\nE"),
        format!(": ${{x:=$(touch {ran})}} $((a[$(touch {ran})])) {{a,b}}"),
        format!("a[$(touch {ran})]=1; [[ -v a[$(touch {ran})] ]]; ((a[$(touch {ran})]))"),
        format!("trap 'touch {ran}' EXIT DEBUG ERR; set +n; touch {ran}"),
        format!("shopt -s expand_aliases\nalias x='touch {ran}'\nx"),
        format!("touch {ran}\n) syntax error"),
        format!("PS4='$(touch {ran})'; set -x; :; exec touch {ran}"),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    for command in &commands {
        bash.reprint(command);
        assert!(!canary.exists(), "{command} ran");
    }
    let answers = bash.reprint_all(&commands);
    assert!(!canary.exists(), "the batch ran");
    let texts = answers.iter().filter(|answer| matches!(answer, Reprint::Text(_))).count();
    assert_eq!(texts, commands.len() - 1, "{answers:?}");
}

/// Commands that reach for what stands behind them in a batch, or look like the batch's own separators.
const HOSTILE: &[&str] = &[
    "a",
    "",
    "# only a comment",
    "\n\n\na\n\n\n",
    "echo '",
    "'",
    "echo \"a\nb",
    "cat <<E\nfoo",
    "foo\nE",
    "cat <<E",
    "cat <<''\nfoo",
    "cat <<''\nfoo\n",
    "cat <<'E' |\nbody\nE\ngrep x",
    "cat <<E &&",
    "a <<E; b; c\nbody\nE",
    "a \\",
    "\\",
    "a\n\\",
    "a \\\\",
    "# a \\",
    "a &&",
    "a |",
    "a &",
    "{",
    "a; }",
    "(",
    ")",
    "echo $(a",
    "b)",
    "echo \"$(",
    ")\"",
    "echo `a",
    "`",
    "x=(",
    "case x in",
    "a) b;; esac",
    "if a; then",
    "fi",
    "f()",
    "[[ a",
    "((",
    "${x:-",
    "}",
    ":  guarddiff0_3",
    ": guarddiff0_3\n\n: guarddiff0_4\n\n",
    "cat <<E\n:  guarddiff1_2\n\n: guarddiff2_3\n\nE",
    ":  guard\\\ndiff3_5\n\nx",
    "echo $(a\n:  guarddiff0_9\n\nb)",
    "a\0b",
    "a\r",
    "\u{feff}a",
    "é \u{a0} 'ü'",
    "echo $'\\xff'",
    "time",
    "! !",
    "coproc a b",
    "for ((;;)); do a; done",
    "exit",
    "set -v\nset -n\nshopt -s extglob\nls !(a)",
    "a;;",
    "select x do a; done <<E",
];

#[track_caller]
fn check_batch(commands: &[&str]) {
    let bash = bash();
    let batch = bash.reprint_all(commands);
    assert_eq!(batch.len(), commands.len());
    for (command, batch) in commands.iter().zip(batch) {
        assert_eq!(batch, bash.reprint(command), "{command:?}");
    }
}

#[test]
fn a_batch_says_what_single_questions_say() {
    check_batch(&[]);
    check_batch(HOSTILE);
    let backwards: Vec<&str> = HOSTILE.iter().copied().rev().collect();
    check_batch(&backwards);
    let spaced: Vec<&str> = HOSTILE.iter().flat_map(|command| ["a b", command, "c"]).collect();
    check_batch(&spaced);
}

#[test]
fn a_batch_of_two_is_never_one_command() {
    let bash = bash();
    let alone = bash.reprint_all(HOSTILE);
    for (first, alone) in HOSTILE.iter().zip(&alone) {
        for second in
            ["'", "E", ")", "b)", "}", "done", "b;; esac", "fi", "`", ")\"", "a) b;; esac"]
        {
            assert_eq!(
                bash.reprint_all(&[first, second])[0],
                *alone,
                "{first:?} before {second:?}"
            );
        }
    }
}

#[test]
fn a_batch_of_real_commands_says_what_single_questions_say() {
    let commands = shared_commands("corpora/commands/agents.jsonl");
    let sample: Vec<&str> = commands.iter().step_by(29).map(String::as_str).collect();
    check_batch(&sample);
}

#[track_caller]
fn check_relation(command: &str, expected: Relation) {
    let Reprint::Text(reprint) = bash().reprint(command) else { panic!("{command:?} is refused") };
    let relation = same_commands(&mut Engine::new(), command, &reprint);
    assert_eq!(relation, expected, "{command:?} and {reprint:?}");
}

#[test]
fn text_and_reprint_come_to_the_same_commands() {
    for command in [
        "git add -A && git commit -m \"a $b\" -n",
        "if a; then git commit; else b; fi; for i in a b; do c $i; done",
        "python3 - <<'PY' | tee x\nprint(1)\nPY",
        "sudo -u x timeout 5 bash -c 'git commit -m \"a\"' 2>&1",
        "echo $'a\\tb' \"$(cat <<'E'\nx\nE\n)\"",
        "f() { git push; }; f",
        "",
    ] {
        check_relation(command, Relation::Same);
    }
}

#[test]
fn what_bash_prints_wrong_is_recognised_and_is_no_agreement() {
    let quirk = |quirk| Relation::Inconclusive(Doubt::Quirk(quirk));
    check_relation("if a; then b <<A\nx\nA\nc\nd; fi", quirk(Quirk::LostSeparator));
    check_relation("a <<E; b; c\nx\nE", quirk(Quirk::LostSeparator));
    check_relation("echo 'a\u{1}b'", quirk(Quirk::ControlCharacter));
    check_relation("echo a\u{7f}", quirk(Quirk::ControlCharacter));
    check_relation("echo $'\\u00e9\\U0001f600'", quirk(Quirk::Unicode));
    check_relation("coproc git push", quirk(Quirk::CoprocName));
    check_relation(">$(a) b $(c)", quirk(Quirk::MovedRedirect));
    let syntax = Relation::Inconclusive(Doubt::Reprint(Reason::SyntaxError));
    check_relation(">f then a", syntax.clone());
    check_relation("{ cat <<A\nb\nA\n}; rm x", syntax);
}

#[test]
fn a_difference_shows_the_first_command_that_differs() {
    let relation =
        |command: &str, reprint: &str| same_commands(&mut Engine::new(), command, reprint);
    let different = |ours: &str, bash: &str| Relation::Different {
        ours: ours.to_owned(),
        bash: bash.to_owned(),
    };
    assert_eq!(
        relation("a; nice b c", "a; nice b d"),
        different("\"nice\" \"b\" \"c\"", "\"nice\" \"b\" \"d\"")
    );
    assert_eq!(relation("a", "a; b"), different("nothing", "\"b\""));
    assert_eq!(
        relation("a <<E; b\nE\n; c", "a"),
        Relation::Inconclusive(Doubt::Ours(Reason::SyntaxError))
    );
    assert_eq!(relation("a <<E\nE\nb\nc", "a b; d"), different("\"a\"", "\"a\" \"b\""));
    assert_eq!(relation("a x$y", "a z"), different("\"a\" \"x\"?\"\"", "\"a\" \"z\""));
    assert_eq!(relation("a x$y", "a xz"), Relation::Same);
}

/// Compares text and reprint over a shared file. At most `faults` commands may part, each a fault of the engine that is
/// known; the figure is only ever lowered.
#[track_caller]
fn check_corpus(file: &str, faults: usize) {
    let commands = shared_commands(file);
    let mut engine = Engine::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut apart = Vec::new();
    let borrowed: Vec<&str> = commands.iter().map(String::as_str).collect();
    for (command, reprint) in borrowed.iter().zip(bash().reprint_all(&borrowed)) {
        let line = match reprint {
            Reprint::Text(reprint) => match same_commands(&mut engine, command, &reprint) {
                Relation::Same => "same".to_owned(),
                Relation::Different { ours, bash } => {
                    apart.push(format!("{command:?}\n    ours {ours}\n    bash {bash}"));
                    "different".to_owned()
                }
                Relation::Inconclusive(doubt) => format!("inconclusive: {doubt:?}"),
            },
            Reprint::Refused(line) if engine.analyze(command).is_parsed() => {
                apart.push(format!("{command:?}\n    parsed, and bash says {line}"));
                "refused by bash, parsed by the engine".to_owned()
            }
            Reprint::Refused(_) => "refused by both".to_owned(),
            Reprint::Inconclusive(why) => format!("not judged: {why:?}"),
        };
        *counts.entry(line).or_default() += 1;
    }
    eprintln!("{file}: {counts:#?}");
    assert!(apart.len() <= faults, "{} of {}:\n{}", apart.len(), commands.len(), apart.join("\n"));
}

#[test]
fn on_agents_commands_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/agents.jsonl", 0);
}

#[test]
fn on_shell_test_suites_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/suites.jsonl", 0);
}

#[test]
fn on_scripts_from_documents_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/text.jsonl", 0);
}
