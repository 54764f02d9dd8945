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

/// Where in a word or body a `$(`, `<(`, `>(` or backtick is open.
#[derive(Clone, Debug, Default)]
pub(crate) struct Openness {
    /// The offsets at which it changes, the first from closed to open.
    changes: Vec<usize>,
}

impl Openness {
    /// Scans a spelling from its start.
    pub(crate) fn of(text: &str, quotes: Quotes) -> Openness {
        let bytes = text.as_bytes();
        let (mut depth, mut backtick, mut double, mut case) = (0usize, false, false, false);
        // What an escape takes away opens nothing.
        let mut opener = None;
        let mut changes = Vec::new();
        let mut at = 0;
        while at < bytes.len() {
            let byte = bytes[at];
            if byte == b'\\' && bytes.get(at + 1) == Some(&b'\n') {
                // It vanishes, even between `$` and `(`.
                at += 2;
                continue;
            }
            match byte {
                b'\\' => at += 1,
                b'`' => backtick = !backtick,
                b'"' if quotes == Quotes::Word => double = !double,
                b'\'' if quotes == Quotes::Word && (!double || depth > 0) => {
                    let ansi = opener == Some(b'$') && !double;
                    match quote_end(&text[at + 1..], ansi) {
                        Some(end) => at += end + 1,
                        None => break,
                    }
                }
                // The `)` of a pattern closes nothing, and which one is a pattern's takes a parser to tell.
                b'c' | b'e' if depth > 0 => {
                    let word = bytes.get(at..at + 4);
                    case = (case || word == Some(b"case")) && word != Some(b"esac");
                }
                b'(' | b')' if case => {}
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
            let open = depth > 0 || backtick;
            if open != (changes.len() % 2 == 1) {
                changes.push(at);
            }
        }
        Openness { changes }
    }

    /// Whether a substitution is open at this offset.
    pub(crate) fn at(&self, offset: usize) -> bool {
        self.changes.partition_point(|&change| change <= offset) % 2 == 1
    }
}

/// Where the closing single quote stands; in `$'…'` a backslash hides one (bash manual 3.1.2.4).
fn quote_end(rest: &str, ansi: bool) -> Option<usize> {
    let mut escaped = false;
    rest.bytes().position(|byte| {
        let closes = byte == b'\'' && !escaped;
        escaped = ansi && byte == b'\\' && !escaped;
        closes
    })
}

#[cfg(test)]
mod tests {
    use super::{Openness, Quotes};

    #[test]
    fn a_substitution_is_open_until_its_closer() {
        let open_at_end = |text: &str, quotes| Openness::of(text, quotes).at(text.len());
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
            ("$'it\\'s `", false),
            ("$'it\\'s' `", true),
            ("`", true),
            ("`ls` ", false),
            ("<(", true),
            ("$\\\n(", true),
            ("$((1)", true),
            ("$((1)) ", false),
            ("$(case x in x) ", true),
            ("$(case x in x) ls;; esac) ", false),
        ] {
            assert_eq!(open_at_end(before, Quotes::Word), open, "{before:?}");
        }
        assert!(open_at_end("it's $(", Quotes::Body));
        assert!(!open_at_end("it's (", Quotes::Body));
    }

    #[test]
    fn each_offset_of_one_spelling_has_its_own_answer() {
        let openness = Openness::of("a$(b)c`d`e", Quotes::Word);
        let open: Vec<usize> = (0..=10).filter(|&offset| openness.at(offset)).collect();
        assert_eq!(open, [3, 4, 7, 8]);
    }
}
