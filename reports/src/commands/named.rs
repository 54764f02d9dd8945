//! What a person names on the command line as a case: an id, a place in a transcript, the id of a call, `-` for standard
//! input, or a command as typed.

use std::io::{self, Read as _};
use std::path::Path;

use anyhow::Context as _;
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::runnable::Runnable;

use crate::commands::Misuse;
use crate::note;
use crate::redaction::Redactor;
use crate::replay::{self, NotFound};
use crate::shrink::typed;
use crate::transcripts;

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
            Ok((without_secrets(found(&id)?, redactor)?, false))
        }
        text => match place(text) {
            Some(id) => {
                note(&format!(
                    "{text} is taken for a place in a transcript; a command of that name goes to standard input: -"
                ));
                Ok((without_secrets(found(&id)?, redactor)?, false))
            }
            None => {
                if let Some(file) = no_place(text) {
                    note(&format!("there is no file {file} here: {text} is read as a command"));
                }
                Ok(((typed(text), None), true))
            }
        },
    }
}

/// `FILE:LINE` or `FILE:LINE#N`, where there is such a file.
fn place(text: &str) -> Option<CaseId> {
    let id = format!("log:{text}").parse::<CaseId>().ok()?;
    let CaseId::Log { file, .. } = &id else { return None };
    Path::new(file).is_file().then_some(id)
}

/// The file of what looks like a place in a transcript and is none.
fn no_place(text: &str) -> Option<String> {
    match format!("log:{text}").parse::<CaseId>() {
        Ok(CaseId::Log { file, .. }) if !text.contains(char::is_whitespace) => Some(file),
        Ok(_) | Err(_) => None,
    }
}

/// The command of a call in a transcript, or in the transcripts of a folder.
pub(super) fn call(
    path: &Path,
    call: &str,
    redactor: &mut Redactor,
) -> anyhow::Result<(Case, Option<Runnable>)> {
    let calls = transcripts::calls(path, call)?;
    let Some(first) = calls.first() else {
        let what = format!("no call {call:?} with a command is in {}", path.display());
        return Err(Misuse(what).into());
    };
    if calls.len() > 1 {
        let others = calls[1..].iter().map(|case| case.id.to_string()).collect::<Vec<_>>();
        note(&format!(
            "the id is used again, {} is explained; see also {}",
            first.id,
            others.join(" ")
        ));
    }
    without_secrets((first.clone(), None), redactor)
}

fn found(id: &CaseId) -> anyhow::Result<(Case, Option<Runnable>)> {
    replay::case(id).map_err(|error| match error {
        NotFound::Unreadable(_) => anyhow::Error::new(error),
        NotFound::NoCase(_) => Misuse(error.to_string()).into(),
    })
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
