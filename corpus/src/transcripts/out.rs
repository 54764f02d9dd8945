//! The way out for records: gives each its place, marks copies, waits a while for its result, and keeps the tally. It reads no format.

use std::collections::{BTreeSet, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use super::format::Format;
use super::tally::{Counts, Tally};
use super::{Origin, Record, Status};

/// A result stands a few lines below its call, or some hundred where agents work side by side.
const WINDOW_CALLS: usize = 4096;
/// Command text that may wait for results, in bytes.
const WINDOW_BYTES: usize = 16 << 20;

/// Receives what the readers find.
pub(super) struct Out<'c> {
    on_record: &'c mut dyn FnMut(Record) -> ControlFlow<()>,
    pub(super) tally: Tally,
    file: String,
    format: Format,
    line: u64,
    nth: u32,
    repaired: bool,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    // What grows with the number of calls, by one number each: copies may be any distance apart, also in other files.
    seen: BTreeSet<u64>,
}

struct Waiting {
    record: Record,
    settled: bool,
}

/// What is known of a call's fate when it is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing more will come.
    Known,
    /// A result may follow.
    Awaited,
}

/// A number for what makes a call the same call wherever it is copied to.
pub(super) fn key(parts: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

impl<'c> Out<'c> {
    pub(super) fn new(on_record: &'c mut dyn FnMut(Record) -> ControlFlow<()>) -> Out<'c> {
        Out {
            on_record,
            tally: Tally::default(),
            file: String::new(),
            format: Format::Lines,
            line: 0,
            nth: 0,
            repaired: false,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            seen: BTreeSet::new(),
        }
    }

    pub(super) fn begin_file(&mut self, file: &str, format: Format) {
        file.clone_into(&mut self.file);
        self.format = format;
        self.line = 0;
        self.counts().files += 1;
    }

    /// What follows stands on this line; `repaired` when the line had to be mended to be read.
    pub(super) fn begin_line(&mut self, line: u64, repaired: bool) {
        if self.line != line {
            self.nth = 0;
        }
        self.line = line;
        self.repaired = repaired;
    }

    /// From here on the line is a mended one.
    pub(super) fn mark_repaired(&mut self) {
        self.repaired = true;
        self.tally.repaired.add(&self.file, self.line, "half a character in an escape");
    }

    /// Lets go of all calls that still wait.
    pub(super) fn end_file(&mut self) {
        while let Some(waiting) = self.waiting.pop_front() {
            self.deliver(waiting.record);
        }
        self.waiting_bytes = 0;
    }

    pub(super) fn stopped(&self) -> bool {
        self.tally.stopped
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn counts(&mut self) -> &mut Counts {
        self.tally.formats.entry(self.format).or_default()
    }

    /// How many commands the line at hand has given so far.
    pub(super) fn on_this_line(&self) -> u32 {
        self.nth
    }

    /// A record at the place at hand, about which nothing else is known.
    pub(super) fn record(&self, command: String) -> Record {
        Record {
            command,
            file: self.file.clone(),
            line: self.line,
            nth: 0,
            format: self.format,
            call: None,
            entry: None,
            time: None,
            cwd: None,
            session: None,
            origin: Origin::Unknown,
            status: Status::Unknown,
            exit: None,
            sidechain: false,
            duplicate: false,
            repaired: self.repaired,
        }
    }

    /// Takes a record. A `key` seen before makes it a duplicate.
    pub(super) fn push(&mut self, mut record: Record, fate: Fate, key: Option<u64>) {
        if self.stopped() {
            return;
        }
        if record.command.trim().is_empty() {
            self.tally.blank_commands += 1;
            return;
        }
        self.nth += 1;
        record.nth = self.nth;
        record.duplicate = key.is_some_and(|key| !self.seen.insert(key));
        let settled = match fate {
            Fate::Known => true,
            Fate::Awaited => {
                record.status = Status::Unfinished;
                false
            }
        };
        self.waiting_bytes += record.command.len();
        self.waiting.push_back(Waiting { record, settled });
        self.release();
    }

    /// The result of the latest call that has this id, or, with an origin of a person, of that person's latest command.
    pub(super) fn settle(&mut self, call: Option<&str>, status: Status, exit: Option<i32>) {
        let matches = |waiting: &&mut Waiting| match call {
            Some(id) => waiting.record.call.as_deref() == Some(id),
            None => waiting.record.origin == Origin::User,
        };
        let latest = self.waiting.iter_mut().rev().filter(|waiting| !waiting.settled).find(matches);
        if let Some(waiting) = latest {
            waiting.settled = true;
            waiting.record.status = status;
            waiting.record.exit = exit;
            self.release();
        }
    }

    /// A shell call whose command is not in the transcript.
    pub(super) fn without_text(&mut self, what: &str) {
        self.tally.without_text.add(&self.file, self.line, what);
    }

    fn release(&mut self) {
        while let Some(front) = self.waiting.front() {
            let crowded = self.waiting.len() > WINDOW_CALLS || self.waiting_bytes > WINDOW_BYTES;
            if !front.settled && !crowded {
                return;
            }
            if let Some(mut waiting) = self.waiting.pop_front() {
                if !waiting.settled {
                    waiting.record.status = Status::Unknown;
                }
                self.waiting_bytes -= waiting.record.command.len();
                self.deliver(waiting.record);
            }
        }
    }

    fn deliver(&mut self, record: Record) {
        if self.stopped() {
            return;
        }
        self.tally.with_nul += u64::from(record.has_nul());
        let counts = self.counts();
        counts.commands += 1;
        counts.duplicates += u64::from(record.duplicate);
        counts.incomplete += u64::from(record.status == Status::Incomplete);
        counts.not_executed += u64::from(record.status == Status::Rejected);
        counts.by_person += u64::from(record.origin == Origin::User);
        if (self.on_record)(record).is_break() {
            self.tally.stopped = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(push: impl FnOnce(&mut Out<'_>)) -> Vec<(String, Status)> {
        let mut seen = Vec::new();
        let mut keep = |record: Record| {
            seen.push((record.command, record.status));
            ControlFlow::Continue(())
        };
        let mut out = Out::new(&mut keep);
        out.begin_file("f", Format::Pi);
        push(&mut out);
        out.end_file();
        drop(out);
        seen
    }

    #[test]
    fn records_leave_in_order_although_results_come_out_of_order() {
        let seen = calls(|out| {
            for id in ["a", "b"] {
                let record = Record { call: Some(id.to_owned()), ..out.record(id.to_owned()) };
                out.push(record, Fate::Awaited, None);
            }
            out.settle(Some("b"), Status::Executed, None);
            out.settle(Some("a"), Status::Rejected, None);
        });
        assert_eq!(seen, [("a".to_owned(), Status::Rejected), ("b".to_owned(), Status::Executed)]);
    }

    #[test]
    fn a_call_is_not_held_for_ever_and_then_says_that_its_fate_is_unknown() {
        let seen = calls(|out| {
            for _ in 0..=WINDOW_CALLS {
                let record = out.record("x".to_owned());
                out.push(record, Fate::Awaited, None);
            }
        });
        assert_eq!(seen.len(), WINDOW_CALLS + 1);
        assert_eq!(seen[0].1, Status::Unknown);
        assert_eq!(seen[1].1, Status::Unfinished);
    }

    #[test]
    fn an_id_used_again_gets_the_later_result() {
        let seen = calls(|out| {
            for command in ["first", "second"] {
                let record =
                    Record { call: Some("id".to_owned()), ..out.record(command.to_owned()) };
                out.push(record, Fate::Awaited, None);
            }
            out.settle(Some("id"), Status::Executed, None);
        });
        assert_eq!(seen[0].1, Status::Unfinished);
        assert_eq!(seen[1].1, Status::Executed);
    }
}
