//! The shards of one run, put together to what the run would have been on one machine, byte for byte. What is not
//! all of one run is refused.

use std::io;
use std::path::{Path, PathBuf};

use crate::finding::Finding;
use crate::run_file::{Reader, RunError};
use crate::shard::Shard;
use crate::shrink::{SHRUNK, Smallest};
use crate::summary::{Header, Summary};

/// Why runs are not the shards of one run.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// A run can't be read.
    #[error("can't read the run {path}: {error}")]
    Unreadable {
        /// Which.
        path: String,
        /// Why.
        error: RunError,
    },
    /// A finding can't be passed on.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Runs that are no parts of one run, in words.
    #[error("{0}")]
    Refused(String),
}

/// One shard, its next finding in hand.
struct Part {
    path: PathBuf,
    shard: Shard,
    reader: Reader,
    next: Option<Finding>,
}

/// Merges the shards of one run; every finding goes to `each`, in the order of the cases.
pub fn merge(
    paths: &[PathBuf],
    each: &mut dyn FnMut(&Finding) -> io::Result<()>,
) -> Result<Summary, MergeError> {
    let mut parts = paths.iter().map(|path| Part::open(path)).collect::<Result<Vec<_>, _>>()?;
    whole(&parts)?;
    parts.sort_by_key(|part| part.shard.k());
    let mut merged = Summary::new(Header { shard: None, ..parts[0].reader.header().clone() });
    while let Some(part) = first(&mut parts) {
        let Some(finding) = part.next.take() else { break };
        each(&finding)?;
        merged.keep(finding);
        part.advance()?;
    }
    let mut smallest: Vec<Smallest> = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let path = part.path;
        let mut run = part.reader.finish();
        smallest.append(&mut run.smallest);
        if run.interrupted {
            return Err(refused(&path, "was interrupted; finish it with gate --resume"));
        }
        if at == 0 {
            merged.digest = run.digest;
            merged.unreadable = run.unreadable;
            merged.totals = run.totals;
            continue;
        }
        // Every shard reads all transcripts, so their account is the same, and is taken once.
        let transcripts = run.totals.transcripts.take();
        if run.digest != merged.digest || transcripts != merged.totals.transcripts {
            return Err(refused(&path, "had other cases: its transcripts are not the same"));
        }
        if run.unreadable != merged.unreadable {
            return Err(refused(&path, "could not read the same paths"));
        }
        merged.totals.add(&run.totals);
    }
    smallest.sort_by_key(|it| (it.rank(), it.case));
    for it in smallest {
        let known = merged.smallest.iter().any(|other| other.fingerprint == it.fingerprint);
        let kept = merged.failures.iter().any(|finding| it.shows(finding));
        if kept && !known && merged.smallest.len() < SHRUNK {
            merged.smallest.push(it);
        }
    }
    merged.settle();
    Ok(merged)
}

impl Part {
    fn open(path: &Path) -> Result<Part, MergeError> {
        let reader = Reader::open(path).map_err(|error| unreadable(path, error))?;
        let shard = reader.header().shard.as_deref().and_then(|text| text.parse().ok());
        let shard = shard.ok_or_else(|| refused(path, "is a whole run, no shard of one"))?;
        let mut part = Part { path: path.to_owned(), shard, reader, next: None };
        part.advance()?;
        Ok(part)
    }

    fn advance(&mut self) -> Result<(), MergeError> {
        self.next = self.reader.finding().map_err(|error| unreadable(&self.path, error))?;
        Ok(())
    }
}

/// The part with the finding of the earliest case.
fn first(parts: &mut [Part]) -> Option<&mut Part> {
    let waiting = parts.iter_mut().filter(|part| part.next.is_some());
    waiting.min_by_key(|part| part.next.as_ref().map(|finding| finding.case))
}

/// Whether these are all parts of one run, each once.
fn whole(parts: &[Part]) -> Result<(), MergeError> {
    let Some(one) = parts.first() else {
        return Err(MergeError::Refused("no run was named".to_owned()));
    };
    let n = one.shard.n();
    for (at, part) in parts.iter().enumerate() {
        if let Some(what) = differs(one.reader.header(), part.reader.header()) {
            let why = format!("is of another run than {}: another {what}", one.path.display());
            return Err(refused(&part.path, &why));
        }
        if !one.shard.fits(part.shard) {
            let why = format!("is shard {}, {} is {}", part.shard, one.path.display(), one.shard);
            return Err(refused(&part.path, &why));
        }
        if let Some(twin) = parts[..at].iter().find(|other| other.shard == part.shard) {
            let why = format!("is shard {}, and so is {}", part.shard, twin.path.display());
            return Err(refused(&part.path, &why));
        }
    }
    let is_there = |k: &u32| parts.iter().any(|part| part.shard.k() == *k);
    let missing: Vec<String> =
        (1..=n).filter(|k| !is_there(k)).map(|k| format!("{k}/{n}")).collect();
    if !missing.is_empty() {
        let what = format!("missing: shard {} of this run", missing.join(", "));
        return Err(MergeError::Refused(what));
    }
    Ok(())
}

/// The first thing in which the makings of two runs differ, the part aside.
pub fn differs(one: &Header, other: &Header) -> Option<&'static str> {
    let differs = [
        (one.tool != other.tool, "tool"),
        (one.engine != other.engine, "engine"),
        (one.grammar != other.grammar, "grammar"),
        (one.bash != other.bash, "bash"),
        (one.sandbox != other.sandbox, "sandbox"),
        (one.absent != other.absent, "set of missing witnesses"),
        (one.generator != other.generator, "generator"),
        (one.seed != other.seed, "seed"),
        (one.cases != other.cases, "number of cases"),
        (one.inputs != other.inputs, "list of transcripts"),
    ];
    differs.into_iter().find(|(differs, _)| *differs).map(|(_, what)| what)
}

fn unreadable(path: &Path, error: RunError) -> MergeError {
    MergeError::Unreadable { path: path.display().to_string(), error }
}

fn refused(path: &Path, why: &str) -> MergeError {
    MergeError::Refused(format!("{} {why}", path.display()))
}
