//! Text and reprint, read by the engine: the same commands, or what bash is known to print wrong.

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Reason;
use guarddiff_oracle::agreement::{Outcome, YES_NO, agreement};
use guarddiff_oracle::bash::{Doubt, Quirk, Relation, Reprint, same_commands};

use super::bash;
use crate::shared::{shared_commands, shared_lines};

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
        "declare -a x=( a # isn't\n\"$b\"\n)",
        "local x=( $a\n# c\n'b' )",
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
    check_pair("coproc e=x", "coproc COPROC e=x\n", Some(Quirk::CoprocName));
    check_pair("coproc e=x", "coproc COPROC e=y\n", None);
    check_pair("a b", "a COPROC b\n", None);
}

#[test]
fn what_bash_prints_wrong_is_recognised_and_is_no_agreement() {
    let quirk = |quirk| Relation::Inconclusive(Doubt::Quirk(quirk));
    check_relation("if a; then b <<A\nx\nA\nc\nd; fi", quirk(Quirk::LostSeparator));
    check_relation("a <<E; b; c\nx\nE", quirk(Quirk::LostSeparator));
    check_relation("{\nif a <<E\nx\nE\nthen\nb\nc\ne\nfi\nd\n}", quirk(Quirk::LateBody));
    check_relation("echo 'a\u{1}b'", quirk(Quirk::ControlCharacter));
    check_relation("echo a\u{7f}", quirk(Quirk::ControlCharacter));
    check_relation("echo $'\\u00e9\\U0001f600'", quirk(Quirk::Unicode));
    check_relation("coproc git push", quirk(Quirk::CoprocName));
    check_relation("time -- a", quirk(Quirk::TimeOption));
    check_relation("time -p time a", quirk(Quirk::TimeOption));
    check_relation("a << -1; b\nx\n-1", quirk(Quirk::DashDelimiter));
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

/// Holds the commands of a list against bash's parse. At most `unavailable` of those that bash reads may be out of the
/// engine's reach; none may be read otherwise than bash reads it.
#[track_caller]
#[expect(clippy::print_stderr, reason = "the figures must be seen")]
fn check_list(list: &str, commands: &[String], unavailable: usize) {
    let Some(bash) = bash() else { return };
    let borrowed: Vec<&str> = commands.iter().map(String::as_str).collect();
    let found = agreement(&bash, &mut Engine::new(), &borrowed);
    eprintln!(
        "{list}: {} commands, {:?}, {:?}",
        found.commands, found.outcomes, found.inconclusive
    );
    let apart = |outcome| {
        let these = found.apart.iter().filter(|apart| apart.outcome == outcome);
        these.map(|apart| format!("{:?}\n    {}", apart.command, apart.detail)).collect::<Vec<_>>()
    };
    for outcome in [Outcome::Different, Outcome::RefusedByBash] {
        assert!(apart(outcome).is_empty(), "{}:\n{}", outcome.name(), apart(outcome).join("\n"));
    }
    let given_up = apart(Outcome::Unavailable);
    assert!(given_up.len() <= unavailable, "{}", given_up.join("\n"));
    for (check, answers) in YES_NO.into_iter().zip(found.checks) {
        assert_eq!(answers.fires_against_bash, 0, "{}", check.name());
    }
}

/// The inputs of a JSON Lines file whose lines hold `input`.
fn inputs(file: &str) -> Vec<String> {
    let input = |line: &String| -> Option<String> {
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get("input")?.as_str()?.to_owned())
    };
    shared_lines(file).iter().filter_map(input).collect()
}

/// The commands of the table in which parsers are compared: newline, tab and pipe are spelled by signs there.
fn compared() -> Vec<String> {
    let row = |line: &String| -> Option<String> {
        let mut cells = line.strip_prefix("| ")?.split(" | ");
        cells.next()?.parse::<u32>().ok()?;
        let cell = cells.next()?.strip_prefix('`')?.strip_suffix('`')?;
        Some(cell.replace('⏎', "\n").replace('⇥', "\t").replace('¦', "|"))
    };
    let lines = shared_lines("research/peers.md");
    let table = lines.iter().skip_while(|line| !line.starts_with("## 5."));
    table.take_while(|line| !line.starts_with("## 6.")).filter_map(row).collect()
}

#[test]
fn on_inputs_where_the_tree_and_bash_part_no_command_is_lost_or_made_up() {
    check_list("divergences", &inputs("research/ts-bash-0.25.1-divergences.jsonl"), 0);
}

#[test]
fn on_inputs_that_a_permission_system_was_measured_with_no_command_is_lost_or_made_up() {
    check_list("units", &inputs("research/gotgenes-20.7.3-units.jsonl"), 0);
}

#[test]
fn on_commands_that_parsers_are_compared_by_no_command_is_lost_or_made_up() {
    let commands = compared();
    assert!(commands.is_empty() || commands.len() >= 84, "{}", commands.len());
    check_list("parsers", &commands, 0);
}

#[track_caller]
fn check_corpus(file: &str) {
    check_list(file, &shared_commands(file), 0);
}

#[test]
fn on_agents_commands_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/agents.jsonl");
}

#[test]
fn on_shell_test_suites_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/suites.jsonl");
}

#[test]
fn on_scripts_from_documents_text_and_reprint_come_to_the_same() {
    check_corpus("corpora/commands/text.jsonl");
}

#[test]
fn on_commands_from_reports_text_and_reprint_come_to_the_same() {
    check_corpus("cases/cases.jsonl");
}
