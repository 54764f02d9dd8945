//! What there is to read behind the paths that were named, in an order that is the same each time. Links, pipes and
//! sockets in a folder are told and not opened.

use std::cmp::Ordering;
use std::ffi::OsStr;
use std::io;
use std::iter::Peekable;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::source::Verdict;

/// What is read in one go.
pub(super) enum Unit {
    /// Files that belong together, nearly always one. Whether it was named, or met in a folder.
    Files(Vec<PathBuf>, bool),
    /// Standard input.
    Stdin,
    /// Nothing to read; what was met, and why.
    Noted(String, Verdict),
}

/// The units behind paths.
pub(super) struct Walk {
    paths: std::vec::IntoIter<PathBuf>,
    folder: Option<(PathBuf, Peekable<walkdir::IntoIter>)>,
}

impl Walk {
    pub(super) fn of(paths: Vec<PathBuf>) -> Walk {
        Walk { paths: paths.into_iter(), folder: None }
    }
}

impl Iterator for Walk {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        loop {
            if let Some((root, entries)) = &mut self.folder {
                if let Some(unit) = next_of_folder(root, entries) {
                    return Some(unit);
                }
                self.folder = None;
            }
            let path = self.paths.next()?;
            if path.as_os_str() == "-" {
                return Some(Unit::Stdin);
            }
            if !path.is_dir() {
                return Some(Unit::Files(vec![path], true));
            }
            let entries = WalkDir::new(&path).sort_by(order).into_iter().peekable();
            self.folder = Some((path, entries));
        }
    }
}

fn next_of_folder(root: &Path, entries: &mut Peekable<walkdir::IntoIter>) -> Option<Unit> {
    for entry in entries.by_ref() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let place = error.path().unwrap_or(root).to_string_lossy().into_owned();
                let reason =
                    error.io_error().map_or("a loop of links".to_owned(), io::Error::to_string);
                return Some(Unit::Noted(place, Verdict::Unreadable(reason)));
            }
        };
        let kind = entry.file_type();
        if kind.is_dir() {
            continue;
        }
        if kind.is_file() {
            let path = entry.path();
            if let Some(original) = plain_beside(path).or_else(|| events_beside(path)) {
                let place = path.to_string_lossy().into_owned();
                return Some(Unit::Noted(place, Verdict::Copy(original)));
            }
            let mut files = vec![entry.path().to_owned()];
            if number(entry.file_name()).is_some() {
                while let Some(next) = entries.next_if(|next| follows(&files, next)) {
                    files.extend(next.map(DirEntry::into_path));
                }
            }
            return Some(Unit::Files(files, false));
        }
        // The folder itself may be a link that was named; whatever else is no plain file is not opened.
        if entry.depth() > 0 {
            let place = entry.path().to_string_lossy().into_owned();
            let what = if kind.is_symlink() { "link" } else { "pipe, socket or device" };
            return Some(Unit::Noted(place, Verdict::NotAFile(what)));
        }
    }
    None
}

/// By the name without its ending, so that `x-fork.jsonl` comes behind `x.jsonl`; names that are a number by the number.
fn order(a: &DirEntry, b: &DirEntry) -> Ordering {
    let (name, other) = (a.file_name(), b.file_name());
    match (number(name), number(other)) {
        (Some(one), Some(other)) => one.cmp(&other),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => Path::new(name).file_stem().cmp(&Path::new(other).file_stem()),
    }
    .then_with(|| name.cmp(other))
}

/// The number of a file that is named `NUMBER.json`: a list of events is kept so.
fn number(name: &OsStr) -> Option<u64> {
    let digits = name.to_str()?.strip_suffix(".json")?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse().ok())?
}

fn follows(files: &[PathBuf], next: &walkdir::Result<DirEntry>) -> bool {
    next.as_ref().is_ok_and(|next| {
        next.file_type().is_file()
            && number(next.file_name()).is_some()
            && files.first().is_some_and(|first| first.parent() == next.path().parent())
    })
}

/// The file of which this one is the compressed form.
fn plain_beside(path: &Path) -> Option<String> {
    let plain = path.with_extension("");
    (path.extension() == Some(OsStr::new("zst")) && plain.is_file())
        .then(|| plain.to_string_lossy().into_owned())
}

/// The folder of events that a page of OpenHands' cache repeats.
fn events_beside(path: &Path) -> Option<String> {
    let cache = path.parent()?;
    let events = cache.with_file_name("events");
    (cache.file_name() == Some(OsStr::new("event_cache")) && events.is_dir())
        .then(|| events.to_string_lossy().into_owned())
}
