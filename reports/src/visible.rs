//! Makes hostile text harmless in every sink: what a terminal, a spreadsheet or a reader's eye would obey
//! becomes something to be seen. It changes nothing else, and never decides what a command means.

use std::borrow::Cow;
use std::fmt::Write as _;

/// What becomes of line ends and tabs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lines {
    /// The sink has lines of its own: `\n` and tab stay.
    Keep,
    /// The sink has one line: `\n` becomes `⏎`, tab `\t`.
    Fold,
}

/// The text with every character that is obeyed instead of shown spelled out.
pub fn visible(text: &str, lines: Lines) -> Cow<'_, str> {
    if !text.chars().any(|c| changes(c, lines)) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        push(&mut out, c, lines);
    }
    Cow::Owned(out)
}

/// Appends one character as [`visible`] shows it.
pub fn push(out: &mut String, c: char, lines: Lines) {
    if !changes(c, lines) {
        out.push(c);
        return;
    }
    match c {
        '\n' => out.push('⏎'),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        // A `String` takes every write.
        c if u32::from(c) < 0x80 => {
            let _ = write!(out, "\\x{:02x}", u32::from(c));
        }
        c => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
    }
}

fn changes(c: char, lines: Lines) -> bool {
    match c {
        '\n' | '\t' => lines == Lines::Fold,
        c => is_hostile(c),
    }
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
    for c in text.chars() {
        let before = out.len();
        push(&mut out, c, Lines::Fold);
        used += out[before..].chars().count();
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
    fn a_long_text_is_cut_to_its_width() {
        assert_eq!(one_line("abcdef", 6), "abcdef");
        assert_eq!(one_line("abcdefg", 6), "abcde…");
        assert_eq!(one_line("ab\x1b\x1b", 6), "ab\\x1…");
        assert_eq!(one_line("ää\nää", 4), "ää⏎…");
    }
}
