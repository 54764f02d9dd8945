//! What running a simple command means in the execution box, as its maker knows it. It is told, never found in the words' spelling.

/// How a command ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Exit {
    /// With success.
    Zero,
    /// With a failure.
    NonZero,
    /// As the box chooses for the program.
    Chosen,
    /// In a way that depends on more than the text and the choices.
    Unsure,
}

/// What running a simple command means.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Its words, wrappers taken off, are a program, a function or what [`known`] knows.
    Words,
    /// It starts nothing that the box logs, and ends like this.
    Idle(Exit),
    /// It starts this program, found somewhere in its words.
    Starts {
        /// The program and its arguments.
        argv: Vec<&'static str>,
        /// How the whole ends.
        exit: Exit,
    },
    /// xargs, which starts this program.
    Xargs {
        /// The program and its arguments.
        argv: &'static [&'static str],
        /// The further word that its source prints; none for a source that only complains.
        input: Option<&'static str>,
        /// It starts nothing when it reads nothing.
        needs_input: bool,
    },
    /// A shell that runs the code among its parts, or the code that is piped to it.
    Shell(Shell),
    /// Runs the code among its parts in this shell.
    Eval,
    /// Keeps the code among its parts for later.
    Trap(Signal),
    /// A shell that runs its own shell's first argument as code.
    FirstArgument,
    /// A lone assignment to the variable behind [`Value::Directory`](super::value::Value::Directory).
    SetsDirectory,
    /// A declaration of the one variable that the grammar declares.
    Declares {
        /// It can't be set again.
        readonly: bool,
    },
}

/// What a trap waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Signal {
    /// The shell's end.
    Exit,
    /// A command that fails.
    Error,
    /// A signal that never comes.
    Never,
}

/// A shell that runs code.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Shell {
    /// It may be another shell than bash.
    pub(super) plain_sh: bool,
    /// `-e`
    pub(super) errexit: bool,
    /// `-o pipefail`
    pub(super) pipefail: bool,
    /// `-x`: it writes to standard error before each command.
    pub(super) traces: bool,
    /// It reads the code from standard input, and with it all that runs there.
    pub(super) reads_code: bool,
    /// The words behind the code string and its name.
    pub(super) arguments: &'static [&'static str],
    /// What starts it.
    pub(super) starter: Starter,
}

/// What starts a shell.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) enum Starter {
    /// The shell around it.
    #[default]
    Direct,
    /// find, whose own status says nothing of it.
    Find,
    /// xargs.
    Xargs {
        /// Not when its source prints nothing.
        needs_input: bool,
    },
}

/// A builtin, or a program that is itself in the box.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Known {
    /// It writes nothing.
    Quiet,
    /// It writes.
    Writes,
    /// It copies its standard input.
    Copies,
    /// It never succeeds.
    Fails,
    /// It makes the shell end when a command fails.
    Errexit,
}

/// What is known of a program by its name; none for those that the box logs.
pub(super) fn known(name: &str) -> Option<Known> {
    Some(match name {
        "true" | ":" | "wait" | "sleep" | "export" | "break" | "find" | "hash" => Known::Quiet,
        "echo" | "printf" | "cat" | "pwd" | "cd" | "type" | "command" => Known::Writes,
        "tee" => Known::Copies,
        "false" | "" => Known::Fails,
        "set" => Known::Errexit,
        _ => return None,
    })
}
