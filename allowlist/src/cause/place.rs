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
    /// A code string that no listed word holds: the word was eval's, or the like.
    Code,
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
    for command in analysis.commands.iter().filter(|command| command.context.code_depth > 0) {
        offer(Role::Code, None, command.span);
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
    let line = text[..at.range().start].rfind('\n').map_or(0, |newline| newline + 1);
    (line..at.range().start).any(|hash| {
        opens_comment(text, hash) && holder(text, analysis, Span::new(hash, hash + 1)).is_none()
    })
}

/// Whether the byte is a `#` where a word could begin (bash manual 3.1.3).
pub(crate) fn opens_comment(text: &str, hash: usize) -> bool {
    let bytes = text.as_bytes();
    let begins = match hash.checked_sub(1).map(|before| bytes[before]) {
        None => true,
        Some(before) => b"\n \t;&|()<>`".contains(&before),
    };
    bytes[hash] == b'#' && begins
}

/// The text between two places; empty where they don't stand in this order.
pub(crate) fn between(text: &str, from: u32, to: u32) -> &str {
    text.get(from as usize..to as usize).unwrap_or_default()
}
