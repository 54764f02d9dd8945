//! From a case id back to its case. A transcript is read again; nothing is run.

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::transcripts::ReadError;
use guarddiff_corpus::{generate, pinned};

use crate::{ledger, transcripts};

/// Why an id has no case.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// Another generator made another command of the same numbers.
    #[error("the case was made by generator {made}; this one is generator {}", generate::VERSION)]
    OtherGenerator {
        /// The version in the id.
        made: u32,
    },
    /// The file can't be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// There is no such incident, row or line.
    #[error("there is no case {id}")]
    NoSuchCase {
        /// The id.
        id: String,
    },
}

/// The case of an id.
pub fn case(id: &CaseId) -> Result<Case, NotFound> {
    let none = || NotFound::NoSuchCase { id: id.to_string() };
    match id {
        CaseId::Generated { version, seed, index } => {
            if *version != generate::VERSION {
                return Err(NotFound::OtherGenerator { made: *version });
            }
            Ok(generate::generate(*seed, *index).case)
        }
        CaseId::Incident { .. } => {
            ledger::cases().into_iter().find(|case| case.id == *id).ok_or_else(none)
        }
        CaseId::Pinned { .. } => {
            pinned::cases().into_iter().find(|case| case.id == *id).ok_or_else(none)
        }
        CaseId::Log { file, .. } => {
            let found = transcripts::find(file, id).map_err(NotFound::Unreadable)?;
            found.ok_or_else(none)
        }
    }
}
