//! Reports on disk: findings are spooled as they come, or the first of them kept, and the finished report is renamed
//! into place, so that nobody ever reads half of one. `-` is standard output.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::ValueEnum as _;

use crate::alert::Alerts;
use crate::finding::Finding;
use crate::render::{csv, github, gitlab, html, junit, markdown, sarif};
use crate::run_file;
use crate::summary::Summary;

/// A report's format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Format {
    /// Markdown, for people.
    Md,
    /// One row per finding, for spreadsheets.
    Csv,
    /// The stored run, for machines and for `guarddiff report`.
    Jsonl,
    /// One page for people, which needs nothing else.
    Html,
    /// JUnit XML, for the test views of CI systems.
    Junit,
    /// SARIF 2.1.0, for code scanning: what fails the gate.
    Sarif,
    /// Annotations of GitHub Actions: the first of what fails the gate.
    Github,
    /// A step's summary of GitHub Actions: Markdown within its limit.
    GithubSummary,
    /// GitLab's code quality report: what fails the gate.
    Gitlab,
}

impl Format {
    /// The names of all, as a sentence has them.
    pub fn names() -> String {
        let all: Vec<String> = Format::value_variants()
            .iter()
            .filter_map(|format| Some(format.to_possible_value()?.get_name().to_owned()))
            .collect();
        match all.split_last() {
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }

    /// What it keeps of the findings while they come in.
    fn alerts(self) -> Alerts {
        match self {
            Format::Md | Format::Csv | Format::Jsonl | Format::Html | Format::GithubSummary => {
                Alerts::new(0, false)
            }
            Format::Junit => Alerts::new(junit::MOST, true),
            Format::Sarif => Alerts::new(sarif::MOST, false),
            Format::Github => Alerts::new(github::MOST, false),
            Format::Gitlab => Alerts::new(gitlab::MOST, false),
        }
    }
}

/// Where a report goes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
    /// Standard output.
    Stdout,
    /// A file, replaced as a whole.
    Path(PathBuf),
}

/// A report in the making.
pub struct Report {
    format: Format,
    place: Place,
    spool: BufWriter<File>,
    alerts: Alerts,
    findings: u64,
}

impl Report {
    /// Opens the spool beside the place, so that a report that can't be written is known before the work starts.
    pub fn new(format: Format, place: Place) -> anyhow::Result<Report> {
        if let Place::Path(path) = &place
            && std::fs::metadata(path).is_ok_and(|meta| meta.permissions().readonly())
        {
            anyhow::bail!("can't write {}: it is read-only", place.name());
        }
        let spool = match &place {
            Place::Stdout => tempfile::tempfile(),
            Place::Path(path) if is_special(path) => tempfile::tempfile(),
            Place::Path(path) => tempfile::tempfile_in(folder(path)),
        };
        let spool = spool.with_context(|| format!("can't write {}", place.name()))?;
        let spool = BufWriter::new(spool);
        Ok(Report { format, place, spool, alerts: format.alerts(), findings: 0 })
    }

    /// Takes one finding.
    pub fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.findings += 1;
        match self.format {
            Format::Jsonl => run_file::write_finding(&mut self.spool, finding),
            Format::Csv => csv::write_row(&mut self.spool, finding),
            Format::Md | Format::Html | Format::GithubSummary => Ok(()),
            Format::Junit | Format::Sarif | Format::Github | Format::Gitlab => {
                self.alerts.finding(finding);
                Ok(())
            }
        }
    }

    /// Writes the report and puts it in its place.
    pub fn finish(self, run: &Summary) -> anyhow::Result<()> {
        let Report { format, place, mut spool, alerts, findings } = self;
        let settled = alerts.settle(run);
        place.put(&mut |mut out| {
            match format {
                Format::Md => markdown::write(&mut out, run)?,
                Format::Csv => {
                    csv::write_head(&mut out)?;
                    copy(&mut spool, &mut out)?;
                }
                Format::Jsonl => {
                    run_file::write_header(&mut out, &run.header)?;
                    copy(&mut spool, &mut out)?;
                    run_file::write_trailer(&mut out, run, findings)?;
                }
                Format::Html => html::write(&mut out, run)?,
                Format::Junit => junit::write(&mut out, run, &settled)?,
                Format::Sarif => sarif::write(&mut out, run, &settled)?,
                Format::Github => github::write(&mut out, run, &settled)?,
                Format::GithubSummary => markdown::write_summary(&mut out, run)?,
                Format::Gitlab => gitlab::write(&mut out, &settled)?,
            }
            out.flush()
        })
    }
}

/// Copies what was spooled.
fn copy(spool: &mut BufWriter<File>, out: &mut impl Write) -> io::Result<()> {
    spool.flush()?;
    let file = spool.get_mut();
    file.rewind()?;
    io::copy(file, out).map(drop)
}

fn replace(
    path: &Path,
    write: &mut dyn FnMut(&mut tempfile::NamedTempFile) -> io::Result<()>,
) -> io::Result<()> {
    // A link stays a link: what it points to is replaced.
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".guarddiff-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder(&target))?;
    write(&mut file)?;
    file.persist(&target)?;
    Ok(())
}

impl Place {
    /// Writes something whole: what stood there before is replaced at the end, or not at all.
    pub fn put(
        &self,
        write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>,
    ) -> anyhow::Result<()> {
        let mut flushed = |mut out: BufWriter<&mut dyn Write>| {
            write(&mut out)?;
            out.flush()
        };
        match self {
            Place::Stdout => flushed(BufWriter::new(&mut io::stdout().lock())),
            Place::Path(path) if is_special(path) => File::options()
                .write(true)
                .open(path)
                .and_then(|mut file| flushed(BufWriter::new(&mut file))),
            Place::Path(path) => {
                replace(path, &mut |file| flushed(BufWriter::new(&mut file.as_file_mut())))
            }
        }
        .with_context(|| format!("can't write {}", self.name()))
    }

    /// What to call it in a message.
    fn name(&self) -> String {
        match self {
            Place::Stdout => "standard output".to_owned(),
            Place::Path(path) => path.display().to_string(),
        }
    }
}

/// A device or a pipe, which must be written to and not replaced.
fn is_special(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|meta| !meta.is_file() && !meta.is_dir())
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}
