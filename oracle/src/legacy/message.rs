//! The old `commit-message`: one regex over the raw text from the first found commit on, else a token after `-F`.

use guarddiff_engine::span::Span;
use memchr::memmem;

use super::text::{find_commits, is_blank, is_js_line_end, is_js_space, segments, tokens};

/// What the old matcher took for the message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LegacyMessage {
    /// The first `-m` value in the raw text, outer quotes removed, escapes kept.
    Text(String),
    /// The token after `-F` or `--file`, quotes kept.
    File(String),
}

/// What made [`commit_message`] answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MessageMatch {
    /// From `git` to `commit` of the first found commit.
    pub commit: Span,
    /// The option in front of the value.
    pub option: Span,
    /// The value as spelled, quotes included.
    pub value: Span,
    /// The answer.
    pub message: LegacyMessage,
}

/// The message of the first found commit, if the text shows one behind it.
pub fn commit_message(text: &str) -> Option<LegacyMessage> {
    message_match(text).map(|found| found.message)
}

/// [`commit_message`] with the places that decided it.
pub fn message_match(text: &str) -> Option<MessageMatch> {
    let commit = find_commits(text).first()?.name();
    let from = commit.range().start;
    if let Some((option, value)) = text_option(text, from) {
        let message = LegacyMessage::Text(unquoted(&text[value.range()]).to_owned());
        return Some(MessageMatch { commit, option, value, message });
    }
    let (option, value) = file_option(text, from)?;
    let message = LegacyMessage::File(text[value.range()].to_owned());
    Some(MessageMatch { commit, option, value, message })
}

/// The first match of `(?:-m|--message)[ \t]+("(?:[^"\\]|\\.)*"|'[^']*'|\S+)` at or behind `from`.
///
/// The regex is not anchored: `X-m y` matches too.
fn text_option(text: &str, from: usize) -> Option<(Span, Span)> {
    let bytes = text.as_bytes();
    for offset in memmem::find_iter(&bytes[from..], "-m") {
        let start = from + offset;
        let long = start > from && bytes[start - 1..].starts_with(b"--message");
        let option = if long {
            Span::new(start - 1, start - 1 + "--message".len())
        } else {
            Span::new(start, start + "-m".len())
        };
        if let Some(value) = option_value(text, option.range().end) {
            return Some((option, value));
        }
    }
    None
}

/// `[ \t]+("(?:[^"\\]|\\.)*"|'[^']*'|\S+)` right at `at`.
fn option_value(text: &str, at: usize) -> Option<Span> {
    let blanks = text.as_bytes()[at..].iter().take_while(|&&byte| is_blank(byte)).count();
    if blanks == 0 {
        return None;
    }
    let start = at + blanks;
    let rest = &text[start..];
    let quoted = match rest.as_bytes().first()? {
        b'"' => double_quoted(rest),
        b'\'' => rest[1..].find('\'').map(|end| end + 2),
        _ => None,
    };
    let length = match quoted {
        Some(length) => length,
        None => rest.find(is_js_space).unwrap_or(rest.len()),
    };
    (length > 0).then(|| Span::new(start, start + length))
}

/// The length of `"(?:[^"\\]|\\.)*"`, whose dot stops at a line end: a backslash-newline breaks the match.
fn double_quoted(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '"' => return Some(at + 1),
            '\\' => {
                let (_, escaped) = characters.next()?;
                if is_js_line_end(escaped) {
                    return None;
                }
            }
            _ => {}
        }
    }
    None
}

/// The first token `-F` or `--file` with a token behind it, segment by segment from `from` on.
fn file_option(text: &str, from: usize) -> Option<(Span, Span)> {
    let rest = &text[from..];
    if memmem::find(rest.as_bytes(), b"-F").is_none()
        && memmem::find(rest.as_bytes(), b"--file").is_none()
    {
        return None;
    }
    segments(rest).find_map(|segment| {
        tokens(rest, segment).windows(2).find_map(|pair| {
            let [option, value] = pair else { return None };
            let named = matches!(&rest[option.range()], "-F" | "--file");
            named.then(|| (shifted(*option, from), shifted(*value, from)))
        })
    })
}

fn shifted(span: Span, by: usize) -> Span {
    Span::new(span.range().start + by, span.range().end + by)
}

fn unquoted(value: &str) -> &str {
    let inner = |quote| value.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}
