//! Results: the campaign, the commands of `guarddiff`, and the renderers. It holds no clock and no hash order, and
//! starts no process itself: what runs, runs in the box of the oracle, and never comes from a transcript.

pub mod alert;
pub mod audit;
pub mod authorize;
pub mod baseline;
pub mod campaign;
pub mod cli;
pub mod commands;
pub mod coverage;
mod diff;
pub mod digest;
pub mod examine;
pub mod exit_code;
pub mod explanation;
pub mod finding;
pub mod interrupt;
pub mod journal;
pub mod json;
pub mod ledger;
pub mod merge;
mod names;
pub mod order;
pub mod outgoing;
pub mod progress;
pub mod redaction;
pub mod render;
pub mod replay;
pub mod report_file;
pub mod run_file;
#[cfg(feature = "sabotage")]
pub mod sabotage;
pub mod score;
pub mod shapes;
pub mod shard;
pub mod shrink;
pub mod stated;
pub mod stats;
pub mod summary;
pub mod totals;
pub mod transcripts;
pub mod visible;
pub mod witnesses;

use std::ffi::OsString;
use std::io::{self, Write as _};

use clap::Parser as _;

use crate::cli::{Cli, Command};
use crate::exit_code::Exit;
use crate::visible::{Lines, visible};

/// Runs one command line; the first argument is the program's name.
pub fn run(args: impl IntoIterator<Item = OsString>) -> Exit {
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are no errors; a pipe that closed early is none either.
            let _ = error.print();
            return if error.use_stderr() { Exit::Usage } else { Exit::Parity };
        }
    };
    cli.color.choice().write_global();
    let done = match cli.command {
        Command::Gate(args) => commands::gate::run(&args, cli.quiet),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Analyze(args) => commands::analyze::run(&args, cli.quiet),
        Command::Authorize(args) => commands::authorize::run(&args, cli.quiet),
        Command::Shrink(args) => commands::shrink::run(&args),
        Command::Report(args) => commands::report::run(&args),
        Command::Incidents(args) => commands::incidents::run(&args, cli.quiet),
        Command::Corpus(command) => commands::corpus::run(&command, cli.quiet),
        Command::Completions { shell } => commands::package::completions(shell),
        Command::Man { folder } => commands::package::man(&folder),
    };
    done.unwrap_or_else(|error| failed(&error))
}

/// Says what went wrong, unless it is only that nobody reads on.
fn failed(error: &anyhow::Error) -> Exit {
    let broken_pipe = error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == io::ErrorKind::BrokenPipe);
    if broken_pipe {
        return Exit::Parity;
    }
    note(&format!("error: {error:#}"));
    match error.downcast_ref::<commands::Misuse>() {
        Some(_) => Exit::Usage,
        None => Exit::Unreadable,
    }
}

/// One line on standard error; if nobody can read it, nobody is told.
pub(crate) fn note(text: &str) {
    let _ = writeln!(anstream::stderr(), "guarddiff: {}", visible(text, Lines::Fold));
}
