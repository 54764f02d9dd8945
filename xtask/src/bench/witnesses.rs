//! What bash as the judge costs: processor time of the gate without bash, with its parse, and with runs in the box, as
//! ratios of the same cases. Linux only, where the kernel keeps the time of children in `/proc/self/stat`.

use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result};

use crate::start;

/// Cases with bash's parse: as many as the aim of 2 seconds is stated for.
const PARSED: &str = "10000";

/// Cases with runs in the box.
const RUN: &str = "1000";

pub(crate) fn run(root: &Path) -> Result<()> {
    if !Path::new("/proc/self/stat").exists() {
        println!("skipped: no /proc here to read processor times from");
        return Ok(());
    }
    start::cargo(root, &["build", "--release"])?;
    let plain = seconds(root, &["--cases", PARSED, "--bash", "off"])?;
    let parsed = seconds(root, &["--cases", PARSED, "--sandbox", "off"])?;
    println!(
        "bash's parse of {PARSED} commands: {:.2} s more, {:.2} times the gate without it ({plain:.2} s)",
        parsed - plain,
        parsed / plain
    );
    let parsed = seconds(root, &["--cases", RUN, "--sandbox", "off"])?;
    let run = seconds(root, &["--cases", RUN])?;
    println!(
        "runs of {RUN} commands in the box: {:.1} s more, {:.0} times the gate without them ({parsed:.2} s)",
        run - parsed,
        run / parsed
    );
    Ok(())
}

/// Processor seconds of a gate and of everything that it starts. Its exit code is not judged.
fn seconds(root: &Path, args: &[&str]) -> Result<f64> {
    println!("$ target/release/guarddiff gate --quiet {}", args.join(" "));
    let program = root.join("target/release/guarddiff");
    let program = program.to_str().context("the checkout's path is no UTF-8")?;
    let before = children()?;
    start::command(root, program, &[&["gate", "--quiet"], args].concat())
        .stdout(Stdio::null())
        .status()
        .with_context(|| format!("cannot start {program}"))?;
    Ok(children()? - before)
}

/// Processor seconds of all ended children: the 16th and 17th field of `/proc/self/stat`, in ticks of a hundredth of a
/// second (proc(5)).
fn children() -> Result<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").context("no /proc/self/stat")?;
    ticks(&stat).map(|ticks| ticks as f64 / 100.0).context("/proc/self/stat is not as expected")
}

fn ticks(stat: &str) -> Option<u64> {
    // The name in brackets is the second field, and may hold anything.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some(next()? + next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_children_is_read_behind_a_name_that_holds_anything() {
        let stat = "7 (a) b) S 1 7 7 0 -1 4194560 1 2 3 4 50 60 700 8 20 0 1 0 5";
        assert_eq!(ticks(stat), Some(708));
        assert_eq!(ticks("7 (a) S"), None);
    }
}
