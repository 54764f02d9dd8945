//! `guarddiff gate`: the campaign, its reports and its exit code.

use std::io::{BufWriter, ErrorKind, Write as _};
use std::path::Path;
use std::sync::Arc;

use anyhow::Context as _;

use crate::baseline;
use crate::campaign::{self, Broken, Plan};
use crate::cli::GateArgs;
use crate::commands::Misuse;
use crate::examine::{Factory, healthy};
use crate::exit_code::Exit;
use crate::interrupt;
use crate::journal::{Journal, JournalError};
use crate::note;
use crate::progress::Progress;
use crate::redaction;
use crate::render::{coverage, terminal};
use crate::report_file::{Format, Place, Report};
use crate::run_file;
use crate::shard::{Choice, Shard};
use crate::shrink;
use crate::summary::{Header, Summary};
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
    plan.redact = !args.no_redact;
    if args.no_redact && !quiet {
        note(redaction::OFF);
    }
    plan.shard = match args.shard {
        Some(Choice::Auto) => Some(Shard::auto(&|name| std::env::var(name).ok()).map_err(Misuse)?),
        Some(Choice::Given(shard)) => Some(shard),
        None => None,
    };

    let piped = args.report.iter().filter(|spec| spec.place == Place::Stdout).count();
    if piped > 1 {
        return Err(Misuse("only one report can go to standard output".to_owned()).into());
    }
    let subjects = subjects(args, &mut plan);
    let header = plan.header();
    if let Some(stored) = args.resume.as_deref().and_then(|path| finished(path, &header)) {
        note("this run is stored whole: nothing is left to do");
        return shown(&stored, args.coverage);
    }
    let mut reports = Vec::new();
    for spec in &args.report {
        reports.push(Report::new(spec.format, spec.place.clone())?);
    }
    if let Some(path) = &args.resume {
        reports.push(Report::new(Format::Jsonl, Place::Path(path.clone()))?);
    }
    let journal = args.resume.as_deref().map(Journal::beside);
    let journal = journal.map(|path| Journal::open(&path, &header)).transpose();
    let (mut journal, done) = journal.map_err(resumable)?.unzip();
    if let Some(checkpoint) = done.as_ref().and_then(|done| done.checkpoint.as_ref()) {
        note(&format!("resumed after {} cases", checkpoint.next));
    }

    interrupt::listen();
    let progress = Progress::new(plan.cases, quiet);
    let mut sink = |finding: &_| reports.iter_mut().try_for_each(|report| report.finding(finding));
    let kept = journal.as_mut().zip(done);
    let mut summary = campaign::run(&plan, &*subjects, &mut sink, &progress, kept).map_err(
        |broken| match broken {
            Broken::Io(error) => anyhow::Error::new(error).context("can't store what was found"),
            Broken::OtherCases => Misuse(broken.to_string()).into(),
        },
    )?;

    if !summary.failures.is_empty() {
        summary.smallest = shrink::failures(&summary.failures, &mut *subjects(), &plan.witnesses);
    }
    for report in reports {
        report.finish(&summary)?;
    }
    if let Some(journal) = journal.filter(|_| !summary.interrupted) {
        journal.remove().context("can't remove the journal")?;
    }
    if args.bless {
        return bless(&summary);
    }
    // A report on standard output is what was asked for there; the summary would spoil it.
    let exit = if piped == 0 { shown(&summary, args.coverage)? } else { summary.exit() };
    // A witness that was there and never said anything is as good as missing.
    let silent = silent(&summary).filter(|_| exit == Exit::Parity && args.bash == AskBash::Require);
    if let Some(silent) = silent {
        note(&format!("a required witness is missing: {silent}"));
        return Ok(Exit::Inconclusive);
    }
    Ok(exit)
}

/// Shows the run on standard output, and says how it ended. The verdict holds whether or not somebody reads to the end.
fn shown(summary: &Summary, with_coverage: bool) -> anyhow::Result<Exit> {
    let mut out = BufWriter::new(anstream::stdout());
    let mut write = || {
        terminal::write(&mut out, summary)?;
        if with_coverage {
            writeln!(out)?;
            coverage::write_terminal(&mut out, summary)?;
        }
        out.flush()
    };
    match write() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(error).context("can't write standard output")
        }
        Err(_) | Ok(()) => Ok(summary.exit()),
    }
}

/// The stored run of that path, when it is this one and was finished.
fn finished(path: &Path, header: &Header) -> Option<Summary> {
    let stored = run_file::read(path, &mut |_| Ok(())).ok()?;
    let whole = !stored.interrupted && !Journal::beside(path).exists();
    (whole && stored.header == *header).then_some(stored)
}

fn resumable(error: JournalError) -> anyhow::Error {
    match error {
        JournalError::Other { .. } => Misuse(error.to_string()).into(),
        JournalError::Io { .. } => error.into(),
    }
}

/// Takes the figures of the run as the baseline. What fails for another reason than drift is not taken.
fn bless(summary: &Summary) -> anyhow::Result<Exit> {
    let mut sound = summary.clone();
    sound.drift.clear();
    let exit = shown(&sound, false)?;
    if exit != Exit::Parity {
        note("the run does not hold, so the baseline stays");
        return Ok(exit);
    }
    let Some(file) = baseline::file() else {
        let text =
            format!("no {} here: --bless is called at the root of a checkout", baseline::PATH);
        return Err(Misuse(text).into());
    };
    let text = baseline::text(&sound);
    Place::Path(file).put(&mut |out| out.write_all(text.as_bytes()))?;
    note(&format!("{} lines of drift were taken into {}", summary.drift.len(), baseline::PATH));
    Ok(Exit::Parity)
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
