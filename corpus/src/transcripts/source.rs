//! What became of one file: the format it was read as, or why it was not read.

use super::format::Format;
use super::tally::Counts;

/// A file that was named or met, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file, as in [`Record::file`](super::Record::file).
    pub file: String,
    /// What it was recognised as.
    pub verdict: Verdict,
    /// What was taken from it. Only the counts of commands are kept by file, not those of lines.
    pub counts: Counts,
    /// Places of it that are damaged or too long.
    pub damaged: u64,
}

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It was read as this format.
    Read(Format),
    /// It is known and holds no commands that could be taken; the text says why.
    Refused(Format, &'static str),
    /// No format fits; the text says what it looks like.
    Unrecognised(&'static str),
    /// It has no content.
    Empty,
    /// It is a link, a pipe, a socket or a device, met in a walk and not opened.
    NotAFile(&'static str),
    /// It is left out, since another file has the same content.
    Copy(String),
    /// The system, or the container that it is in, refuses it.
    Unreadable(String),
}

impl Source {
    pub(super) fn of(file: &str) -> Source {
        Source {
            file: file.to_owned(),
            verdict: Verdict::Empty,
            counts: Counts::default(),
            damaged: 0,
        }
    }
}
