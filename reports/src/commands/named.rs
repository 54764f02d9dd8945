//! What a person names on the command line as a case: an id, `-` for standard input, or a command as typed.

use std::io::{self, Read as _};

use anyhow::Context as _;
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::runnable::Runnable;

use crate::commands::Misuse;
use crate::note;
use crate::redaction::Redactor;
use crate::replay::{self, NotFound};
use crate::shrink::typed;

/// The case, with the right to run it where there is one, and whether it was typed: then no id reproduces it. What comes
/// from a transcript comes without its secrets.
pub(super) fn case(
    text: &str,
    redactor: &mut Redactor,
) -> anyhow::Result<((Case, Option<Runnable>), bool)> {
    match text {
        "-" => {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes).context("can't read standard input")?;
            let command = String::from_utf8(bytes)
                .map_err(|_| Misuse("standard input is not UTF-8".to_owned()))?;
            // The last line's end is the pipe's, not the command's.
            Ok(((typed(command.strip_suffix('\n').unwrap_or(&command)), None), true))
        }
        text if is_id(text) => {
            let id = text.parse::<CaseId>().map_err(|error| {
                Misuse(format!("{error}; to name it as a command, give it on standard input: -"))
            })?;
            let case = replay::case(&id).map_err(|error| match error {
                NotFound::Unreadable(_) => anyhow::Error::new(error),
                NotFound::NoCase(_) => Misuse(error.to_string()).into(),
            })?;
            Ok((without_secrets(case, redactor)?, false))
        }
        command => Ok(((typed(command), None), true)),
    }
}

fn without_secrets(
    (case, runnable): (Case, Option<Runnable>),
    redactor: &mut Redactor,
) -> anyhow::Result<(Case, Option<Runnable>)> {
    let CaseId::Log { .. } = case.id else { return Ok((case, runnable)) };
    let why = "without its secrets a check would answer otherwise, so the command is withheld";
    let case = redactor.case(case).ok_or_else(|| Misuse(why.to_owned()))?;
    for (what, n, _) in redactor.told().iter().filter(|(what, ..)| what.starts_with("hidden")) {
        note(&format!("{what} ({n})"));
    }
    Ok((case, runnable))
}

fn is_id(text: &str) -> bool {
    ["gen:", "inc:", "pin:", "log:"].iter().any(|kind| text.starts_with(kind))
}
