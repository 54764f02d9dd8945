//! What does a program do with the commands or the code in its words? Tables and option grammars only: it reads
//! no code, asks no file system, and leaves wrappers inside wrappers to the caller.

mod env;
mod find;
mod interpreters;
mod options;
mod parallel;
mod rows;
mod scan;
mod sed;
mod shells;
mod subcommands;
#[cfg(test)]
mod tests;
mod users;
mod wrappers;

pub(crate) use shells::is_builtin_only;

use std::ops::Range;

use crate::word::{Fields, Shape, Value, Word};

/// What a simple command does beside being itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Runs as itself; its words are data.
    Plain,
    /// A wrapper or an interpreter: what it starts, in order. Never empty.
    Runs(Vec<Run>),
    /// `env -S` splits a string into words of its own: the command is to be read as if it were spelled with
    /// these words, by another call of [`role`], which does not answer this again.
    Rewritten {
        /// The words, the program's name first; those from the string have the span of the word that holds it.
        argv: Vec<Word>,
        /// The indices in the old words that hold the string.
        word: Range<usize>,
    },
}

/// One thing that a wrapper or an interpreter starts. Indices are into the words given to [`role`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Run {
    /// `argv[from..to]` is a command of its own; everything before `from` is the wrapper.
    Words {
        /// Index of the command's first word, which may be an unknown one.
        from: usize,
        /// Index behind its last word.
        to: usize,
        /// `NAME=value` words that the wrapper puts into the environment.
        assignments: Range<usize>,
        /// More words may follow the last one at run time: xargs, `find -exec … {} +`.
        open_ended: bool,
        /// Every occurrence of this text in the words is replaced at run time: `xargs -I`, `find`'s `{}`.
        placeholder: Option<String>,
        /// Where the wrapper looks for the command: to be passed to [`role`] with the words.
        lookup: Lookup,
    },
    /// Shell code: `bash -c`, eval, trap, watch …
    Code {
        /// The code, or what is known of it.
        text: Value,
        /// The indices of the words that hold it.
        word: Range<usize>,
        /// The indices of the words that are `$0`, `$1` … in it; empty where there are none.
        arguments: Range<usize>,
        /// Every occurrence of this text in the code is replaced at run time: parallel's `{}`.
        placeholder: Option<String>,
    },
    /// The shell code comes from standard input: `bash`, `sh -s`, `. /dev/stdin`, `sudo -i`.
    CodeFromStdin,
    /// Code for an interpreter that is not read: `python -c`, `perl -e`, an awk program that could run something.
    Opaque {
        /// The program's basename.
        interpreter: String,
        /// The code, or what is known of it. A spliced awk or sed program (`sed "s/x/$Y/"`) is reported as
        /// well: whether to mind its unknown part is the caller's choice.
        text: Value,
        /// The indices of the words that hold it.
        word: Range<usize>,
    },
    /// The same from standard input: `python3 -`, `node` without a file.
    OpaqueFromStdin {
        /// The program's basename.
        interpreter: String,
    },
    /// Something may run, and the words don't say what: an option that the row doesn't know, or an unknown
    /// word where an option could stand.
    Unknown,
}

/// Where the name of a command is looked up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Lookup {
    /// By the shell: builtins count.
    Shell,
    /// By another program in `PATH`: `timeout 5 eval x` finds no eval.
    Path,
}

impl Run {
    /// The command `argv[from..to]`, found in `PATH`.
    fn words(from: usize, to: usize) -> Run {
        Run::Words {
            from,
            to,
            assignments: from..from,
            open_ended: false,
            placeholder: None,
            lookup: Lookup::Path,
        }
    }

    /// Shell code without arguments.
    fn code(text: Value, word: Range<usize>) -> Run {
        let end = word.end;
        Run::Code { text, word, arguments: end..end, placeholder: None }
    }
}

impl Role {
    /// One run.
    fn one(run: Run) -> Role {
        Role::Runs(vec![run])
    }

    /// One run that the words do not decide.
    fn unknown() -> Role {
        Role::one(Run::Unknown)
    }

    /// The runs, or nothing.
    fn of(runs: Vec<Run>) -> Role {
        if runs.is_empty() { Role::Plain } else { Role::Runs(runs) }
    }
}

/// What the program named by the first word does with the others. An unknown name is Plain: the caller sees
/// that it is unknown.
pub(crate) fn role(argv: &[Word], lookup: Lookup) -> Role {
    let Some(name) = argv.first().and_then(program_name) else {
        return Role::Plain;
    };
    let Some(row) = rows::find(name) else {
        return Role::Plain;
    };
    // `builtin`, `exec` and their kind are no files; `command` is one on some systems (POSIX asks for it).
    if lookup == Lookup::Path && is_builtin_only(row.name) {
        return Role::Plain;
    }
    wrappers::read(row, argv)
}

/// The basename of the program that a word names, where it is certain: `"$BIN/timeout"` ends in one.
pub(crate) fn program_name(word: &Word) -> Option<&str> {
    match &word.value {
        Value::Literal(text) => Some(basename(text)),
        Value::Unknown(shape) => match shape.fields {
            Fields::One if shape.suffix.contains('/') => Some(basename(&shape.suffix)),
            Fields::One | Fields::Each | Fields::Any => None,
        },
    }
}

/// Whether a word in the place of a program's name could start something that a reader minds.
fn could_matter(word: &Word) -> bool {
    match word.literal().map(basename) {
        None => !word.prefix().starts_with('-'),
        Some(name) => matches!(name, "git" | "glab") || rows::find(name).is_some(),
    }
}

/// What stands behind the last slash.
fn basename(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// The words joined by single blanks, as eval and watch do.
fn joined(words: &[Word]) -> Value {
    let literals: Option<Vec<&str>> = words.iter().map(Word::literal).collect();
    if let Some(literals) = literals {
        return Value::Literal(literals.join(" "));
    }
    let mut prefix = String::new();
    for word in words {
        prefix.push_str(word.prefix());
        match word.value {
            Value::Literal(_) => prefix.push(' '),
            Value::Unknown(_) => break,
        }
    }
    let mut endings = Vec::new();
    for word in words.iter().rev() {
        match &word.value {
            Value::Literal(text) => endings.push(text.as_str()),
            Value::Unknown(shape) => {
                endings.push(shape.suffix.as_str());
                break;
            }
        }
    }
    endings.reverse();
    Value::Unknown(Shape { prefix, suffix: endings.join(" "), fields: Fields::One })
}

/// Words to put before a command such as `git commit -m x`, with which a reader must still see the command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrapperSample {
    /// The program's basename.
    pub program: &'static str,
    /// The program and version whose help or manual the row was written from.
    pub source: &'static str,
    /// The fewest words, to be split at blanks: `timeout 300`.
    pub plain: &'static str,
    /// The same with an option that takes a value, where the program has one: `timeout -k 5 300`.
    pub valued: Option<&'static str>,
    /// Whether only the shell itself can start it, so that it can't stand behind another wrapper.
    pub builtin: bool,
}

/// One sample for each program of the table that runs the words behind it as they are. Those that add words at
/// run time (xargs, parallel), need an end (find) or take code (bash, watch) have none.
pub fn wrapper_samples() -> Vec<WrapperSample> {
    rows::TABLES
        .into_iter()
        .flatten()
        .filter(|row| !row.plain.is_empty())
        .map(|row| WrapperSample {
            program: row.name,
            source: row.source,
            plain: row.plain,
            valued: row.valued,
            builtin: is_builtin_only(row.name) || row.name == "command",
        })
        .collect()
}
