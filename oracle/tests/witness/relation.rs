//! Text and reprint, read by the engine: the same commands, or what bash is known to print wrong.

use std::collections::BTreeMap;

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Reason;
use guarddiff_oracle::bash::{Doubt, Quirk, Relation, Reprint, same_commands};

use super::bash;
use crate::shared::shared_commands;

#[track_caller]
fn check_relation(command: &str, expected: Relation) {
    let Some(bash) = bash() else { return };
    let Reprint::Text(reprint) = bash.reprint(command) else { panic!("{command:?} is refused") };
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

#[track_caller]
fn check_pair(text: &str, reprint: &str, expected: Option<Quirk>) {
    let relation = same_commands(&mut Engine::new(), text, reprint);
    match expected {
        Some(quirk) => {
            assert_eq!(relation, Relation::Inconclusive(Doubt::Quirk(quirk)), "{text:?}");
        }
        None => assert!(matches!(relation, Relation::Different { .. }), "{text:?} {relation:?}"),
    }
}

#[test]
fn a_lost_separator_joins_neighbours_and_loses_no_word() {
    let lost = Some(Quirk::LostSeparator);
    for (text, reprint, expected) in [
        ("a <<E; b; c\nx\nE", "a <<E\nx\nE\n b c\n", lost),
        ("a <<E; b; bash -c 'd'; c\nx\nE", "a <<E\nx\nE\n b bash -c 'd' c\n", lost),
        ("a <<E; o=$(b); c\nx\nE", "a <<E\nx\nE\n o=$(b) c\n", lost),
        ("a <<E; find . -exec b \\;; c\nx\nE", "a <<E\nx\nE\n find . -exec b \\; c\n", lost),
        ("a <<E; b; env -S 'c d'\nx\nE", "a <<E\nx\nE\n b env -S 'c d'\n", lost),
        ("a <<E; b; env -S '-u X c d' e\nx\nE", "a <<E\nx\nE\n b env -S '-u X c d' e\n", lost),
        ("a <<E; b; [[ -d c ]]\nx\nE", "a <<E\nx\nE\n b [[ -d c ]]\n", lost),
        // A word, a command, or an order of its own is no lost separator.
        ("a <<E; b; c\nx\nE", "a <<E\nx\nE\n b d\n", None),
        ("a <<E; b; c\nx\nE", "a <<E\nx\nE\n b\n", None),
        ("a <<E; b; c; d\nx\nE", "a <<E\nx\nE\n b c; e\n", None),
        ("a <<E; b; c\nx\nE", "a <<E\nx\nE\n b -n c\n", None),
        ("a <<E; b\nx\nE", "a <<E\nx\nE\n b; c\n", None),
        // Without a heredoc none is lost.
        ("a; b; c", "a; b c\n", None),
    ] {
        check_pair(text, reprint, expected);
    }
}

#[test]
fn the_name_of_a_coprocess_is_no_word() {
    check_pair("coproc a b", "coproc COPROC a b\n", Some(Quirk::CoprocName));
    check_pair("coproc a b", "coproc COPROC a c\n", None);
    check_pair("a b", "a COPROC b\n", None);
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
    check_relation("declare -a x=( a # c\n\"b\"\n)", quirk(Quirk::ArrayLayout));
    check_relation("local x=( $a\n# c\n'b' )", quirk(Quirk::ArrayLayout));
    check_relation(">$(a) b $(c)", quirk(Quirk::MovedRedirect));
    check_relation("sh <<'E\nF'\na", quirk(Quirk::LineInDelimiter));
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
#[expect(clippy::print_stderr, reason = "the figures must be seen")]
fn check_corpus(file: &str, faults: usize) {
    let Some(bash) = bash() else { return };
    let commands = shared_commands(file);
    let mut engine = Engine::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut apart = Vec::new();
    let borrowed: Vec<&str> = commands.iter().map(String::as_str).collect();
    for (command, reprint) in borrowed.iter().zip(bash.reprint_all(&borrowed)) {
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
    if commands.is_empty() {
        return;
    }
    eprintln!("{file}: {counts:#?}");
    assert!(apart.len() <= faults, "{} of {}:\n{}", apart.len(), commands.len(), apart.join("\n"));
}

#[test]
fn on_agents_commands_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/agents.jsonl", 0);
}

/// One holds `$'\1'`, which bash prints doubled, beside `$'\x{65}'`, of which it makes another text than the engine.
#[test]
fn on_shell_test_suites_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/suites.jsonl", 1);
}

/// An apostrophe in a comment of an array is taken for a quote where the array is a word: `declare a=(b # isn't⏎"$c")`.
#[test]
fn on_scripts_from_documents_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/text.jsonl", 2);
}

/// Bash answers on every command from a public report, or it is said why not.
#[test]
fn on_commands_from_reports_text_and_reprint_come_to_the_same() {
    check_corpus("cases/cases.jsonl", 0);
}
