//! `guarddiff explain`: one command in full, from a case id, from standard input, or as typed. Whatever the verdict,
//! it exits 0.

use std::io::{BufWriter, Write as _};

use anyhow::Context as _;

use crate::cli::ExplainArgs;
use crate::commands::named;
use crate::examine::{examine_all, healthy};
use crate::exit_code::Exit;
use crate::note;
use crate::redaction::{self, Redactor};
use crate::render::explain;
use crate::witnesses::{Sandbox, Witnesses};

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Exit> {
    if args.no_redact {
        note(redaction::OFF);
    }
    let mut redactor = Redactor::new(!args.no_redact);
    let ((case, runnable), typed) = named::case(&args.case, &mut redactor)?;
    // What has no right to run needs no box.
    let sandbox = if runnable.is_some() { args.sandbox } else { Sandbox::Off };
    let witnesses = match Witnesses::call(args.bash, sandbox) {
        Ok(witnesses) => witnesses,
        Err(missing) => {
            note(&format!("a required witness is missing: {missing}"));
            return Ok(Exit::Inconclusive);
        }
    };
    let mut subject = healthy();
    let mut examined = examine_all(vec![(case, runnable)], &mut subject, &witnesses)
        .next()
        .context("one case has one examination")?;
    if typed {
        examined.id = "typed, not stored".to_owned();
    }
    let mut out = BufWriter::new(anstream::stdout());
    explain::write(&mut out, &examined, &witnesses)?;
    out.flush()?;
    Ok(Exit::Parity)
}
