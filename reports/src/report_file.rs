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
        let name = self.place.name();
        let place = self.place.clone();
        match place {
            Place::Stdout => self.write(&mut BufWriter::new(io::stdout().lock()), run),
            Place::Path(path) if is_special(&path) => File::options()
                .write(true)
                .open(&path)
                .and_then(|file| self.write(&mut BufWriter::new(file), run)),
            Place::Path(path) => self.replace(&path, run),
        }
        .with_context(|| format!("can't write {name}"))
    }

    fn replace(&mut self, path: &Path, run: &Summary) -> io::Result<()> {
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
        self.write(&mut BufWriter::new(file.as_file_mut()), run)?;
        file.persist(&target)?;
        Ok(())
    }

    fn write(&mut self, out: &mut impl Write, run: &Summary) -> io::Result<()> {
        let findings = self.findings;
        match self.format {
            Format::Md => markdown::write(out, run)?,
            Format::Csv => {
                csv::write_head(out)?;
                self.copy_spool(out)?;
            }
            Format::Jsonl => {
                run_file::write_header(out, &run.header)?;
                self.copy_spool(out)?;
                run_file::write_trailer(out, run, findings)?;
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

impl Place {
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
