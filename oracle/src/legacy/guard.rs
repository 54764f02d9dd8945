//! The old `guard-relevant`: the JavaScript regex `\bgit\b|\bglab\b` on the raw text, and nothing more.

use guarddiff_engine::span::Span;
use memchr::memmem;

use super::text::is_word_byte;

/// Whether `git` or `glab` stands anywhere in the text between ASCII word boundaries.
pub fn guard_relevant(text: &str) -> bool {
    matches_of(text, "git").next().is_some() || matches_of(text, "glab").next().is_some()
}

/// Every place that made [`guard_relevant`] fire, in the order of the text.
pub fn guard_matches(text: &str) -> Vec<Span> {
    let mut found: Vec<Span> = matches_of(text, "git").chain(matches_of(text, "glab")).collect();
    found.sort_unstable();
    found
}

fn matches_of(text: &str, name: &'static str) -> impl Iterator<Item = Span> {
    let bytes = text.as_bytes();
    memmem::find_iter(bytes, name).filter_map(move |start| {
        let end = start + name.len();
        // A letter of another alphabet is a boundary: `\b` without the `u` flag is ASCII.
        let before = start.checked_sub(1).is_some_and(|at| is_word_byte(bytes[at]));
        let behind = bytes.get(end).is_some_and(|&byte| is_word_byte(byte));
        (!before && !behind).then(|| Span::new(start, end))
    })
}
