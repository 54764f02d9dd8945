//! Runs that are killed at fifty moments, and resumed: the long form of a test that has a short one by default.

use std::path::Path;

use anyhow::Result;

use crate::start;

/// How often.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Runs that are killed.
    #[arg(long, default_value_t = 50)]
    runs: u64,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let test = ["test", "-p", "guarddiff-reports", "--test", "main", "--", "--nocapture"];
    let name = "runs::a_run_that_was_killed_goes_on_to_the_same_bytes";
    let runs = args.runs.to_string();
    start::cargo_with(root, &[&test[..], &[name]].concat(), &[("GUARDDIFF_KILLS", &runs)])
}
