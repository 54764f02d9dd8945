//! Proof that a stretch which the old matcher took for a command is data: a word that is no name, a heredoc body,
//! a comment. Where a command could stand in it there is no proof.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::span::Span;
use guarddiff_engine::word::{Shape, Value, Word};

use super::Cause;
use super::inside::{Inside, Sought, find, is_code};
use super::place::{Holder, Role, holder, in_comment, opens_comment};
use super::substitution::{Quotes, still_open};
use crate::evidence::Evidence;

/// Why the stretch is no command that was sought, if that can be proved.
pub(crate) fn cause(evidence: &Evidence<'_>, at: Span, sought: Sought<'_>) -> Option<Cause> {
    let text = evidence.command;
    let Some(held) = holder(text, evidence.analysis, at) else {
        return outside_words(evidence, at);
    };
    if is_code(evidence, held.span) {
        return Some(match find(evidence, held.span, at, sought)? {
            Inside::Word(..) => Cause::Quoted,
            Inside::Body => Cause::Heredoc,
            Inside::Comment => Cause::Comment,
        });
    }
    if in_open_substitution(text, held, at) {
        return behind_hash(evidence, held, at).then_some(Cause::Comment);
    }
    match held.role {
        Role::Opaque => None,
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

/// Whether the stretch lies in a substitution of its word, where a command could stand that the analysis doesn't
/// list: a listed one would hold the stretch itself.
fn in_open_substitution(text: &str, held: Holder<'_>, at: Span) -> bool {
    let before = &text[held.span.range().start..at.range().start];
    match held.role {
        Role::Heredoc { expands } => expands && still_open(before, Quotes::Body),
        Role::Opaque => false,
        Role::Name | Role::Argument(_) | Role::Wrapper | Role::Assignment | Role::Target => {
            still_open(before, Quotes::Word)
        }
    }
}

/// Whether a comment inside the substitution holds the stretch: a `#` on its line that no listed word has either.
fn behind_hash(evidence: &Evidence<'_>, held: Holder<'_>, at: Span) -> bool {
    let text = evidence.command;
    let start = held.span.range().start;
    let line = text[..at.range().start].rfind('\n').map_or(start, |newline| start.max(newline + 1));
    (line + 1..at.range().start).any(|hash| {
        let place = Span::new(hash, hash + 1);
        let same =
            holder(text, evidence.analysis, place).is_some_and(|other| other.span == held.span);
        opens_comment(text, hash) && same && in_open_substitution(text, held, place)
    })
}

/// A stretch that no word of any command covers: a comment, or a word of the grammar.
fn outside_words(evidence: &Evidence<'_>, at: Span) -> Option<Cause> {
    let text = evidence.command;
    if in_comment(text, evidence.analysis, at) {
        return Some(Cause::Comment);
    }
    let before = &text[..at.range().start];
    let behind = &text[at.range().end..];
    let grammar = in_for_list(before)
        || in_case_clause(before, behind)
        || in_test(before, behind)
        || names_function(before, behind);
    grammar.then_some(Cause::Word)
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
    let rest = behind.find([')', '(', ';', '&', '\n']).map(|stop| behind.split_at(stop));
    let closes = rest.is_some_and(|(rest, stop)| stop.starts_with(')') && alternatives(rest));
    let pattern = clause.rsplit([' ', '\n', '\t', ';', '(']).next().unwrap_or(clause);
    let head = clause[..clause.len() - pattern.len()].trim_end_matches([' ', '\t', '\n', '(']);
    closes
        && (head.ends_with("in")
            || head.ends_with(";;")
            || head.ends_with(";&")
            || head.ends_with('|'))
}

/// The rest of a pattern: blanks stand only beside `|`.
fn alternatives(rest: &str) -> bool {
    let words = |part: &str| part.split_ascii_whitespace().count();
    let mut parts = rest.split('|');
    let first = parts.next().unwrap_or_default();
    let continued = first.starts_with(|next: char| next.is_ascii_whitespace());
    words(first) <= usize::from(!continued) && parts.all(|part| words(part) == 1)
}

/// `NAME() …` or `function NAME …`.
fn names_function(before: &str, behind: &str) -> bool {
    let start =
        before.rfind([' ', '\t', '\n', ';', '&', '|', '(', ')', '{', '}']).map_or(0, |at| at + 1);
    let keyword = before[..start].trim_end_matches([' ', '\t']).ends_with("function");
    let end = behind.find([' ', '\t', '\n', ';', '&', '|', '(', ')']).unwrap_or(behind.len());
    let parentheses = behind[end..].trim_start_matches([' ', '\t']).strip_prefix('(');
    keyword || parentheses.is_some_and(|rest| rest.trim_start_matches([' ', '\t']).starts_with(')'))
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
