//! The relation between a command and bash's reprint of it: read by the engine, both must come to the same commands.
//! It asks no bash; a print that cannot be a judge is said to be none.

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, Reason, SimpleCommand, Status};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::Check;
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

/// Compares what the engine reads in a command with what it reads in bash's reprint of that command.
///
/// The commands must be the same in number and order: their words, with an unknown value as a wildcard between what
/// is certain of it, and their wrappers. So must the three yes/no facts.
pub fn same_commands(engine: &mut Engine, command: &str, reprint: &str) -> Relation {
    let ours = engine.analyze(command);
    let bash = engine.analyze(reprint);
    if let Status::Unavailable(reason) = ours.status {
        return Relation::Inconclusive(Doubt::Ours(reason));
    }
    if let Status::Unavailable(reason) = bash.status {
        return Relation::Inconclusive(Doubt::Reprint(reason));
    }
    let Some((ours_spelled, bash_spelled)) = first_difference(command, &ours, reprint, &bash)
    else {
        return Relation::Same;
    };
    match quirk::explain(command, &ours.commands, &bash.commands) {
        Some(quirk) => Relation::Inconclusive(Doubt::Quirk(quirk)),
        None => Relation::Different { ours: ours_spelled, bash: bash_spelled },
    }
}

fn first_difference(
    command: &str,
    ours: &Analysis,
    reprint: &str,
    bash: &Analysis,
) -> Option<(String, String)> {
    let spelled = |command: Option<&SimpleCommand>| command.map_or("nothing".to_owned(), spell);
    for at in 0..ours.commands.len().max(bash.commands.len()) {
        let (ours, bash) = (ours.commands.get(at), bash.commands.get(at));
        if !ours.zip(bash).is_some_and(|(ours, bash)| same(ours, bash)) {
            return Some((spelled(ours), spelled(bash)));
        }
    }
    let settings = Settings::default();
    let ours = checks::facts(command, ours, &settings)?;
    let bash = checks::facts(reprint, bash, &settings)?;
    let differs = |check: &&Check| {
        let fact = |facts: &guarddiff_engine::facts::Facts| facts.answer(**check).map(|it| it.fact);
        fact(&ours) != fact(&bash)
    };
    let check = Check::ALL.iter().find(differs)?;
    let said = |facts: &guarddiff_engine::facts::Facts| {
        let fact = facts.answer(*check).map_or("", |answer| answer.fact.name());
        format!("{}: {fact}", check.name())
    };
    Some((said(&ours), said(&bash)))
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
