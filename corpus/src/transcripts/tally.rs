//! What a reading came to: counts per format, and the places where something was skipped, damaged or mended. Nothing is left out of it silently.

use std::collections::BTreeMap;

use super::format::Format;
use super::record::{Origin, Record, Status};

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
    /// Texts in a command's place that are none, by kind: keystrokes, an agent's own verbs, what it runs for itself.
    pub no_commands: BTreeMap<String, u64>,
    /// Commands that are empty or blank; they are not emitted.
    pub blank_commands: u64,
    /// Commands with a NUL, which bash cannot be given; they are emitted.
    pub with_nul: u64,
    /// Files without a byte, or with blank lines only.
    pub empty: Places,
    /// Files of a known format from which no command can be taken; the text says why.
    pub refused: Places,
    /// Files left out since another one has the same content; the text names it.
    pub copies: Places,
    /// Files that no format fits; the text says what they look like.
    pub not_recognised: Places,
    /// Links, sockets, pipes and devices met in a walk; none was opened.
    pub not_files: Places,
    /// Files and folders that could not be read, or not to their end; the text is the reason.
    pub unreadable: Places,
    /// Those of them that were named, in full.
    pub named_unreadable: Vec<Place>,
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

    fn merge(&mut self, other: Places) {
        self.total += other.total;
        let room = Self::KEPT - self.first.len();
        self.first.extend(other.first.into_iter().take(room));
    }
}

impl Counts {
    fn merge(&mut self, other: &Counts) {
        self.files += other.files;
        self.lines += other.lines;
        self.lines_with_commands += other.lines_with_commands;
        self.lines_without += other.lines_without;
        self.lines_blank += other.lines_blank;
        self.lines_damaged += other.lines_damaged;
        self.lines_over_long += other.lines_over_long;
        self.commands += other.commands;
        self.duplicates += other.duplicates;
        self.incomplete += other.incomplete;
        self.not_executed += other.not_executed;
        self.by_person += other.by_person;
    }

    pub(super) fn add(&mut self, record: &Record) {
        self.commands += 1;
        self.duplicates += u64::from(record.duplicate);
        self.incomplete += u64::from(record.status == Status::Incomplete);
        self.not_executed += u64::from(record.status == Status::Rejected);
        self.by_person += u64::from(record.origin == Origin::User);
    }
}

impl Tally {
    /// Adds the account of what was read next.
    pub(super) fn merge(&mut self, other: Tally) {
        for (format, counts) in &other.formats {
            self.formats.entry(*format).or_default().merge(counts);
        }
        for (what, count) in other.no_commands {
            *self.no_commands.entry(what).or_default() += count;
        }
        self.damaged.merge(other.damaged);
        self.over_long.merge(other.over_long);
        self.glued.merge(other.glued);
        self.repaired.merge(other.repaired);
        self.without_text.merge(other.without_text);
        self.blank_commands += other.blank_commands;
        self.with_nul += other.with_nul;
        self.empty.merge(other.empty);
        self.refused.merge(other.refused);
        self.copies.merge(other.copies);
        self.not_recognised.merge(other.not_recognised);
        self.not_files.merge(other.not_files);
        self.unreadable.merge(other.unreadable);
        self.named_unreadable.extend(other.named_unreadable);
    }

    /// Commands emitted, over all formats.
    pub fn commands(&self) -> u64 {
        self.formats.values().map(|counts| counts.commands).sum()
    }
}
