//! Proof that a stretch which the old matcher took for a command is data: a word that is no name, a heredoc body,
//! a comment. Where a command could stand in it there is no proof.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::span::Span;

use super::Cause;
use super::place::{Holder, Role, code_in, holder, in_comment};
use super::substitution::{Quotes, still_open};
use crate::evidence::Evidence;

/// Why the stretch runs no git or glab, if that can be proved.
pub(crate) fn cause(evidence: &Evidence<'_>, at: Span) -> Option<Cause> {
    let text = evidence.command;
    let Some(held) = holder(text, evidence.analysis, at) else {
        return outside_words(evidence, at);
    };
    if hides_code(evidence, held, at) {
        return None;
    }
    match held.role {
        Role::Opaque => None,
        Role::Heredoc { .. } => Some(Cause::Heredoc),
        Role::Name => {
            let name = held.command.and_then(|command| command.argv[0].literal())?;
            (!is_guarded(name)).then(|| shape(text, held.span, at))
        }
        Role::Argument(_) if held.command.is_some_and(only_looks_up) => Some(Cause::Introspection),
        Role::Argument(_) | Role::Wrapper | Role::Assignment | Role::Target => {
            Some(shape(text, held.span, at))
        }
    }
}

/// Whether the holder runs a git or glab of its own at the stretch: as a substitution that no listed command
/// accounts for, or as a code string.
fn hides_code(evidence: &Evidence<'_>, held: Holder<'_>, at: Span) -> bool {
    let before = &evidence.command[held.span.range().start..at.range().start];
    let open = match held.role {
        Role::Heredoc { expands } => expands && still_open(before, Quotes::Body),
        Role::Opaque => true,
        Role::Name | Role::Argument(_) | Role::Wrapper | Role::Assignment | Role::Target => {
            still_open(before, Quotes::Word)
        }
    };
    let matched = &evidence.command[at.range()];
    let named = |command: &SimpleCommand| {
        let name = command.argv.first().map(|word| word.literal());
        // An unknown name in the code could be anything; a git in it is what the matcher saw, unless the
        // stretch is an argument of some other command there.
        matches!(name, Some(None)) || matches!(name, Some(Some(name)) if is_guarded(name))
    };
    let argument = |command: &SimpleCommand| {
        let holds = |word: &guarddiff_engine::word::Word| {
            word.literal().is_some_and(|value| value.contains(matched))
        };
        !named(command) && command.argv.iter().skip(1).any(holds)
    };
    open || (code_in(evidence.analysis, held.span).any(named)
        && !code_in(evidence.analysis, held.span).any(argument))
}

/// A stretch that no word of any command covers: a comment, or a word of the grammar.
fn outside_words(evidence: &Evidence<'_>, at: Span) -> Option<Cause> {
    let text = evidence.command;
    if in_comment(text, evidence.analysis, at) {
        return Some(Cause::Comment);
    }
    let before = &text[..at.range().start];
    let behind = &text[at.range().end..];
    (in_for_list(before) || in_case_clause(before, behind) || in_test(before, behind))
        .then_some(Cause::Word)
}

/// `for NAME in … HERE`, up to the `;` or newline that ends the list.
fn in_for_list(before: &str) -> bool {
    let line = before.rsplit(['\n', ';', '&', '|', '(', ')']).next().unwrap_or(before);
    let mut words = line.split_ascii_whitespace();
    let opens = words.any(|word| matches!(word, "for" | "select"));
    opens && words.nth(1) == Some("in")
}

/// `case HERE in` or a pattern: nothing but pattern characters up to `)`, behind `in`, `;;` or a newline.
fn in_case_clause(before: &str, behind: &str) -> bool {
    let Some((_, clause)) = before.rsplit_once("case ") else { return false };
    if !clause.contains(" in") {
        return !clause.contains([';', '\n']) && behind.contains(" in");
    }
    let stop = behind.find([')', ' ', ';', '&', '\n']);
    let closes = stop.is_some_and(|stop| behind.as_bytes()[stop] == b')');
    let pattern = clause.rsplit([' ', '\n', '\t', ';', '(']).next().unwrap_or(clause);
    let head = clause[..clause.len() - pattern.len()].trim_end_matches([' ', '\t', '\n', '(']);
    closes
        && (head.ends_with("in")
            || head.ends_with(";;")
            || head.ends_with(";&")
            || head.ends_with('|'))
}

/// Between `[[` and `]]`.
fn in_test(before: &str, behind: &str) -> bool {
    let opened = before.rfind("[[ ");
    opened.is_some_and(|start| !before[start..].contains(" ]]")) && behind.contains(" ]]")
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

/// Whether a program's name, path taken off, is git or glab.
pub(crate) fn is_guarded(name: &str) -> bool {
    matches!(name.rsplit('/').next(), Some("git" | "glab"))
}
