//! The one way out for what a transcript says: every row that leaves the program is made of an [`Outgoing`], and only
//! this file makes one.

use guarddiff_corpus::transcripts::Record;

/// A record as it may leave the program.
pub struct Outgoing(Record);

impl Outgoing {
    /// Lets a record out.
    pub fn of(record: Record) -> Outgoing {
        Outgoing(record)
    }

    /// What may be shown.
    pub fn record(&self) -> &Record {
        &self.0
    }
}
