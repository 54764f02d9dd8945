//! Reports on disk: findings are spooled as they come, and the finished report is renamed into place, so that
//! nobody ever reads half of one. `-` is standard output.

use std::fs::File;
use std::io::{self, BufWriter, Seek as _, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::finding::Finding;
use crate::render::{csv, markdown};
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
        Ok(Report { format, place, spool: BufWriter::new(spool), findings: 0 })
    }

    /// Takes one finding.
    pub fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        self.findings += 1;
        match self.format {
            Format::Jsonl => run_file::write_finding(&mut self.spool, finding),
            Format::Csv => csv::write_row(&mut self.spool, finding),
            Format::Md => Ok(()),
        }
    }

    /// Writes the report and puts it in its place.
    pub fn finish(mut self, run: &Summary) -> anyhow::Result<()> {
        let place = self.place.clone();
        place.put(&mut |out| self.write(out, run))
    }

    fn write(&mut self, mut out: &mut dyn Write, run: &Summary) -> io::Result<()> {
        let findings = self.findings;
        match self.format {
            Format::Md => markdown::write(&mut out, run)?,
            Format::Csv => {
                csv::write_head(&mut out)?;
                self.copy_spool(&mut out)?;
            }
            Format::Jsonl => {
                run_file::write_header(&mut out, &run.header)?;
                self.copy_spool(&mut out)?;
                run_file::write_trailer(&mut out, run, findings)?;
            }
        }
        out.flush()
    }

    fn copy_spool(&mut self, out: &mut impl Write) -> io::Result<()> {
        self.spool.flush()?;
        let file = self.spool.get_mut();
        file.rewind()?;
        io::copy(file, out).map(drop)
    }
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
