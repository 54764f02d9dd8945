//! `guarddiff shrink`: the smallest command that shows what a case shows. Nothing is run.

use std::io::{BufWriter, Write as _};

use guarddiff_engine::facts::Check;

use crate::cli::ShrinkArgs;
use crate::commands::{Misuse, named};
use crate::examine::{examine_all, healthy};
use crate::exit_code::Exit;
use crate::finding::Finding;
use crate::note;
use crate::redaction::Redactor;
use crate::render::table::{count, grouped};
use crate::shrink::{self, Class};
use crate::visible::{Lines, one_line, visible};
use crate::witnesses::{Sandbox, Witnesses};

/// Runs the command.
pub fn run(args: &ShrinkArgs) -> anyhow::Result<Exit> {
    let check = args.check.as_deref().map(check).transpose()?;
    let ((case, _), _) = named::case(&args.case, &mut Redactor::new(true))?;
    let witnesses = match Witnesses::call(args.bash, Sandbox::Off) {
        Ok(witnesses) => witnesses,
        Err(missing) => {
            note(&format!("a required witness is missing: {missing}"));
            return Ok(Exit::Inconclusive);
        }
    };
    let mut subject = healthy();
    let examined = examine_all(vec![(case, None)], &mut subject, &witnesses).next();
    let findings = examined.map(|examined| examined.findings).unwrap_or_default();
    let Some((finding, class)) = choose(&findings, check) else {
        return Err(Misuse(
            "the opinions on this command do not part where a smaller one could show it".to_owned(),
        )
        .into());
    };
    let (smallest, tries) = shrink::shrink(&finding.command, &class, &mut subject, &witnesses);
    let mut out = BufWriter::new(anstream::stdout());
    writeln!(out, "{}  {}", finding.about(), one_line(&finding.headline(), 200))?;
    writeln!(
        out,
        "{} to {}, {}; fingerprint {}\n",
        grouped(finding.command.len() as u64),
        count(smallest.len() as u64, "byte"),
        count(tries as u64, "text") + " tried",
        shrink::fingerprint(finding, &mut subject),
    )?;
    writeln!(out, "{}", visible(&smallest, Lines::Keep))?;
    out.flush()?;
    Ok(Exit::Parity)
}

/// What fails first, then what was excused.
fn choose(findings: &[Finding], check: Option<Check>) -> Option<(&Finding, Class)> {
    let asked = |finding: &&Finding| check.is_none() || finding.check == check;
    let fails = findings.iter().filter(asked).filter(|finding| finding.fails());
    let excused = findings.iter().filter(asked).filter(|finding| !finding.fails());
    fails.chain(excused).find_map(|finding| Some((finding, Class::of(finding)?)))
}

fn check(name: &str) -> Result<Check, Misuse> {
    let names = || Check::ALL.map(Check::name).join(", ");
    let found = Check::ALL.into_iter().find(|check| check.name() == name);
    found.ok_or_else(|| Misuse(format!("{name:?} is no check: {}", names())))
}
