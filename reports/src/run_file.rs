//! Stored runs: one header, one line per finding, one trailer with the totals. A run without its trailer, or with
//! another number of findings than the trailer says, is refused: half a run reads like parity.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::finding::Finding;
use crate::json;
use crate::summary::{Header, RUN_SCHEMA, Summary};
use crate::totals::Totals;

/// One line of a stored run.
#[derive(Deserialize)]
#[serde(tag = "record", rename_all = "lowercase")]
enum Line {
    Header(Header),
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
    interrupted: bool,
    stale: Vec<String>,
    unreadable: Vec<String>,
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
        interrupted: run.interrupted,
        stale: run.stale.clone(),
        unreadable: run.unreadable.clone(),
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

/// Reads a stored run; each finding goes to `each`, and the first of them stay in the summary.
pub fn read(
    path: &Path,
    each: &mut dyn FnMut(&Finding) -> io::Result<()>,
) -> Result<Summary, RunError> {
    let mut reader = BufReader::new(File::open(path)?);
    let mut buffer = Vec::new();
    let mut run: Option<Summary> = None;
    let mut findings = 0;
    let mut number = 0;
    loop {
        buffer.clear();
        number += 1;
        if reader.read_until(b'\n', &mut buffer)? == 0 {
            return match run {
                Some(_) => Err(RunError::Truncated { findings }),
                None => Err(RunError::Damaged { line: 1, reason: "the file is empty".to_owned() }),
            };
        }
        let damaged = |reason: &str| RunError::Damaged { line: number, reason: reason.to_owned() };
        let line: Line =
            serde_json::from_slice(&buffer).map_err(|error| damaged(&error.to_string()))?;
        match (line, &mut run) {
            (Line::Header(header), None) => {
                if header.schema != RUN_SCHEMA {
                    return Err(RunError::Schema { found: header.schema });
                }
                run = Some(Summary::new(header));
            }
            (Line::Finding(finding), Some(run)) => {
                findings += 1;
                each(&finding)?;
                run.keep(*finding);
            }
            (Line::Trailer(trailer), Some(_)) => {
                if trailer.findings != findings {
                    return Err(RunError::Count { stated: trailer.findings, found: findings });
                }
                buffer.clear();
                if reader.read_until(b'\n', &mut buffer)? != 0 {
                    number += 1;
                    return Err(RunError::Damaged {
                        line: number,
                        reason: "something follows the trailer".to_owned(),
                    });
                }
                let Some(mut run) = run else { return Err(damaged("the header is missing")) };
                run.interrupted = trailer.interrupted;
                run.stale = trailer.stale;
                run.unreadable = trailer.unreadable;
                run.totals = trailer.totals;
                return Ok(run);
            }
            (Line::Header(_), Some(_)) => return Err(damaged("a second header")),
            (Line::Finding(_) | Line::Trailer(_), None) => {
                return Err(damaged("the header is missing"));
            }
        }
    }
}
