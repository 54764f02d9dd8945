//! Which pairs of decisions part, and which way.

use guarddiff_engine::facts::{Check, Fact, Facts, Splice};
use guarddiff_engine::span::Span;
use guarddiff_oracle::compare::{Outcome, compare};
use guarddiff_oracle::decision::{
    Decision, Decisions, MessageDecision, SpliceDecision, UnitDecision,
};
use guarddiff_oracle::divergence::Direction::{self, Changed, Narrowed, Widened};

use crate::decision::{answer, no_facts};
use crate::shared::gate_policy;

fn silent() -> Decisions {
    [
        Decision::Fires(false),
        Decision::Fires(false),
        Decision::Fires(false),
        Decision::Message(MessageDecision::None),
        Decision::Splice(SpliceDecision::Unchanged),
        Decision::Units(Vec::new()),
    ]
}

#[track_caller]
fn check(check: Check, ours: Decision, theirs: Decision, expected: Option<Direction>) {
    let (mut structural, mut legacy) = (silent(), silent());
    structural[check as usize] = ours;
    legacy[check as usize] = theirs;
    let found = compare("text", &structural, &legacy, Some(&no_facts()), &gate_policy());
    let directions: Vec<_> = found.iter().map(|found| (found.check, found.direction)).collect();
    let expected: Vec<_> = expected.into_iter().map(|direction| (check, direction)).collect();
    assert_eq!(directions, expected);
}

#[test]
fn yes_no_checks_part_when_one_fires_and_the_other_does_not() {
    for yes_no in [Check::GuardRelevant, Check::StagesAndCommits, Check::NoVerify] {
        check(yes_no, Decision::Fires(true), Decision::Fires(true), None);
        check(yes_no, Decision::Fires(false), Decision::Fires(false), None);
        check(yes_no, Decision::Fires(false), Decision::Fires(true), Some(Narrowed));
        check(yes_no, Decision::Fires(true), Decision::Fires(false), Some(Widened));
    }
}

#[test]
fn an_unknown_message_agrees_beside_a_firing_matcher_and_widens_beside_a_silent_one() {
    let texts = |text: &str| Decision::Message(MessageDecision::Texts(vec![text.to_owned()]));
    let file = |path: &str| Decision::Message(MessageDecision::File(path.to_owned()));
    let (none, unknown) =
        (Decision::Message(MessageDecision::None), Decision::Message(MessageDecision::Unknown));
    for (ours, theirs, expected) in [
        (texts("a"), texts("a"), None),
        (texts("a"), texts("b"), Some(Changed)),
        (texts("a"), file("a"), Some(Changed)),
        (none.clone(), texts("a"), Some(Narrowed)),
        (texts("a"), none.clone(), Some(Widened)),
        (unknown.clone(), texts("a"), None),
        (unknown.clone(), file("a"), None),
        (unknown, none, Some(Widened)),
    ] {
        check(Check::CommitMessage, ours, theirs, expected);
    }
}

#[test]
fn an_unchanged_command_is_silence_of_the_splice() {
    let spliced = |text: &str| Decision::Splice(SpliceDecision::Spliced(text.to_owned()));
    let unchanged = Decision::Splice(SpliceDecision::Unchanged);
    let unknown = Decision::Splice(SpliceDecision::Unknown);
    for (ours, theirs, expected) in [
        (spliced("a"), spliced("a"), None),
        (spliced("a"), spliced("b"), Some(Changed)),
        (unchanged.clone(), spliced("a"), Some(Narrowed)),
        (spliced("a"), unchanged.clone(), Some(Widened)),
        (unknown.clone(), spliced("a"), None),
        (unknown, unchanged, Some(Widened)),
    ] {
        check(Check::TrailerSplice, ours, theirs, expected);
    }
}

#[test]
fn a_veto_that_structure_does_not_spread_is_a_divergence() {
    let units = |denied: &[bool]| {
        let unit = |(at, &denied)| UnitDecision { span: Span::new(at, at + 1), denied };
        Decision::Units(denied.iter().enumerate().map(unit).collect())
    };
    for (ours, theirs, expected) in [
        (units(&[false, false]), units(&[false]), None),
        (units(&[true, true]), units(&[true]), None),
        (units(&[false]), units(&[true, true]), Some(Narrowed)),
        (units(&[]), units(&[true]), Some(Narrowed)),
        (units(&[true, false]), units(&[true, true]), Some(Narrowed)),
        (units(&[true, false]), units(&[false, false]), Some(Widened)),
    ] {
        check(Check::UnitVerdicts, ours, theirs, expected);
    }
}

#[test]
fn a_divergence_says_whether_the_fact_was_unknown_and_where_it_was_decided() {
    let mut structural = silent();
    structural[0] = Decision::Fires(true);
    let mut relevant = answer(Fact::Unknown);
    relevant.span = Some(Span::new(0, 2));
    let facts = Facts { guard_relevant: relevant, ..no_facts() };
    let found = compare("$X y", &structural, &silent(), Some(&facts), &gate_policy());
    assert!(found[0].unknown);
    assert_eq!(found[0].span, Some(Span::new(0, 2)));

    let mut legacy = silent();
    legacy[0] = Decision::Fires(true);
    let found = compare("echo git", &silent(), &legacy, Some(&no_facts()), &gate_policy());
    assert!(!found[0].unknown);
    assert_eq!(found[0].span, Some(Span::new(5, 8)), "the text matcher's match");
}

#[test]
fn agreement_is_counted_by_what_structure_knew() {
    let facts = Facts {
        no_verify: answer(Fact::Unknown),
        splice: Splice::Unknown(String::new()),
        ..no_facts()
    };
    assert_eq!(Outcome::of_agreement(Check::GuardRelevant, Some(&facts)), Outcome::Agree);
    assert_eq!(Outcome::of_agreement(Check::NoVerify, Some(&facts)), Outcome::Unknown);
    assert_eq!(Outcome::of_agreement(Check::TrailerSplice, Some(&facts)), Outcome::Unknown);
    assert_eq!(Outcome::of_agreement(Check::NoVerify, None), Outcome::Unavailable);
}
