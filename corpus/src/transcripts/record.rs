//! One command of a transcript and what the transcript says of it. Nothing here reads or decides.

use std::sync::Arc;

use super::format::Format;
use crate::case::{Case, CaseId};

/// One command of a transcript, and what the transcript says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The command text, byte for byte unless `repaired`.
    pub command: String,
    /// The file, as it was named, or the folder as it was named with the way from there; `-` for standard input.
    pub file: String,
    /// The line on which the record begins, from 1; in a database the number of the row.
    pub line: u64,
    /// Which command of that line or row it is, from 1.
    pub nth: u32,
    /// Where in the document or the line the record is, as a JSON pointer.
    pub pointer: Option<String>,
    /// The table of the row, in a database.
    pub table: Option<&'static str>,
    /// The file's format.
    pub format: Format,
    /// The agent's id of the call, `outer/inner` for a nested one; where calls have none, their number in the session.
    pub call: Option<String>,
    /// The id of the entry that holds the call; in Pi, calls may share an id, but not within an entry.
    pub entry: Option<String>,
    /// Whether an earlier entry of the file has a call of this id.
    pub id_used_again: bool,
    /// When, as written in the transcript; times that are written as a number are given in ISO 8601.
    pub time: Option<String>,
    /// The working directory of the call, the entry or the session, whichever is known first.
    pub cwd: Option<String>,
    /// The session's id.
    pub session: Option<String>,
    /// Who gave the command.
    pub origin: Origin,
    /// What became of it.
    pub status: Status,
    /// The exit status, where the transcript records one.
    pub exit: Option<i32>,
    /// Whether a subagent gave it.
    pub sidechain: bool,
    /// Whether the session was wound back to before the call; it ran all the same.
    pub rewound: bool,
    /// Whether the transcript holds a list of words, which were quoted here to make a text of them.
    pub argv: bool,
    /// Whether an earlier line, or a file read before, holds the same call; forks and resumed sessions copy history.
    pub duplicate: bool,
    /// Of a duplicate, the file that holds the first one.
    pub original: Option<Arc<str>>,
    /// Whether U+FFFD stands for bytes or escapes of the line that are no character; not always inside the command.
    pub repaired: bool,
}

impl Record {
    /// The id by which the command is found again.
    pub fn case_id(&self) -> CaseId {
        CaseId::Log { file: self.file.clone(), line: self.line, nth: self.nth }
    }

    /// The command as a case to examine. Nothing is known of it beforehand.
    pub fn case(&self) -> Case {
        Case { id: self.case_id(), command: self.command.clone(), planted: None }
    }

    /// What tells the call from the others of its session: the id of the call, with the entry's where it was used
    /// again; else the entry's; else the line.
    pub fn key(&self) -> String {
        match (&self.call, &self.entry) {
            (Some(call), Some(entry)) if self.id_used_again => format!("{call}@{entry}"),
            (Some(call), _) => call.clone(),
            (None, Some(entry)) => entry.clone(),
            (None, None) if self.nth > 1 => format!("L{}#{}", self.line, self.nth),
            (None, None) => format!("L{}", self.line),
        }
    }

    /// Whether the command holds a NUL, which bash cannot be given.
    pub fn has_nul(&self) -> bool {
        self.command.contains('\0')
    }

    /// Whether the first one of the call is in the same file.
    pub fn is_copy_in_file(&self) -> bool {
        self.duplicate && self.original.as_deref() == Some(self.file.as_str())
    }
}

/// Who gave a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// The agent, by a call of its shell tool.
    Agent,
    /// A script that the agent wrote, which called the shell tool.
    AgentNested,
    /// The person, by `!cmd` and the like.
    User,
    /// The format does not say.
    Unknown,
}

impl Origin {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Origin::Agent => "agent",
            Origin::AgentNested => "agent-nested",
            Origin::User => "user",
            Origin::Unknown => "unknown",
        }
    }
}

/// What became of a command, from its result alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// It ran to an end, whatever that was.
    Executed,
    /// It was refused or skipped before it ran.
    Rejected,
    /// It was broken off while it ran, or called off before.
    Cancelled,
    /// The text is whole, and the file has no result for it.
    Unfinished,
    /// The text may be cut off: the answer that holds it was aborted. Not a command that anybody meant.
    Incomplete,
    /// The result says neither, stands too far away, or the format records none.
    Unknown,
}

impl Status {
    /// The name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Status::Executed => "executed",
            Status::Rejected => "rejected",
            Status::Cancelled => "cancelled",
            Status::Unfinished => "unfinished",
            Status::Incomplete => "incomplete",
            Status::Unknown => "unknown",
        }
    }
}
