//! Transcripts as cases, and the reader's account of them as totals. A call that is a copy, or whose text was cut
//! off, is counted and not examined; nothing in a transcript is ever run.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::transcripts::{
    self, Event, Options, Place, Places, ReadError, Status, Tally,
};

use crate::redaction::Redactor;
use crate::totals::TranscriptTotals;

/// What became of the paths that were named.
pub struct Reading {
    /// The account; none when no path could be read.
    pub totals: Option<TranscriptTotals>,
    /// The paths that could not be read, or not to their end, each with the reason.
    pub unreadable: Vec<String>,
}

/// Gives every command that is worth examining to `each`, until it has enough, without its secrets. A path that can't
/// be opened does not keep the others from being read.
pub fn read(
    paths: &[PathBuf],
    redactor: &mut Redactor,
    each: &mut dyn FnMut(Case) -> ControlFlow<()>,
) -> Reading {
    let mut reading =
        scan(paths, &Options::default(), Purpose::Examine, &mut |event| match event {
            Event::Record(record) if !record.duplicate && record.status != Status::Incomplete => {
                redactor.case(record.case()).map_or(ControlFlow::Continue(()), &mut *each)
            }
            Event::Record(_) | Event::Source(_) => ControlFlow::Continue(()),
        });
    if let Some(totals) = &mut reading.totals {
        redactor.note(totals);
    }
    reading
}

/// What the commands are read for; the account says what is left out for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// To be examined by the gate.
    Examine,
    /// To be listed.
    List,
}

/// Reads paths, and gives all that is found to `each`, until it has enough.
pub fn scan(
    paths: &[PathBuf],
    options: &Options,
    purpose: Purpose,
    each: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Reading {
    let mut paths = paths.to_vec();
    let mut unreadable = Vec::new();
    while !paths.is_empty() {
        // Every path is tried before anything is read: a path that fails so can be left out, and all begun again.
        match transcripts::scan(&paths, options, each) {
            Ok(tally) => {
                let broken = tally.named_unreadable.iter();
                unreadable.extend(broken.map(|Place { file, what, .. }| {
                    format!("cannot read {file} to its end: {what}")
                }));
                return Reading { totals: Some(account(&tally, purpose)), unreadable };
            }
            Err(error) => {
                unreadable.push(error.to_string());
                let before = paths.len();
                paths.retain(|path| path != error.path());
                if paths.len() == before {
                    break;
                }
            }
        }
    }
    Reading { totals: None, unreadable }
}

/// The command of one id, a copy or a cut one too.
pub fn find(file: &str, id: &CaseId) -> Result<Option<Case>, ReadError> {
    let mut found = None;
    transcripts::read(&[PathBuf::from(file)], &Options::default(), &mut |record| {
        if record.case_id() == *id {
            found = Some(record.case());
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    })?;
    Ok(found)
}

/// Calls of one id that are told.
const SAME_ID: usize = 10;

/// The commands of a call by its id, in a file or the files of a folder; more than one where the id is used again.
///
/// # Errors
/// When the path can't be read.
pub fn calls(path: &Path, call: &str) -> Result<Vec<Case>, ReadError> {
    let mut found: Vec<Case> = Vec::new();
    transcripts::read(&[path.to_owned()], &Options::default(), &mut |record| {
        let is_it = record.call.as_deref() == Some(call) || record.key() == call;
        if is_it && !record.duplicate {
            found.push(record.case());
        }
        if found.len() < SAME_ID { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })?;
    Ok(found)
}

fn account(tally: &Tally, purpose: Purpose) -> TranscriptTotals {
    let mut totals = TranscriptTotals { commands: tally.commands(), ..TranscriptTotals::default() };
    let mut note = |what: &str, n| totals.note(what, n, std::iter::empty());
    let words = match purpose {
        Purpose::Examine => [
            "copies of an earlier call, not examined",
            "commands cut off, not examined",
            "commands that never ran, examined",
            "commands that a person typed, examined",
            "commands with a NUL, examined",
        ],
        Purpose::List => [
            "copies of an earlier call",
            "commands that may be cut off",
            "commands that never ran",
            "commands that a person typed",
            "commands with a NUL",
        ],
    };
    for counts in tally.formats.values() {
        note(words[0], counts.duplicates);
        note(words[1], counts.incomplete);
        note(words[2], counts.not_executed);
        note(words[3], counts.by_person);
    }
    note(words[4], tally.with_nul);
    note("blank commands, left out", tally.blank_commands);
    for (what, count) in &tally.no_commands {
        note(&format!("no command: {what}"), *count);
    }
    for (what, places) in kinds(tally) {
        totals.note(what, places.total, places.first.iter().map(place));
    }
    for (format, counts) in &tally.formats {
        totals.files.insert(format.name().to_owned(), counts.files);
    }
    totals
}

/// What the reader lists by place, what loses most first.
fn kinds(tally: &Tally) -> [(&'static str, &Places); 11] {
    [
        ("files that could not be read", &tally.unreadable),
        ("files of no known format", &tally.not_recognised),
        ("files that hold no commands to take", &tally.refused),
        ("lines that are damaged", &tally.damaged),
        ("lines too long to hold", &tally.over_long),
        ("calls without a text", &tally.without_text),
        ("links, pipes and devices, not opened", &tally.not_files),
        ("files that repeat others beside them, not opened", &tally.copies),
        ("files without content", &tally.empty),
        ("lines with replaced bytes", &tally.repaired),
        ("lines with several records", &tally.glued),
    ]
}

fn place(place: &Place) -> String {
    let line = if place.line > 0 { format!(":{}", place.line) } else { String::new() };
    let what = if place.what.is_empty() { String::new() } else { format!(" ({})", place.what) };
    format!("{}{line}{what}", place.file)
}
