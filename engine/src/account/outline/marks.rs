//! Reserved words, parentheses and braces: which compound each opens, goes on with or ends.

use super::Kind;
use super::builder::{Builder, Building};
use crate::span::Span;

/// What a reserved word does.
enum Act {
    /// Opens a compound, and its first part.
    Open(Kind, Option<Kind>),
    /// Opens the next part of one of these.
    Part(&'static [Kind], Kind),
    /// Ends one of these.
    Close(&'static [Kind]),
}

const LOOPS: &[Kind] = &[Kind::While, Kind::Until, Kind::For, Kind::Select];

/// The words of bash manual 3.2.5 that structure a text. `case` and its patterns come before them.
const WORDS: [(&str, Act); 17] = [
    ("{", Act::Open(Kind::Group, None)),
    ("}", Act::Close(&[Kind::Group, Kind::Coprocess, Kind::For, Kind::Select])),
    ("[[", Act::Open(Kind::Test, None)),
    ("]]", Act::Close(&[Kind::Test])),
    ("if", Act::Open(Kind::If, Some(Kind::Condition))),
    ("elif", Act::Part(&[Kind::If], Kind::Condition)),
    ("then", Act::Part(&[Kind::If], Kind::Then)),
    ("else", Act::Part(&[Kind::If], Kind::Else)),
    ("fi", Act::Close(&[Kind::If])),
    ("while", Act::Open(Kind::While, Some(Kind::Condition))),
    ("until", Act::Open(Kind::Until, Some(Kind::Condition))),
    ("for", Act::Open(Kind::For, None)),
    ("select", Act::Open(Kind::Select, None)),
    ("do", Act::Part(LOOPS, Kind::Do)),
    ("done", Act::Close(LOOPS)),
    ("case", Act::Open(Kind::Case, None)),
    ("esac", Act::Close(&[Kind::Case])),
];

/// More than the longest of them, with room for a backslash-newline between any two letters.
const LONGEST: usize = 24;

impl Builder<'_> {
    /// Takes the word, parenthesis or brace at this place.
    pub(super) fn mark(&mut self, at: u32) {
        if at < self.behind_name {
            return;
        }
        let here = self.text.get(at as usize..).unwrap_or_default();
        let rest: String = here.chars().take(LONGEST).collect::<String>().replace("\\\n", "");
        let whole = Span { start: at, end: at };
        let is = |word: &str| {
            let behind = rest.strip_prefix(word).map(|rest| rest.as_bytes().first().copied());
            behind.is_some_and(|next| next.is_none_or(|byte| b" \t\n;&|()<>".contains(&byte)))
        };
        // The pattern of a case may look like anything.
        if self.top_kind() == Some(Kind::Case) && !is("esac") {
            return self.part(Kind::Pattern, at);
        }
        let sums = &self.tokens.sums;
        match rest.as_bytes().first() {
            // A sum is an event of its own.
            Some(b'(') if sums.binary_search_by_key(&at, |sum| sum.start).is_ok() => return,
            Some(b'(') => return self.push(Kind::Subshell, whole, None),
            Some(b')') => return self.close(&[Kind::Subshell], at, 1),
            Some(b';') => return self.back_to(&[Kind::Case], at),
            Some(b'{') if is("{") && self.waits_for_body() => return self.part(Kind::Do, at),
            Some(_) | None => {}
        }
        if is("coproc") {
            self.coproc = true;
        }
        match WORDS.iter().find(|(word, _)| is(word)) {
            Some((_, Act::Open(kind, part))) => self.push(*kind, whole, *part),
            Some((_, Act::Part(of, kind))) => {
                self.back_to(of, at);
                self.part(*kind, at);
            }
            Some((word, Act::Close(of))) => self.close(of, at, word.len()),
            None => {}
        }
    }

    /// Whether a loop is open whose body may be in braces.
    fn waits_for_body(&self) -> bool {
        self.top().is_some_and(|top| {
            let Building { kind, children, .. } = &self.nodes[top];
            let begun = children.iter().any(|child| self.nodes[*child].kind == Kind::Do);
            matches!(kind, Kind::For | Kind::Select) && !begun
        })
    }
}
