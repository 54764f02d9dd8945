//! Laws of the authorizer, over commands and policies that nobody wrote down.

use guarddiff_corpus::transcripts::evidence::{Call, Header};
use guarddiff_engine::Engine;
use guarddiff_engine::policy::{Action, Policy, Rule};
use guarddiff_reports::authorize::Evidence;
use guarddiff_reports::authorize::answer::Verdict;
use guarddiff_reports::authorize::permission::Outcome;
use guarddiff_reports::authorize::replay::Host;
use proptest::prelude::*;

use super::{World, policy};

/// How the call comes out in a session of its own.
fn outcome(policy: &Policy, full: &str, unit: Option<&str>) -> Outcome {
    let mut host = Host::new(policy, Evidence::Session);
    host.begin(&Header { id: "s".to_owned(), version: 3, cwd: None });
    let call = Call {
        id: Some("c".to_owned()),
        entry: None,
        time: None,
        line: 1,
        nth: 1,
        text: Some(full.to_owned()),
        command: Ok(full.to_owned()),
    };
    host.call(&call, unit).1
}

fn wrapper() -> impl Strategy<Value = String> {
    prop_oneof![
        "timeout[ \t]{1,3}[1-9][0-9]{0,2}(\\.[0-9]{1,2})?[smhd]?[ \t]{1,2}",
        "time[ \t]{1,2}",
    ]
}

fn program() -> impl Strategy<Value = String> {
    prop_oneof![
        "(pnpm|make|cargo|kiln) [a-z]{1,6}( --[a-z]{1,4})?",
        Just("echo 'a; rm b' \"$HOME\"".to_owned()),
        Just("é \"ü\" $'\\x41'".to_owned()),
        Just("echo '$&' '$1'".to_owned()),
    ]
}

fn sibling() -> impl Strategy<Value = String> {
    prop_oneof![
        "(cd|ls|echo) [a-z]{1,5}",
        Just("( ls; pwd )".to_owned()),
        Just("for i in 1 2; do ls; done".to_owned()),
        Just("echo \"$(date)\" > f".to_owned()),
        Just("A=1".to_owned()),
    ]
}

fn join() -> impl Strategy<Value = &'static str> {
    prop_oneof![Just(" && "), Just("; "), Just(" || "), Just(" | "), Just("\n"), Just(" & ")]
}

/// Text that looks like shell and rarely is harmless.
fn shellish() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("rm x"),
        Just("ls"),
        Just(" "),
        Just("; "),
        Just(" && "),
        Just("|"),
        Just("'"),
        Just("\""),
        Just("$("),
        Just(")"),
        Just("`"),
        Just("sh -c "),
        Just("timeout 5 "),
        Just("time "),
        Just("env "),
        Just("A=1 "),
        Just("# "),
        Just("<<E\n"),
        Just("\nE\n"),
        Just("$X"),
        Just("{ "),
        Just("; }"),
        Just("! "),
        Just("\\"),
        Just("nice "),
        Just("> f"),
        Just("npx "),
        Just("eval "),
    ];
    proptest::collection::vec(piece, 1..8).prop_map(|pieces| pieces.concat())
}

fn rules() -> impl Strategy<Value = Policy> {
    let pattern = prop_oneof![
        Just("*"),
        Just("rm *"),
        Just("ls"),
        Just("ls *"),
        Just("timeout *"),
        Just("time *"),
        Just("sh *"),
        Just("npx *"),
        Just("r*"),
        Just("*x"),
        Just("A=*"),
        Just("env *"),
    ];
    let action = prop_oneof![Just(Action::Allow), Just(Action::Ask), Just(Action::Deny)];
    let rule = (pattern, action)
        .prop_map(|(pattern, action)| Rule { pattern: pattern.to_owned(), action });
    proptest::collection::vec(rule, 0..5).prop_map(|rules| Policy { rules })
}

#[test]
fn a_text_of_very_many_units_is_answered() {
    let policy = policy("*=allow, rm *=deny");
    let many = |text: &str| outcome(&policy, &text.repeat(3_000), None).reason();
    assert_eq!(many("timeout 5 rm x; "), "unit-repeated");
    assert_eq!(many("time echo $(rm x); "), "policy-denies");
    assert_eq!(many("timeout 5 r'm' x; "), "unit-repeated");
    assert_eq!(many("echo $(rm x); "), "policy-denies");
    assert_eq!(many("ls; "), "policy-allows");
}

proptest! {
    #[test]
    fn unwrapping_changes_nothing_but_the_wrappers_own_bytes(
        before in proptest::option::of((sibling(), join())),
        wrapper in wrapper(),
        program in program(),
        after in proptest::option::of((join(), sibling())),
    ) {
        let before = before.map_or(String::new(), |(text, join)| format!("{text}{join}"));
        let after = after.map_or(String::new(), |(join, text)| format!("{join}{text}"));
        let unit = format!("{wrapper}{program}");
        let full = format!("{before}{unit}{after}");
        let (answer, asked) = World::new(&full, &unit).ask();
        let expected = format!("{before}{program}{after}");
        prop_assert_eq!(answer.reason.name(), "inner-allow", "{}", &full);
        prop_assert_eq!(answer.trace.unwrapped.as_deref(), Some(expected.as_str()));
        prop_assert_eq!(&asked[0].0, &expected);
    }

    #[test]
    fn a_sibling_that_is_denied_is_denied_in_every_position(
        wrapper in wrapper(),
        join in join(),
        other in sibling(),
        denied in prop_oneof![
            Just("rm x"), Just("r'm' x"), Just("( rm x )"), Just("echo $(rm x)"), Just("echo `rm x`"),
            Just("> $(rm x)"), Just("sh -c 'rm x'"), Just("if ls; then rm x; fi"), Just("/bin/rm x"),
            Just("cat <(rm x)"), Just("nice rm x"), Just("f() { rm x; }"), Just("! rm x"), Just("A=1 rm x"),
        ],
        place in 0..4usize,
    ) {
        // Bash refuses a `!` behind a pipe.
        prop_assume!(!(denied.starts_with('!') && join == " | "));
        let unit = format!("{wrapper}pnpm test");
        let mut parts = vec![other, unit.clone(), "ls".to_owned()];
        parts.insert(place, denied.to_owned());
        let full = parts.join(join);
        let policy = policy("*=allow, rm *=deny");
        let (answer, _) = World::new(&full, &unit).judged_by("*=allow, rm *=deny");
        prop_assert_eq!(answer.reason.name(), "inner-deny", "{}", &full);
        prop_assert_eq!(outcome(&policy, &full, None).verdict(), Verdict::Deny, "{}", &full);
    }

    #[test]
    fn adding_a_wrapper_never_turns_a_deny_into_an_allow(
        policy in rules(),
        wrapper in wrapper(),
        text in shellish(),
        before in proptest::option::of((sibling(), join())),
    ) {
        let before = before.map_or(String::new(), |(text, join)| format!("{text}{join}"));
        let bare = format!("{before}{text}");
        let wrapped = format!("{before}{wrapper}{text}");
        let judged = policy.judge(&bare, &Engine::new().analyze(&bare));
        let outcome = outcome(&policy, &wrapped, None);
        if judged.action == Action::Deny {
            prop_assert!(!outcome.is_release(), "{:?} {}", policy, wrapped);
        }
        // What is released is what the policy allows without the wrapper.
        if outcome.is_release() {
            let unwrapped = outcome.answer().and_then(|answer| answer.trace.unwrapped.clone()).unwrap();
            let judged = policy.judge(&unwrapped, &Engine::new().analyze(&unwrapped));
            prop_assert_eq!(judged.action, Action::Allow, "{}", wrapped);
        }
    }

    #[test]
    fn two_occurrences_always_defer(
        wrapper in wrapper(),
        join in join(),
        again in prop_oneof![
            Just("echo 'UNIT'"), Just("echo \"UNIT\""), Just("UNIT"), Just("UNIT -v"), Just("ls # UNIT"),
            Just("cat <<E\nUNIT\nE\n"), Just("sh -c 'UNIT'"), Just("$(UNIT)"), Just("echo UNIT"), Just("xUNIT"),
        ],
        first in any::<bool>(),
    ) {
        let unit = format!("{wrapper}pnpm test");
        let again = again.replace("UNIT", &unit);
        let comment = again.contains('#') || again.ends_with('\n');
        let full = if first && !comment {
            format!("{again}{join}{unit}")
        } else {
            format!("{unit}{join}{again}")
        };
        for evidence in [Evidence::Session, Evidence::Payload] {
            let (answer, asked) = World { evidence, ..World::new(&full, &unit) }.ask();
            prop_assert_eq!(answer.verdict, Verdict::Defer, "{}", &full);
            prop_assert_eq!(answer.reason.name(), "unit-repeated", "{}", &full);
            prop_assert!(asked.is_empty());
        }
    }

    #[test]
    fn any_text_as_command_unit_and_request_is_answered(
        full in shellish(), unit in shellish(), policy in rules(),
    ) {
        let outcome = outcome(&policy, &full, Some(&unit));
        if outcome.is_release() {
            prop_assert!(full.contains(&unit));
        }
    }
}
