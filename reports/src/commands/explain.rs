//! `guarddiff explain`: one command in full, from a case id, a place or a call of a transcript, from standard input, or as
//! typed. Whatever the verdict, it exits 0.

use std::io::{BufWriter, Write as _};

use anyhow::Context as _;
use guarddiff_engine::Engine;

use crate::cli::{ExplainArgs, ExplainFormat};
use crate::commands::{Misuse, named};
use crate::examine::{examine_all, healthy};
use crate::exit_code::Exit;
use crate::explanation::Explanation;
use crate::json;
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
    let ((case, runnable), typed) = match (&args.case, &args.transcript, &args.call) {
        (Some(text), _, _) => named::case(text, &mut redactor)?,
        (None, Some(path), Some(call)) => (named::call(path, call, &mut redactor)?, false),
        (None, _, _) => return Err(Misuse("nothing to explain was named".to_owned()).into()),
    };
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
    let account = Engine::new().account(&examined.case.command);
    let explained = Explanation::of(&examined, account.as_ref(), &witnesses, typed);
    let mut out = BufWriter::new(anstream::stdout());
    match args.format {
        ExplainFormat::Terminal => explain::write(&mut out, &examined, &explained, &witnesses)?,
        ExplainFormat::Json => {
            json::write(&mut out, &explained)?;
            writeln!(out)?;
        }
    }
    out.flush()?;
    Ok(Exit::Parity)
}
