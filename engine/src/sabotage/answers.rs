//! Faults of the checks: a right reading, and wrong answers about it.

use super::At::Answers;
use super::Fault;
use crate::facts::{Answer, Fact, Message, Splice, UnitVerdict};
use crate::policy::Action;

pub(super) static FAULTS: &[Fault] = &[
    Fault::new(
        "unknown-flag-is-no-flag",
        "a flag that an unknown word may hold is a firm No",
        Answers(|_, facts| {
            if facts.no_verify.fact == Fact::Unknown {
                facts.no_verify = Answer::NO;
            }
        }),
    ),
    Fault::new(
        "every-commit-skips-hooks",
        "no-verify holds of every commit",
        Answers(|_, facts| {
            if !facts.messages.is_empty() {
                facts.no_verify.fact = Fact::Yes;
            }
        }),
    ),
    Fault::new(
        "commit-alone-stages",
        "a commit counts as a stage, too",
        Answers(|_, facts| {
            if !facts.messages.is_empty() {
                facts.stages_and_commits.fact = Fact::Yes;
            }
        }),
    ),
    Fault::new(
        "never-relevant",
        "nothing is git",
        Answers(|_, facts| facts.guard_relevant = Answer::NO),
    ),
    Fault::new(
        "first-message-only",
        "of several `-m` the first one is the message",
        Answers(|_, facts| {
            for commit in &mut facts.messages {
                if let Message::Texts(texts) = &mut commit.message {
                    texts.truncate(1);
                }
            }
        }),
    ),
    Fault::new(
        "messages-reversed",
        "several `-m` are read from the last to the first",
        Answers(|_, facts| {
            for commit in &mut facts.messages {
                if let Message::Texts(texts) = &mut commit.message {
                    texts.reverse();
                }
            }
        }),
    ),
    Fault::new(
        "message-file-is-editor",
        "`-F FILE` is not seen",
        Answers(|_, facts| {
            for commit in &mut facts.messages {
                if matches!(commit.message, Message::File { .. }) {
                    commit.message = Message::Editor;
                }
            }
        }),
    ),
    Fault::new(
        "message-on-stdin-lost",
        "`-F -` reads nothing",
        Answers(|_, facts| {
            for commit in &mut facts.messages {
                if let Message::Stdin(text) = &mut commit.message {
                    *text = None;
                }
            }
        }),
    ),
    Fault::new(
        "splice-does-nothing",
        "no trailer is added",
        Answers(|_, facts| facts.splice = Splice::Unchanged),
    ),
    Fault::new(
        "splice-at-the-end",
        "the trailer is added behind the whole text",
        Answers(|command, facts| {
            if let Splice::Spliced(text) = &facts.splice {
                let kept = common(command, text);
                let added = &text[kept..text.len() - (command.len() - kept)];
                facts.splice = Splice::Spliced(format!("{command}{added}"));
            }
        }),
    ),
    Fault::new(
        "hidden-commits-forgotten",
        "a commit that may hide is none",
        Answers(|_, facts| {
            facts.hidden_commit = false;
            if let Splice::Unknown(text) = &facts.splice {
                facts.splice = Splice::Spliced(text.clone());
            }
        }),
    ),
    Fault::new("last-unit-lost", "the last unit is lost", Answers(|_, f| drop(f.units.pop()))),
    Fault::new(
        "units-veto-each-other",
        "one denied unit denies all",
        Answers(|_, facts| {
            let deny = UnitVerdict::Firm(Action::Deny);
            if facts.units.iter().any(|unit| unit.verdict == deny) {
                facts.units.iter_mut().for_each(|unit| unit.verdict = deny);
            }
        }),
    ),
    Fault::new(
        "units-all-allowed",
        "the policy denies nothing",
        Answers(|_, facts| {
            let allow = UnitVerdict::Firm(Action::Allow);
            facts.units.iter_mut().for_each(|unit| unit.verdict = allow);
        }),
    ),
];

/// How many bytes both texts begin with, up to a character of both.
fn common(one: &str, other: &str) -> usize {
    let same = one.char_indices().zip(other.chars()).take_while(|((_, a), b)| a == b);
    same.map(|((at, a), _)| at + a.len_utf8()).last().unwrap_or(0)
}
