//! What the reader tests share: reading into a list, fixtures, and the way to texts that are not part of the project.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use guarddiff_corpus::transcripts::{self, Options, Record, Tally};

use crate::laws::account;

/// Reads paths with the usual options.
#[track_caller]
pub(crate) fn read(paths: &[PathBuf]) -> (Vec<Record>, Tally) {
    read_with(paths, &Options::default())
}

#[track_caller]
pub(crate) fn read_with(paths: &[PathBuf], options: &Options) -> (Vec<Record>, Tally) {
    let mut records = Vec::new();
    let tally = transcripts::read(paths, options, &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    })
    .unwrap();
    account(&records, &tally);
    (records, tally)
}

/// Reads bytes as a stream that was named.
#[track_caller]
pub(crate) fn read_bytes(bytes: &[u8], options: &Options) -> (Vec<Record>, Tally) {
    let mut records = Vec::new();
    let tally = transcripts::read_stream("-", &mut &bytes[..], options, &mut |record| {
        records.push(record);
        ControlFlow::Continue(())
    })
    .unwrap();
    account(&records, &tally);
    (records, tally)
}

/// A fixture of this project.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/transcripts").join(name)
}

/// A fixture of an agent's format, with its rows in `expected.jsonl` there.
pub(crate) fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts").join(name)
}

/// Makes a database of the statements of a fixture.
#[track_caller]
pub(crate) fn database(statements: &str, at: &Path) -> rusqlite::Connection {
    let database = rusqlite::Connection::open(at).unwrap();
    database.execute_batch(&std::fs::read_to_string(sample(statements)).unwrap()).unwrap();
    database
}

/// A folder of texts that lie beside the checkout; none, with a note, when they are absent.
#[expect(clippy::print_stderr, reason = "what is skipped is skipped visibly")]
pub(crate) fn shared(folder: &str) -> Option<PathBuf> {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let root = std::env::var_os("GUARDDIFF_SHARED").map_or_else(beside, PathBuf::from);
    let path = root.join(folder);
    if path.is_dir() {
        return Some(path);
    }
    eprintln!(
        "skipped: no folder {folder} in {} (GUARDDIFF_SHARED names another place)",
        root.display()
    );
    None
}
