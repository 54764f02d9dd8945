//! Commands out of transcripts: sessions of coding agents and plain lists, told apart by content. It runs nothing, parses no bash, and drops nothing without counting it.
//!
//! Files are streamed, several at a time: what is held of each is one line or document, a bounded number of calls that
//! wait for their result, and two numbers for each call by which a copy of it is known.

mod aider;
mod aider_input;
mod arguments;
mod claude;
mod codex;
mod codex_exec;
mod collect;
mod commands;
mod copilot;
mod csv;
mod document;
pub mod evidence;
mod file;
mod format;
mod gemini;
mod goose;
mod history;
mod json;
mod lines;
mod mini_swe_agent;
mod opencode;
mod openhands;
mod out;
mod outline;
mod pi;
mod plain;
mod qwen;
mod reader;
mod record;
mod records;
mod sniff;
mod source;
mod sqlite;
mod swe_agent;
mod tally;
mod time;
mod walk;
mod words;

use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

pub use self::format::Format;
pub use self::record::{Origin, Record, Status};
pub use self::source::{Source, Verdict};
pub use self::tally::{Counts, Place, Places, Tally};

use self::collect::Collector;
use self::out::Out;
use self::walk::Walk;

/// What a reading tells, in the order of the files.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// A command.
    Record(Box<Record>),
    /// The end of a file, behind its records; files that belong together end together.
    Source(Source),
}

/// How to read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// Longer lines, documents and CSV records are skipped and counted, in bytes.
    pub longest_line: usize,
    /// How many files are read at a time.
    pub threads: NonZeroUsize,
}

impl Default for Options {
    /// 64 MiB: images are written inline, so lines of some MiB are normal. One thread per core.
    fn default() -> Options {
        let threads = std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        Options { longest_line: 64 << 20, threads }
    }
}

/// Why a path that was named cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The system refuses it, or there is no such path.
    #[error("cannot read {}: {error}", path.display())]
    Io {
        /// The path as named.
        path: PathBuf,
        /// The system's reason.
        error: io::Error,
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
/// their names without the ending, links in it are not followed, and a file that fits no format is listed, never guessed at.
/// A named file that fits none is taken for one command a line.
///
/// # Errors
/// When a named path is missing or unreadable. All are tried before the first record is emitted; one that breaks off
/// later is told in [`Tally::named_unreadable`].
pub fn read(
    paths: &[PathBuf],
    options: &Options,
    on_record: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> Result<Tally, ReadError> {
    scan(paths, options, &mut |event| match event {
        Event::Record(record) => on_record(*record),
        Event::Source(_) => ControlFlow::Continue(()),
    })
}

/// Like [`read`], and tells of each file what became of it.
///
/// # Errors
/// As [`read`].
pub fn scan(
    paths: &[PathBuf],
    options: &Options,
    on_event: &mut dyn FnMut(Event) -> ControlFlow<()>,
) -> Result<Tally, ReadError> {
    for path in paths {
        check(path)?;
    }
    let mut collector = Collector::new(on_event);
    collect::read_all(Walk::of(paths.to_vec()), options, &mut collector);
    Ok(collector.tally)
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
    stream(name, input, None, options, on_record)
}

/// Reads one stream in a given format, whatever it looks like. Databases are files, and not read so.
///
/// # Errors
/// When the stream fails.
pub fn read_stream_as(
    format: Format,
    input: &mut dyn Read,
    options: &Options,
    on_record: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> io::Result<Tally> {
    stream("-", input, Some(format), options, on_record)
}

fn stream(
    name: &str,
    input: &mut dyn Read,
    format: Option<Format>,
    options: &Options,
    on_record: &mut dyn FnMut(Record) -> ControlFlow<()>,
) -> io::Result<Tally> {
    let mut on_event = |event| match event {
        Event::Record(record) => on_record(*record),
        Event::Source(_) => ControlFlow::Continue(()),
    };
    let mut collector = Collector::new(&mut on_event);
    let mut send = |found| collector.take(found);
    file::read_stream(name, input, format, options, Out::new(&mut send))?;
    Ok(collector.tally)
}

fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn check(path: &Path) -> Result<(), ReadError> {
    if is_stdin(path) {
        return Ok(());
    }
    let failed = |error| ReadError::Io { path: path.to_owned(), error };
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
