//! One run of the box, watched from outside: started, listened to, and killed at a limit. It leaves no process behind,
//! whatever the run did.

use std::io::{self, Read};
use std::os::unix::process::ExitStatusExt;
use std::process::Child;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal};

use super::confine::Spawner;
use super::folder::Folder;
use super::{BoxLimits, Isolation, descendants};
use crate::bash::run;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum End {
    /// By itself, with the exit code of the command.
    Exit(i32),
    /// The first process ended with this exit code before the command did.
    Lost(i32),
    /// By a signal to the first process.
    Signal(i32),
    /// Killed: it took longer than [`BoxLimits::time`].
    Timeout,
    /// Killed: it printed more than [`BoxLimits::output`].
    OutputLimit,
    /// Killed: it wrote more than [`BoxLimits::disk`] or [`BoxLimits::files`].
    DiskLimit,
    /// It could not be started.
    Io(io::ErrorKind),
}

impl End {
    /// The words that reports count it by.
    pub fn name(self) -> &'static str {
        match self {
            End::Exit(_) => "itself, with a log that is not whole",
            End::Lost(_) => "the end of the first process",
            End::Signal(_) => "a signal",
            End::Timeout => "the limit of time",
            End::OutputLimit => "the limit of output",
            End::DiskLimit => "the limit of disk space",
            End::Io(_) => "an error at its start",
        }
    }
}

/// How often the folder is measured.
const LOOK: Duration = Duration::from_millis(50);

/// What the threads that listen have to say.
enum Event {
    Said(usize, Vec<u8>),
    TooMuch,
}

/// Runs the jobs that the folder is prepared for. How their first process ended, and their standard error.
pub(super) fn run(
    spawner: &Spawner,
    folder: &Folder,
    limits: BoxLimits,
    isolation: Isolation,
    jobs: usize,
) -> io::Result<(End, String)> {
    // Without namespaces every child of this process counts as one of the box, so no other may live.
    let _guards = match isolation {
        Isolation::Namespaces => (Some(run::together()), None),
        Isolation::Subreaper => (None, Some(run::alone())),
    };
    let mut child = spawner.spawn(jobs)?;
    // The first process kills everything when the other end of its standard input is gone.
    let lifeline = child.stdin.take();
    let first = Pid::from_child(&child);

    let (sender, events) = mpsc::channel();
    let outputs: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>),
        child.stderr.take().map(|pipe| Box::new(pipe) as Box<dyn Read + Send>),
    ];
    for (which, pipe) in outputs.into_iter().enumerate() {
        if let Some(pipe) = pipe {
            listen(which, pipe, limits.output, sender.clone())?;
        }
    }
    drop(sender);

    let mut said = [Vec::new(), Vec::new()];
    let mut heard = 0;
    let patience = limits.time.as_millis() / LOOK.as_millis().max(1);
    let mut looks = patience;
    let mut progress = 0;
    // The jobs themselves can write what tells of progress: each gives one stretch of time, and no more.
    let mut stretches = jobs;
    let mut killed = None;
    while heard < said.len() && killed.is_none() {
        match events.recv_timeout(LOOK) {
            Ok(Event::Said(which, bytes)) => {
                said[which] = bytes;
                heard += 1;
            }
            Ok(Event::TooMuch) => killed = Some(End::OutputLimit),
            Err(RecvTimeoutError::Timeout) => {
                let done = folder.progress();
                if done > progress && stretches > 0 {
                    (progress, looks) = (done, patience);
                    stretches -= 1;
                }
                let (bytes, files) = folder.usage(limits.files);
                if bytes > limits.disk || files > limits.files {
                    killed = Some(End::DiskLimit);
                } else if looks == 0 {
                    killed = Some(End::Timeout);
                }
                looks = looks.saturating_sub(1);
            }
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }

    let end = finish(&mut child, first, isolation, killed, looks)?;
    drop(lifeline);
    let stderr = String::from_utf8_lossy(&said[1]).into_owned();
    Ok((end, stderr))
}

/// Waits for the end, or brings it about.
fn finish(
    child: &mut Child,
    first: Pid,
    isolation: Isolation,
    mut killed: Option<End>,
    looks: u128,
) -> io::Result<End> {
    let rounds = usize::try_from(looks * 25).unwrap_or(usize::MAX);
    // Both outputs are closed: what still runs has closed them itself, or is about to end.
    match isolation {
        Isolation::Namespaces => {
            if killed.is_none() && !ends(child, rounds)? {
                killed = Some(End::Timeout);
            }
            if killed.is_some() {
                kill_namespace(child, first)?;
            }
        }
        Isolation::Subreaper => {
            if killed.is_none() && !descendants::drained(first, rounds) {
                killed = Some(End::Timeout);
            }
            // Here the first process only ends when it is told to, or was killed by a job.
            if killed.is_none() && child.try_wait()?.is_none() {
                killed = Some(End::Exit(0));
            }
            descendants::kill_all(first);
        }
    }
    let status = child.wait()?;
    Ok(killed.unwrap_or(match (status.code(), status.signal()) {
        (Some(code), _) => End::Exit(code),
        (None, signal) => End::Signal(signal.unwrap_or_default()),
    }))
}

/// Kills the first process of the namespace, whose death is over only when every other one in it is dead. `unshare`
/// waits for that, and this process for `unshare`.
fn kill_namespace(child: &mut Child, unshare: Pid) -> io::Result<()> {
    for _ in 0..descendants::ROUNDS {
        for inner in descendants::children_of(unshare) {
            let _ = rustix::process::kill_process(inner, Signal::KILL);
        }
        if ends(child, 2)? {
            return Ok(());
        }
    }
    // It never came to have a child.
    let _ = rustix::process::kill_process(unshare, Signal::KILL);
    Ok(())
}

/// Whether the first process ends within so many looks.
fn ends(child: &mut Child, rounds: usize) -> io::Result<bool> {
    for round in 0..=rounds {
        if child.try_wait()?.is_some() {
            return Ok(true);
        }
        thread::sleep(Duration::from_micros(if round < 20 { 100 } else { 2000 }));
    }
    Ok(false)
}

/// Reads a pipe to its end, or says that there is too much of it.
fn listen(
    which: usize,
    pipe: Box<dyn Read + Send>,
    limit: usize,
    events: Sender<Event>,
) -> io::Result<()> {
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.take(limit as u64 + 1).read_to_end(&mut bytes);
        let event = if bytes.len() > limit { Event::TooMuch } else { Event::Said(which, bytes) };
        // Nobody listens any more after a limit.
        let _ = events.send(event);
    })?;
    Ok(())
}
