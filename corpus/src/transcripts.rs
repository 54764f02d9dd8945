//! Commands out of transcripts: sessions of coding agents and plain lists, told apart by content. It runs nothing, parses no bash, and drops nothing without counting it.
//!
//! Files are streamed: what is held is one line, a bounded number of calls that wait for their result, and one
//! number for each call by which a copy of it is known.

mod claude;
mod csv;
pub mod evidence;
mod format;
mod json;
mod lines;
mod out;
mod outline;
mod pi;
mod plain;
mod records;
mod sniff;
mod tally;

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub use self::format::Format;
pub use self::tally::{Counts, Place, Places, Tally};

use self::lines::Lines;
use self::out::Out;
use self::records::Records;
use self::sniff::Kind;
use crate::case::{Case, CaseId};

/// One command of a transcript, and what the transcript says of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The command text, byte for byte unless `repaired`.
    pub command: String,
    /// The file, as it was named, or the folder as it was named with the way from there; `-` for standard input.
    pub file: String,
    /// The line on which the record begins, from 1.
    pub line: u64,
    /// Which command of that line it is, from 1.
    pub nth: u32,
    /// The file's format.
    pub format: Format,
    /// The agent's id of the call; `outer/inner` for a nested one.
    pub call: Option<String>,
    /// The id of the entry that holds the call; in Pi, calls may share an id, but not within an entry.
    pub entry: Option<String>,
    /// When, as written in the transcript.
    pub time: Option<String>,
    /// The working directory of the session or the entry.
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
    /// Whether an earlier line, or a file read before, holds the same call; forks and resumed sessions copy history.
    pub duplicate: bool,
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

    /// Whether the command holds a NUL, which bash cannot be given.
    pub fn has_nul(&self) -> bool {
        self.command.contains('\0')
    }
}

/// Who gave a command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// The agent, by a call of its shell tool.
    Agent,
    /// A script that the agent wrote, which called the shell tool.
    AgentNested,
    /// The person, by `!cmd`.
    User,
    /// The format does not say.
    Unknown,
}

/// What became of a command, from its result alone.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Status {
    /// It ran to an end, whatever that was.
    Executed,
    /// It was refused or skipped before it ran.
    Rejected,
    /// It was broken off while it ran.
    Cancelled,
    /// The text is whole, and the file has no result for it.
    Unfinished,
    /// The text may be cut off: the answer that holds it was aborted. Not a command that anybody meant.
    Incomplete,
    /// The result says neither, stands too far away, or the format records none.
    Unknown,
}

/// How to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Longer lines, documents and CSV records are skipped and counted, in bytes.
    pub longest_line: usize,
}

impl Default for Options {
    /// 64 MiB: images are written inline, so lines of some MiB are normal.
    fn default() -> Options {
        Options { longest_line: 64 << 20 }
    }
}

/// Why a path that was named cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refuses it, or there is no such path.
    #[error("cannot read {}: {source}", path.display())]
    Io {
        /// The path as named.
        path: PathBuf,
        /// The system's reason.
        source: io::Error,
    },
    /// It is a socket or a block device.
    #[error("cannot read {}: not a file, a folder or a pipe", path.display())]
    NotReadable {
        /// The path as named.
        path: PathBuf,
    },
}

impl ReadError {
    /// The path that was named.
    pub fn path(&self) -> &Path {
        match self {
            ReadError::Io { path, .. } | ReadError::NotReadable { path } => path,
        }
    }
}

/// Reads files and folders in the order named; `-` is standard input. Files of a folder come in the order of
/// their names, links in it are not followed, and a file that fits no format is listed, never guessed at.
/// A named file that fits none is taken for one command a line.
///
/// # Errors
/// When a named path is missing or unreadable. All are tried before the first record is emitted.
pub fn read(
    paths: &[PathBuf],
    options: &Options,
    on_record: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> Result<Tally, ReadError> {
    for path in paths {
        check(path)?;
    }
    let mut out = Out::new(on_record);
    for path in paths {
        if out.stopped() {
            break;
        }
        let failed = |source| ReadError::Io { path: path.clone(), source };
        if is_stdin(path) {
            read_one("-", Box::new(io::stdin().lock()), true, options, &mut out).map_err(failed)?;
        } else if path.is_dir() {
            walk(path, options, &mut out)?;
        } else {
            let file = File::open(path).map_err(failed)?;
            read_one(&path.to_string_lossy(), Box::new(file), true, options, &mut out)
                .map_err(failed)?;
        }
    }
    Ok(out.tally)
}

/// Reads one stream as if it were a file that was named so.
///
/// # Errors
/// When the stream fails.
pub fn read_stream(
    name: &str,
    input: &mut dyn Read,
    options: &Options,
    on_record: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> io::Result<Tally> {
    let mut out = Out::new(on_record);
    read_one(name, Box::new(input), true, options, &mut out)?;
    Ok(out.tally)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn check(path: &Path) -> Result<(), ReadError> {
    if is_stdin(path) {
        return Ok(());
    }
    let failed = |source| ReadError::Io { path: path.to_owned(), source };
    let kind = fs::metadata(path).map_err(failed)?.file_type();
    if kind.is_dir() {
        fs::read_dir(path).map_err(failed)?;
    } else if kind.is_file() {
        File::open(path).map_err(failed)?;
    } else if !is_stream(kind) {
        return Err(ReadError::NotReadable { path: path.to_owned() });
    }
    Ok(())
}

/// A pipe or a character device: what a shell gives for `<(…)` and `/dev/stdin`. Opening one may wait or use it up.
#[cfg(unix)]
fn is_stream(kind: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt;
    kind.is_fifo() || kind.is_char_device()
}

#[cfg(not(unix))]
fn is_stream(_: FileType) -> bool {
    false
}

fn walk(folder: &Path, options: &Options, out: &mut Out<'_>) -> Result<(), ReadError> {
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        if out.stopped() {
            return Ok(());
        }
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let place = error.path().unwrap_or(folder).to_string_lossy().into_owned();
                let reason =
                    error.io_error().map_or("a loop of links".to_owned(), io::Error::to_string);
                out.tally.unreadable.add(&place, 0, reason);
                continue;
            }
        };
        let place = entry.path().to_string_lossy();
        let kind = entry.file_type();
        if kind.is_dir() {
            continue;
        }
        // The folder itself may be a link that was named; whatever else is no plain file is not opened.
        if !kind.is_file() {
            if entry.depth() > 0 {
                out.tally.not_files.add(
                    &place,
                    0,
                    if kind.is_symlink() { "link" } else { "pipe, socket or device" },
                );
            }
            continue;
        }
        let read = File::open(entry.path())
            .and_then(|file| read_one(&place, Box::new(file), false, options, out));
        if let Err(error) = read {
            out.tally.unreadable.add(&place, 0, error.to_string());
        }
    }
    Ok(())
}

/// How much is looked at to tell text from anything else, in bytes.
const HEAD: u64 = 8 << 10;

fn read_one<'r>(
    name: &str,
    mut input: Box<dyn Read + 'r>,
    named: bool,
    options: &Options,
    out: &mut Out<'_>,
) -> io::Result<()> {
    let mut head = Vec::new();
    input.by_ref().take(HEAD).read_to_end(&mut head)?;
    let by_bytes = sniff::by_first_bytes(&head);
    let mut lines = Lines::new(Box::new(io::Cursor::new(head).chain(input)), options.longest_line);
    let kind = match by_bytes {
        Some(kind) => kind,
        None => sniff::by_first_lines(&mut lines, named)?,
    };
    let read = match kind {
        Kind::Records(format) => {
            out.begin_file(name, format);
            Records::of(format).map(|records| records.read_lines(&mut lines, out))
        }
        Kind::Document(format) => {
            out.begin_file(name, format);
            Records::of(format).map(|records| records.read_document(&mut lines, out))
        }
        Kind::Csv => {
            out.begin_file(name, Format::Csv);
            Some(csv::read(&mut lines, out))
        }
        Kind::Lines => {
            out.begin_file(name, Format::Lines);
            Some(plain::read(&mut lines, out))
        }
        Kind::Unread(format) => {
            out.tally.not_read_yet.add(name, 0, format.name());
            None
        }
        Kind::Unrecognised(what) => {
            out.tally.not_recognised.add(name, 0, what);
            None
        }
        Kind::Empty => {
            out.tally.empty.add(name, 0, "");
            None
        }
    };
    out.end_file();
    read.unwrap_or(Ok(()))
}
