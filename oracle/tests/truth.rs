//! Planted truth against answers: each way to be wrong is found, and being right is no failure.

use guarddiff_corpus::planted::{Planted, PlantedMessages, PlantedUnit, Truth};
use guarddiff_engine::facts::{
    Check, Fact, Facts, Message, MessageFact, Splice, Unit, UnitVerdict,
};
use guarddiff_engine::policy::Action;
use guarddiff_engine::span::Span;
use guarddiff_oracle::decision::{Decision, decide, legacy_decisions};
use guarddiff_oracle::truth::{Fault, against_planted};

use crate::decision::{answer, no_facts, parsed};
use crate::shared::{TRAILER, gate_policy};

fn nothing() -> Planted {
    Planted {
        readable: true,
        guard_relevant: Truth::known(false),
        stages_and_commits: Truth::known(false),
        no_verify: Truth::known(false),
        messages: Some(PlantedMessages::known(&[])),
        splice: None,
        units: None,
        runs: None,
    }
}

#[track_caller]
fn check(text: &str, facts: Option<&Facts>, planted: &Planted, expected: &[(Check, Fault)]) {
    let policy = gate_policy();
    let decisions = decide(text, &parsed(Vec::new()), facts, &policy, TRAILER);
    let legacy = legacy_decisions(text, &policy, TRAILER);
    let found = against_planted(text, facts, &decisions, &legacy, planted);
    let found: Vec<_> = found.iter().map(|failure| (failure.check, failure.fault)).collect();
    assert_eq!(found, expected);
}

#[test]
fn right_answers_are_no_failure() {
    check("ls", Some(&no_facts()), &nothing(), &[]);
    let yes = Facts { guard_relevant: answer(Fact::Yes), ..no_facts() };
    check("git log", Some(&yes), &Planted { guard_relevant: Truth::known(true), ..nothing() }, &[]);
}

#[test]
fn a_wrong_no_where_text_fires_is_also_a_miss_that_nothing_excuses() {
    let planted = Planted { guard_relevant: Truth::known(true), ..nothing() };
    let both = [(Check::GuardRelevant, Fault::WrongNo), (Check::GuardRelevant, Fault::Missed)];
    check("git log", Some(&no_facts()), &planted, &both);
    check("g\\it log", Some(&no_facts()), &planted, &both[..1]);
}

#[test]
fn a_silent_decision_is_a_miss_even_when_the_fact_is_right() {
    let facts = Facts { guard_relevant: answer(Fact::Yes), ..no_facts() };
    let policy = gate_policy();
    let legacy = legacy_decisions("git log", &policy, TRAILER);
    let mut decisions = legacy.clone();
    decisions[0] = Decision::Fires(false);
    let planted = Planted { guard_relevant: Truth::known(true), ..nothing() };
    let found = against_planted("git log", Some(&facts), &decisions, &legacy, &planted);
    let found: Vec<_> = found.iter().map(|failure| (failure.check, failure.fault)).collect();
    assert_eq!(found, [(Check::GuardRelevant, Fault::Missed)]);
}

#[test]
fn a_yes_or_a_no_is_wrong_even_where_the_text_does_not_decide() {
    let open = |holds| Truth { holds, knowable: false };
    let yes = Facts { no_verify: answer(Fact::Yes), ..no_facts() };
    let planted = Planted { no_verify: open(false), ..nothing() };
    check("x", Some(&yes), &planted, &[(Check::NoVerify, Fault::WrongYes)]);
    let planted = Planted { no_verify: open(true), ..nothing() };
    check("x", Some(&no_facts()), &planted, &[(Check::NoVerify, Fault::WrongNo)]);
    let unknown = Facts { no_verify: answer(Fact::Unknown), ..no_facts() };
    check("x", Some(&unknown), &planted, &[]);
}

#[test]
fn doubt_about_a_knowable_fact_is_a_failure() {
    let unknown = Facts { no_verify: answer(Fact::Unknown), ..no_facts() };
    check("x", Some(&unknown), &nothing(), &[(Check::NoVerify, Fault::NotKnown)]);
    let every = [
        (Check::GuardRelevant, Fault::NotRead),
        (Check::StagesAndCommits, Fault::NotRead),
        (Check::NoVerify, Fault::NotRead),
        (Check::CommitMessage, Fault::NotRead),
    ];
    check("x", None, &nothing(), &every);
    check("x", None, &Planted { readable: false, ..nothing() }, &[]);
}

#[test]
fn messages_must_be_the_planted_ones() {
    let with = |message| Facts {
        messages: vec![MessageFact { message, span: Span::default() }],
        ..no_facts()
    };
    let texts = |text: &str| with(Message::Texts(vec![text.to_owned()]));
    let wanted = Planted { messages: Some(PlantedMessages::known(&["a"])), ..nothing() };
    let fault = |fault| [(Check::CommitMessage, fault)];
    check("x", Some(&texts("a")), &wanted, &[]);
    check("x", Some(&texts("b")), &wanted, &fault(Fault::WrongValue));
    check("x", Some(&no_facts()), &wanted, &fault(Fault::WrongValue));
    check("x", Some(&with(Message::Unknown)), &wanted, &fault(Fault::NotKnown));
    let open = Planted { messages: None, ..nothing() };
    check("x", Some(&with(Message::Unknown)), &open, &[]);
    check("x", Some(&texts("guess")), &open, &fault(Fault::WrongValue));
}

#[test]
fn splices_and_units_must_be_the_planted_ones() {
    let splice = |splice| Facts { splice, ..no_facts() };
    let planted = Planted { splice: Some("x".to_owned()), ..nothing() };
    let fault = |fault| [(Check::TrailerSplice, fault)];
    check("x", Some(&splice(Splice::Unchanged)), &planted, &[]);
    check("x", Some(&splice(Splice::Spliced("x y".into()))), &planted, &fault(Fault::WrongValue));
    check("x", Some(&splice(Splice::Unknown("x".into()))), &planted, &fault(Fault::NotKnown));

    let units = |text: &str, verdict| Facts {
        units: vec![Unit { text: text.into(), verdict, span: Span::default() }],
        ..no_facts()
    };
    let wanted = PlantedUnit { text: "rm x".to_owned(), denied: true };
    let planted = Planted { units: Some(vec![wanted]), ..nothing() };
    let fault = |fault| [(Check::UnitVerdicts, fault)];
    let deny = UnitVerdict::Firm(Action::Deny);
    check("x", Some(&units("rm x", deny)), &planted, &[]);
    check("x", Some(&units("rm", deny)), &planted, &fault(Fault::WrongValue));
    let allow = UnitVerdict::Firm(Action::Allow);
    check("x", Some(&units("rm x", allow)), &planted, &fault(Fault::WrongValue));
    let doubt = UnitVerdict::AtWorst(Action::Deny);
    check("x", Some(&units("rm x", doubt)), &planted, &fault(Fault::NotKnown));
    check("x", Some(&no_facts()), &planted, &fault(Fault::WrongValue));
}
