//! Many files at once, and their records in the order of the files all the same; copies are known across all of them.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use super::file::read_unit;
use super::out::{Found, Out};
use super::tally::{Counts, Tally};
use super::walk::Walk;
use super::{Event, Options};

/// How many files may be read to their end before the one whose records are being taken.
const FILES_AHEAD: usize = 8;
/// A file waits when this many batches of it were not taken; with the files ahead, some ten million bytes in all.
const BATCHES: usize = 16;
const BATCH_RECORDS: usize = 256;
const BATCH_BYTES: usize = 128 << 10;

/// Gives the receiver what the readers found, and keeps the account.
pub(super) struct Collector<'c> {
    on_event: &'c mut dyn FnMut(Event) -> ControlFlow<()>,
    pub(super) tally: Tally,
    // What grows with the number of calls, by two numbers each: copies may be any distance apart, also in other files.
    seen: BTreeMap<u64, u32>,
    files: Vec<Arc<str>>,
    by_file: BTreeMap<String, Counts>,
}

impl<'c> Collector<'c> {
    pub(super) fn new(on_event: &'c mut dyn FnMut(Event) -> ControlFlow<()>) -> Collector<'c> {
        Collector {
            on_event,
            tally: Tally::default(),
            seen: BTreeMap::new(),
            files: Vec::new(),
            by_file: BTreeMap::new(),
        }
    }

    pub(super) fn take(&mut self, found: Found) -> ControlFlow<()> {
        match found {
            Found::Record(mut record, key) => {
                if let Some(key) = key {
                    match self.seen.get(&key) {
                        Some(file) => {
                            record.duplicate = true;
                            record.original = self.files.get(*file as usize).cloned();
                        }
                        None => {
                            let file = self.number_of(&record.file);
                            self.seen.insert(key, file);
                        }
                    }
                }
                self.tally.with_nul += u64::from(record.has_nul());
                self.tally.formats.entry(record.format).or_default().add(&record);
                if !self.by_file.contains_key(&record.file) {
                    self.by_file.insert(record.file.clone(), Counts::default());
                }
                if let Some(counts) = self.by_file.get_mut(&record.file) {
                    counts.add(&record);
                }
                self.give(Event::Record(record))
            }
            Found::End(sources, tally) => {
                self.tally.merge(*tally);
                let mut by_file = std::mem::take(&mut self.by_file);
                for mut source in sources {
                    source.counts = by_file.remove(&source.file).unwrap_or_default();
                    self.give(Event::Source(source))?;
                }
                ControlFlow::Continue(())
            }
        }
    }

    /// The number of a file; the calls of one come one after the other.
    fn number_of(&mut self, file: &str) -> u32 {
        if self.files.last().is_none_or(|last| **last != *file) {
            self.files.push(file.into());
        }
        u32::try_from(self.files.len() - 1).unwrap_or(u32::MAX)
    }

    fn give(&mut self, event: Event) -> ControlFlow<()> {
        let flow = (self.on_event)(event);
        self.tally.stopped |= flow.is_break();
        flow
    }
}

/// Reads all that there is to read.
pub(super) fn read_all(walk: Walk, options: &Options, collector: &mut Collector<'_>) {
    if options.threads.get() == 1 {
        for unit in walk {
            read_unit(unit, options, Out::new(&mut |found| collector.take(found)));
            if collector.tally.stopped {
                return;
            }
        }
        return;
    }
    let (sender, units) = sync_channel(FILES_AHEAD);
    let jobs = Mutex::new((walk, Some(sender)));
    thread::scope(|scope| {
        for _ in 0..options.threads.get() {
            scope.spawn(|| work(&jobs, options));
        }
        // When this ends early the channels close, and whoever still reads finds that out.
        for found in units.into_iter().flatten().flatten() {
            if collector.take(found).is_break() {
                return;
            }
        }
    });
}

type Jobs = (Walk, Option<SyncSender<Receiver<Vec<Found>>>>);

/// Reads unit after unit. Who takes the next one says in the same moment where its records will come from, so that
/// they are taken in the order of the walk; the first one in that order never waits for another.
fn work(jobs: &Mutex<Jobs>, options: &Options) {
    loop {
        let (unit, sender) = {
            let mut jobs = jobs.lock().unwrap_or_else(PoisonError::into_inner);
            let (walk, units) = &mut *jobs;
            let Some(announce) = units else { return };
            let Some(unit) = walk.next() else {
                *units = None;
                return;
            };
            let (sender, receiver) = sync_channel(BATCHES);
            if announce.send(receiver).is_err() {
                *units = None;
                return;
            }
            (unit, sender)
        };
        let mut batch = Vec::new();
        let mut bytes = 0;
        let mut send = |found: Found| {
            let is_end = match &found {
                Found::Record(record, _) => {
                    bytes += record.command.len();
                    false
                }
                Found::End(..) => true,
            };
            batch.push(found);
            if !is_end && batch.len() < BATCH_RECORDS && bytes < BATCH_BYTES {
                return ControlFlow::Continue(());
            }
            bytes = 0;
            match sender.send(std::mem::take(&mut batch)) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            }
        };
        read_unit(unit, options, Out::new(&mut send));
    }
}
