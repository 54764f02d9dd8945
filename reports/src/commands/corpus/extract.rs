//! `guarddiff corpus extract`: every command of the transcripts as a row, in the order of the files.

use std::collections::BTreeMap;
use std::fs::File;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufReader, BufWriter, Read as _, Seek as _, Write};
use std::ops::ControlFlow;

use anyhow::Context as _;
use guarddiff_corpus::transcripts::{Event, Record};

use super::{options, told};
use crate::cli::{ExtractArgs, ExtractFormat};
use crate::exit_code::Exit;
use crate::interrupt;
use crate::outgoing::Outgoing;
use crate::redaction::{self, Redactor};
use crate::render::records;
use crate::transcripts::{self, Purpose};

/// Runs the command.
pub(super) fn run(args: &ExtractArgs, quiet: bool) -> anyhow::Result<Exit> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut rows = Rows::new(args)?;
    records::write_head(&mut out, args.format, args.dedup)?;
    if args.no_redact && !quiet {
        crate::note(redaction::OFF);
    }
    let mut failed = None;
    let options = options(args.threads);
    let mut reading = transcripts::scan(&args.paths, &options, Purpose::List, &mut |event| {
        let Event::Record(record) = event else { return ControlFlow::Continue(()) };
        if interrupt::asked() {
            return ControlFlow::Break(());
        }
        match rows.take(*record, &mut out) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failed = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    if let Some(error) = failed {
        return Err(error.into());
    }
    if let Some(totals) = &mut reading.totals {
        for (what, n) in rows.counts() {
            totals.note(what, n, std::iter::empty());
        }
        rows.redactor.note(totals);
    }
    rows.end(&mut out)?;
    out.flush()?;
    told(&reading, quiet)
}

/// The rows on their way out.
struct Rows {
    format: ExtractFormat,
    /// Numbers of the texts that were there, and which one it was.
    texts: BTreeMap<u64, usize>,
    distinct: Option<Distinct>,
    written: u64,
    copies: u64,
    equal: u64,
    redactor: Redactor,
}

impl Rows {
    fn new(args: &ExtractArgs) -> anyhow::Result<Rows> {
        let distinct = if args.dedup { Some(Distinct::new()?) } else { None };
        let format = args.format;
        let redactor = Redactor::new(!args.no_redact);
        let texts = BTreeMap::new();
        Ok(Rows { format, texts, distinct, written: 0, copies: 0, equal: 0, redactor })
    }

    fn take(&mut self, record: Record, out: &mut impl Write) -> io::Result<()> {
        // A line that is there twice, or a call that is written again, is one call. A copy in another file is a fact.
        if record.is_copy_in_file() || self.distinct.is_some() && record.duplicate {
            self.copies += 1;
            return Ok(());
        }
        let Some(outgoing) = Outgoing::of(record, &mut self.redactor) else { return Ok(()) };
        let mut hasher = DefaultHasher::new();
        outgoing.record().command.hash(&mut hasher);
        let next = self.texts.len();
        let at = *self.texts.entry(hasher.finish()).or_insert(next);
        self.equal += u64::from(at < next);
        match &mut self.distinct {
            Some(distinct) if at < next => {
                distinct.count(at);
                return Ok(());
            }
            Some(distinct) => distinct.take(&outgoing, self.format)?,
            None => records::write(out, self.format, &outgoing)?,
        }
        self.written += 1;
        Ok(())
    }

    fn counts(&self) -> [(&'static str, u64); 3] {
        let left_out = match self.distinct {
            Some(_) => "copies of a call, left out",
            None => "copies of a call in the same file, left out",
        };
        let equal = match self.distinct {
            Some(_) => "commands whose text was there before, left out",
            None => "commands whose text was there before",
        };
        [("rows", self.written), (left_out, self.copies), (equal, self.equal)]
    }

    fn end(self, out: &mut impl Write) -> anyhow::Result<()> {
        match self.distinct {
            Some(distinct) => distinct.write(out, self.format),
            None => Ok(()),
        }
    }
}

/// Rows with distinct texts. They wait on disk for the counts; in memory each is two numbers.
struct Distinct {
    spool: BufWriter<File>,
    row: Vec<u8>,
    /// How often each text was there, and how long its row is.
    texts: Vec<(u64, usize)>,
}

impl Distinct {
    fn new() -> anyhow::Result<Distinct> {
        let spool = tempfile::tempfile().context("can't make a temporary file")?;
        let spool = BufWriter::with_capacity(1 << 16, spool);
        Ok(Distinct { spool, row: Vec::new(), texts: Vec::new() })
    }

    fn count(&mut self, at: usize) {
        if let Some((count, _)) = self.texts.get_mut(at) {
            *count += 1;
        }
    }

    fn take(&mut self, outgoing: &Outgoing, format: ExtractFormat) -> io::Result<()> {
        self.row.clear();
        records::write(&mut self.row, format, outgoing)?;
        self.texts.push((1, self.row.len()));
        self.spool.write_all(&self.row)
    }

    fn write(mut self, out: &mut impl Write, format: ExtractFormat) -> anyhow::Result<()> {
        self.spool.rewind()?;
        let file = self.spool.into_inner().map_err(io::IntoInnerError::into_error)?;
        let mut spool = BufReader::new(file);
        for (count, length) in self.texts {
            self.row.resize(length, 0);
            spool.read_exact(&mut self.row)?;
            records::write_counted(out, format, &self.row, count)?;
        }
        Ok(())
    }
}
