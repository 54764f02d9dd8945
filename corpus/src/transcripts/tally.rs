//! What a reading came to: counts per format, and the places where something was skipped, damaged or mended. Nothing is left out of it silently.

use std::collections::BTreeMap;

use super::format::Format;

/// The account of one reading.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Counts for every format that was read.
    pub formats: BTreeMap<Format, Counts>,
    /// Lines that could not be read, or only in part.
    pub damaged: Places,
    /// Lines, documents and CSV records longer than the cap; they were skipped.
    pub over_long: Places,
    /// Lines with several records on them; each was read.
    pub glued: Places,
    /// Lines with bytes that are no UTF-8 or escapes that are no character; U+FFFD stands for them.
    pub repaired: Places,
    /// Shell calls that record no command text: left out by the agent, or not a string.
    pub without_text: Places,
    /// Commands that are empty or blank; they are not emitted.
    pub blank_commands: u64,
    /// Commands with a NUL, which bash cannot be given; they are emitted.
    pub with_nul: u64,
    /// Files without a byte, or with blank lines only.
    pub empty: Places,
    /// Files of a format that has no reader yet; the text is the format's name.
    pub not_read_yet: Places,
    /// Files that no format fits; the text says what they look like.
    pub not_recognised: Places,
    /// Links, sockets, pipes and devices met in a walk; none was opened.
    pub not_files: Places,
    /// Files and folders met in a walk that could not be read; the text is the system's reason.
    pub unreadable: Places,
    /// Whether the receiver of the records asked to stop; the counts end there.
    pub stopped: bool,
}

/// Counts for one format. `lines` is the sum of the five kinds of lines below it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Files.
    pub files: u64,
    /// Lines, the last one too when no newline ends it.
    pub lines: u64,
    /// Lines from which at least one command was taken, and that are not damaged.
    pub lines_with_commands: u64,
    /// Well-formed lines without a command.
    pub lines_without: u64,
    /// Empty or blank lines.
    pub lines_blank: u64,
    /// Damaged lines, also those from which a command could be saved.
    pub lines_damaged: u64,
    /// Lines over the cap.
    pub lines_over_long: u64,
    /// Commands emitted; the counts below are parts of it and may overlap.
    pub commands: u64,
    /// Calls that an earlier line or file already held.
    pub duplicates: u64,
    /// Calls whose text may be cut off.
    pub incomplete: u64,
    /// Calls that were refused or skipped, and so never ran.
    pub not_executed: u64,
    /// Commands that a person typed.
    pub by_person: u64,
}

/// Places of one kind: how many there are, and where the first ones are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Places {
    /// How many there are.
    pub total: u64,
    /// The first [`Places::KEPT`] of them, in the order met.
    pub first: Vec<Place>,
}

/// One place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, as in [`Record::file`](super::Record::file).
    pub file: String,
    /// The line, from 1; 0 means the whole file.
    pub line: u64,
    /// What was found there.
    pub what: String,
}

impl Places {
    /// How many places are kept with their position.
    pub const KEPT: usize = 50;

    pub(super) fn add(&mut self, file: &str, line: u64, what: impl Into<String>) {
        self.total += 1;
        if self.first.len() < Self::KEPT {
            self.first.push(Place { file: file.to_owned(), line, what: what.into() });
        }
    }
}

impl Tally {
    /// Commands emitted, over all formats.
    pub fn commands(&self) -> u64 {
        self.formats.values().map(|counts| counts.commands).sum()
    }
}
