//! `guarddiff explain`: one command in full, from a case id, from standard input, or as typed. Whatever the verdict,
//! it exits 0.

use std::io::{self, BufWriter, Read as _, Write as _};

use anyhow::Context as _;
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::runnable::Runnable;

use crate::cli::ExplainArgs;
use crate::commands::Misuse;
use crate::examine::{examine_all, healthy};
use crate::exit_code::Exit;
use crate::note;
use crate::redaction::{self, Redactor};
use crate::render::explain;
use crate::replay::{self, NotFound};
use crate::witnesses::{Sandbox, Witnesses};

/// Runs the command.
pub fn run(args: &ExplainArgs) -> anyhow::Result<Exit> {
    if args.no_redact {
        note(redaction::OFF);
    }
    let ((case, runnable), typed) = match args.case.as_str() {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).context("can't read standard input")?;
            let command = String::from_utf8(bytes)
                .map_err(|_| Misuse("standard input is not UTF-8".to_owned()))?;
            // The last line's end is the pipe's, not the command's.
            ((typed(command.strip_suffix('\n').unwrap_or(&command).to_owned()), None), true)
        }
        text if is_id(text) => {
            let id = text.parse::<CaseId>().map_err(|error| {
                Misuse(format!(
                    "{error}; to explain it as a command, give it on standard input: explain -"
                ))
            })?;
            let case = replay::case(&id).map_err(|error| match error {
                NotFound::Unreadable(_) => anyhow::Error::new(error),
                NotFound::NoCase(_) => Misuse(error.to_string()).into(),
            })?;
            (hidden(case, &mut Redactor::new(!args.no_redact))?, false)
        }
        command => ((typed(command.to_owned()), None), true),
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
    let mut out = BufWriter::new(anstream::stdout());
    explain::write(&mut out, &examined, &witnesses)?;
    out.flush()?;
    Ok(Exit::Parity)
}

/// A case of a transcript without its secrets.
fn hidden(
    (case, runnable): (Case, Option<Runnable>),
    redactor: &mut Redactor,
) -> anyhow::Result<(Case, Option<Runnable>)> {
    let CaseId::Log { .. } = case.id else { return Ok((case, runnable)) };
    let why = "without its secrets a check would answer otherwise, so the command is withheld; --no-redact shows it";
    let case = redactor.case(case).ok_or_else(|| Misuse(why.to_owned()))?;
    for (what, n, _) in redactor.told().iter().filter(|(what, ..)| what.starts_with("hidden")) {
        note(&format!("{what} ({n})"));
    }
    Ok((case, runnable))
}

/// A command that has no id; nothing of it is stored, so nothing replays it.
fn typed(command: String) -> Case {
    let id = CaseId::Log { file: "-".to_owned(), line: 1, nth: 1 };
    Case { id, command, planted: None }
}

fn is_id(text: &str) -> bool {
    ["gen:", "inc:", "pin:", "log:"].iter().any(|kind| text.starts_with(kind))
}
