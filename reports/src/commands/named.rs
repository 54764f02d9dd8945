//! What a person names on the command line as a case: an id, `-` for standard input, or a command as typed.

use std::io::{self, Read as _};

use anyhow::Context as _;
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::runnable::Runnable;

use crate::commands::Misuse;
use crate::replay::{self, NotFound};
use crate::shrink::typed;

/// The case, with the right to run it where there is one, and whether it was typed: then no id reproduces it.
pub(super) fn case(text: &str) -> anyhow::Result<((Case, Option<Runnable>), bool)> {
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
            Ok((case, false))
        }
        command => Ok(((typed(command), None), true)),
    }
}

fn is_id(text: &str) -> bool {
    ["gen:", "inc:", "pin:", "log:"].iter().any(|kind| text.starts_with(kind))
}
