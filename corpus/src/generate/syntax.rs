//! The syntax tree of a generated command: what the grammar builds and the renderer writes. It is never made from text.

use super::Parts;
use super::act::{Act, Exit};
use super::truth::Effect;
use super::value::Value;

/// A command, a row of commands, or a compound.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// One simple command.
    Simple(Box<Simple>),
    /// Commands in a row, each with what follows it; nothing or a `&` follows the last.
    Row(Vec<(Node, Join)>),
    /// A subshell, a group, control flow, a function: keywords with commands between them.
    Compound {
        /// When its commands run.
        flow: Flow,
        /// The parts in order.
        chunks: Vec<Chunk>,
        /// Written over several lines.
        lines: bool,
    },
}

/// What a compound does with the commands in it, taken in the order of its parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    /// Runs them, whatever they are: `{ }`, or a `case` whose pattern matches.
    Group,
    /// Runs them in a shell of its own.
    Subshell,
    /// Runs them beside itself, on a pipe.
    Coproc,
    /// Turns the status of its pipeline around.
    Not,
    /// Holds none: a test with this result.
    Test(Exit),
    /// A test, what runs if it holds, and what else.
    If,
    /// A test that ends the loop when it gives this, the commands, and `break` or nothing.
    Loop {
        /// Whether success ends it.
        until: bool,
    },
    /// Runs them with each value in turn.
    For(&'static [&'static str]),
    /// Keeps them for a call of this name.
    Function(&'static str),
}

/// A part of a compound.
#[derive(Clone, Debug)]
pub(super) enum Chunk {
    /// A keyword or a head.
    Text(&'static str),
    /// The commands between two keywords.
    Body(Node),
    /// A word of a head.
    Word(Word),
    /// What stands behind a keyword: a blank, or a new line.
    Gap,
    /// What ends the commands before a keyword: `;`, a new line, or nothing after `&`.
    End,
    /// What stands before a closing token that needs no separator: `)` or `;;`.
    Close,
    /// A redirect of the whole compound.
    Redirect(Redirect),
}

/// What stands between two commands of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Join {
    /// The separator.
    pub(super) kind: JoinKind,
    /// How it is laid out.
    pub(super) layout: Layout,
}

impl Join {
    /// Nothing follows.
    pub(super) const END: Join = Join::plain(JoinKind::End);
    /// `; `
    pub(super) const SEMI: Join = Join::plain(JoinKind::Semi);
    /// ` | `
    pub(super) const PIPE: Join = Join::plain(JoinKind::Pipe);

    /// The separator with a blank on either side.
    pub(super) const fn plain(kind: JoinKind) -> Join {
        Join { kind, layout: Layout::Spaced }
    }
}

/// The separator between two commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum JoinKind {
    /// Nothing: the row is at its end.
    End,
    /// `;`
    Semi,
    /// `&&`
    And,
    /// `||`
    Or,
    /// `|`
    Pipe,
    /// `|&`
    PipeBoth,
    /// `&`
    Background,
    /// A new line.
    Newline,
    /// A comment and a new line.
    Comment(&'static str),
}

/// How a separator is laid out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Layout {
    /// With blanks.
    Spaced,
    /// Without blanks.
    Tight,
    /// With a new line behind it.
    Broken,
    /// On a line of its own behind a backslash-newline.
    Continued,
}

/// One simple command.
#[derive(Clone, Debug)]
pub(super) struct Simple {
    /// Assignments, words and redirects in order.
    pub(super) items: Vec<Item>,
    /// What it contributes to the checks.
    pub(super) effect: Effect,
    /// It is a program of its own, so that timeout and its like can run it.
    pub(super) external: bool,
    /// Its standard input is spoken for.
    pub(super) stdin_taken: bool,
    /// What it prints is read by the next command, so that its standard output must stay a pipe.
    pub(super) piped: bool,
    /// Reserved words at its head must stay there: neither redirect nor assignment may come first.
    pub(super) keyword_head: bool,
    /// What running it means.
    pub(super) act: Act,
    /// The commands in the text that is piped to a shell.
    pub(super) piped_code: Option<Node>,
    /// What stands before the words that run.
    pub(super) front: Front,
    /// What it was built with.
    pub(super) parts: Parts,
}

/// The wrappers at the head of a simple command.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Front {
    /// How many words they are.
    pub(super) words: usize,
    /// One is `exec`.
    pub(super) exec: bool,
    /// One is `time`, which not every shell reserves.
    pub(super) time: bool,
    /// The first is `coproc`.
    pub(super) coproc: bool,
    /// One may come back before the program ends.
    pub(super) detaches: bool,
    /// One is `chrt -b`, which takes a process out of the idle class.
    pub(super) batches: bool,
    /// One is `chrt --idle`.
    pub(super) idles: bool,
    /// `chrt -b` stands behind `chrt --idle`: only a privileged process leaves the idle class.
    pub(super) refused: bool,
}

/// One part of a simple command.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// What stands before it, unless it is the first.
    pub(super) gap: &'static str,
    /// What it is.
    pub(super) kind: ItemKind,
}

/// What a part of a simple command is.
#[derive(Clone, Debug)]
pub(super) enum ItemKind {
    /// `NAME=value` in front of the first word.
    Assignment(Word),
    /// A word.
    Word {
        /// Its spelling.
        word: Word,
        /// A trailer belongs behind it.
        trailer: bool,
    },
    /// A redirect.
    Redirect(Redirect),
}

/// A word.
#[derive(Clone, Debug)]
pub(super) struct Word {
    /// Its spelling.
    pub(super) pieces: Vec<Piece>,
    /// What bash makes of it.
    pub(super) value: Value,
}

/// A piece of a spelling.
#[derive(Clone, Debug)]
pub(super) enum Piece {
    /// As it stands.
    Text(String),
    /// `$( … )`, `<( … )` or `>( … )`.
    Substitution {
        /// The opening token.
        open: &'static str,
        /// The commands.
        body: Node,
    },
    /// Commands in backticks; they hold no backslash, backtick, double quote or comment.
    Backticks(Node),
    /// Commands as a quoted string.
    Code {
        /// The commands.
        body: Node,
        /// How the string is quoted.
        quote: Quote,
    },
}

/// How a text is quoted as one word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quote {
    /// `'…'`, with `'\''` for a single quote.
    Single,
    /// `"…"`
    Double,
    /// `$'…'`
    AnsiC,
}

/// A redirect.
#[derive(Clone, Debug)]
pub(super) struct Redirect {
    /// Descriptor and operator: `2>`, `&>`, `<<<`; empty for a heredoc, which has its own.
    pub(super) operator: &'static str,
    /// Where to.
    pub(super) target: Target,
}

/// Where a redirect points to.
#[derive(Clone, Debug)]
pub(super) enum Target {
    /// A word.
    Word(Word),
    /// A heredoc.
    Heredoc(Heredoc),
}

/// A heredoc.
#[derive(Clone, Debug)]
pub(super) struct Heredoc {
    /// `<<` or `<<-`.
    pub(super) operator: &'static str,
    /// The delimiter as it is spelled.
    pub(super) spelling: String,
    /// The end line.
    pub(super) delimiter: String,
    /// The body.
    pub(super) body: Body,
}

/// The body of a heredoc.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// Lines of text, without the last newline. With `<<-` each gets a tab in front.
    Text(String),
    /// Commands for a shell that reads them.
    Code(Box<Node>),
    /// Text with substitutions that bash makes while it reads the body.
    Live(Vec<Piece>),
}
