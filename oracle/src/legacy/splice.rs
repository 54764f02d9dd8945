//! The old `trailer-splice`: separator surgery on the raw text behind the first literal `git commit`.

use guarddiff_engine::span::Span;
use memchr::memmem;

use super::text::is_blank;

/// Where the old splice cut.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SplicePoint {
    /// The literal `git commit` that it went by.
    pub literal: Span,
    /// The byte offset at which the trailer goes in.
    pub at: usize,
}

/// The text with `trailer` put in, or none when it holds no literal `git commit`.
pub fn trailer_splice(text: &str, trailer: &str) -> Option<String> {
    let at = splice_point(text)?.at;
    Some([&text[..at], trailer, &text[at..]].concat())
}

/// Before the blanks in front of the first `&&`, `||`, `;`, `|` or newline behind the first `git commit`, or at
/// the end. A lone `&` is no stop, and a quote hides none.
pub fn splice_point(text: &str) -> Option<SplicePoint> {
    let bytes = text.as_bytes();
    let start = memmem::find(bytes, b"git commit")?;
    let literal = Span::new(start, start + "git commit".len());
    let from = literal.range().end;
    let stop = bytes[from..].iter().enumerate().position(|(offset, byte)| match byte {
        b'\n' | b';' | b'|' => true,
        b'&' => bytes.get(from + offset + 1) == Some(&b'&'),
        _ => false,
    });
    let at = match stop {
        None => bytes.len(),
        Some(offset) => {
            let before = &bytes[from..from + offset];
            from + before.iter().rposition(|&byte| !is_blank(byte)).map_or(0, |last| last + 1)
        }
    };
    Some(SplicePoint { literal, at })
}
