//! `guarddiff authorize`: the authorizer on one call of a session, or over whole sessions. Whatever the verdict, it
//! exits 0.

use std::io::{BufWriter, Write as _};
use std::path::Path;

use anyhow::Context as _;
use guarddiff_engine::policy::Policy;

use crate::authorize::replay::{self, Replay};
use crate::cli::{AuthorizeArgs, ReportSpec};
use crate::commands::Misuse;
use crate::exit_code::Exit;
use crate::note;
use crate::redaction::{self, Redactor};
use crate::render::authorize as render;
use crate::report_file::{Format, Place};

/// Runs the command.
pub fn run(args: &AuthorizeArgs, quiet: bool) -> anyhow::Result<Exit> {
    let piped = args.report.iter().filter(|spec| spec.place == Place::Stdout).count();
    if piped > 1 {
        return Err(Misuse("only one report can go to standard output".to_owned()).into());
    }
    if args.report.iter().any(|spec| !matches!(spec.format, Format::Md | Format::Csv)) {
        return Err(Misuse("a replay is reported as md or csv".to_owned()).into());
    }
    let policy = match args.policy.as_deref() {
        Some(path) => policy(path)?,
        None => Policy::default(),
    };
    if policy.rules.is_empty() && !quiet {
        let given = args.policy.is_some();
        let why = if given { "the policy has no rule for bash" } else { "no --policy was given" };
        note(&format!("{why}: every unit asks"));
    }
    let redactor = || Redactor::new(!args.no_redact);
    if args.no_redact && !quiet {
        note(redaction::OFF);
    }
    let mut out = BufWriter::new(anstream::stdout());
    if let (Some(session), Some(call)) = (&args.session, &args.call) {
        let unit = args.unit.as_deref();
        let one = replay::one(session, call, unit, &policy, args.evidence, &mut redactor())?;
        render::call::write(&mut out, &one, &policy, args.evidence)?;
        out.flush()?;
        return Ok(Exit::Parity);
    }
    let replayed = replay::replay(&args.replay, &policy, args.evidence, &mut redactor())?;
    let other = match args.compare_policy.as_deref() {
        Some(path) => {
            let policy = self::policy(path)?;
            Some(replay::replay(&args.replay, &policy, args.evidence, &mut redactor())?)
        }
        None => None,
    };
    for spec in &args.report {
        report(spec, &replayed, other.as_ref())?;
    }
    // A report on standard output is what was asked for there; the summary would spoil it.
    if piped == 0 {
        render::replay::write(&mut out, &replayed)?;
        if let Some(other) = &other {
            render::replay::write_changes(&mut out, &replayed, other)?;
        }
        out.flush()?;
    }
    if replayed.sessions == 0 {
        note("nothing was replayed: no path holds a Pi session");
        return Ok(Exit::Inconclusive);
    }
    Ok(Exit::Parity)
}

/// The policy of a config file; a config that makes no sense is a misuse.
fn policy(path: &Path) -> anyhow::Result<Policy> {
    let bytes = std::fs::read(path).with_context(|| format!("can't read {}", path.display()))?;
    let refused = |why: String| Misuse(format!("the policy {}: {why}", path.display()));
    let text = String::from_utf8(bytes).map_err(|_| refused("not UTF-8".to_owned()))?;
    Ok(Policy::from_config(&text).map_err(|error| refused(error.to_string()))?)
}

fn report(spec: &ReportSpec, replayed: &Replay, other: Option<&Replay>) -> anyhow::Result<()> {
    spec.place.put(&mut |mut out| {
        if spec.format == Format::Csv {
            render::replay::write_csv(&mut out, replayed)
        } else {
            render::replay::write_markdown(&mut out, replayed, other)
        }
    })
}
