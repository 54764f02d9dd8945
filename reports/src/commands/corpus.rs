//! `guarddiff corpus`: what agents typed, out of the sessions that they left behind. Nothing of it is ever run.

mod extract;
mod gaps;
mod generate;
mod sources;
mod stats;

use std::io::{BufWriter, Write as _};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;

use guarddiff_corpus::transcripts::{Event, Options, Record, Status};

use crate::cli::CorpusCommand;
use crate::exit_code::Exit;
use crate::interrupt;
use crate::outgoing::Outgoing;
use crate::redaction::Redactor;
use crate::render::terminal;
use crate::transcripts::{self, Purpose, Reading};

/// Runs one of the subcommands.
pub fn run(command: &CorpusCommand, quiet: bool) -> anyhow::Result<Exit> {
    interrupt::listen();
    match command {
        CorpusCommand::Sources(args) => sources::run(args, quiet),
        CorpusCommand::Extract(args) => extract::run(args, quiet),
        CorpusCommand::Stats(args) => stats::run(args, quiet),
        CorpusCommand::Gaps(args) => gaps::run(args, quiet),
        CorpusCommand::Generate(args) => generate::run(args),
    }
}

fn options(threads: Option<NonZeroUsize>) -> Options {
    let default = Options::default();
    Options { threads: threads.unwrap_or(default.threads), ..default }
}

/// Hands on every command that may be shown, without its secrets: no copies, and none whose text is cut off.
fn each_shown(
    paths: &[PathBuf],
    threads: Option<NonZeroUsize>,
    take: &mut dyn FnMut(&Record),
) -> Reading {
    let mut redactor = Redactor::new(true);
    let options = options(threads);
    let mut reading = transcripts::scan(paths, &options, Purpose::Examine, &mut |event| {
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        let Event::Record(record) = event else { return ControlFlow::Continue(()) };
        if record.duplicate || record.status == Status::Incomplete {
            return ControlFlow::Continue(());
        }
        if let Some(outgoing) = Outgoing::of(*record, &mut redactor) {
            take(outgoing.record());
        }
        ControlFlow::Continue(())
    });
    if let Some(totals) = &mut reading.totals {
        redactor.note(totals);
    }
    reading
}

/// Says on standard error what became of the files, and gives the exit code.
fn told(reading: &Reading, quiet: bool) -> anyhow::Result<Exit> {
    for path in &reading.unreadable {
        crate::note(path);
    }
    if let (Some(totals), false) = (&reading.totals, quiet) {
        let mut out = BufWriter::new(anstream::stderr());
        // Where nobody can read it, nobody is told.
        let _ = terminal::account(&mut out, totals).and_then(|()| out.flush());
    }
    Ok(if interrupt::asked() {
        Exit::Interrupted
    } else if reading.unreadable.is_empty() {
        Exit::Parity
    } else {
        Exit::Unreadable
    })
}
