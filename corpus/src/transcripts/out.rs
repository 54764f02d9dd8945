//! The way out of the readers of one file, or of files that belong together: gives each record its place, waits a
//! while for its result, and keeps the tally. It reads no format.

use std::collections::{BTreeMap, VecDeque};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;

use super::format::Format;
use super::record::{Origin, Record, Status};
use super::source::{Source, Verdict};
use super::tally::{Counts, Tally};

/// A result stands a few lines below its call, or some hundred where agents work side by side.
const WINDOW_CALLS: usize = 4096;
/// Command text that may wait for results, in bytes.
const WINDOW_BYTES: usize = 16 << 20;

/// What leaves the readers.
pub(super) enum Found {
    /// A record; copies of its call have the same number.
    Record(Box<Record>, Option<u64>),
    /// The files that were read, in the order of their reading, and the account of them without the records.
    End(Vec<Source>, Box<Tally>),
}

/// Receives what the readers find.
pub(super) struct Out<'c> {
    send: &'c mut dyn FnMut(Found) -> ControlFlow<()>,
    pub(super) tally: Tally,
    sources: Vec<Source>,
    file: String,
    format: Format,
    line: u64,
    nth: u32,
    pointer: Option<String>,
    table: Option<&'static str>,
    repaired: bool,
    stopped: bool,
    holds: bool,
    waiting: VecDeque<Waiting>,
    waiting_bytes: usize,
    /// How many have left, and the numbers of those that wait without a result: of thousands that wait behind one
    /// another these are few.
    left: u64,
    open: VecDeque<u64>,
    /// The numbers of calls that may be written again.
    calls: BTreeMap<u64, u64>,
}

struct Waiting {
    record: Record,
    key: Option<u64>,
    settled: bool,
}

/// What is known of a call's fate when it is found.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// Nothing more will come.
    Known,
    /// A result may follow.
    Awaited,
    /// A result may follow, or the status that the record has holds.
    AwaitedElse,
}

/// A number for what makes a call the same call wherever it is copied to.
pub(super) fn key(parts: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    parts.hash(&mut hasher);
    hasher.finish()
}

fn key_of(file: &str, call: &str) -> u64 {
    key(&[file, call])
}

impl<'c> Out<'c> {
    pub(super) fn new(send: &'c mut dyn FnMut(Found) -> ControlFlow<()>) -> Out<'c> {
        Out {
            send,
            tally: Tally::default(),
            sources: Vec::new(),
            file: String::new(),
            format: Format::Lines,
            line: 0,
            nth: 0,
            pointer: None,
            table: None,
            repaired: false,
            stopped: false,
            holds: false,
            waiting: VecDeque::new(),
            waiting_bytes: 0,
            left: 0,
            open: VecDeque::new(),
            calls: BTreeMap::new(),
        }
    }

    /// What follows is of this file, until another begins.
    pub(super) fn begin_file(&mut self, file: &str) {
        file.clone_into(&mut self.file);
        self.line = 0;
        self.pointer = None;
        self.table = None;
        self.sources.push(Source::of(file));
    }

    /// The file is of this format and is going to be read.
    pub(super) fn reads(&mut self, format: Format) {
        self.format = format;
        self.counts().files += 1;
        self.verdict(Verdict::Read(format));
    }

    /// What became of the file at hand.
    pub(super) fn verdict(&mut self, verdict: Verdict) {
        if let Some(source) = self.sources.last_mut() {
            source.verdict = verdict;
        }
    }

    /// What follows stands on this line; `repaired` when the line had to be mended to be read.
    pub(super) fn begin_line(&mut self, line: u64, repaired: bool) {
        if self.line != line {
            self.nth = 0;
        }
        self.line = line;
        self.repaired = repaired;
    }

    /// What follows stands in this row.
    pub(super) fn begin_row(&mut self, table: &'static str, row: u64, repaired: bool) {
        self.begin_line(row, repaired);
        self.table = Some(table);
        self.nth = 0;
        if repaired {
            self.tally.repaired.add(&self.file, row, "invalid UTF-8");
        }
    }

    /// A place of the file at hand could not be read.
    pub(super) fn note_damage(&mut self) {
        if let Some(source) = self.sources.last_mut() {
            source.damaged += 1;
        }
    }

    /// What follows stands here in the document or line.
    pub(super) fn point(&mut self, pointer: Option<String>) {
        self.pointer = pointer;
    }

    /// The pointer of the value at hand.
    pub(super) fn pointer(&self) -> &str {
        self.pointer.as_deref().unwrap_or_default()
    }

    /// From here on the line is a mended one.
    pub(super) fn mark_repaired(&mut self) {
        self.repaired = true;
        self.tally.repaired.add(&self.file, self.line, "half a character in an escape");
    }

    /// No record leaves before the end, as long as few wait: what comes may change those before it.
    pub(super) fn hold(&mut self) {
        self.holds = true;
    }

    /// Lets go of all calls that still wait, and of the account.
    pub(super) fn end(mut self) {
        while let Some(waiting) = self.waiting.pop_front() {
            self.deliver(waiting);
        }
        if !self.stopped {
            let _ = (self.send)(Found::End(self.sources, Box::new(self.tally)));
        }
    }

    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    pub(super) fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn line(&self) -> u64 {
        self.line
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
            pointer: self.pointer.clone(),
            table: self.table,
            format: self.format,
            call: None,
            entry: None,
            id_used_again: false,
            time: None,
            cwd: None,
            session: None,
            origin: Origin::Unknown,
            status: Status::Unknown,
            exit: None,
            sidechain: false,
            rewound: false,
            argv: false,
            duplicate: false,
            original: None,
            repaired: self.repaired,
        }
    }

    /// Takes a record. One whose `key` was seen before is a duplicate.
    pub(super) fn push(&mut self, mut record: Record, fate: Fate, key: Option<u64>) {
        if self.stopped {
            return;
        }
        if record.command.trim().is_empty() {
            self.tally.blank_commands += 1;
            return;
        }
        self.nth += 1;
        record.nth = self.nth;
        let settled = match fate {
            Fate::Known => true,
            Fate::Awaited => {
                record.status = Status::Unfinished;
                false
            }
            Fate::AwaitedElse => false,
        };
        self.waiting_bytes += record.command.len();
        if !settled {
            self.open.push_back(self.left + self.waiting.len() as u64);
        }
        self.waiting.push_back(Waiting { record, key, settled });
        self.release();
    }

    /// Takes a record of a call that may be written several times; the last one holds, in the place of the first.
    pub(super) fn push_or_replace(&mut self, mut record: Record, fate: Fate, key: Option<u64>) {
        let Some(id) = record.call.as_deref().map(|call| key_of(&record.file, call)) else {
            return self.push(record, fate, key);
        };
        let number = match self.calls.get(&id) {
            Some(number) => *number,
            None => {
                let number = self.left + self.waiting.len() as u64;
                let before = self.nth;
                self.push(record, fate, key);
                if self.nth > before && number >= self.left {
                    self.calls.insert(id, number);
                }
                return;
            }
        };
        let at = usize::try_from(number - self.left).unwrap_or(usize::MAX);
        let Some(waiting) = self.waiting.get_mut(at) else { return };
        if record.command.trim().is_empty() {
            return;
        }
        if fate == Fate::Awaited {
            record.status = Status::Unfinished;
        }
        let first = &waiting.record;
        (record.line, record.nth) = (first.line, first.nth);
        record.rewound = first.rewound;
        record.pointer.clone_from(&first.pointer);
        self.waiting_bytes = self.waiting_bytes + record.command.len() - first.command.len();
        let settled = fate == Fate::Known;
        self.open.retain(|open| *open != number);
        if !settled {
            let behind = self.open.partition_point(|open| *open < number);
            self.open.insert(behind, number);
        }
        *waiting = Waiting { record, key, settled };
        self.release();
    }

    /// The result of the latest call that has this id, or, without an id, of the person's latest command.
    pub(super) fn settle(&mut self, call: Option<&str>, status: Status, exit: Option<i32>) {
        let matches = |record: &Record| match call {
            Some(id) => record.call.as_deref() == Some(id),
            None => record.origin == Origin::User,
        };
        let at = |open: u64| usize::try_from(open - self.left).unwrap_or(usize::MAX);
        let found = self.open.iter().rposition(|open| {
            self.waiting.get(at(*open)).is_some_and(|waiting| matches(&waiting.record))
        });
        let Some(found) = found else { return };
        let Some(open) = self.open.remove(found) else { return };
        let at = at(open);
        if let Some(waiting) = self.waiting.get_mut(at) {
            waiting.settled = true;
            waiting.record.status = status;
            waiting.record.exit = exit.or(waiting.record.exit);
            self.release();
        }
    }

    /// Changes the records that still wait.
    pub(super) fn amend(&mut self, change: &mut dyn FnMut(&mut Record)) {
        for waiting in &mut self.waiting {
            change(&mut waiting.record);
        }
    }

    /// A shell call whose command is not in the transcript.
    pub(super) fn without_text(&mut self, what: &str) {
        self.tally.without_text.add(&self.file, self.line, what);
    }

    /// A text in a command's place that is no shell command.
    pub(super) fn no_command(&mut self, what: &str) {
        match self.tally.no_commands.get_mut(what) {
            Some(count) => *count += 1,
            None => {
                self.tally.no_commands.insert(what.to_owned(), 1);
            }
        }
    }

    fn release(&mut self) {
        while let Some(front) = self.waiting.front() {
            let crowded = self.waiting.len() > WINDOW_CALLS || self.waiting_bytes > WINDOW_BYTES;
            if (self.holds || !front.settled) && !crowded {
                return;
            }
            if let Some(mut waiting) = self.waiting.pop_front() {
                if let (Some(call), false) = (&waiting.record.call, self.calls.is_empty()) {
                    self.calls.remove(&key_of(&waiting.record.file, call));
                }
                self.left += 1;
                if !waiting.settled {
                    self.open.pop_front();
                    if waiting.record.status == Status::Unfinished {
                        waiting.record.status = Status::Unknown;
                    }
                }
                self.waiting_bytes -= waiting.record.command.len();
                self.deliver(waiting);
            }
        }
    }

    fn deliver(&mut self, waiting: Waiting) {
        let Waiting { record, key, .. } = waiting;
        if !self.stopped && (self.send)(Found::Record(Box::new(record), key)).is_break() {
            self.stopped = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn calls(push: impl FnOnce(&mut Out<'_>)) -> Vec<(String, Status)> {
        let mut seen = Vec::new();
        let mut keep = |found| {
            if let Found::Record(record, _) = found {
                seen.push((record.command, record.status));
            }
            ControlFlow::Continue(())
        };
        let mut out = Out::new(&mut keep);
        out.begin_file("f");
        out.reads(Format::Pi);
        push(&mut out);
        out.end();
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

    #[test]
    fn what_is_written_again_replaces_what_waits() {
        let seen = calls(|out| {
            out.hold();
            for (command, fate) in [("cut", Fate::Awaited), ("whole", Fate::Known)] {
                let record = Record {
                    call: Some("id".to_owned()),
                    status: Status::Executed,
                    ..out.record(command.to_owned())
                };
                out.push_or_replace(record, fate, None);
            }
        });
        assert_eq!(seen, [("whole".to_owned(), Status::Executed)]);
    }
}
