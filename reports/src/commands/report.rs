//! `guarddiff report`: renders stored runs, merged in the order they are named. It examines no command, and
//! refuses a run that is not whole.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::cli::{ReportArgs, ReportCommand, ReportSpec};
use crate::commands::Misuse;
use crate::diff;
use crate::exit_code::Exit;
use crate::merge::{self, MergeError};
use crate::render::{coverage, terminal};
use crate::report_file::{Place, Report};
use crate::run_file;
use crate::summary::{Header, Summary};

/// Runs the command.
pub fn run(args: &ReportArgs) -> anyhow::Result<Exit> {
    match &args.command {
        Some(ReportCommand::Merge { runs, report }) => return merge_shards(runs, report),
        Some(ReportCommand::Diff { old, new }) => return compare(old, new),
        None => {}
    }
    let mut report = match args.format {
        Some(format) => Some(Report::new(format, Place::Stdout)?),
        None => None,
    };
    let mut merged: Option<Summary> = None;
    let mut seen: Vec<Header> = Vec::new();
    for path in &args.runs {
        let next = run_file::read(path, &mut |finding| match &mut report {
            Some(report) => report.finding(finding),
            None => Ok(()),
        })
        .with_context(|| format!("can't read the run {}", path.display()))?;
        if seen.contains(&next.header) {
            let text = format!("{} is the same run as one before it", path.display());
            return Err(Misuse(text).into());
        }
        seen.push(next.header.clone());
        match &mut merged {
            None => merged = Some(next),
            Some(merged) => add(merged, next)
                .map_err(|what| Misuse(format!("{}: another {what}", path.display())))?,
        }
    }
    let run = merged.context("no run was named")?;
    match report {
        Some(report) => report.finish(&run)?,
        None => {
            let mut out = BufWriter::new(anstream::stdout());
            if args.coverage {
                coverage::write_terminal(&mut out, &run)?;
            } else {
                terminal::write(&mut out, &run)?;
            }
            out.flush()?;
        }
    }
    Ok(run.exit())
}

/// Puts shards together.
fn merge_shards(runs: &[PathBuf], specs: &[ReportSpec]) -> anyhow::Result<Exit> {
    let mut reports = Vec::new();
    for spec in specs {
        reports.push(Report::new(spec.format, spec.place.clone())?);
    }
    let mut each = |finding: &_| reports.iter_mut().try_for_each(|report| report.finding(finding));
    let run = merge::merge(runs, &mut each).map_err(|error| match error {
        MergeError::Refused(text) => Misuse(text).into(),
        MergeError::Unreadable { .. } | MergeError::Io(_) => anyhow::Error::new(error),
    })?;
    for report in reports {
        report.finish(&run)?;
    }
    if specs.iter().all(|spec| spec.place != Place::Stdout) {
        let mut out = BufWriter::new(anstream::stdout());
        terminal::write(&mut out, &run)?;
        out.flush()?;
    }
    Ok(run.exit())
}

/// Holds one run against another.
fn compare(old: &Path, new: &Path) -> anyhow::Result<Exit> {
    let diff = diff::diff(old, new)
        .with_context(|| format!("can't compare {} and {}", old.display(), new.display()))?;
    let mut out = BufWriter::new(anstream::stdout());
    diff.write(&mut out)?;
    out.flush()?;
    Ok(if diff.is_worse() { Exit::Failure } else { Exit::Parity })
}

/// Adds another run; says what differs where the two cannot be compared.
fn add(ours: &mut Summary, theirs: Summary) -> Result<(), &'static str> {
    let (mine, other) = (&ours.header, &theirs.header);
    let differs = [
        (mine.tool != other.tool, "tool"),
        (mine.engine != other.engine, "engine"),
        (mine.grammar != other.grammar, "grammar"),
        (mine.bash != other.bash, "bash"),
        (mine.generator != other.generator, "generator"),
        (mine.shard.is_some() || other.shard.is_some(), "shard; see report merge"),
    ];
    if let Some((_, what)) = differs.into_iter().find(|(differs, _)| *differs) {
        return Err(what);
    }
    ours.totals.add(&theirs.totals);
    ours.smallest.extend(theirs.smallest);
    ours.unreadable.extend(theirs.unreadable);
    ours.interrupted |= theirs.interrupted;
    ours.header.cases += theirs.header.cases;
    ours.header.inputs.extend(theirs.header.inputs);
    ours.header.pinned &= theirs.header.pinned;
    ours.stale.extend(theirs.stale);
    ours.stale.sort();
    ours.stale.dedup();
    for finding in theirs.failures.into_iter().chain(theirs.examples) {
        ours.keep(finding);
    }
    Ok(())
}
