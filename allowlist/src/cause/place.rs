//! What a stretch of the text is: which word, heredoc or comment it lies in. Reads the analysis' spans, and the
//! text only where the analysis has none.

use guarddiff_engine::analysis::{Analysis, SimpleCommand, Target};
use guarddiff_engine::span::Span;

/// The innermost thing that covers a stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder<'a> {
    /// What it is.
    pub(crate) role: Role,
    /// The command that it belongs to; none for opaque code.
    pub(crate) command: Option<&'a SimpleCommand>,
    /// Where it stands.
    pub(crate) span: Span,
}

/// What a word or body is to its command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// The program's name.
    Name,
    /// The argument with this index in argv.
    Argument(usize),
    /// A word of a wrapper.
    Wrapper,
    /// An assignment.
    Assignment,
    /// A redirect's target word.
    Target,
    /// A heredoc's body; `expands` when its delimiter is unquoted.
    Heredoc {
        /// Whether bash expands substitutions in it.
        expands: bool,
    },
    /// Code for another interpreter.
    Opaque,
}

/// The smallest word, assignment, target, body or opaque code that covers the stretch.
pub(crate) fn holder<'a>(text: &str, analysis: &'a Analysis, at: Span) -> Option<Holder<'a>> {
    let mut best: Option<Holder<'a>> = None;
    let mut offer = |role, command, span: Span| {
        if span.covers(at) && best.is_none_or(|held| span.len() < held.span.len()) {
            best = Some(Holder { role, command, span });
        }
    };
    for opaque in &analysis.opaque {
        offer(Role::Opaque, None, opaque.span);
    }
    // The spans of a command inside a code string are those of the word that holds the code.
    for command in analysis.commands.iter().filter(|command| command.context.code_depth == 0) {
        for (index, word) in command.argv.iter().enumerate() {
            let role = if index == 0 { Role::Name } else { Role::Argument(index) };
            offer(role, Some(command), word.span);
        }
        for word in command.wrappers.iter().flatten() {
            offer(Role::Wrapper, Some(command), word.span);
        }
        for assignment in &command.assignments {
            offer(Role::Assignment, Some(command), assignment.span);
        }
        for redirect in &command.redirects {
            match &redirect.target {
                Target::Word(word) => offer(Role::Target, Some(command), word.span),
                Target::Heredoc { body: _, span } => {
                    let opener = &text[redirect.span.range()];
                    let expands = !opener.contains(['"', '\'', '\\']);
                    offer(Role::Heredoc { expands }, Some(command), *span);
                }
            }
        }
    }
    best
}

/// The commands inside the code that a word or body holds.
pub(crate) fn code_in(analysis: &Analysis, holder: Span) -> impl Iterator<Item = &SimpleCommand> {
    let inside = move |command: &&SimpleCommand| {
        command.context.code_depth > 0 && holder.covers(command.span)
    };
    analysis.commands.iter().filter(inside)
}

/// Whether the stretch, which no word covers, lies behind a `#` that opens a comment on its line.
pub(crate) fn in_comment(text: &str, analysis: &Analysis, at: Span) -> bool {
    let bytes = text.as_bytes();
    let line = text[..at.range().start].rfind('\n').map_or(0, |newline| newline + 1);
    (line..at.range().start).any(|hash| {
        let opens = hash == 0
            || matches!(
                bytes[hash - 1],
                b'\n' | b' ' | b'\t' | b';' | b'&' | b'|' | b'(' | b')' | b'<' | b'>' | b'`'
            );
        bytes[hash] == b'#' && opens && holder(text, analysis, Span::new(hash, hash + 1)).is_none()
    })
}
