//! `guarddiff report`: renders stored runs, merged in the order they are named. It examines no command, and
//! refuses a run that is not whole.

use std::io::{BufWriter, Write as _};

use anyhow::Context as _;

use crate::cli::ReportArgs;
use crate::commands::Misuse;
use crate::exit_code::Exit;
use crate::render::terminal;
use crate::report_file::{Place, Report};
use crate::run_file;
use crate::summary::{Header, Summary};

/// Runs the command.
pub fn run(args: &ReportArgs) -> anyhow::Result<Exit> {
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
            Some(merged) => merge(merged, next)
                .map_err(|what| Misuse(format!("{}: another {what}", path.display())))?,
        }
    }
    let run = merged.context("no run was named")?;
    match report {
        Some(report) => report.finish(&run)?,
        None => {
            let mut out = BufWriter::new(anstream::stdout());
            terminal::write(&mut out, &run)?;
            out.flush()?;
        }
    }
    Ok(run.exit())
}

/// Adds another run; says what differs where the two cannot be compared.
fn merge(ours: &mut Summary, theirs: Summary) -> Result<(), &'static str> {
    let (mine, other) = (&ours.header, &theirs.header);
    let differs = [
        (mine.tool != other.tool, "tool"),
        (mine.engine != other.engine, "engine"),
        (mine.grammar != other.grammar, "grammar"),
        (mine.bash != other.bash, "bash"),
        (mine.generator != other.generator, "generator"),
    ];
    if let Some((_, what)) = differs.into_iter().find(|(differs, _)| *differs) {
        return Err(what);
    }
    ours.totals.add(&theirs.totals);
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
