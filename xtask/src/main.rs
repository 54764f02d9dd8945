//! Chores of this repository: what CI runs, tidiness, benchmarks, snapshots. Never a part of the product.
#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "chores talk to whoever started them"
)]

mod agree;
mod bench;
mod bless;
mod ci;
mod fuzz;
mod kills;
mod mutants;
mod start;
mod tidy;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

/// Chores of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Chore {
    /// Run the steps of .ci/run, all of them or those named.
    Ci(ci::Args),
    /// Check the invariants of the layout that no compiler checks.
    Tidy(tidy::Args),
    /// Run the benchmarks.
    Bench(bench::Args),
    /// Print how far the engine agrees with bash.
    Agree(agree::Args),
    /// Search for texts that the engine and bash read differently.
    Fuzz(fuzz::Args),
    /// Kill runs at fifty moments, and resume them.
    Kills(kills::Args),
    /// Change the code one operator at a time, and see whether a test notices.
    Mutants(mutants::Args),
    /// Run the tests and accept the snapshots they produce.
    Bless,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let root = start::root()?;
    match Chore::parse() {
        Chore::Ci(args) => ci::run(&root, &args),
        Chore::Tidy(args) => tidy::run(&root, &args),
        Chore::Bench(args) => bench::run(&root, &args),
        Chore::Agree(args) => agree::run(&root, &args),
        Chore::Fuzz(args) => fuzz::run(&root, &args),
        Chore::Kills(args) => kills::run(&root, &args),
        Chore::Mutants(args) => mutants::run(&root, &args),
        Chore::Bless => bless::run(&root),
    }
}
