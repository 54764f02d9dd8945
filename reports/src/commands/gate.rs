//! `guarddiff gate`: the campaign, its reports and its exit code.

use std::io::{BufWriter, Write as _};
use std::sync::Arc;

use crate::campaign::{self, Plan};
use crate::cli::GateArgs;
use crate::commands::Misuse;
use crate::examine::{Factory, healthy};
use crate::exit_code::Exit;
use crate::interrupt;
use crate::note;
use crate::progress::Progress;
use crate::render::terminal;
use crate::report_file::{Place, Report};
use crate::summary::Summary;
use crate::witnesses::{AskBash, Witnesses};

/// Runs the command.
pub fn run(args: &GateArgs, quiet: bool) -> anyhow::Result<Exit> {
    let witnesses = match Witnesses::call(args.bash, args.sandbox) {
        Ok(witnesses) => witnesses,
        Err(missing) => {
            note(&format!("a required witness is missing: {missing}"));
            return Ok(Exit::Inconclusive);
        }
    };
    if !quiet {
        witnesses.absent().iter().for_each(|absent| note(absent));
    }
    let mut plan = Plan::pinned(args.threads);
    plan.witnesses = Arc::new(witnesses);
    plan.seed = args.seed.unwrap_or(plan.seed);
    plan.cases = args.cases;
    plan.transcripts = args.transcripts.clone();

    let piped = args.report.iter().filter(|spec| spec.place == Place::Stdout).count();
    if piped > 1 {
        return Err(Misuse("only one report can go to standard output".to_owned()).into());
    }
    let mut reports = Vec::new();
    for spec in &args.report {
        reports.push(Report::new(spec.format, spec.place.clone())?);
    }

    let subjects = subjects(args, &mut plan);

    interrupt::listen();
    let progress = Progress::new(plan.cases, quiet);
    let mut sink = |finding: &_| reports.iter_mut().try_for_each(|report| report.finding(finding));
    let summary = campaign::run(&plan, &*subjects, &mut sink, &progress)?;

    for report in reports {
        report.finish(&summary)?;
    }
    // A report on standard output is what was asked for there; the summary would spoil it.
    if piped == 0 {
        let mut out = BufWriter::new(anstream::stdout());
        terminal::write(&mut out, &summary)?;
        out.flush()?;
    }
    let exit = summary.exit();
    // A witness that was there and never said anything is as good as missing.
    let silent = silent(&summary).filter(|_| exit == Exit::Parity && args.bash == AskBash::Require);
    if let Some(silent) = silent {
        note(&format!("a required witness is missing: {silent}"));
        return Ok(Exit::Inconclusive);
    }
    Ok(exit)
}

/// The witness that was asked and answered nothing, in words.
fn silent(summary: &Summary) -> Option<&'static str> {
    let syntax = summary.totals.syntax.as_ref();
    if syntax.is_some_and(|syntax| syntax.asked > 0 && syntax.unknown() == syntax.asked) {
        return Some("bash answered nothing about how it parses");
    }
    let execution = summary.totals.execution.as_ref();
    execution.is_some_and(|ran| ran.cases == 0).then_some("no command was run to its end")
}

/// The engine as it ships.
#[cfg(not(feature = "sabotage"))]
fn subjects(_: &GateArgs, _: &mut Plan) -> Box<Factory<'static>> {
    Box::new(healthy)
}

/// The engine as it ships, or broken as asked.
#[cfg(feature = "sabotage")]
fn subjects(args: &GateArgs, plan: &mut Plan) -> Box<Factory<'static>> {
    match args.sabotage {
        Some(fault) => {
            plan.engine = format!("sabotaged: {}", fault.name);
            Box::new(move || crate::sabotage::subject(fault))
        }
        None => Box::new(healthy),
    }
}
