//! What a long run has done so far, on disk: a stored run without its end, with a checkpoint now and then. A run that
//! was killed goes on from the last checkpoint; what stands behind it, whole or torn, is dropped.

use std::fs::{self, File};
use std::io::{self, BufRead as _, BufReader, BufWriter, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::json;
use crate::merge::differs;
use crate::summary::Header;
use crate::totals::Totals;

/// One line of a journal.
#[derive(Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line {
    Header(Box<Header>),
    Finding(Box<Finding>),
    Checkpoint(Box<Checkpoint>),
}

/// The same, borrowed for writing.
#[derive(Serialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum LineRef<'a> {
    Header(&'a Header),
    Finding(&'a Finding),
    Checkpoint(&'a Checkpoint),
}

/// A place from which a run can go on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    /// The number of the first case that is not done.
    pub next: u64,
    /// The digest of the cases before it.
    pub digest: String,
    /// What was counted so far.
    pub totals: Totals,
}

/// Why a run can't go on.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The journal can't be read or written.
    #[error("can't use the journal {path}: {error}")]
    Io {
        /// The journal.
        path: String,
        /// What the system says.
        error: io::Error,
    },
    /// It is the journal of another run.
    #[error(
        "{path} is the journal of a run with another {what}; give the same options, or remove it"
    )]
    Other {
        /// The journal.
        path: String,
        /// What differs.
        what: &'static str,
    },
}

/// The journal of a run under way.
pub struct Journal {
    path: PathBuf,
    out: BufWriter<File>,
}

/// What a journal holds up to its last checkpoint.
pub struct Done {
    /// The last checkpoint; none when there is none.
    pub checkpoint: Option<Checkpoint>,
    /// The findings before it.
    pub findings: Vec<Finding>,
}

impl Journal {
    /// Where the journal of a report is: beside it.
    pub fn beside(report: &Path) -> PathBuf {
        let mut name = report.as_os_str().to_owned();
        name.push(".part");
        PathBuf::from(name)
    }

    /// Opens the journal of a run, begins one where there is none, and says what was done.
    pub fn open(path: &Path, header: &Header) -> Result<(Journal, Done), JournalError> {
        let failed = |error| JournalError::Io { path: path.display().to_string(), error };
        let options =
            || File::options().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options().map_err(failed)?;
        let (done, kept) = read(&file, path, header)?;
        file.set_len(kept).map_err(failed)?;
        file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut journal = Journal { path: path.to_owned(), out: BufWriter::new(file) };
        if kept == 0 {
            journal
                .line(&LineRef::Header(header))
                .and_then(|()| journal.out.flush())
                .map_err(failed)?;
        }
        Ok((journal, done))
    }

    /// Takes one finding.
    pub fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.line(&LineRef::Finding(finding))
    }

    /// Makes everything so far last.
    pub fn checkpoint(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        self.line(&LineRef::Checkpoint(checkpoint))?;
        self.out.flush()
    }

    /// Removes the journal, whose run is stored whole.
    pub fn remove(self) -> io::Result<()> {
        fs::remove_file(&self.path)
    }

    fn line(&mut self, line: &LineRef<'_>) -> io::Result<()> {
        json::write(&mut self.out, line)?;
        self.out.write_all(b"\n")
    }
}

/// How every journal begins, even a torn one.
const OPENING: &[u8] = b"{\"record\":\"h";

/// What is done, and the length of the part of the file that says so.
fn read(file: &File, path: &Path, header: &Header) -> Result<(Done, u64), JournalError> {
    let mut lines = BufReader::new(file);
    let mut done = Done { checkpoint: None, findings: Vec::new() };
    let (mut kept, mut at, mut sure) = (0, 0, 0);
    let mut buffer = Vec::new();
    loop {
        buffer.clear();
        let length = lines
            .read_until(b'\n', &mut buffer)
            .map_err(|error| JournalError::Io { path: path.display().to_string(), error })?;
        at += length as u64;
        // A line without its end was torn when the run was killed; nothing behind it counts.
        let line =
            if buffer.ends_with(b"\n") { serde_json::from_slice(&buffer).ok() } else { None };
        match line {
            Some(Line::Header(theirs)) if kept == 0 => {
                let other = |what| JournalError::Other { path: path.display().to_string(), what };
                if let Some(what) = differs(header, &theirs) {
                    return Err(other(what));
                }
                if *theirs != *header {
                    return Err(other("shard or schema"));
                }
                kept = at;
            }
            Some(Line::Finding(finding)) if kept > 0 => done.findings.push(*finding),
            Some(Line::Checkpoint(checkpoint)) if kept > 0 => {
                done.checkpoint = Some(*checkpoint);
                sure = done.findings.len();
                kept = at;
            }
            // What was never a journal is not overwritten.
            None if kept == 0 && length > 0 && !buffer.starts_with(OPENING) => {
                let (path, what) = (path.display().to_string(), "content");
                return Err(JournalError::Other { path, what });
            }
            Some(_) | None => break,
        }
    }
    done.findings.truncate(sure);
    Ok((done, kept))
}
