//! How long it takes to make a seeded divergence small, in CPU time. It prints figures beside their aim and fails nothing.
#![expect(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "ratios/clock.rs"]
#[expect(dead_code, reason = "only one of the clocks is asked")]
mod clock;

use anyhow::Result;
use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_reports::examine::{examine, healthy};
use guarddiff_reports::shrink::{Class, shrink};
use guarddiff_reports::witnesses::Witnesses;

/// Divergences that are made small.
const DIVERGENCES: usize = 200;

fn main() -> Result<()> {
    let (mut subject, witnesses) = (healthy(), Witnesses::default());
    let mut seconds = Vec::new();
    let mut bytes = (0, 0);
    for index in 0.. {
        if seconds.len() == DIVERGENCES {
            break;
        }
        let findings = examine(generate(GATE_SEED, index).case, &mut subject).findings;
        let first = findings.iter().find_map(|it| Some((it, Class::of(it)?)));
        let Some((finding, class)) = first else { continue };
        let mut small = String::new();
        seconds.push(clock::cpu(|| {
            small = shrink(&finding.command, &class, &mut subject, &witnesses).0;
            Ok(())
        })?);
        bytes.0 += finding.command.len();
        bytes.1 += small.len();
    }
    seconds.sort_by(f64::total_cmp);
    let of = |part: usize| seconds[DIVERGENCES * part / 100] * 1000.0;
    println!("{DIVERGENCES} divergences, {} bytes to {}", bytes.0, bytes.1);
    println!("median {:.1} ms, at most 50; 95 % within {:.1} ms", of(50), of(95));
    Ok(())
}
