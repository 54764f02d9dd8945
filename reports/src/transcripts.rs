//! Transcripts as cases, and the reader's account of them as totals. A call that is a copy, or whose text was cut
//! off, is counted and not examined; nothing in a transcript is ever run.

use std::ops::ControlFlow;
use std::path::PathBuf;

use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::transcripts::{self, Options, Place, Places, ReadError, Status, Tally};

use crate::totals::TranscriptTotals;

/// What became of the paths that were named.
pub struct Reading {
    /// The account; none when no path could be read to its end.
    pub totals: Option<TranscriptTotals>,
    /// The paths that could not be read, each with the reason.
    pub unreadable: Vec<String>,
}

/// Gives every command that is worth examining to `each`, until it has enough. A path that can't be opened does
/// not keep the others from being read.
pub fn read(paths: &[PathBuf], each: &mut dyn FnMut(Case) -> ControlFlow<()>) -> Reading {
    let mut paths = paths.to_vec();
    let mut unreadable = Vec::new();
    while !paths.is_empty() {
        let read = transcripts::read(&paths, &Options::default(), &mut |record| {
            if record.duplicate || record.status == Status::Incomplete {
                return ControlFlow::Continue(());
            }
            each(record.case())
        });
        match read {
            Ok(tally) => {
                let broken = tally.named_unreadable.iter();
                unreadable.extend(broken.map(|Place { file, what, .. }| {
                    format!("cannot read {file} to its end: {what}")
                }));
                return Reading { totals: Some(account(&tally)), unreadable };
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

fn account(tally: &Tally) -> TranscriptTotals {
    let mut totals = TranscriptTotals { commands: tally.commands(), ..TranscriptTotals::default() };
    let mut note = |what: &str, n| totals.note(what, n, std::iter::empty());
    for counts in tally.formats.values() {
        note("copies of an earlier call, not examined", counts.duplicates);
        note("commands cut off, not examined", counts.incomplete);
        note("commands that never ran, examined", counts.not_executed);
        note("commands that a person typed, examined", counts.by_person);
    }
    note("blank commands, left out", tally.blank_commands);
    note("commands with a NUL, examined", tally.with_nul);
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
        ("compressed files beside the plain ones, not opened", &tally.copies),
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
