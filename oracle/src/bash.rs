//! Bash as a witness: its own reprint of any command text, and, in the box of [`execution_box`], what it runs of commands
//! of our own making. Here it is asked to print and never to run, so that this is safe for texts of unknown origin.
//!
//! `bash --pretty-print` parses a file and prints what it parsed; `-n` forbids it to run anything. Three traps are
//! kept shut: `--pretty-print -c` would run the text, `BASH_ENV` would be run before it, and `-n` in front of the
//! long options is refused. So the text always comes from a file, and the environment is always empty.

mod batch;
pub mod execution;
pub mod execution_box;
pub mod own_print;
mod quirk;
mod relation;
mod run;
pub mod syntax;

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub use quirk::Quirk;
pub use relation::{Doubt, Reading, Relation, relation, same_commands};

/// A bash that can print its own parse.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bash {
    path: PathBuf,
    version: String,
    limits: Limits,
}

/// What one bash process may take before it is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// How long bash may stay silent, in real time. Only ever the difference between an answer and none.
    pub time: Duration,
    /// How many bytes it may print.
    pub output: usize,
}

impl Default for Limits {
    /// Thousands of times of what everyday commands need: 20 seconds, 16 MiB.
    fn default() -> Limits {
        Limits { time: Duration::from_secs(20), output: 1 << 24 }
    }
}

/// Why there is no bash to ask.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Missing {
    /// No absolute folder of PATH holds a program of that name.
    #[error("no bash in PATH")]
    NotFound,
    /// The program did not start or did not end well.
    #[error("{} cannot be asked for its version", path.display())]
    Silent {
        /// The program.
        path: PathBuf,
    },
    /// Another program under that name, such as dash.
    #[error("{} is no bash", path.display())]
    NotBash {
        /// The program.
        path: PathBuf,
    },
    /// What bash is to print cannot be put into a file.
    #[error("no file for {} can be written in {}: {kind}", path.display(), folder.display())]
    NoFile {
        /// The program.
        path: PathBuf,
        /// The folder for temporary files.
        folder: PathBuf,
        /// Why.
        kind: std::io::ErrorKind,
    },
    /// A bash without `--pretty-print`, or one whose print is not as expected.
    #[error("{} ({version}) does not print its parse", path.display())]
    NoReprint {
        /// The program.
        path: PathBuf,
        /// The first line of `--version`.
        version: String,
    },
}

/// What bash makes of one command text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reprint {
    /// The text parses; this is bash's own spelling of it. Empty when it holds no command.
    Text(String),
    /// A syntax error: the first line that bash says about it, without the file's name. Lines before the error
    /// would run all the same.
    Refused(String),
    /// Bash gave no answer that means anything.
    Inconclusive(Why),
}

/// Why bash's answer means nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Why {
    /// The text holds a NUL byte, which bash drops.
    Nul,
    /// The text is longer than [`guarddiff_engine::limits::MAX_BYTES`].
    TooLong,
    /// A lone backslash ends the text. It is a word of its own under `bash -c`; in a file the last newline
    /// eats it.
    FinalBackslash,
    /// Bash took longer than [`Limits::time`].
    Timeout,
    /// A signal ended bash: deep nesting overflows its stack.
    Signal(i32),
    /// Bash ended with this exit code and said nothing.
    Exit(i32),
    /// Bash printed more than [`Limits::output`].
    OutputLimit,
    /// The print is not UTF-8: bash prints `$'\xff'` as that byte.
    NotUtf8,
    /// The file for bash could not be written, or bash did not start.
    Io(std::io::ErrorKind),
}

impl Why {
    /// The words that reports count it by.
    pub fn name(self) -> &'static str {
        match self {
            Why::Nul => "not asked: NUL",
            Why::TooLong => "not asked: too long",
            Why::FinalBackslash => "not asked: final backslash",
            Why::Timeout => "no answer in time",
            Why::Signal(_) => "ended by a signal",
            Why::Exit(_) => "exit code without a complaint",
            Why::OutputLimit => "printed too much",
            Why::NotUtf8 => "print is not UTF-8",
            Why::Io(_) => "not started",
        }
    }
}

impl Bash {
    /// The first bash in the absolute folders of PATH.
    pub fn find() -> Result<Bash, Missing> {
        Bash::find_in(&std::env::var_os("PATH").unwrap_or_default())
    }

    /// The first bash in the absolute folders of a search path. A relative folder is passed over: what it holds
    /// depends on where the program was started.
    pub fn find_in(search_path: &OsStr) -> Result<Bash, Missing> {
        let places = std::env::split_paths(search_path).filter(|folder| folder.is_absolute());
        let found = places.map(|folder| folder.join("bash")).find(|file| run::is_program(file));
        Bash::at(&found.ok_or(Missing::NotFound)?)
    }

    /// The bash at `path`, when it is one and prints its parse.
    pub fn at(path: &Path) -> Result<Bash, Missing> {
        let path = path.to_owned();
        let limits = Limits::default();
        let Some(output) = run::version(&path, limits) else {
            return Err(Missing::Silent { path });
        };
        let version = String::from_utf8_lossy(&output);
        let version = version.lines().next().unwrap_or_default().trim_end().to_owned();
        if !version.starts_with("GNU bash, version ") {
            return Err(Missing::NotBash { path });
        }
        let bash = Bash { path, version, limits };
        match bash.reprint("if :;then :  a;fi") {
            Reprint::Text(text) if text == "if :; then\n    : a;\nfi\n" => Ok(bash),
            Reprint::Inconclusive(Why::Io(kind)) => {
                Err(Missing::NoFile { path: bash.path, folder: std::env::temp_dir(), kind })
            }
            Reprint::Text(_) | Reprint::Refused(_) | Reprint::Inconclusive(_) => {
                let Bash { path, version, .. } = bash;
                Err(Missing::NoReprint { path, version })
            }
        }
    }

    /// The same bash under other limits.
    pub fn with_limits(self, limits: Limits) -> Bash {
        Bash { limits, ..self }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The first line of `bash --version`.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Bash's own spelling of a command. Runs nothing of it.
    pub fn reprint(&self, command: &str) -> Reprint {
        batch::reprint(self, command)
    }

    /// What [`Bash::reprint`] says to each command, from far fewer processes.
    pub fn reprint_all(&self, commands: &[&str]) -> Vec<Reprint> {
        batch::reprint_all(self, commands)
    }
}
