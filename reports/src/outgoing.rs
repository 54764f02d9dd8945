//! The one way out for what a transcript says: every row that leaves the program is made of an [`Outgoing`], and only
//! this file makes one.

use guarddiff_corpus::transcripts::Record;

use crate::redaction::{Redactor, Shown};

/// A record as it may leave the program.
pub struct Outgoing(Record);

impl Outgoing {
    /// Lets a record out, without secrets; none when its command must be withheld. What finds the command again stays
    /// as it is: the file as it was named, the line, and the ids.
    pub fn of(mut record: Record, redactor: &mut Redactor) -> Option<Outgoing> {
        match redactor.command(&record.command, || record.case_id().to_string()) {
            Shown::Same => {}
            Shown::Redacted(command) => record.command = command,
            Shown::Withheld => return None,
        }
        if let Some(cwd) = &mut record.cwd {
            redactor.text(cwd);
        }
        Some(Outgoing(record))
    }

    /// What may be shown.
    pub fn record(&self) -> &Record {
        &self.0
    }
}
