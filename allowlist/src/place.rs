//! What a stretch of the text is: which word, heredoc or comment it lies in. Reads the analysis' spans, and the
//! text only where the analysis has none.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::BTreeMap;

use guarddiff_engine::analysis::{Analysis, Redirect, SimpleCommand, Target};
use guarddiff_engine::span::Span;

use crate::substitution::{Openness, Quotes};

/// The innermost thing that covers a stretch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Holder<'a> {
    /// What it is.
    pub(crate) role: Role,
    /// The command that it belongs to; none for code.
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

/// Every place of an analysis, for look-ups in logarithmic time. What was asked of the text is remembered.
#[derive(Debug)]
pub(crate) struct Places<'a> {
    /// By start, the longer first; each with the index of the one around it.
    holders: Vec<(Holder<'a>, Option<usize>)>,
    /// The commands of code strings by the start of their spans.
    code: Vec<&'a SimpleCommand>,
    /// For each line asked for, by its start, where its comment begins.
    comments: RefCell<BTreeMap<usize, Option<usize>>>,
    /// For each holder asked for, where substitutions are open in it.
    substitutions: RefCell<BTreeMap<Span, Openness>>,
}

impl<'a> Places<'a> {
    pub(crate) fn of(text: &str, analysis: &'a Analysis) -> Places<'a> {
        let mut found = holders(text, analysis);
        found.sort_by_key(|held| (held.span.start, Reverse(held.span.end)));
        found.dedup_by_key(|held| held.span);
        let mut nested: Vec<(Holder<'a>, Option<usize>)> = Vec::with_capacity(found.len());
        for held in found {
            let mut around = nested.len().checked_sub(1);
            while let Some(index) = around
                && !nested[index].0.span.covers(held.span)
            {
                around = nested[index].1;
            }
            nested.push((held, around));
        }
        let coded = |command: &&SimpleCommand| command.context.code_depth > 0;
        let mut code: Vec<&SimpleCommand> = analysis.commands.iter().filter(coded).collect();
        code.sort_by_key(|command| command.span.start);
        let (comments, substitutions) = Default::default();
        Places { holders: nested, code, comments, substitutions }
    }

    pub(crate) fn holder(&self, at: Span) -> Option<Holder<'a>> {
        let behind = self.holders.partition_point(|(held, _)| held.span.start <= at.start);
        let mut index = behind.checked_sub(1);
        while let Some((held, around)) = index.and_then(|index| self.holders.get(index)) {
            if held.span.covers(at) {
                return Some(*held);
            }
            index = *around;
        }
        None
    }

    pub(crate) fn code_in(&self, holder: Span) -> impl Iterator<Item = &'a SimpleCommand> {
        let first = self.code.partition_point(|command| command.span.start < holder.start);
        let behind = self.code.partition_point(|command| command.span.start < holder.end);
        let code = self.code.get(first..behind).unwrap_or_default();
        code.iter().copied().filter(move |command| holder.covers(command.span))
    }

    pub(crate) fn in_comment(&self, text: &str, at: Span) -> bool {
        let start = at.range().start;
        let line = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let mut comments = self.comments.borrow_mut();
        let hash = *comments.entry(line).or_insert_with(|| {
            let end = text[line..].find('\n').map_or(text.len(), |length| line + length);
            (line..end).find(|&hash| {
                opens_comment(text, hash) && self.holder(Span::new(hash, hash + 1)).is_none()
            })
        });
        hash.is_some_and(|hash| hash < start)
    }

    pub(crate) fn in_open_substitution(&self, text: &str, held: Holder<'_>, at: Span) -> bool {
        let quotes = match held.role {
            Role::Heredoc { expands: true } => Quotes::Body,
            Role::Heredoc { expands: false } | Role::Code | Role::Opaque => return false,
            Role::Name | Role::Argument(_) | Role::Wrapper | Role::Assignment | Role::Target => {
                Quotes::Word
            }
        };
        let mut known = self.substitutions.borrow_mut();
        let openness = known
            .entry(held.span)
            .or_insert_with(|| Openness::of(between(text, held.span.start, held.span.end), quotes));
        openness.at(at.start.saturating_sub(held.span.start) as usize)
    }
}

/// Every holder of the analysis; of two with one span, the one that counts comes first.
fn holders<'a>(text: &str, analysis: &'a Analysis) -> Vec<Holder<'a>> {
    let mut found = Vec::new();
    for opaque in &analysis.opaque {
        found.push(Holder { role: Role::Opaque, command: None, span: opaque.span });
    }
    // The spans of a command inside a code string are those of the word that holds the code.
    for command in analysis.commands.iter().filter(|command| command.context.code_depth == 0) {
        let mut add = |role, span| found.push(Holder { role, command: Some(command), span });
        for (index, word) in command.argv.iter().enumerate() {
            add(if index == 0 { Role::Name } else { Role::Argument(index) }, word.span);
        }
        for word in command.wrappers.iter().flatten() {
            add(Role::Wrapper, word.span);
        }
        for assignment in &command.assignments {
            add(Role::Assignment, assignment.span);
        }
        for redirect in &command.redirects {
            let (role, span) = target(text, redirect);
            add(role, span);
        }
    }
    for around in analysis.around.iter().filter(|around| around.code_depth == 0) {
        let (role, span) = target(text, &around.redirect);
        found.push(Holder { role, command: None, span });
    }
    for command in analysis.commands.iter().filter(|command| command.context.code_depth > 0) {
        found.push(Holder { role: Role::Code, command: None, span: command.span });
    }
    found
}

/// What a redirect holds: a word, or the body of a heredoc.
fn target(text: &str, redirect: &Redirect) -> (Role, Span) {
    match &redirect.target {
        Target::Word(word) => (Role::Target, word.span),
        Target::Heredoc { body: _, span } => {
            let opener = between(text, redirect.span.start, redirect.span.end);
            let expands = !opener.contains(['"', '\'', '\\']);
            (Role::Heredoc { expands }, *span)
        }
    }
}

/// Whether the byte is a `#` where a word could begin (bash manual 3.1.3).
pub(crate) fn opens_comment(text: &str, hash: usize) -> bool {
    let bytes = text.as_bytes();
    let begins = match hash.checked_sub(1).and_then(|before| bytes.get(before)) {
        None => true,
        Some(before) => b"\n \t;&|()<>`".contains(before),
    };
    bytes.get(hash) == Some(&b'#') && begins
}

/// The text between two places; empty where they don't stand in this order.
pub(crate) fn between(text: &str, from: u32, to: u32) -> &str {
    text.get(from as usize..to as usize).unwrap_or_default()
}
