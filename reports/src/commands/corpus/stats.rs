//! `guarddiff corpus stats`: what agents type, as tables and charts. Secrets are hidden before anything is counted.

use std::io::{BufWriter, Write as _};

use super::{each_shown, told};
use crate::cli::{StatsArgs, StatsFormat};
use crate::examine::healthy;
use crate::exit_code::Exit;
use crate::render::stats as render;
use crate::stats::Stats;

/// Runs the command.
pub(super) fn run(args: &StatsArgs, quiet: bool) -> anyhow::Result<Exit> {
    let mut stats = Stats::default();
    let mut subject = healthy();
    let reading = each_shown(&args.paths, args.threads, &mut |record| {
        stats.add(record, &subject(&record.command));
    });
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
