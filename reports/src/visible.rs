//! Makes hostile text harmless in every sink: what a terminal, a spreadsheet, the log of a build or a reader's eye would
//! obey becomes something to be seen. It changes nothing else, and never decides what a command means.

use std::borrow::Cow;
use std::fmt::{self, Display};

/// What becomes of line ends and tabs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// The sink has lines of its own: `\n` and tab stay.
    Keep,
    /// The sink has one line: `\n` becomes `⏎`, tab `\t`.
    Fold,
}

/// One character, as it is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shown {
    /// As it stands.
    Plain(char),
    /// As it stands in for a line's end.
    LineEnd,
    /// Spelled out.
    Spelled(char),
}

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Shown::Plain(c) => write!(f, "{c}"),
            Shown::LineEnd => f.write_str("⏎"),
            Shown::Spelled('\t') => f.write_str("\\t"),
            Shown::Spelled('\r') => f.write_str("\\r"),
            Shown::Spelled(c) if u32::from(c) < 0x80 => write!(f, "\\x{:02x}", u32::from(c)),
            Shown::Spelled(c) => write!(f, "\\u{{{:x}}}", u32::from(c)),
        }
    }
}

/// The characters of a text with their places, as they are shown.
pub fn spell(text: &str, lines: Lines) -> impl Iterator<Item = (usize, Shown)> {
    let mut first = true;
    text.char_indices().map(move |(at, c)| {
        let shown = match c {
            '\n' if lines == Lines::Fold => Shown::LineEnd,
            '\n' => Shown::Plain(c),
            '\t' if lines == Lines::Keep => Shown::Plain(c),
            c if is_hostile(c) => Shown::Spelled(c),
            ':' if first && text[at..].starts_with("::") => Shown::Spelled(c),
            '[' if is_log_command(text, at) => Shown::Spelled(c),
            c => Shown::Plain(c),
        };
        first = match c {
            '\n' => lines == Lines::Keep,
            c => first && c.is_whitespace(),
        };
        (at, shown)
    })
}

/// The text with every character that is obeyed instead of shown spelled out.
pub fn visible(text: &str, lines: Lines) -> Cow<'_, str> {
    if spell(text, lines).all(|(_, shown)| matches!(shown, Shown::Plain(_))) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(spell(text, lines).map(|(_, shown)| shown.to_string()).collect())
}

/// What the logs of GitHub Actions and Azure Pipelines obey anywhere in a line, between `##[` and `]` or a blank; a line
/// that begins with `::` they obey too. `${x##[a-z]}` is none of it.
const LOG_COMMANDS: [&str; 20] = [
    "add-mask",
    "add-matcher",
    "add-path",
    "command",
    "debug",
    "echo",
    "endgroup",
    "error",
    "group",
    "internal-set-repo-path",
    "notice",
    "remove-matcher",
    "save-state",
    "section",
    "set-env",
    "set-output",
    "stop-commands",
    "task",
    "verbose",
    "warning",
];

/// Whether the bracket at that place begins a command of a log.
pub fn is_log_command(text: &str, at: usize) -> bool {
    let (before, behind) = text.split_at(at);
    if before.ends_with("##vso") || before.ends_with("##teamcity") {
        return true;
    }
    let Some(inner) = behind.strip_prefix('[').filter(|_| before.ends_with("##")) else {
        return false;
    };
    LOG_COMMANDS.iter().any(|name| {
        let head = inner.get(..name.len()).is_some_and(|head| head.eq_ignore_ascii_case(name));
        head && inner[name.len()..].starts_with([']', ' '])
    })
}

/// Whether a character is obeyed, or hides, instead of being shown: C0 and C1 controls, DEL, bidi marks,
/// zero-width and blank-looking letters, line separators, tags and selectors that hide text, and what is no character
/// at all.
pub fn is_hostile(c: char) -> bool {
    matches!(c,
        '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}'
        | '\u{e0100}'..='\u{e01ef}')
}

/// The text in one line of at most `width` characters, an ellipsis where something was cut.
pub fn one_line(text: &str, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for (_, shown) in spell(text, Lines::Fold) {
        let piece = shown.to_string();
        used += piece.chars().count();
        out.push_str(&piece);
        if used > width {
            let keep = out.char_indices().nth(width.saturating_sub(1)).map_or(0, |(at, _)| at);
            out.truncate(keep);
            out.push('…');
            break;
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, lines: Lines, expected: &str) {
        assert_eq!(visible(text, lines), expected);
    }

    #[test]
    fn what_a_terminal_obeys_is_spelled_out() {
        check("plain ütext ✓", Lines::Fold, "plain ütext ✓");
        check("\x1b[31mred\x07", Lines::Fold, "\\x1b[31mred\\x07");
        check("nul\0del\x7f", Lines::Keep, "nul\\x00del\\x7f");
        check("\u{9b}31m", Lines::Keep, "\\u{9b}31m");
        check(
            "a\u{202e}b\u{2066}c\u{200b}d\u{feff}",
            Lines::Keep,
            "a\\u{202e}b\\u{2066}c\\u{200b}d\\u{feff}",
        );
        check("tag\u{e0041}", Lines::Keep, "tag\\u{e0041}");
        check("\u{ffff}\u{e0101}", Lines::Keep, "\\u{ffff}\\u{e0101}");
    }

    #[test]
    fn line_ends_stay_only_where_the_sink_has_lines() {
        check("a\n\tb\r\n", Lines::Keep, "a\n\tb\\r\n");
        check("a\n\tb\r\n", Lines::Fold, "a⏎\\tb\\r⏎");
    }

    #[test]
    fn the_log_of_a_build_obeys_nothing() {
        check("::error::x", Lines::Keep, "\\x3a:error::x");
        check("a\n \u{a0}::error::x", Lines::Keep, "a\n \u{a0}\\x3a:error::x");
        check("a\n::error::x a::b", Lines::Fold, "a⏎::error::x a::b");
        check("a ##[ERROR]b", Lines::Fold, "a ##\\x5bERROR]b");
        check("##[set-output name=a]b", Lines::Fold, "##\\x5bset-output name=a]b");
        check("##vso[task.x]", Lines::Fold, "##vso\\x5btask.x]");
        check("${x##[a-z]} ${x##[", Lines::Fold, "${x##[a-z]} ${x##[");
    }

    #[test]
    fn a_long_text_is_cut_to_its_width() {
        assert_eq!(one_line("abcdef", 6), "abcdef");
        assert_eq!(one_line("abcdefg", 6), "abcde…");
        assert_eq!(one_line("ab\x1b\x1b", 6), "ab\\x1…");
        assert_eq!(one_line("ää\nää", 4), "ää⏎…");
    }
}
