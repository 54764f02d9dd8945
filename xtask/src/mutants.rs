//! The tests against a code that was changed one operator at a time: what no test notices is a hole. cargo-mutants does
//! it, where a person installed it. A full run takes hours, so it is no step of CI.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::start;

/// Which mutants.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A part of them, K/N with K from 0, as cargo-mutants counts.
    #[arg(long, value_name = "K/N")]
    shard: Option<String>,

    /// The least percentage that must be caught.
    #[arg(long, default_value_t = 0)]
    floor: u64,

    /// Only say which there are.
    #[arg(long)]
    list: bool,
}

/// What is mutated: what decides, and nothing that only renders.
const FILES: [&str; 5] = [
    "engine/src/**/*.rs",
    "oracle/src/decision.rs",
    "oracle/src/compare.rs",
    "oracle/src/truth.rs",
    "allowlist/src/**/*.rs",
];

/// What only a build with another feature, or only a test, holds.
const LEFT_OUT: [&str; 3] = ["engine/src/sabotage.rs", "engine/src/sabotage/*.rs", "**/tests.rs"];

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    if !start::succeeds(root, "cargo", &["mutants", "--version"]) {
        println!("skipped: cargo-mutants is not installed (cargo install --locked cargo-mutants)");
        return Ok(());
    }
    let mut line = vec!["mutants", "--test-workspace=true", "--no-shuffle", "--output", "target"];
    line.extend(FILES.iter().flat_map(|file| ["--file", file]));
    line.extend(LEFT_OUT.iter().flat_map(|file| ["--exclude", file]));
    if let Some(shard) = &args.shard {
        line.extend(["--shard", shard]);
    }
    if args.list {
        line.push("--list");
        return start::cargo(root, &line);
    }
    // It fails when it missed any; what decides here is the floor.
    let finished = start::cargo(root, &line);
    let of = |what: &str| lines(&root.join("target/mutants.out").join(format!("{what}.txt")));
    let (caught, missed, timeout) = (of("caught")?, of("missed")?, of("timeout")?);
    let (found, all) = (caught + timeout, caught + timeout + missed);
    if all == 0 {
        return finished.context("no mutant was tried");
    }
    println!("{found} of {all} mutants were noticed ({} %), {missed} missed", found * 100 / all);
    if found * 100 < all * args.floor {
        bail!("the floor is {} %; see target/mutants.out/missed.txt", args.floor);
    }
    Ok(())
}

fn lines(path: &Path) -> Result<u64> {
    let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(text.lines().count() as u64)
}
