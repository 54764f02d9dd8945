//! The commands out of a folder of made-up Claude Code sessions: how fast, and with how much memory. The folder is made
//! anew each time, and is gone afterwards.

use std::path::Path;
use std::time::Instant;

use anyhow::Result;

use super::memory::peak_kib;
use crate::start;

const FOLDER: &str = "target/bench-sessions";

#[expect(clippy::disallowed_methods, reason = "a chore may look at the clock")]
pub(crate) fn run(root: &Path, megabytes: u64) -> Result<()> {
    let folder = root.join(FOLDER);
    let _ = std::fs::remove_dir_all(&folder);
    let size = megabytes.to_string();
    let make =
        ["run", "--release", "--quiet", "-p", "guarddiff-corpus", "--example", "sessions", "--"];
    start::cargo(root, &[&make[..], &[FOLDER, &size]].concat())?;
    start::cargo(root, &["build", "--release"])?;
    for threads in ["1", "2"] {
        let args = ["corpus", "extract", "--quiet", "--threads", threads, FOLDER];
        let began = Instant::now();
        let peak = peak_kib(root, "target/release/guarddiff", &args)?;
        let rate = megabytes as f64 / began.elapsed().as_secs_f64();
        let peak = peak as f64 * 1024.0 / 1e6;
        println!("{megabytes} MB, {threads} threads: {rate:.0} MB/s, peak {peak:.0} MB");
    }
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}
