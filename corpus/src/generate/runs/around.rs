//! What stands around a command and decides how it runs: whose failure is looked at, which pipes may break, what the arguments are.

use super::super::syntax::{Node, Redirect, Simple};
use super::reprint::Reprint;

/// What stands around a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Around<'t> {
    /// Its failure is looked at, so that neither `set -e` nor a trap on failures minds it.
    pub(super) tested: bool,
    /// What it finds on its standard input.
    pub(super) stdin: Stdin,
    /// Which of its streams go into a pipe whose reader may be gone.
    pub(super) leaks: Streams,
    /// What the command before it in its pipeline gives it.
    pub(super) feed: Streams,
    /// The shell may be another one than bash.
    pub(super) plain_sh: bool,
    /// It runs in the idle class.
    pub(super) idle: bool,
    /// A pipeline fails with any of its commands.
    pub(super) pipefail: bool,
    /// The process is one of those in which bash minds a trap on its end.
    pub(super) minds_exit: bool,
    /// What bash's own printer made of it.
    pub(super) reprint: Reprint,
    /// The value of the loop's variable.
    pub(super) loop_value: Option<&'static str>,
    /// The arguments of the shell or function.
    pub(super) arguments: Arguments<'t>,
}

/// What a command finds on its standard input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Stdin {
    /// Something that ends.
    Ends,
    /// The rest of the code that the shell is about to read.
    Code,
    /// A pipe that nobody closes.
    Open,
}

/// Which of a command's streams go into one pipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Streams {
    /// Standard output.
    pub(super) output: bool,
    /// Standard error.
    pub(super) errors: bool,
}

/// The arguments of a shell or function.
#[derive(Clone, Copy, Debug)]
pub(super) enum Arguments<'t> {
    /// These.
    Words(&'static [&'static str]),
    /// Those of this call.
    Call(&'t Simple),
    /// Nobody calls it.
    Untold,
}

impl<'t> Around<'t> {
    /// What stands around the first command of a shell that is given these arguments.
    pub(super) fn shell(arguments: &'static [&'static str]) -> Around<'t> {
        Around {
            tested: false,
            stdin: Stdin::Ends,
            leaks: Streams { output: false, errors: false },
            feed: Streams::PLAIN_PIPE,
            plain_sh: false,
            idle: false,
            pipefail: false,
            minds_exit: true,
            reprint: Reprint::None,
            loop_value: None,
            arguments: Arguments::Words(arguments),
        }
    }

    /// The same behind a redirect.
    pub(super) fn redirected(self, redirect: &Redirect) -> Around<'t> {
        match redirect.operator.trim_end() {
            "" | "<" | "0<" | "<>" | "<<<" => Around { stdin: Stdin::Ends, ..self },
            _ => Around { leaks: self.leaks.redirected(redirect), ..self },
        }
    }
}

impl Streams {
    /// `|`
    pub(super) const PLAIN_PIPE: Streams = Streams { output: true, errors: false };

    /// The same, and standard output.
    pub(super) fn with_output(self) -> Streams {
        Streams { output: true, ..self }
    }

    /// What of a command comes to the pipe behind it.
    pub(super) fn into_pipe(node: &Node) -> Streams {
        match node {
            Node::Simple(simple) => simple.redirects().fold(Streams::PLAIN_PIPE, Self::redirected),
            Node::Row(_) | Node::Compound { .. } => Streams::PLAIN_PIPE,
        }
    }

    fn redirected(self, redirect: &Redirect) -> Streams {
        match redirect.operator.trim_end() {
            ">" | ">>" | ">|" => Streams { output: false, ..self },
            "2>" | "2>>" => Streams { errors: false, ..self },
            "&>" | "&>>" => Streams { output: false, errors: false },
            // The grammar's only targets of these two are the other stream.
            ">&" => Streams { output: self.errors, ..self },
            "2>&" => Streams { errors: self.output, ..self },
            _ => self,
        }
    }
}
