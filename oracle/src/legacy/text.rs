//! How the old matchers cut text: segments, tokens, stripped wrappers, found commits. Blind to quotes and heredocs.

use guarddiff_engine::span::Span;
use memchr::memmem;

/// The programs that the old matchers took off, and all that they knew of wrappers.
pub const WRAPPERS: [&str; 9] =
    ["sudo", "env", "time", "timeout", "nice", "nohup", "command", "exec", "builtin"];

/// One segment that the old matchers took for a git command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    /// The whole segment, from one separator to the next.
    pub segment: Span,
    /// Its tokens after `strip_wrappers`; the first is `git`.
    pub tokens: Vec<Span>,
    /// Which of `tokens` is the subcommand.
    pub subcommand: usize,
}

impl Found {
    /// From the `git` token to the subcommand: what made the old matchers take it for one.
    pub fn name(&self) -> Span {
        match (self.tokens.first(), self.tokens.get(self.subcommand)) {
            (Some(git), Some(subcommand)) => git.join(*subcommand),
            _ => self.segment,
        }
    }
}

/// The text between newline, `&&`, `||`, `;`, `|` and `&`, empty stretches included, quotes ignored.
pub fn segments(text: &str) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    let mut next = Some(0);
    std::iter::from_fn(move || {
        let start = next?;
        let end = bytes[start..]
            .iter()
            .position(|byte| matches!(byte, b'\n' | b';' | b'|' | b'&'))
            .map_or(bytes.len(), |offset| start + offset);
        next = match bytes.get(end) {
            None => None,
            Some(separator @ (b'|' | b'&')) if bytes.get(end + 1) == Some(separator) => {
                Some(end + 2)
            }
            Some(_) => Some(end + 1),
        };
        Some(Span::new(start, end))
    })
}

/// A segment without the blanks around it; empty, at its start, when it holds nothing else.
pub fn trimmed(text: &str, segment: Span) -> Span {
    let slice = &text.as_bytes()[segment.range()];
    let Some(first) = slice.iter().position(|&byte| !is_blank(byte)) else {
        return Span { end: segment.start, ..segment };
    };
    let last = slice.iter().rposition(|&byte| !is_blank(byte)).unwrap_or(first);
    let start = segment.range().start;
    Span::new(start + first, start + last + 1)
}

/// The stretches of a segment between blanks, quotes kept as they are.
pub fn tokens(text: &str, segment: Span) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = segment.range().start;
    let end = segment.range().end;
    while at < end {
        if is_blank(bytes[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < end && !is_blank(bytes[at]) {
            at += 1;
        }
        found.push(Span::new(start, at));
    }
    found
}

/// Leading assignments go; then, while the first token is one of [`WRAPPERS`], it goes with the tokens behind
/// it that start with `-`.
///
/// No wrapper has a value or an operand here, which is incident 5: `timeout 300 git` leaves `300 git`.
pub fn strip_wrappers<'t>(text: &str, tokens: &'t [Span]) -> &'t [Span] {
    let assignments = tokens.iter().take_while(|token| is_assignment(&text[token.range()])).count();
    let mut rest = &tokens[assignments..];
    while let [first, after @ ..] = rest {
        if !WRAPPERS.contains(&&text[first.range()]) {
            break;
        }
        let options = after.iter().take_while(|token| text[token.range()].starts_with('-')).count();
        rest = &after[options..];
    }
    rest
}

/// Every segment whose stripped tokens are `git`, then tokens that start with `-`, then `commit`.
pub fn find_commits(text: &str) -> Vec<Found> {
    find_git(text, |rest, text| {
        let options = rest.iter().take_while(|token| text[token.range()].starts_with('-')).count();
        let subcommand = rest.get(options)?;
        (&text[subcommand.range()] == "commit").then_some(options)
    })
}

/// Every segment whose first stripped token is `git` and of which `subcommand` accepts the rest, by the index
/// of the subcommand in that rest.
pub(super) fn find_git(
    text: &str,
    subcommand: impl Fn(&[Span], &str) -> Option<usize>,
) -> Vec<Found> {
    let mut found = Vec::new();
    let finder = memmem::Finder::new("git");
    if finder.find(text.as_bytes()).is_none() {
        return found;
    }
    for segment in segments(text) {
        if finder.find(&text.as_bytes()[segment.range()]).is_none() {
            continue;
        }
        let all = tokens(text, segment);
        let stripped = strip_wrappers(text, &all);
        let [git, rest @ ..] = stripped else { continue };
        if &text[git.range()] != "git" {
            continue;
        }
        if let Some(index) = subcommand(rest, text) {
            found.push(Found { segment, tokens: stripped.to_vec(), subcommand: index + 1 });
        }
    }
    found
}

/// A space or a tab.
pub fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// JavaScript's `\w`, which is ASCII.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// JavaScript's `\s` (ECMA-262, WhiteSpace and LineTerminator): U+FEFF is one, U+0085 is none.
pub(super) fn is_js_space(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | ' ' | '\u{a0}' | '\u{1680}')
        || matches!(character, '\u{2000}'..='\u{200a}' | '\u{2028}' | '\u{2029}')
        || matches!(character, '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}')
}

/// What JavaScript's `.` does not match without the `s` flag.
pub(super) fn is_js_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{2028}' | '\u{2029}')
}

fn is_assignment(token: &str) -> bool {
    let Some((name, _)) = token.split_once('=') else { return false };
    let starts_right = name.bytes().next().is_some_and(|byte| !byte.is_ascii_digit());
    starts_right && name.bytes().all(is_word_byte)
}
