//! The processes of a box where no namespace holds them together: found in /proc, waited for, killed until none is
//! left. It touches no process that is not a descendant of this one, or that doesn't stand in a dead box's folder.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitOptions};

/// How long to wait between two looks.
const PAUSE: Duration = Duration::from_millis(2);

/// Rounds of killing; each takes all that were there, and a fork storm loses the race.
pub(super) const ROUNDS: usize = 500;

/// Makes this process the one that orphans of its descendants are given to.
pub(super) fn adopt() -> std::io::Result<()> {
    Ok(rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?)
}

/// Waits until no descendant is left but `first`, at most `rounds` looks long. Whether none is left.
pub(super) fn drained(first: Pid, rounds: usize) -> bool {
    for _ in 0..=rounds {
        for child in children().into_iter().filter(|&child| child != first) {
            reaped(child);
        }
        if descendants().iter().all(|&one| one == first) {
            return true;
        }
        thread::sleep(PAUSE);
    }
    false
}

/// Kills every descendant, generation after generation, until none is left. `first` is not reaped.
pub(super) fn kill_all(first: Pid) {
    for _ in 0..ROUNDS {
        let _ = rustix::process::kill_process(first, Signal::KILL);
        let all = descendants();
        for &child in &all {
            let _ = rustix::process::kill_process(child, Signal::KILL);
        }
        let left = children().into_iter().filter(|&child| child != first);
        if left.filter(|&child| !reaped(child)).count() == 0 && all.iter().all(|&one| one == first)
        {
            return;
        }
        thread::sleep(PAUSE);
    }
}

/// Kills what still stands in the folder of a box whose owner died, or was started with its PATH.
pub(super) fn kill_inside(root: &Path) {
    let path = [b"PATH=", root.join("bin").as_os_str().as_encoded_bytes()].concat();
    for _ in 0..ROUNDS {
        let inside: Vec<Pid> = processes()
            .filter(|(pid, _)| {
                let cwd = fs::read_link(format!("/proc/{pid}/cwd"));
                cwd.is_ok_and(|cwd| cwd.starts_with(root)) || has_entry(*pid, &path)
            })
            .filter_map(|(pid, _)| Pid::from_raw(pid))
            .collect();
        if inside.is_empty() {
            return;
        }
        for pid in inside {
            let _ = rustix::process::kill_process(pid, Signal::KILL);
        }
        thread::sleep(PAUSE);
    }
}

/// Whether a process was started with this entry in its environment.
fn has_entry(pid: i32, entry: &[u8]) -> bool {
    let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
    environment.split(|&byte| byte == 0).any(|one| one == entry)
}

/// Whether a child has ended; if so its entry is taken away.
fn reaped(child: Pid) -> bool {
    match rustix::process::waitpid(Some(child), WaitOptions::NOHANG) {
        Ok(ended) => ended.is_some(),
        // Somebody else waited for it.
        Err(_) => true,
    }
}

fn children() -> Vec<Pid> {
    children_of(rustix::process::getpid())
}

/// The children of a process, as far as they are visible.
pub(super) fn children_of(parent: Pid) -> Vec<Pid> {
    let parent = parent.as_raw_nonzero().get();
    processes().filter(|&(_, of)| of == parent).filter_map(|(pid, _)| Pid::from_raw(pid)).collect()
}

fn descendants() -> Vec<Pid> {
    let all: Vec<(i32, i32)> = processes().collect();
    let mut found = vec![rustix::process::getpid().as_raw_nonzero().get()];
    let mut at = 0;
    while let Some(&parent) = found.get(at) {
        found.extend(all.iter().filter(|(_, of)| *of == parent).map(|(pid, _)| *pid));
        at += 1;
    }
    found.iter().skip(1).filter_map(|&pid| Pid::from_raw(pid)).collect()
}

/// Every process with its parent, from /proc/PID/stat (proc(5)): the name in brackets may hold anything.
fn processes() -> impl Iterator<Item = (i32, i32)> {
    fs::read_dir("/proc").into_iter().flatten().flatten().filter_map(|entry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let stat = fs::read(entry.path().join("stat")).ok()?;
        let stat = String::from_utf8_lossy(&stat);
        let parent = stat.rsplit_once(')')?.1.split_whitespace().nth(1)?.parse().ok()?;
        Some((pid, parent))
    })
}

/// How many threads the user has in this system: what RLIMIT_NPROC counts.
pub(super) fn threads_of(user: u32) -> u64 {
    let count = |pid: i32| {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let field = |name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().next()?.parse::<u64>().ok()
        };
        (field("Uid:")? == u64::from(user)).then(|| field("Threads:"))?
    };
    processes().filter_map(|(pid, _)| count(pid)).sum()
}
