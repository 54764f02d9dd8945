//! `guarddiff incidents`: the ledger, with what each rule proves in the pinned campaign, which is run for it; the check
//! of the allowlist itself; and the skeleton of a new incident.

use std::io::{BufWriter, Write as _};

use crate::campaign::{self, Plan};
use crate::cli::{IncidentsArgs, IncidentsCommand};
use crate::commands::{Misuse, named};
use crate::examine::{examine, healthy};
use crate::exit_code::Exit;
use crate::progress::Progress;
use crate::redaction::Redactor;
use crate::render::table::count;
use crate::render::{ledger, skeleton};
use crate::shrink::{self, Class};
use crate::summary::Summary;
use crate::witnesses::Witnesses;
use crate::{audit, interrupt};

/// Runs the command.
pub fn run(args: &IncidentsArgs, quiet: bool) -> anyhow::Result<Exit> {
    interrupt::listen();
    match &args.command {
        None => list(args, quiet),
        Some(IncidentsCommand::Check) => check(args, quiet),
        Some(IncidentsCommand::New { case }) => new(case),
    }
}

fn pinned(args: &IncidentsArgs, quiet: bool) -> anyhow::Result<Summary> {
    let plan = Plan::pinned(args.threads);
    let progress = Progress::new(plan.cases, quiet);
    Ok(campaign::run(&plan, &healthy, &mut |_| Ok(()), &progress, None)?)
}

fn list(args: &IncidentsArgs, quiet: bool) -> anyhow::Result<Exit> {
    let summary = pinned(args, quiet)?;
    let mut out = BufWriter::new(anstream::stdout());
    ledger::write(&mut out, &summary)?;
    out.flush()?;
    Ok(summary.exit())
}

/// What is wrong with the rules. A build without the broken engines says that it cannot look for rules that are too wide.
fn check(args: &IncidentsArgs, quiet: bool) -> anyhow::Result<Exit> {
    let summary = pinned(args, quiet)?;
    let cases = audit::cases();
    let mut wrong = audit::uncited();
    wrong.extend(summary.stale.iter().map(|rule| format!("{rule} is stale: it excuses nothing")));
    wrong.extend(audit::overlapping(&cases));
    #[cfg(feature = "sabotage")]
    wrong.extend(audit::too_wide(&cases, &audit::by_the_allowlist));
    #[cfg(not(feature = "sabotage"))]
    crate::note("rules too wide are looked for by a build with --features sabotage");
    let mut out = BufWriter::new(anstream::stdout());
    for complaint in &wrong {
        writeln!(out, "{complaint}")?;
    }
    let rules = count(summary.totals.rules.len() as u64, "rule");
    writeln!(
        out,
        "{rules} over {}: {}",
        count(cases.len() as u64, "command"),
        count(wrong.len() as u64, "complaint")
    )?;
    out.flush()?;
    Ok(if wrong.is_empty() { Exit::Parity } else { Exit::Failure })
}

/// The skeleton of an incident, from a divergence that nothing excuses yet, or from the first one that there is.
fn new(text: &str) -> anyhow::Result<Exit> {
    let ((case, _), _) = named::case(text, &mut Redactor::new(true))?;
    let mut subject = healthy();
    let findings = examine(case, &mut subject).findings;
    let parted = || findings.iter().filter(|it| it.check.is_some() && it.direction.is_some());
    let finding = parted().find(|it| it.fails()).or_else(|| parted().next());
    let Some((finding, class)) = finding.and_then(|it| Some((it, Class::of(it)?))) else {
        return Err(
            Misuse("structure and text decide the same about this command".to_owned()).into()
        );
    };
    let witnesses = Witnesses::default();
    let (small, _) = shrink::shrink(&finding.command, &class, &mut subject, &witnesses);
    let mut out = BufWriter::new(anstream::stdout());
    skeleton::write(&mut out, finding, &small, &mut subject)?;
    out.flush()?;
    Ok(Exit::Parity)
}
