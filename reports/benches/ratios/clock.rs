//! The clocks of the benchmark: CPU time of the whole process, and time on the wall.

use anyhow::Result;
use rustix::time::{ClockId, Timespec, clock_gettime};

/// CPU seconds that the process spends on the work, all threads together.
pub(crate) fn cpu(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    seconds(ClockId::ProcessCPUTime, work)
}

/// Seconds that pass on the wall during the work.
pub(crate) fn wall(work: impl FnOnce() -> Result<()>) -> Result<f64> {
    seconds(ClockId::Monotonic, work)
}

fn seconds(clock: ClockId, work: impl FnOnce() -> Result<()>) -> Result<f64> {
    let start = clock_gettime(clock);
    work()?;
    Ok(in_seconds(clock_gettime(clock)) - in_seconds(start))
}

fn in_seconds(time: Timespec) -> f64 {
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
