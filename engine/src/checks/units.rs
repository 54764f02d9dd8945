//! Each simple command with the policy's verdict on it. One denied unit says nothing about its neighbours.

use crate::analysis::{Analysis, SimpleCommand};
use crate::facts::{Unit, UnitVerdict};
use crate::git::unknown;
use crate::policy::{Part, Policy, Range};
use crate::word::{Fields, Value, Word};

/// The units of the text, in its order.
pub(crate) fn of(text: &str, analysis: &Analysis, policy: &Policy) -> Vec<Unit> {
    let mut joined = String::new();
    let mut units: Vec<Unit> = Vec::with_capacity(analysis.commands.len());
    let mut last: Option<&SimpleCommand> = None;
    for command in &analysis.commands {
        if command.argv.is_empty() && command.wrappers.is_empty() {
            continue;
        }
        let unit = unit(text, command, policy, &mut joined);
        let again = last.is_some_and(|last| is_another_reading(command, last));
        match units.last_mut() {
            Some(before) if again => before.verdict = stricter(before.verdict, unit.verdict),
            Some(_) | None => units.push(unit),
        }
        last = Some(command);
    }
    units
}

/// Whether a command is the one before with another value of a variable: they are spelled once.
fn is_another_reading(command: &SimpleCommand, before: &SimpleCommand) -> bool {
    command.context.code_depth == 0
        && command.span == before.span
        && command.wrappers.len() == before.wrappers.len()
        && command.context == before.context
}

/// What is said of a unit that is run in both ways.
fn stricter(one: UnitVerdict, other: UnitVerdict) -> UnitVerdict {
    let (UnitVerdict::Firm(a) | UnitVerdict::AtWorst(a)) = one;
    let (UnitVerdict::Firm(b) | UnitVerdict::AtWorst(b)) = other;
    match a.cmp(&b) {
        std::cmp::Ordering::Greater => one,
        std::cmp::Ordering::Less => other,
        std::cmp::Ordering::Equal if matches!(one, UnitVerdict::Firm(_)) => one,
        std::cmp::Ordering::Equal => other,
    }
}

/// The policy sees the slice of the text, the words without quotes, the words without the wrappers, and these
/// with the program's bare name: `/usr/bin/git push` is a push.
pub(crate) fn unit(
    text: &str,
    command: &SimpleCommand,
    policy: &Policy,
    joined: &mut String,
) -> Unit {
    let literal = words(command).all(|word| word.literal().is_some());
    let slice = text.get(command.span.range()).unwrap_or_default();
    let from_code = command.context.code_depth > 0;
    let shown = if from_code && literal {
        join(words(command), joined);
        joined.as_str()
    } else {
        slice
    };
    let shown = shown.to_owned();
    let mut range = if from_code && !literal {
        // The slice is the whole string that holds the code: another unit's.
        open_range(words(command), command, policy)
    } else {
        Range::exactly(policy.action(&shown))
    };
    if literal && !command.open_ended {
        if !from_code {
            join(words(command), joined);
            if *joined != shown {
                range = range.and(Range::exactly(policy.action(joined)));
            }
        }
        if !command.wrappers.is_empty() {
            join(command.argv.iter(), joined);
            range = range.and(Range::exactly(policy.action(joined)));
        }
        if let Some(slash) = command.argv.first().and_then(|name| name.prefix().rfind('/')) {
            join(command.argv.iter(), joined);
            range = range.and(Range::exactly(policy.action(&joined[slash + 1..])));
        }
    } else {
        range = range.and(open_range(command.argv.iter(), command, policy));
        if !command.wrappers.is_empty() {
            range = range.and(open_range(words(command), command, policy));
        }
        if let Some((name, rest)) = command.argv.split_first()
            && let Some(known) = unknown::known_name(name)
            && known.len() < name.prefix().len().max(suffix(name).len())
        {
            let mut parts = vec![Part::Text(known)];
            spell(rest.iter(), true, &mut parts);
            range = range.and(with_more(parts, command.open_ended, policy));
        }
    }
    let verdict = if range.least == range.most {
        UnitVerdict::Firm(range.most)
    } else {
        UnitVerdict::AtWorst(range.most)
    };
    Unit { text: shown, verdict, span: command.span }
}

/// Wrappers and inner command, in order.
fn words(command: &SimpleCommand) -> impl Iterator<Item = &Word> {
    command.wrappers.iter().flatten().chain(&command.argv)
}

fn join<'a>(words: impl Iterator<Item = &'a Word>, joined: &mut String) {
    joined.clear();
    for (at, word) in words.enumerate() {
        if at > 0 {
            joined.push(' ');
        }
        joined.push_str(word.prefix());
    }
}

fn open_range<'a>(
    words: impl Iterator<Item = &'a Word>,
    command: &SimpleCommand,
    policy: &Policy,
) -> Range {
    let mut parts = Vec::new();
    spell(words, false, &mut parts);
    with_more(parts, command.open_ended, policy)
}

/// The range of the parts, and of the parts with more words behind them where these may follow.
fn with_more(mut parts: Vec<Part<'_>>, open_ended: bool, policy: &Policy) -> Range {
    let alone = policy.range(&parts);
    if !open_ended {
        return alone;
    }
    parts.extend([Part::Text(" "), Part::Any]);
    policy.range(&parts).or(Some(alone))
}

/// The words joined by blanks, unknown stretches marked. `more`: words stand before them.
fn spell<'a>(words: impl Iterator<Item = &'a Word>, more: bool, parts: &mut Vec<Part<'a>>) {
    let mut first = !more;
    for (at, word) in words.enumerate() {
        let shape = match &word.value {
            Value::Literal(text) => {
                parts.extend((!first).then_some(Part::Text(" ")));
                parts.push(Part::Text(text));
                first = false;
                continue;
            }
            Value::Unknown(shape) => shape,
        };
        let program = at == 0 && !more;
        match shape.fields {
            // A program's name with blanks in it is none that a policy names.
            Fields::One => {
                parts.extend((!first).then_some(Part::Text(" ")));
                let unknown = if program { Part::NoBlanks } else { Part::Any };
                parts.extend([Part::Text(&shape.prefix), unknown, Part::Text(&shape.suffix)]);
                first = false;
            }
            // It may be no word at all; the unknown part then stands for the blank too.
            Fields::Any => {
                if !shape.prefix.is_empty() {
                    parts.extend((!first).then_some(Part::Text(" ")));
                }
                parts.extend([Part::Text(&shape.prefix), Part::Any, Part::Text(&shape.suffix)]);
                first = program && shape.prefix.is_empty() && shape.suffix.is_empty();
            }
        }
    }
}

fn suffix(word: &Word) -> &str {
    match &word.value {
        Value::Literal(text) => text,
        Value::Unknown(shape) => &shape.suffix,
    }
}
