//! Whether a stretch inside a word or body lies in a substitution that is still open there. A rough scan, which
//! errs towards yes: what may be code is never called data.

/// What quotes mean in the stretch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quotes {
    /// A word: both kinds quote.
    Word,
    /// An expanded heredoc body: quotes are text.
    Body,
}

/// Whether a `$(`, `<(`, `>(` or backtick opened in `before` is still open at its end.
pub(crate) fn still_open(before: &str, quotes: Quotes) -> bool {
    let bytes = before.as_bytes();
    let (mut depth, mut backtick, mut double) = (0usize, false, false);
    // What an escape takes away opens nothing.
    let mut opener = None;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match byte {
            b'\\' => at += 1,
            b'`' => backtick = !backtick,
            b'"' if quotes == Quotes::Word => double = !double,
            b'\'' if quotes == Quotes::Word && (!double || depth > 0) => {
                match before[at + 1..].find('\'') {
                    Some(end) => at += end + 1,
                    // Open at the end: what follows is literal, unless the quote stands in a substitution.
                    None => return depth > 0 || backtick,
                }
            }
            b'(' if depth > 0 => depth += 1,
            b'(' => {
                let expands =
                    opener == Some(b'$') || (matches!(opener, Some(b'<' | b'>')) && !double);
                depth += usize::from(expands);
            }
            b')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        opener = (byte != b'\\').then_some(byte);
        at += 1;
    }
    depth > 0 || backtick
}

#[cfg(test)]
mod tests {
    use super::{Quotes, still_open};

    #[test]
    fn a_substitution_is_open_until_its_closer() {
        for (before, open) in [
            ("", false),
            ("\"see ", false),
            ("\"$(", true),
            ("\"$(ls) ", false),
            ("\"$(ls \"$(", true),
            ("'$(", false),
            ("'a'$(", true),
            ("\"it's $(", true),
            ("\\$(", false),
            ("`", true),
            ("`ls` ", false),
            ("<(", true),
            ("$((1)", true),
            ("$((1)) ", false),
        ] {
            assert_eq!(still_open(before, Quotes::Word), open, "{before:?}");
        }
        assert!(still_open("it's $(", Quotes::Body));
        assert!(!still_open("it's (", Quotes::Body));
    }
}
