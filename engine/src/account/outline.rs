//! How a text is built, from its tokens: lists, pipelines, compounds and substitutions as one tree. It reads no word.

mod builder;
mod marks;

use self::builder::Builder;
use crate::span::Span;
use crate::tokens::{HoleKind, Tokens};

/// One part of a text, in the tree that its depth tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// How many parts it lies in.
    pub depth: u16,
    /// The operator in front of it: `&&`, `||`, `|`, `|&`, `&`, or `;` for that or a newline. Empty for the first.
    pub join: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether a `&` behind it puts it in the background (of an and-or list: its last pipeline).
    pub background: bool,
    /// From its first to behind its last byte, redirects of a compound left out.
    pub span: Span,
}

/// What a part of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A simple command.
    Command,
    /// Several commands joined by `|`.
    Pipeline,
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `coproc` and a compound command.
    Coprocess,
    /// `if … fi`
    If,
    /// `while …; do …; done`
    While,
    /// `until …; do …; done`
    Until,
    /// `for …; do …; done`
    For,
    /// `select …; do …; done`
    Select,
    /// `case … esac`
    Case,
    /// What an if or a loop asks.
    Condition,
    /// What an if does.
    Then,
    /// What an if does otherwise.
    Else,
    /// What a loop does.
    Do,
    /// A pattern of a case, and what is done for it.
    Pattern,
    /// The definition of a function.
    Function,
    /// `[[ … ]]`
    Test,
    /// `(( … ))`
    Arithmetic,
    /// `$( … )` or backticks.
    Substitution,
    /// `<( … )` or `>( … )`.
    Process,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Command => "command",
            Kind::Pipeline => "pipeline",
            Kind::Subshell => "subshell",
            Kind::Group => "group",
            Kind::Coprocess => "coprocess",
            Kind::If => "if",
            Kind::While => "while",
            Kind::Until => "until",
            Kind::For => "for",
            Kind::Select => "select",
            Kind::Case => "case",
            Kind::Condition => "condition",
            Kind::Then => "then",
            Kind::Else => "else",
            Kind::Do => "do",
            Kind::Pattern => "pattern",
            Kind::Function => "function",
            Kind::Test => "test",
            Kind::Arithmetic => "arithmetic",
            Kind::Substitution => "substitution",
            Kind::Process => "process",
        }
    }

    /// Whether it is a part of a compound command and no command itself.
    fn is_part(self) -> bool {
        matches!(self, Kind::Condition | Kind::Then | Kind::Else | Kind::Do | Kind::Pattern)
    }
}

/// What happens at a place, in the order in which it happens there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    HoleEnds(u32),
    Separator(u32),
    Function(u32),
    Mark,
    Sum(u32),
    Command(u32),
    Redirect(u32),
    Hole(u32),
}

/// The tree of a text that was read.
pub(super) fn of(text: &str, tokens: &Tokens) -> Vec<Node> {
    let mut events: Vec<(u32, Event)> = Vec::new();
    for (number, hole) in (0_u32..).zip(&tokens.holes) {
        // One that is never closed holds nothing that is certain.
        let runs = matches!(hole.kind, HoleKind::Command | HoleKind::Process);
        if runs && !hole.span.is_empty() {
            events.push((hole.span.start, Event::Hole(number)));
            events.push((hole.span.end, Event::HoleEnds(number)));
        }
    }
    for (number, separator) in (0_u32..).zip(&tokens.reading.separators) {
        events.push((separator.start, Event::Separator(number)));
    }
    for (number, function) in (0_u32..).zip(&tokens.functions) {
        events.push((function.span.start, Event::Function(number)));
    }
    for (number, sum) in (0_u32..).zip(&tokens.sums) {
        events.push((sum.start, Event::Sum(number)));
    }
    let mut ends: Vec<Option<u32>> = (0..tokens.commands.len())
        .map(|number| tokens.words(number).last().map(|word| word.end))
        .collect();
    let redirects = tokens.redirects.iter().zip(&tokens.reading.redirects);
    for (number, (redirect, place)) in (0_u32..).zip(redirects) {
        if let Some(end) = redirect.command.and_then(|command| ends.get_mut(command as usize)) {
            *end = (*end).max(Some(place.target.end));
        }
        events.push((place.target.start, Event::Redirect(number)));
        if let Some(heredoc) = redirect.heredoc {
            events.push((heredoc.body.start, Event::Redirect(number)));
        }
    }
    for (number, frame) in (0_u32..).zip(&tokens.commands) {
        // A slot without words and redirects turned out to be the name of a function or a coprocess.
        if ends[number as usize].is_some() {
            events.push((frame.start, Event::Command(number)));
        }
    }
    events.extend(tokens.structure.iter().map(|&mark| (mark, Event::Mark)));
    events.sort_unstable();
    events.dedup();
    let mut builder = Builder::new(text, tokens, ends);
    for (at, event) in events {
        builder.take(at, event);
    }
    builder.flat()
}
