//! What one reader says about a text: words, redirects, heredocs and separators by place. Both readers answer
//! in this form, so that they can be compared; neither sees the other's answer.

use crate::span::Span;

/// One reader's flat account of a text, each list sorted by position, nested constructs included.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reading {
    /// Each simple command's words, assignments included, redirects left out.
    pub commands: Vec<CommandWords>,
    /// The spans that `commands` index.
    pub words: Vec<Span>,
    /// Each redirect's operator and target word: `2>&1` is op `>&` at 1..3, target 3..4.
    pub redirects: Vec<RedirectPlace>,
    /// Each heredoc's body: from the first byte after the operator's line (or the body before) to the first
    /// byte of the end line.
    pub heredocs: Vec<Span>,
    /// Each `&&`, `||`, `|`, `|&` and `&` between commands.
    pub separators: Vec<Span>,
}

impl Reading {
    /// Forgets everything, keeps the space.
    pub(crate) fn clear(&mut self) {
        let Reading { commands, words, redirects, heredocs, separators } = self;
        commands.clear();
        words.clear();
        redirects.clear();
        heredocs.clear();
        separators.clear();
    }
}

/// A run of words in [`Reading::words`] that make one simple command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CommandWords {
    /// Index of the first word.
    pub first: u32,
    /// Number of words, at least one.
    pub count: u32,
}

/// Where a redirect stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct RedirectPlace {
    /// The operator's `<`, `>`, `&`, `|` and, for `<<-`, the `-`; without the descriptor in front of it.
    pub op: Span,
    /// The target word; for a heredoc the delimiter; for `>&-` the `-`. Empty, at the operator's end, when there is
    /// none, which bash refuses.
    pub target: Span,
}
