//! One bash process that prints: started with an empty environment, read to its end, killed at a limit. It starts nothing
//! that runs a command; that is the part of the execution box alone.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};
use std::thread;
use std::time::Duration;

use super::{Limits, Why};

/// The name of the text in its private folder, as bash is given it and repeats it in complaints.
const FILE: &str = "./command";

/// What a bash process said, and how it ended.
pub(super) struct Output {
    pub(super) stdout: Vec<u8>,
    pub(super) stderr: Vec<u8>,
    /// The exit code, or why there is none that counts.
    pub(super) end: Result<i32, Why>,
}

/// Whether a file is there that may be executed.
pub(super) fn is_program(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|meta| meta.is_file() && meta.permissions().mode() & 0o111 != 0)
}

/// What the program prints for `--version`.
pub(super) fn version(program: &Path, limits: Limits) -> Option<Vec<u8>> {
    let output = run(program, &["--version"], Path::new("/"), limits).ok()?;
    output.end.is_ok().then_some(output.stdout)
}

/// A new folder that nobody else may enter; it goes with the value.
pub(super) fn folder() -> io::Result<tempfile::TempDir> {
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o700)).tempdir()
}

/// Has bash parse and print a text, with nothing run: the text goes through a file in `folder`.
pub(super) fn print(bash: &Path, folder: &Path, text: &[u8], limits: Limits) -> Output {
    let asked = fs::write(folder.join(FILE), text).and_then(|()| {
        // `-n` must follow the long options, and `-c` would run the text.
        run(bash, &["--norc", "--noprofile", "--pretty-print", "-n", FILE], folder, limits)
    });
    asked.unwrap_or_else(|error| Output {
        stdout: Vec::new(),
        stderr: Vec::new(),
        end: Err(Why::Io(error.kind())),
    })
}

/// The first complaint on a bash's standard error that is more than a warning, without the file's name.
pub(super) fn complaint(stderr: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(stderr);
    let line = text.lines().find(|line| !line.contains(": warning: "))?;
    Some(
        line.strip_prefix(FILE).and_then(|rest| rest.strip_prefix(": ")).unwrap_or(line).to_owned(),
    )
}

#[expect(clippy::disallowed_methods, reason = "the one place that starts a process")]
fn start(program: &Path, arguments: &[&str], folder: &Path) -> io::Result<Child> {
    Command::new(program)
        .args(arguments)
        .env_clear()
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0)
        .spawn()
}

/// Held for reading while a child lives that is to be left alone, for writing while a box without namespaces counts its children.
static CHILDREN: RwLock<()> = RwLock::new(());

/// Waits until no other child lives, and keeps others from starting.
pub(super) fn alone() -> RwLockWriteGuard<'static, ()> {
    CHILDREN.write().unwrap_or_else(PoisonError::into_inner)
}

/// Waits until no box without namespaces is at work, and keeps one from starting.
pub(super) fn together() -> RwLockReadGuard<'static, ()> {
    CHILDREN.read().unwrap_or_else(PoisonError::into_inner)
}

fn run(program: &Path, arguments: &[&str], folder: &Path, limits: Limits) -> io::Result<Output> {
    let _together = together();
    let mut child = start(program, arguments, folder)?;
    let said = listen(&mut child, limits);
    let status = match said {
        Ok(_) => ended(&mut child, limits.time),
        Err(_) => None,
    };
    if status.is_none() {
        kill(&mut child);
        child.wait()?;
    }
    let (stdout, stderr, end) = match (said, status) {
        (Ok([stdout, stderr]), Some(status)) => (stdout, stderr, end_of(status)),
        (Ok([stdout, stderr]), None) => (stdout, stderr, Err(Why::Timeout)),
        (Err(why), _) => (Vec::new(), Vec::new(), Err(why)),
    };
    Ok(Output { stdout, stderr, end })
}

/// Both outputs to their end, each in a thread of its own: bash may fill either first.
fn listen(child: &mut Child, limits: Limits) -> Result<[Vec<u8>; 2], Why> {
    let io = |error: io::Error| Why::Io(error.kind());
    let stdout =
        child.stdout.take().map(|pipe| read(pipe, limits.output)).transpose().map_err(io)?;
    let stderr =
        child.stderr.take().map(|pipe| read(pipe, limits.output)).transpose().map_err(io)?;
    let wait = |heard: Option<Receiver<io::Result<Vec<u8>>>>| match heard {
        None => Ok(Vec::new()),
        Some(heard) => {
            let bytes = heard.recv_timeout(limits.time).map_err(|_| Why::Timeout)?.map_err(io)?;
            if bytes.len() > limits.output { Err(Why::OutputLimit) } else { Ok(bytes) }
        }
    };
    Ok([wait(stdout)?, wait(stderr)?])
}

/// Reads a pipe to its end, or one byte over the limit.
fn read(
    pipe: impl Read + Send + 'static,
    limit: usize,
) -> io::Result<Receiver<io::Result<Vec<u8>>>> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        let read = pipe.take(limit as u64 + 1).read_to_end(&mut bytes);
        // Nobody listens any more after a timeout.
        let _ = sender.send(read.map(|_| bytes));
    })?;
    Ok(receiver)
}

/// Waits for a process that has closed its outputs.
fn ended(child: &mut Child, limit: Duration) -> Option<ExitStatus> {
    for _ in 0..=limit.as_millis() {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        thread::sleep(Duration::from_millis(1));
    }
    None
}

fn end_of(status: ExitStatus) -> Result<i32, Why> {
    match (status.code(), status.signal()) {
        (Some(code), _) => Ok(code),
        (None, signal) => Err(Why::Signal(signal.unwrap_or_default())),
    }
}

/// Kills the whole group. That the group is gone already is no fault.
fn kill(child: &mut Child) {
    let group = rustix::process::Pid::from_child(child);
    let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
}
