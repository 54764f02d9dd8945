//! Units of a command and the verdict on each, under policies as people write them.

use super::*;
use crate::Engine;

/// A policy from `pattern = action` lines.
fn policy(lines: &str) -> Policy {
    let rule = |line: &str| {
        let (pattern, action) = line.split_once('=').expect("pattern=action");
        let action = match action {
            "allow" => Action::Allow,
            "ask" => Action::Ask,
            _ => Action::Deny,
        };
        Rule::new(pattern, action)
    };
    Policy { rules: lines.split(", ").filter(|line| !line.is_empty()).map(rule).collect() }
}

fn judge(rules: &str, text: &str) -> Judgement {
    policy(rules).judge(text, &Engine::new().analyze(text))
}

/// Each unit with its action, in order.
#[track_caller]
fn check(rules: &str, text: &str, expected: &[(&str, Action)]) {
    let judged = judge(rules, text);
    let units: Vec<(&str, Action)> =
        judged.units.iter().map(|unit| (unit.text.as_str(), unit.action)).collect();
    assert_eq!(units, expected, "{text}");
    assert_eq!(Some(judged.action), expected.iter().map(|unit| unit.1).max(), "{text}");
    for unit in judged.units.iter().filter(|unit| unit.seen.is_some()) {
        assert_eq!(text.get(unit.span.range()), Some(unit.text.as_str()), "{text}");
    }
}

use Action::{Allow, Ask, Deny};

#[test]
fn a_denied_unit_is_named_and_vetoes_nothing_beside_it() {
    let rules = "*=allow, rm *=deny, git push *=ask";
    check(rules, "ls; rm x && cat y", &[("ls", Allow), ("rm x", Deny), ("cat y", Allow)]);
    check(rules, "git push | tail -1", &[("git push", Ask), ("tail -1", Allow)]);
    check(rules, "echo 'rm x; git push'", &[("echo 'rm x; git push'", Allow)]);
}

#[test]
fn the_last_matching_rule_decides_and_no_rule_asks() {
    check("*=ask, git *=ask, git status=allow", "git status", &[("git status", Allow)]);
    check("*=ask, git *=ask, git status=allow", "git status -s", &[("git status -s", Ask)]);
    check("git status=allow, git *=ask", "git status", &[("git status", Ask)]);
    check("", "ls", &[("ls", Ask)]);
}

#[test]
fn quotes_paths_wrappers_and_code_strings_hide_no_denied_program() {
    let rules = "*=allow, rm *=deny";
    check(rules, "r'm' x", &[("r'm' x", Deny)]);
    check(rules, "/bin/rm x", &[("/bin/rm x", Deny)]);
    check(rules, "command rm x", &[("command rm x", Deny)]);
    check(rules, "sh -c 'rm x'", &[("sh -c 'rm x'", Ask), ("rm x", Deny)]);
    check(rules, "> $(rm x)", &[("> $(rm x)", Allow), ("rm x", Deny)]);
    check(rules, "cat <<A | rm x\nb\nA", &[("cat", Allow), ("rm x", Deny)]);
}

#[test]
fn an_allow_on_a_wrapper_is_lifted_to_ask_and_a_deny_stays() {
    let rules = "*=allow, rm *=deny";
    check(rules, "timeout 5 ls", &[("timeout 5 ls", Ask)]);
    check(rules, "time ls", &[("time ls", Ask)]);
    check(rules, "sudo rm x", &[("sudo rm x", Deny)]);
    check(rules, "bash -c \"$X\"", &[("bash -c \"$X\"", Ask), ("bash -c \"$X\"", Ask)]);
}

#[test]
fn a_rule_for_a_runner_may_allow_what_it_runs_unless_a_later_one_objects() {
    check("*=ask, npx *=allow", "npx vitest run", &[("npx vitest run", Allow)]);
    check("*=ask, npx *=allow, vitest *=ask", "npx vitest run", &[("npx vitest run", Ask)]);
    check("rm *=deny, npx *=allow", "npx rm x", &[("npx rm x", Deny)]);
    check("*=allow, git push *=ask", "command git push", &[("command git push", Ask)]);
    check("*=ask, /opt/x *=allow", "/opt/x y", &[("/opt/x y", Allow)]);
}

#[test]
fn an_unknown_word_that_could_be_denied_asks() {
    let judged = judge("*=allow, rm *=deny", "$CMD x");
    assert_eq!((judged.action, judged.units[0].why), (Ask, Why::UnknownWord));
    assert!(judged.is_uncertain());
    check("*=allow, rm *=deny", "echo $X", &[("echo $X", Allow)]);
    assert!(!judge("*=allow, rm *=deny, ls *=ask", "$CMD x; ls").is_uncertain());
    assert!(!judge("*=allow", "ls").is_uncertain());
}

#[test]
fn lone_assignments_and_redirects_are_units_and_a_text_without_any_is_one() {
    check("ls=allow", "PATH=/x; ls", &[("PATH=/x", Ask), ("ls", Allow)]);
    check("ls=allow", "> f; ls", &[("> f", Ask), ("ls", Allow)]);
    check("ls=allow", "PATH=/x ls", &[("ls", Allow)]);
    check("", "# only words", &[("# only words", Ask)]);
    check("*=allow", "", &[("", Allow)]);
}

#[test]
fn what_cannot_be_read_is_never_allowed() {
    let judged = judge("*=allow", "if then");
    assert_eq!((judged.action, judged.unread.is_some()), (Ask, true));
    assert_eq!(judge("*=allow, rm *=deny", "rm (").action, Deny);
    let nul = policy("*=allow").judge("ls\0", &Engine::new().analyze("ls\0"));
    assert_eq!(nul.action, Ask);
    assert_eq!(policy("*=allow").judge("ls", &Engine::cold().analyze("ls")).action, Ask);
}

#[test]
fn the_permission_system_answers_by_the_first_of_the_most_restrictive() {
    let winning = |rules: &str, text: &str| {
        let judged = judge(rules, text);
        let (action, unit) = judged.winning();
        (action, unit.text.clone())
    };
    let rules = "*=ask, ls *=allow, rm *=deny";
    assert_eq!(winning(rules, "ls; a; b"), (Ask, "a".to_owned()));
    assert_eq!(winning(rules, "ls; a; rm x"), (Deny, "rm x".to_owned()));
    // It judges a wrapper by its text, and sees no code string.
    assert_eq!(winning("*=allow, rm *=deny", "timeout 5 rm x"), (Ask, "timeout 5 rm x".to_owned()));
    assert_eq!(winning("*=allow, rm *=deny", "sh -c 'rm x'"), (Ask, "sh -c 'rm x'".to_owned()));
}
