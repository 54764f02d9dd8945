//! Measurements: speed ratios and peak memory. Nothing here is a test, and no figure fails a build.

mod memory;
mod transcripts;
mod witnesses;

use std::path::Path;

use anyhow::Result;
use clap::ValueEnum;

use crate::start;

/// What to measure.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// One measurement; all of them when none is named.
    what: Option<Measurement>,

    /// How many cases the large gate of `memory` has.
    #[arg(long, default_value_t = 200_000)]
    cases: u64,

    /// How large the folder of sessions is that `transcripts` makes and reads, in millions of bytes.
    #[arg(long, default_value_t = 64)]
    megabytes: u64,
}

/// One measurement.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Measurement {
    /// CPU time against a bare parse of the same commands, and two threads against one.
    Ratios,
    /// Peak memory of a small and a large gate.
    Memory,
    /// What bash as the judge costs.
    Witnesses,
    /// How long it takes to make a divergence small.
    Shrink,
    /// How fast the commands come out of a folder of sessions, and with how much memory.
    Transcripts,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let chosen = |what| args.what.is_none_or(|chosen| chosen == what);
    if chosen(Measurement::Ratios) {
        start::cargo(root, &["bench", "-p", "guarddiff-reports", "--bench", "ratios"])?;
    }
    if chosen(Measurement::Shrink) {
        start::cargo(root, &["bench", "-p", "guarddiff-reports", "--bench", "shrink"])?;
    }
    if chosen(Measurement::Memory) {
        memory::run(root, args.cases)?;
    }
    if chosen(Measurement::Witnesses) {
        witnesses::run(root)?;
    }
    if chosen(Measurement::Transcripts) {
        transcripts::run(root, args.megabytes)?;
    }
    Ok(())
}
