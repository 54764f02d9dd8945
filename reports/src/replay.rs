//! From a case id back to its case. A transcript is read again; nothing is run.

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::replay::{NoCase, by_id};
use guarddiff_corpus::runnable::Runnable;
use guarddiff_corpus::transcripts::ReadError;

use crate::transcripts;

/// Why an id has no case.
#[derive(Debug, thiserror::Error)]
pub enum NotFound {
    /// The transcript can't be read.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// The id names nothing that there is.
    #[error(transparent)]
    NoCase(#[from] NoCase),
}

/// The case of an id, with the right to run it where there is one.
///
/// # Errors
/// When the transcript that it names can't be read, or when there is no such case.
pub fn case(id: &CaseId) -> Result<(Case, Option<Runnable>), NotFound> {
    match id {
        CaseId::Log { file, .. } => {
            let found = transcripts::find(file, id)?;
            Ok((found.ok_or_else(|| NoCase::Unknown(id.clone()))?, None))
        }
        CaseId::Generated { .. } | CaseId::Incident { .. } | CaseId::Pinned { .. } => {
            Ok(by_id(id)?)
        }
    }
}
