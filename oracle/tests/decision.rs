//! Facts become decisions: what fires, when the raw backstop stays, how several commits' messages meet.

use guarddiff_engine::analysis::{
    Analysis, Complexity, Context, Opaque, SimpleCommand, Status, Trust,
};
use guarddiff_engine::facts::{
    Answer, Check, Contained, Fact, Facts, Message, MessageFact, Splice, Unit, UnitVerdict,
};
use guarddiff_engine::policy::Action;
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Shape, Value, Word};
use guarddiff_oracle::decision::{
    Decision, Decisions, MessageDecision, SpliceDecision, decide, seed_rule_differs,
};

use crate::shared::{TRAILER, gate_policy};

pub(crate) fn answer(fact: Fact) -> Answer {
    Answer { fact, span: None }
}

pub(crate) fn no_facts() -> Facts {
    Facts {
        guard_relevant: Answer::NO,
        stages_and_commits: Answer::NO,
        no_verify: Answer::NO,
        messages: Vec::new(),
        hidden_commit: false,
        splice: Splice::Unchanged,
        units: Vec::new(),
    }
}

/// One command; a word `?` is unknown.
pub(crate) fn command(words: &[&str]) -> SimpleCommand {
    let word = |text: &&str| Word {
        value: match *text {
            "?" => Value::Unknown(Shape::anything()),
            text => Value::Literal(text.to_owned()),
        },
        span: Span::default(),
    };
    SimpleCommand {
        argv: words.iter().map(word).collect(),
        assignments: Vec::new(),
        redirects: Vec::new(),
        wrappers: Vec::new(),
        open_ended: false,
        context: Context::default(),
        span: Span::default(),
    }
}

pub(crate) fn parsed(commands: Vec<SimpleCommand>) -> Analysis {
    Analysis {
        status: Status::Parsed,
        trust: Trust::Agreed,
        complexity: Complexity::Complex,
        commands,
        opaque: Vec::new(),
        around: Vec::new(),
    }
}

fn decided(text: &str, analysis: &Analysis, facts: &Facts) -> Decisions {
    decide(text, analysis, Some(facts), &gate_policy(), TRAILER)
}

#[test]
fn yes_and_unknown_fire_and_no_does_not() {
    for (fact, fires) in [(Fact::Yes, true), (Fact::Unknown, true), (Fact::No, false)] {
        let facts = Facts {
            guard_relevant: answer(fact),
            stages_and_commits: answer(fact),
            no_verify: answer(fact),
            ..no_facts()
        };
        let decisions = decided("text", &parsed(Vec::new()), &facts);
        assert!(decisions[..3].iter().all(|decision| *decision == Decision::Fires(fires)));
    }
}

#[track_caller]
fn check_backstop(analysis: Analysis, facts: Facts, fires: bool) {
    let with = decided("x # --no-verify", &analysis, &facts);
    assert_eq!(with[Check::NoVerify as usize], Decision::Fires(fires));
    assert_eq!(seed_rule_differs("x # --no-verify", &analysis, &with), !fires);
    let without = decided("x # --no-veri", &analysis, &facts);
    assert_eq!(without[Check::NoVerify as usize], Decision::Fires(false), "the text lacks it");
    assert!(!seed_rule_differs("x # --no-veri", &analysis, &without));
}

#[test]
fn the_raw_backstop_stays_wherever_something_unknown_could_hide_a_commit_or_an_option() {
    let one = |words: &[&str]| parsed(vec![command(words)]);
    check_backstop(one(&["?", "x"]), no_facts(), true);
    check_backstop(one(&["git", "commit", "-m", "?"]), no_facts(), true);
    check_backstop(one(&["/usr/bin/git", "?"]), no_facts(), true);
    check_backstop(one(&["ls"]), Facts { hidden_commit: true, ..no_facts() }, true);
    let open = SimpleCommand { open_ended: true, ..command(&["git", "log"]) };
    check_backstop(parsed(vec![open]), no_facts(), true);
    let opaque = Opaque {
        interpreter: "perl".into(),
        text: Value::Literal("1".into()),
        span: Span::default(),
    };
    check_backstop(
        Analysis { opaque: vec![opaque], ..one(&["perl", "-e", "1"]) },
        no_facts(),
        true,
    );

    check_backstop(one(&["echo", "?"]), no_facts(), false);
    check_backstop(one(&["git", "commit", "-m", "x"]), no_facts(), false);
    check_backstop(one(&["gitk", "?"]), no_facts(), false);
    check_backstop(parsed(vec![command(&[])]), no_facts(), false);
    let open = SimpleCommand { open_ended: true, ..command(&["echo"]) };
    check_backstop(parsed(vec![open]), no_facts(), false);
}

#[test]
fn the_seeds_rule_differs_only_for_complex_commands() {
    let simple = Analysis { complexity: Complexity::Simple, ..parsed(vec![command(&["echo"])]) };
    let decisions = decided("echo --no-verify", &simple, &no_facts());
    assert!(!seed_rule_differs("echo --no-verify", &simple, &decisions));
}

#[track_caller]
fn check_message(messages: Vec<Message>, expected: MessageDecision) {
    let messages =
        messages.into_iter().map(|message| MessageFact { message, span: Span::default() });
    let facts = Facts { messages: messages.collect(), ..no_facts() };
    let decisions = decided("git commit", &parsed(Vec::new()), &facts);
    assert_eq!(decisions[Check::CommitMessage as usize], Decision::Message(expected));
}

#[test]
fn the_texts_of_all_commits_meet_in_order_and_doubt_wins() {
    let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
    let file = |path: &str| Message::File { path: path.to_owned(), contained: Contained::Yes };
    let a = || Message::Texts(texts(&["a", "b"]));
    check_message(vec![], MessageDecision::None);
    check_message(vec![Message::Editor], MessageDecision::None);
    check_message(vec![a()], MessageDecision::Texts(texts(&["a", "b"])));
    check_message(
        vec![a(), Message::Editor, Message::Stdin(Some("c".into()))],
        MessageDecision::Texts(texts(&["a", "b", "c"])),
    );
    check_message(vec![file("f"), Message::Editor, file("f")], MessageDecision::File("f".into()));
    check_message(vec![file("f"), file("g")], MessageDecision::Unknown);
    check_message(vec![a(), file("f")], MessageDecision::Unknown);
    for doubt in [Message::Stdin(None), Message::Reused, Message::Unknown] {
        check_message(vec![a(), doubt.clone()], MessageDecision::Unknown);
        check_message(vec![doubt], MessageDecision::Unknown);
    }
}

#[test]
fn a_hidden_commit_makes_the_message_unknown_whatever_the_others_say() {
    let message = Message::Texts(vec!["a".into()]);
    let facts = Facts {
        hidden_commit: true,
        messages: vec![MessageFact { message, span: Span::default() }],
        ..no_facts()
    };
    let decisions = decided("$X", &parsed(vec![command(&["?"])]), &facts);
    let expected = Decision::Message(MessageDecision::Unknown);
    assert_eq!(decisions[Check::CommitMessage as usize], expected);
}

#[test]
fn an_unknown_splice_is_no_command_to_run_and_a_unit_is_refused_at_its_worst() {
    let unit =
        |verdict, start| Unit { text: "x".into(), verdict, span: Span::new(start, start + 1) };
    let facts = Facts {
        splice: Splice::Unknown("half done".into()),
        units: vec![
            unit(UnitVerdict::Firm(Action::Allow), 0),
            unit(UnitVerdict::AtWorst(Action::Deny), 1),
            unit(UnitVerdict::AtWorst(Action::Ask), 2),
            unit(UnitVerdict::Firm(Action::Deny), 3),
        ],
        ..no_facts()
    };
    let decisions = decided("text", &parsed(Vec::new()), &facts);
    assert_eq!(decisions[Check::TrailerSplice as usize], Decision::Splice(SpliceDecision::Unknown));
    let Decision::Units(units) = &decisions[Check::UnitVerdicts as usize] else { panic!() };
    let denied: Vec<bool> = units.iter().map(|unit| unit.denied).collect();
    assert_eq!(denied, [false, true, false, true]);
}
