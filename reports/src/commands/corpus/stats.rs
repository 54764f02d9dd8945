//! `guarddiff corpus stats`: what agents type, as tables and charts. Secrets are hidden before anything is counted.

use std::io::{BufWriter, Write as _};
use std::ops::ControlFlow;

use guarddiff_corpus::transcripts::{Event, Status};

use super::{options, told};
use crate::cli::{StatsArgs, StatsFormat};
use crate::examine::healthy;
use crate::exit_code::Exit;
use crate::interrupt;
use crate::outgoing::Outgoing;
use crate::redaction::Redactor;
use crate::render::stats as render;
use crate::stats::Stats;
use crate::transcripts::{self, Purpose};

/// Runs the command.
pub(super) fn run(args: &StatsArgs, quiet: bool) -> anyhow::Result<Exit> {
    let mut stats = Stats::default();
    let mut redactor = Redactor::new(true);
    let mut subject = healthy();
    let options = options(args.threads);
    let mut reading = transcripts::scan(&args.paths, &options, Purpose::Examine, &mut |event| {
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        let Event::Record(record) = event else { return ControlFlow::Continue(()) };
        if record.duplicate || record.status == Status::Incomplete {
            return ControlFlow::Continue(());
        }
        if let Some(outgoing) = Outgoing::of(*record, &mut redactor) {
            let record = outgoing.record();
            stats.add(record, &subject(&record.command));
        }
        ControlFlow::Continue(())
    });
    if let Some(totals) = &mut reading.totals {
        redactor.note(totals);
    }
    let mut out = BufWriter::new(anstream::stdout());
    match args.format {
        StatsFormat::Terminal => render::terminal(&mut out, &stats, args.top)?,
        StatsFormat::Md => render::markdown(&mut out, &stats, args.top)?,
        StatsFormat::Csv => render::csv(&mut out, &stats, args.top)?,
        StatsFormat::Html => render::html::write(&mut out, &stats, args.top)?,
    }
    out.flush()?;
    told(&reading, quiet)
}
