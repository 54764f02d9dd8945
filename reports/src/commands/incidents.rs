//! `guarddiff incidents`: the ledger, with what each rule proves in the pinned campaign, which is run for it.

use std::io::{BufWriter, Write as _};

use crate::campaign::{self, Plan};
use crate::cli::IncidentsArgs;
use crate::examine::healthy;
use crate::exit_code::Exit;
use crate::interrupt;
use crate::progress::Progress;
use crate::render::ledger;

/// Runs the command.
pub fn run(args: &IncidentsArgs, quiet: bool) -> anyhow::Result<Exit> {
    interrupt::listen();
    let plan = Plan::pinned(args.threads);
    let progress = Progress::new(plan.cases, quiet);
    let summary = campaign::run(&plan, &healthy, &mut |_| Ok(()), &progress, None)?;
    let mut out = BufWriter::new(anstream::stdout());
    ledger::write(&mut out, &summary)?;
    out.flush()?;
    Ok(summary.exit())
}
