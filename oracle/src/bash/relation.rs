//! The relation between a command and bash's reprint of it: read by the engine, both must come to the same commands.
//! It asks no bash; a print that cannot be a judge is said to be none.

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, Reason, SimpleCommand, Status};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Fact, Facts};
use guarddiff_engine::word::{Value, Word};

use super::quirk::{self, Quirk};

/// How the commands of a text and those of its reprint compare.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Relation {
    /// The same commands in the same order, and the same yes/no facts.
    Same,
    /// They part: an engine failure, since bash is the judge.
    Different {
        /// The first command of the text, or fact, that the reprint doesn't have.
        ours: String,
        /// What the reprint has in its place.
        bash: String,
    },
    /// The reprint is no judge here.
    Inconclusive(Doubt),
}

/// Why a reprint does not judge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Doubt {
    /// The engine cannot read the text, which bash can.
    Ours(Reason),
    /// The engine cannot read the reprint.
    Reprint(Reason),
    /// The print is known to say something else than the text.
    Quirk(Quirk),
}

impl Doubt {
    /// The words that reports count it by.
    pub fn name(self) -> String {
        match self {
            Doubt::Ours(reason) => format!("text not read: {}", reason.name()),
            Doubt::Reprint(reason) => format!("reprint not read: {}", reason.name()),
            Doubt::Quirk(quirk) => format!("quirk: {}", quirk.name()),
        }
    }
}

/// A text and what an engine reads in it.
#[derive(Clone, Copy, Debug)]
pub struct Reading<'a> {
    /// The text.
    pub text: &'a str,
    /// The structure.
    pub analysis: &'a Analysis,
    /// The answers to the checks; none when the analysis is unavailable.
    pub facts: Option<&'a Facts>,
}

/// Compares what an engine reads in a command with what it reads in bash's reprint of that command.
///
/// The commands must be the same in number and order: their words, with an unknown value as a wildcard between what
/// is certain of it, and their wrappers. So must the three yes/no facts.
pub fn relation(ours: Reading<'_>, bash: Reading<'_>) -> Relation {
    if let Status::Unavailable(reason) = ours.analysis.status {
        return Relation::Inconclusive(Doubt::Ours(reason));
    }
    if let Status::Unavailable(reason) = bash.analysis.status {
        return Relation::Inconclusive(Doubt::Reprint(reason));
    }
    let Some((ours_spelled, bash_spelled)) = first_difference(ours, bash) else {
        return Relation::Same;
    };
    match quirk::explain(ours, bash) {
        Some(quirk) => Relation::Inconclusive(Doubt::Quirk(quirk)),
        None => Relation::Different { ours: ours_spelled, bash: bash_spelled },
    }
}

/// The relation under an engine of its own.
pub fn same_commands(engine: &mut Engine, command: &str, reprint: &str) -> Relation {
    let settings = Settings::default();
    let ours = engine.analyze(command);
    let bash = engine.analyze(reprint);
    let our_facts = checks::facts(command, &ours, &settings);
    let bash_facts = checks::facts(reprint, &bash, &settings);
    relation(
        Reading { text: command, analysis: &ours, facts: our_facts.as_ref() },
        Reading { text: reprint, analysis: &bash, facts: bash_facts.as_ref() },
    )
}

fn first_difference(ours: Reading<'_>, bash: Reading<'_>) -> Option<(String, String)> {
    let spelled = |command: Option<&SimpleCommand>| command.map_or("nothing".to_owned(), spell);
    let (our_commands, bash_commands) = (&ours.analysis.commands, &bash.analysis.commands);
    for at in 0..our_commands.len().max(bash_commands.len()) {
        let (ours, bash) = (our_commands.get(at), bash_commands.get(at));
        if !ours.zip(bash).is_some_and(|(ours, bash)| same(ours, bash)) {
            return Some((spelled(ours), spelled(bash)));
        }
    }
    let (ours, bash) = (ours.facts?, bash.facts?);
    let fact = |facts: &Facts, check| facts.answer(check).map(|answer| answer.fact);
    let check = Check::ALL.into_iter().find(|&check| fact(ours, check) != fact(bash, check))?;
    let said =
        |facts: &Facts| format!("{}: {}", check.name(), fact(facts, check).map_or("", Fact::name));
    Some((said(ours), said(bash)))
}

/// Whether two commands are the same as far as the texts decide it.
pub(super) fn same(ours: &SimpleCommand, bash: &SimpleCommand) -> bool {
    same_words(&ours.argv, &bash.argv)
        && ours.open_ended == bash.open_ended
        && ours.wrappers.len() == bash.wrappers.len()
        && ours.wrappers.iter().zip(&bash.wrappers).all(|(ours, bash)| same_words(ours, bash))
}

/// Whether two lists of words are the same as far as the texts decide it.
pub(super) fn same_words(ours: &[Word], bash: &[Word]) -> bool {
    ours.len() == bash.len()
        && ours.iter().zip(bash).all(|(ours, bash)| could_be(&ours.value, &bash.value))
}

/// Whether two values can be one.
fn could_be(ours: &Value, bash: &Value) -> bool {
    match (ours, bash) {
        (Value::Literal(ours), Value::Literal(bash)) => ours == bash,
        (Value::Literal(text), Value::Unknown(shape))
        | (Value::Unknown(shape), Value::Literal(text)) => {
            text.starts_with(&shape.prefix) && text.ends_with(&shape.suffix)
        }
        (Value::Unknown(ours), Value::Unknown(bash)) => {
            let (front, back) = ((&ours.prefix, &bash.prefix), (&ours.suffix, &bash.suffix));
            (front.0.starts_with(front.1.as_str()) || front.1.starts_with(front.0.as_str()))
                && (back.0.ends_with(back.1.as_str()) || back.1.ends_with(back.0.as_str()))
        }
    }
}

/// One command for a reader: its words quoted, `?` for what is unknown, wrappers in front.
fn spell(command: &SimpleCommand) -> String {
    let words = command.wrappers.iter().flatten().chain(&command.argv);
    let spelled: Vec<String> = words.map(spell_word).collect();
    if spelled.is_empty() { "no words".to_owned() } else { spelled.join(" ") }
}

fn spell_word(word: &Word) -> String {
    match &word.value {
        Value::Literal(text) => format!("{text:?}"),
        Value::Unknown(shape) if shape.prefix.is_empty() && shape.suffix.is_empty() => {
            "?".to_owned()
        }
        Value::Unknown(shape) => format!("{:?}?{:?}", shape.prefix, shape.suffix),
    }
}
