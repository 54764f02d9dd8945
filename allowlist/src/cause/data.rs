//! Proof that a stretch which the old matcher took for a command is data: a word that is no name, a heredoc body,
//! a comment. Where a command could stand in it there is no proof.

use std::borrow::Cow;

use guarddiff_engine::analysis::{SimpleCommand, Target};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Shape, Value, Word};

use guarddiff_oracle::legacy::guard_matches;

use super::Cause;
use super::grammar::in_grammar;
use super::inside::{Inside, Sought, find};
use crate::place::{Holder, Role, between, opens_comment};
use crate::scene::Scene;

/// Why the stretch is no command that was sought, if that can be proved.
pub(crate) fn cause(scene: &Scene<'_>, at: Span, sought: Sought<'_>) -> Option<Cause> {
    let text = scene.command;
    let Some(held) = scene.holder(at) else {
        return outside_words(scene, at);
    };
    if scene.is_code(held.span) {
        return Some(match find(scene, held.span, at, sought)? {
            Inside::Word(..) => Cause::Quoted,
            Inside::Body => Cause::Heredoc,
            Inside::Comment => Cause::Comment,
            Inside::Grammar => Cause::Word,
        });
    }
    if scene.in_open_substitution(held, at) {
        let behind = between(text, at.end, held.span.end);
        let grammar = || in_grammar(&without_bodies(scene, at), behind).then_some(Cause::Word);
        return behind_hash(scene, held, at).then_some(Cause::Comment).or_else(grammar);
    }
    match held.role {
        Role::Code | Role::Opaque => None,
        Role::Heredoc { .. } => Some(Cause::Heredoc),
        Role::Name => {
            let name = held.command.and_then(|command| command.argv.first())?;
            runs_something_else(name).then(|| shape(text, held.span, at))
        }
        Role::Argument(_) if held.command.is_some_and(only_looks_up) => Some(Cause::Introspection),
        Role::Argument(_) | Role::Wrapper | Role::Assignment | Role::Target => {
            Some(shape(text, held.span, at))
        }
    }
}

/// Whether every `git` and `glab` of the text is a listed command's, data, a comment or a word of the grammar. One
/// that is not may be a command that structure lost, and then its silence proves nothing.
pub(crate) fn all_accounted(scene: &Scene<'_>) -> bool {
    let text = scene.command;
    guard_matches(text).into_iter().all(|at| {
        let Some(held) = scene.holder(at) else {
            return outside_words(scene, at).is_some();
        };
        let behind = between(text, at.end, held.span.end);
        scene.is_code(held.span)
            || !scene.in_open_substitution(held, at)
            || behind_hash(scene, held, at)
            || in_grammar(&without_bodies(scene, at), behind)
    })
}

/// Whether a comment inside the substitution holds the stretch: a `#` on its line that no listed word has either.
fn behind_hash(scene: &Scene<'_>, held: Holder<'_>, at: Span) -> bool {
    let text = scene.command;
    let start = held.span.range().start;
    let line = text[..at.range().start].rfind('\n').map_or(start, |newline| start.max(newline + 1));
    (line + 1..at.range().start).any(|hash| {
        let place = Span::new(hash, hash + 1);
        let same = scene.holder(place).is_some_and(|other| other.span == held.span);
        opens_comment(text, hash) && same && scene.in_open_substitution(held, place)
    })
}

/// A stretch that no word of any command covers: a comment, or a word of the grammar.
fn outside_words(scene: &Scene<'_>, at: Span) -> Option<Cause> {
    let text = scene.command;
    if scene.in_comment(at) {
        return Some(Cause::Comment);
    }
    let before = without_bodies(scene, at);
    in_grammar(&before, between(text, at.end, text.len() as u32)).then_some(Cause::Word)
}

/// The text in front of a stretch without the heredocs in it, which may stand between the words of a compound.
fn without_bodies<'a>(scene: &Scene<'a>, at: Span) -> Cow<'a, str> {
    let text = scene.command;
    let around = scene.analysis.around.iter().filter(|around| around.code_depth == 0);
    let around = around.map(|around| &around.redirect);
    let commands = scene.analysis.commands.iter();
    let redirects = commands
        .filter(|command| command.context.code_depth == 0)
        .flat_map(|command| &command.redirects)
        .chain(around);
    let mut bodies: Vec<Span> = redirects
        .filter_map(|redirect| match &redirect.target {
            Target::Heredoc { span, .. } if span.end <= at.start => Some(*span),
            Target::Heredoc { .. } | Target::Word(_) => None,
        })
        .collect();
    if bodies.is_empty() {
        return Cow::Borrowed(between(text, 0, at.start));
    }
    bodies.sort_unstable();
    let (mut kept, mut from) = (String::new(), 0);
    for body in bodies {
        kept.push_str(between(text, from, body.start));
        let end_line = between(text, body.end, at.start).find('\n');
        from = end_line.map_or(at.start, |newline| body.end + newline as u32 + 1);
    }
    kept.push_str(between(text, from, at.start));
    Cow::Owned(kept)
}

/// How the stretch stands in its word: in quotes, as the whole word, or as a part of it.
fn shape(text: &str, word: Span, at: Span) -> Cause {
    let spelling = &text[word.range()];
    if spelling.contains(['"', '\'']) {
        return Cause::Quoted;
    }
    let touches = |byte: Option<&u8>| {
        byte.is_some_and(|byte| !byte.is_ascii_whitespace() && !matches!(byte, b'=' | b'(' | b')'))
    };
    let bytes = &text.as_bytes()[word.range()];
    let (start, end) =
        (at.start.saturating_sub(word.start) as usize, (at.end - word.start) as usize);
    let before = start.checked_sub(1).and_then(|index| bytes.get(index));
    if touches(before) || touches(bytes.get(end)) { Cause::Part } else { Cause::Word }
}

/// `command -v`, `type`, `which`, `hash`: they print where a program is, and run nothing (bash manual 4.2).
fn only_looks_up(command: &SimpleCommand) -> bool {
    let word = |index: usize| command.argv.get(index).and_then(|word| word.literal());
    match word(0) {
        Some("command") => {
            word(1).is_some_and(|option| option.starts_with('-') && option.contains(['v', 'V']))
        }
        Some("type" | "which" | "hash" | "whereis") => true,
        Some(_) | None => false,
    }
}

/// Whether a name cannot be git or glab: by its value, or by the end of its path when only the front is unknown.
fn runs_something_else(name: &Word) -> bool {
    match &name.value {
        Value::Literal(name) => !is_guarded(name),
        Value::Unknown(Shape { suffix, .. }) => suffix.contains('/') && !is_guarded(suffix),
    }
}

/// Whether a program's name, path taken off, is git or glab.
pub(crate) fn is_guarded(name: &str) -> bool {
    matches!(name.rsplit('/').next(), Some("git" | "glab"))
}
