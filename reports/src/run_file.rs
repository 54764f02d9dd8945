//! Stored runs: one header, one line per finding, one trailer with the totals. A run without its trailer, or with
//! another number of findings than the trailer says, is refused: half a run reads like parity.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::json;
use crate::shrink::Smallest;
use crate::summary::{Header, RUN_SCHEMA, Summary};
use crate::totals::Totals;

/// One line of a stored run.
#[derive(Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line {
    Header(Box<Header>),
    Finding(Box<Finding>),
    Trailer(Box<Trailer>),
}

/// The same, borrowed for writing.
#[derive(Serialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum LineRef<'a> {
    Header(&'a Header),
    Finding(&'a Finding),
    Trailer(&'a Trailer),
}

/// The last line.
#[derive(Serialize, Deserialize)]
struct Trailer {
    findings: u64,
    digest: String,
    interrupted: bool,
    stale: Vec<String>,
    drift: Vec<String>,
    unreadable: Vec<String>,
    smallest: Vec<Smallest>,
    totals: Totals,
}

/// Writes the first line.
pub fn write_header(out: &mut impl Write, header: &Header) -> io::Result<()> {
    write_line(out, &LineRef::Header(header))
}

/// Writes the line of one finding.
pub fn write_finding(out: &mut impl Write, finding: &Finding) -> io::Result<()> {
    write_line(out, &LineRef::Finding(finding))
}

/// Writes the last line; `findings` is how many were written.
pub fn write_trailer(out: &mut impl Write, run: &Summary, findings: u64) -> io::Result<()> {
    let trailer = Trailer {
        findings,
        digest: run.digest.clone(),
        interrupted: run.interrupted,
        stale: run.stale.clone(),
        drift: run.drift.clone(),
        unreadable: run.unreadable.clone(),
        smallest: run.smallest.clone(),
        totals: run.totals.clone(),
    };
    write_line(out, &LineRef::Trailer(&trailer))
}

fn write_line(out: &mut impl Write, line: &LineRef<'_>) -> io::Result<()> {
    json::write(out, line)?;
    out.write_all(b"\n")
}

/// Why a file is no run.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The file can't be read.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A line is not what stands there in a run.
    #[error("line {line} is no line of a run: {reason}")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// The run was written by a tool with another schema.
    #[error("written with schema {found}; this tool reads schema {RUN_SCHEMA}")]
    Schema {
        /// The schema of the file.
        found: u32,
    },
    /// The last line is missing.
    #[error("truncated: the trailer is missing after {findings} findings")]
    Truncated {
        /// Findings read.
        findings: u64,
    },
    /// Findings are missing, or were added.
    #[error("truncated: the trailer counts {stated} findings, the file holds {found}")]
    Count {
        /// What the trailer says.
        stated: u64,
        /// What was read.
        found: u64,
    },
}

/// A stored run, read finding by finding.
pub struct Reader {
    lines: BufReader<File>,
    buffer: Vec<u8>,
    number: u64,
    findings: u64,
    run: Summary,
}

impl Reader {
    /// Opens a run and reads its header.
    pub fn open(path: &Path) -> Result<Reader, RunError> {
        let mut lines = BufReader::new(File::open(path)?);
        let mut buffer = Vec::new();
        if lines.read_until(b'\n', &mut buffer)? == 0 {
            return Err(RunError::Damaged { line: 1, reason: "the file is empty".to_owned() });
        }
        let Line::Header(header) = parse(&buffer, 1)? else {
            let reason = "the header is missing".to_owned();
            return Err(RunError::Damaged { line: 1, reason });
        };
        if header.schema != RUN_SCHEMA {
            return Err(RunError::Schema { found: header.schema });
        }
        Ok(Reader { lines, buffer, number: 1, findings: 0, run: Summary::new(*header) })
    }

    /// What made the run.
    pub fn header(&self) -> &Header {
        &self.run.header
    }

    /// The next finding; none when all were read, and then the trailer was found to be right.
    pub fn finding(&mut self) -> Result<Option<Finding>, RunError> {
        self.buffer.clear();
        self.number += 1;
        if self.lines.read_until(b'\n', &mut self.buffer)? == 0 {
            return Err(RunError::Truncated { findings: self.findings });
        }
        match parse(&self.buffer, self.number)? {
            Line::Finding(finding) => {
                self.findings += 1;
                Ok(Some(*finding))
            }
            Line::Trailer(trailer) => self.end(*trailer).map(|()| None),
            Line::Header(_) => Err(self.damaged("a second header")),
        }
    }

    /// The run but for its findings, once all were read.
    pub fn finish(self) -> Summary {
        self.run
    }

    fn end(&mut self, trailer: Trailer) -> Result<(), RunError> {
        if trailer.findings != self.findings {
            return Err(RunError::Count { stated: trailer.findings, found: self.findings });
        }
        self.buffer.clear();
        if self.lines.read_until(b'\n', &mut self.buffer)? != 0 {
            self.number += 1;
            return Err(self.damaged("something follows the trailer"));
        }
        self.run.digest = trailer.digest;
        self.run.interrupted = trailer.interrupted;
        self.run.stale = trailer.stale;
        self.run.drift = trailer.drift;
        self.run.unreadable = trailer.unreadable;
        self.run.smallest = trailer.smallest;
        self.run.totals = trailer.totals;
        Ok(())
    }

    fn damaged(&self, reason: &str) -> RunError {
        RunError::Damaged { line: self.number, reason: reason.to_owned() }
    }
}

fn parse(line: &[u8], number: u64) -> Result<Line, RunError> {
    serde_json::from_slice(line)
        .map_err(|error| RunError::Damaged { line: number, reason: error.to_string() })
}

/// Reads a stored run; each finding goes to `each`, and the first of them stay in the summary.
pub fn read(
    path: &Path,
    each: &mut dyn FnMut(&Finding) -> io::Result<()>,
) -> Result<Summary, RunError> {
    let mut reader = Reader::open(path)?;
    let mut kept = Summary::new(reader.header().clone());
    while let Some(finding) = reader.finding()? {
        each(&finding)?;
        kept.keep(finding);
    }
    let mut run = reader.finish();
    run.keep_all(kept);
    Ok(run)
}
