//! Peak memory of the gate over few and over many cases: it must not grow with the campaign. Linux only, where
//! the kernel keeps a process's peak in `/proc/PID/status`.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::start;

/// Cases of the small gate that the large one is compared with.
const FEW: u64 = 500;

/// How often the peak is read; what a process claims in its last interval may be missed.
const INTERVAL: Duration = Duration::from_millis(5);

#[expect(clippy::disallowed_methods, reason = "a chore may look at the clock")]
pub(crate) fn run(root: &Path, many: u64) -> Result<()> {
    if !Path::new("/proc/self/status").exists() {
        println!("skipped: no /proc here to read a peak from");
        return Ok(());
    }
    start::cargo(root, &["build", "--release"])?;
    for cases in [FEW, many] {
        let count = cases.to_string();
        let args = ["gate", "--cases", &count, "--bash", "off", "--quiet"];
        let started = Instant::now();
        let peak = peak_kib(root, "target/release/guarddiff", &args)?;
        let (mib, seconds) = (peak as f64 / 1024.0, started.elapsed().as_secs());
        println!("gate --cases {cases}: peak {mib:.1} MiB, {seconds} s");
    }
    Ok(())
}

/// Runs a program to its end and gives its peak resident memory in KiB. Its exit code is not judged: a gate
/// over other cases than the pinned ones may have something to say.
pub(super) fn peak_kib(root: &Path, program: &str, args: &[&str]) -> Result<u64> {
    println!("$ {program} {}", args.join(" "));
    let program = root.join(program);
    let program = program.to_str().context("the checkout's path is no UTF-8")?;
    let mut child = start::command(root, program, args)
        .stdout(Stdio::null())
        .spawn()
        .with_context(|| format!("cannot start {program}"))?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    let ended = loop {
        if let Some(ended) = child.try_wait()? {
            break ended;
        }
        let now = std::fs::read_to_string(&status).ok().and_then(|text| high_water_kib(&text));
        peak = peak.max(now.unwrap_or(0));
        thread::sleep(INTERVAL);
    };
    println!("{ended}");
    if peak == 0 {
        bail!("the program ended before its peak could be read");
    }
    Ok(peak)
}

/// The `VmHWM` line of a process status, in KiB. A process that has ended has none.
fn high_water_kib(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_the_status_of_a_process() {
        assert_eq!(high_water_kib("Name:\tx\nVmHWM:\t   5120 kB\nVmRSS:\t 80 kB\n"), Some(5120));
        assert_eq!(high_water_kib("Name:\tx\nState:\tZ (zombie)\n"), None);
    }
}
