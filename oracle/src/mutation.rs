//! Texts made from other texts: edits as data, and the smallest text that still shows what a larger one showed. It
//! draws no numbers itself.

pub mod shrink;

/// One edit. Places and lengths are taken modulo what the text has, and moved down to a character's first byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    /// What is done.
    pub kind: Kind,
    /// Where, in bytes.
    pub at: usize,
    /// How many bytes.
    pub len: usize,
    /// The other place, in bytes: of the text, or of the donor.
    pub other: usize,
}

/// The kinds of edits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The range goes away.
    Delete,
    /// The range stands once more at the other place.
    Duplicate,
    /// A range of the donor is put in.
    Splice,
    /// The range and one of the same length at the other place change places.
    Swap,
    /// One of [`PIECES`] is put in.
    Piece,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Kind; 5] =
        [Kind::Delete, Kind::Duplicate, Kind::Splice, Kind::Swap, Kind::Piece];
}

/// What shell grammar turns on.
pub const PIECES: [&str; 44] = [
    "'",
    "\"",
    "`",
    "\\",
    "\n",
    "\\\n",
    " ",
    ";",
    "&",
    "&&",
    "||",
    "|",
    "|&",
    "(",
    ")",
    "$(",
    "$((",
    "))",
    "${",
    "}",
    "{ ",
    "; }",
    "$'",
    "<<E\n",
    "<<'E'\n",
    "<<-E\n",
    "\nE\n",
    "<<<",
    "<(",
    ">&2",
    "2>",
    "#",
    " # ",
    "!",
    "[[ ",
    " ]]",
    "if ",
    "; then ",
    "; fi",
    "case x in x) ",
    ";;",
    "esac",
    "do ",
    "done",
];

/// Longest range that an edit moves, in bytes.
const LONGEST: usize = 40;

/// The text after the edit.
pub fn mutate(text: &str, donor: &str, edit: Edit) -> String {
    let (start, end) = range(text, edit.at, edit.len);
    let (head, piece, tail) = (&text[..start], &text[start..end], &text[end..]);
    match edit.kind {
        Kind::Delete => format!("{head}{tail}"),
        Kind::Duplicate => {
            let at = boundary(text, edit.other);
            format!("{}{piece}{}", &text[..at], &text[at..])
        }
        Kind::Splice => {
            let (start, end) = range(donor, edit.other, edit.len);
            format!("{head}{}{piece}{tail}", &donor[start..end])
        }
        Kind::Swap => {
            let rest = format!("{head}{tail}");
            let (start, end) = range(&rest, edit.other, edit.len);
            let moved = rest[start..end].to_owned();
            let at = boundary(&rest, edit.at);
            let (at, cut) = if at <= start { (at, start) } else { (at.max(end), end) };
            if at <= start {
                format!("{}{moved}{}{piece}{}", &rest[..at], &rest[at..cut], &rest[end..])
            } else {
                format!("{}{piece}{}{moved}{}", &rest[..start], &rest[cut..at], &rest[at..])
            }
        }
        Kind::Piece => format!("{head}{}{piece}{tail}", PIECES[edit.other % PIECES.len()]),
    }
}

fn range(text: &str, at: usize, len: usize) -> (usize, usize) {
    let start = boundary(text, at);
    let end = boundary_at(text, (start + 1 + len % LONGEST).min(text.len()));
    (start, end.max(start))
}

fn boundary(text: &str, at: usize) -> usize {
    boundary_at(text, at % (text.len() + 1))
}

fn boundary_at(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// A text of which no part of a power of two of characters can be left out so that `shows` still holds.
///
/// `shows` is asked at most `tries` times, about several texts at once: it says which is the first that shows it.
pub fn smallest(
    text: &str,
    tries: usize,
    mut shows: impl FnMut(&[String]) -> Option<usize>,
) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    let mut size = chars.len().div_ceil(2).max(1);
    for _ in 0..tries {
        let without = |at: usize| {
            let kept = chars[..at].iter().chain(&chars[(at + size).min(chars.len())..]);
            kept.collect::<String>()
        };
        let shorter: Vec<String> = (0..chars.len()).step_by(size).map(without).collect();
        match shows(&shorter) {
            Some(first) => chars = shorter[first].chars().collect(),
            None if size == 1 => break,
            None => size = size.div_ceil(2),
        }
        size = size.min(chars.len()).max(1);
    }
    chars.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(kind: Kind, at: usize, len: usize, other: usize, expected: &str) {
        assert_eq!(mutate("abcdef", "UVWXYZ", Edit { kind, at, len, other }), expected);
    }

    #[test]
    fn edits_move_whole_ranges() {
        check(Kind::Delete, 1, 1, 0, "adef");
        check(Kind::Duplicate, 1, 1, 6, "abcdefbc");
        check(Kind::Splice, 6, 2, 1, "abcdefVWX");
        check(Kind::Swap, 0, 1, 2, "efcdab");
        check(Kind::Swap, 4, 1, 0, "efcdab");
        check(Kind::Piece, 3, 0, 3, "abc\\def");
        check(Kind::Delete, 7 + 5, 80, 0, "abcde");
    }

    #[test]
    fn no_edit_cuts_a_character() {
        for kind in Kind::ALL {
            for at in 0..9 {
                for other in 0..9 {
                    let edit = Edit { kind, at, len: at + other, other };
                    assert!(mutate("é€a", "€é", edit).len() <= 40);
                    assert!(mutate("", "", edit).len() <= 40);
                }
            }
        }
    }

    #[test]
    fn the_smallest_text_holds_only_what_shows() {
        let shows =
            |texts: &[String]| texts.iter().position(|t| t.contains('x') && t.contains('é'));
        assert_eq!(smallest("some x and é, and more", 100, shows), "xé");
        assert_eq!(smallest("", 100, shows), "");
    }
}
