//! The mutation search: the engine against bash's reprint, for as long as it is told. It keeps nothing.

use std::path::Path;

use anyhow::Result;

use crate::start;

/// How long, and from where.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Minutes to search for.
    #[arg(long, default_value_t = 5)]
    minutes: u64,

    /// The seed of the mutants: the same seed makes the same mutants in the same order.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let (seconds, seed) = ((args.minutes * 60).to_string(), args.seed.to_string());
    let search = ["run", "--quiet", "-p", "guarddiff-oracle", "--example", "fuzz", "--"];
    start::cargo(root, &[&search[..], &[&seconds, &seed]].concat())
}
