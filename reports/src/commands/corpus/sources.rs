//! `guarddiff corpus sources`: what each file was recognised as, how much was taken from it, or why nothing was.

use std::borrow::Cow;
use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;

use guarddiff_corpus::transcripts::{Event, Source, Verdict};
use serde::Serialize;

use super::{options, told};
use crate::cli::{SourcesArgs, SourcesFormat};
use crate::exit_code::Exit;
use crate::interrupt;
use crate::json;
use crate::render::table::grouped;
use crate::transcripts::{self, Purpose};
use crate::visible::one_line;

/// One file, for machines.
#[derive(Serialize)]
struct Row<'a> {
    file: &'a str,
    verdict: &'static str,
    format: Option<&'static str>,
    reason: Option<&'a str>,
    commands: u64,
    copies: u64,
    damaged: u64,
}

/// Runs the command.
pub(super) fn run(args: &SourcesArgs, quiet: bool) -> anyhow::Result<Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, anstream::stdout().lock());
    let mut failed = None;
    let options = options(args.threads);
    let reading = transcripts::scan(&args.paths, &options, Purpose::List, &mut |event| {
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        let Event::Source(source) = event else { return ControlFlow::Continue(()) };
        match write(&mut out, args.format, &source) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    out.flush()?;
    told(&reading, quiet)
}

fn write(out: &mut impl Write, format: SourcesFormat, source: &Source) -> io::Result<()> {
    let row = row(source);
    match format {
        SourcesFormat::Jsonl => {
            json::write(out, &row)?;
            out.write_all(b"\n")
        }
        SourcesFormat::Text => {
            let what = row.format.unwrap_or("-");
            let file = one_line(row.file, 400);
            let why = match (row.reason, row.damaged) {
                (Some(reason), _) => Cow::Owned(format!("  ({}: {reason})", row.verdict)),
                (None, 0) if row.verdict == "read" => Cow::Borrowed(""),
                (None, 0) => Cow::Owned(format!("  ({})", row.verdict)),
                (None, damaged) => Cow::Owned(format!("  ({} damaged)", grouped(damaged))),
            };
            writeln!(out, "{what:17} {:>9}  {file}{}", grouped(row.commands), one_line(&why, 400))
        }
    }
}

fn row(source: &Source) -> Row<'_> {
    let (verdict, format, reason) = match &source.verdict {
        Verdict::Read(format) => ("read", Some(*format), None),
        Verdict::Refused(format, why) => ("refused", Some(*format), Some(*why)),
        Verdict::Unrecognised(what) => ("not recognised", None, Some(*what)),
        Verdict::Empty => ("empty", None, None),
        Verdict::NotAFile(what) => ("not opened", None, Some(*what)),
        Verdict::Copy(of) => ("repeats", None, Some(of.as_str())),
        Verdict::Unreadable(reason) => ("unreadable", None, Some(reason.as_str())),
    };
    Row {
        file: &source.file,
        verdict,
        format: format.map(|format| format.name()),
        reason,
        commands: source.counts.commands,
        copies: source.counts.duplicates,
        damaged: source.damaged,
    }
}
