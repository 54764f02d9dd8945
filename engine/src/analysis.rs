//! What one command text would run: the answer of `analyze`, before any check. Data only.

use crate::span::Span;
use crate::word::{Value, Word};

/// The structural reading of one command text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Analysis {
    /// Whether the text could be read.
    pub status: Status,
    /// Whether both readers agreed or the tokens decided. Meaningless when unavailable.
    pub trust: Trust,
    /// Whether anything but literal simple commands stands in it.
    pub complexity: Complexity,
    /// Every simple command that bash could come to, in the order of the text; code strings follow the
    /// command that holds them. Empty when unavailable.
    pub commands: Vec<SimpleCommand>,
    /// Code for other interpreters, which is not read.
    pub opaque: Vec<Opaque>,
    /// Redirects of compounds, such as `done < list`, which hold for every command in them.
    pub around: Vec<Around>,
}

impl Analysis {
    /// An analysis that could not be made.
    pub fn unavailable(reason: Reason) -> Analysis {
        Analysis {
            status: Status::Unavailable(reason),
            trust: Trust::Agreed,
            complexity: Complexity::Complex,
            commands: Vec::new(),
            opaque: Vec::new(),
            around: Vec::new(),
        }
    }

    /// An analysis to which a reading adds what it finds.
    pub(crate) fn empty() -> Analysis {
        Analysis {
            status: Status::Parsed,
            complexity: Complexity::Simple,
            ..Analysis::unavailable(Reason::Cold)
        }
    }

    /// Whether the text could be read.
    pub fn is_parsed(&self) -> bool {
        self.status == Status::Parsed
    }
}

/// Whether the text could be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Read, and both readings agree or the tokens decided.
    Parsed,
    /// Not read: consumers fall back to the text matcher, byte for byte.
    Unavailable(Reason),
}

/// Why a text could not be read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reason {
    /// The engine was not warmed up.
    Cold,
    /// The text holds a NUL byte, which no argument can carry.
    Nul,
    /// More bytes than [`crate::limits::MAX_BYTES`].
    TooLarge,
    /// The parser needed more operations, or the tree has more nodes, than the budget allows.
    BudgetSpent,
    /// More nesting than [`crate::limits::MAX_DEPTH`].
    TooDeep,
    /// bash refuses the text, or would at the place where the code string runs.
    SyntaxError,
    /// The two readings differ in a place where neither can be proved right.
    Distrusted,
}

impl Reason {
    /// Every reason, for tables.
    pub const ALL: [Reason; 7] = [
        Reason::Cold,
        Reason::Nul,
        Reason::TooLarge,
        Reason::BudgetSpent,
        Reason::TooDeep,
        Reason::SyntaxError,
        Reason::Distrusted,
    ];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Reason::Cold => "cold",
            Reason::Nul => "nul",
            Reason::TooLarge => "too-large",
            Reason::BudgetSpent => "budget-spent",
            Reason::TooDeep => "too-deep",
            Reason::SyntaxError => "syntax-error",
            Reason::Distrusted => "distrusted",
        }
    }
}

/// How the two readings of a text met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trust {
    /// Tokens and tree say the same.
    Agreed,
    /// They differed on a plain stretch, and the tokens decided.
    Repaired,
}

/// Whether anything but literal simple commands stands in the text. A fact for judges; no check fires on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Complexity {
    /// Literal words in lists, pipelines, redirects and plain heredocs only.
    Simple,
    /// An unknown word, control flow, a function, a subshell, a substitution or a code string.
    Complex,
}

/// One simple command that could run, wrappers taken off.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SimpleCommand {
    /// The words that the innermost program gets; the first is its name. Empty for a lone assignment or redirect.
    pub argv: Vec<Word>,
    /// `NAME=value` in front of the command or taken by a wrapper such as env.
    pub assignments: Vec<Assignment>,
    /// Redirects in the order of the text.
    pub redirects: Vec<Redirect>,
    /// The words of each wrapper, outer to inner, without the inner command.
    pub wrappers: Vec<Vec<Word>>,
    /// Whether more words may follow the last of `argv` at run time (xargs, `find -exec … {} +`).
    pub open_ended: bool,
    /// Where the command stands.
    pub context: Context,
    /// From the first non-assignment word, wrappers included, to the last word; redirects only where they
    /// stand between. Inside a code string: the span of the word (or heredoc) that holds the code.
    pub span: Span,
}

/// `NAME=value` or `NAME+=value`, or one array assignment, whose value is then unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assignment {
    /// The name, with a subscript if there is one.
    pub name: String,
    /// The value after expansion.
    pub value: Value,
    /// Where the whole assignment is spelled.
    pub span: Span,
}

/// One redirect.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Redirect {
    /// The file descriptor number where the text gives one.
    pub fd: Option<u32>,
    /// The operator as bash spells it: `>`, `>>`, `<`, `<<`, `<<-`, `<<<`, `>&`, `&>` …
    pub op: &'static str,
    /// What it points to.
    pub target: Target,
    /// From the descriptor or operator to the end of the target word.
    pub span: Span,
}

impl Redirect {
    /// Whether it feeds the command's standard input.
    pub fn feeds_stdin(&self) -> bool {
        let input = matches!(self.op, "<" | "<<" | "<<-" | "<<<" | "<&" | "<>");
        input && matches!(self.fd, None | Some(0))
    }
}

/// A redirect of a compound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Around {
    /// The redirect. Inside a code string its spans are those of the word or heredoc that holds the code.
    pub redirect: Redirect,
    /// How many code strings lie around it.
    pub code_depth: u8,
}

/// Where a redirect points to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// A file, a descriptor, or the text of a here-string (without the newline that bash adds).
    Word(Word),
    /// The text of a heredoc as the command reads it.
    Heredoc {
        /// The text, final newline included.
        body: Value,
        /// The lines of the body in the input, without the end line.
        span: Span,
    },
}

/// What stands around a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Context {
    /// The command is in a `( … )`.
    pub subshell: bool,
    /// The command is in the body of a function.
    pub function: bool,
    /// The command is in an if, a loop, a case or a select.
    pub control_flow: bool,
    /// The command is in a command or process substitution.
    pub substitution: bool,
    /// How many code strings (`bash -c`, eval, a heredoc fed to a shell …) lie around it.
    pub code_depth: u8,
    /// What its standard input is when no redirect says otherwise.
    pub stdin: Stdin,
}

/// What a command's standard input is, redirects aside.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Stdin {
    /// Whatever the shell has.
    #[default]
    Inherited,
    /// A pipe whose text is known: `cat <<'EOF' | …`.
    Piped(String),
    /// A pipe whose text is not known.
    PipedUnknown,
}

/// Code for another interpreter (`python -c`, a heredoc fed to perl …), which the engine does not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opaque {
    /// The interpreter's name.
    pub interpreter: String,
    /// The code as far as it is literal.
    pub text: Value,
    /// Where the code stands.
    pub span: Span,
}
