//! The box in which bash runs commands of the project's own making, with stubs for every program that could do
//! anything. It refuses to exist where it cannot be shut, and takes no text that is not a [`Runnable`].
//!
//! One thread restricts itself once and for all, and only that thread spawns, so every process of the box is born
//! restricted:
//!
//! - *Landlock*, fully enforced, ABI 6 or newer: writing only inside the box's own folder, executing only bash, the
//!   harmless programs of [`REAL`] and the stubs, no TCP, no signal and no abstract socket to the outside.
//! - *seccomp*: no sockets at all, no System V or POSIX queues that would outlive the run, no io_uring, no ptrace.
//! - *No new privileges*, an empty environment, a private HOME and PATH; as root the processes get a user id of
//!   their own before anything else.
//! - *Limits* on time, processor time, output, file size, number of files and of processes, and on all that the
//!   box's folder holds.
//! - A fresh *user, PID and network namespace* where the system permits it. Its death takes every process along.
//!   Elsewhere this process adopts the orphans of the box and kills until none is left.

mod confine;
mod descendants;
mod folder;
mod stub;
mod supervise;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use guarddiff_corpus::runnable::Runnable;

use super::Bash;

pub use confine::Shortfall;
pub use stub::{ExitCodes, Seen};
pub use supervise::End;

/// The programs that are themselves in the box: shells, and what runs, feeds or tests commands without harm. All
/// others are stubs, which log their words, print nothing and exit as they are told.
pub const REAL: [&str; 24] = [
    "[", "bash", "cat", "chrt", "echo", "env", "false", "find", "flock", "ionice", "nice", "nohup",
    "printf", "setsid", "sh", "sleep", "stdbuf", "taskset", "tee", "test", "time", "timeout",
    "true", "xargs",
];

/// Most commands of one process tree.
const TOGETHER: usize = 128;

/// What one run may take before everything in it is killed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxLimits {
    /// Real time for each command, the wait for what it leaves in the background included.
    pub time: Duration,
    /// Bytes on standard output and standard error, each.
    pub output: usize,
    /// Bytes in all files together.
    pub disk: u64,
    /// Files and folders together.
    pub files: u64,
}

impl Default for BoxLimits {
    /// 10 seconds, 1 MiB of output, 16 MiB in 4,096 files.
    fn default() -> BoxLimits {
        BoxLimits { time: Duration::from_secs(10), output: 1 << 20, disk: 16 << 20, files: 4096 }
    }
}

/// How the processes of the box are kept together.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Isolation {
    /// A user, PID and network namespace for each run (user_namespaces(7)).
    Namespaces,
    /// This process is the subreaper (PR_SET_CHILD_SUBREAPER) of everything in the box; one run at a time.
    Subreaper,
}

/// What one run showed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ran {
    /// Every stub that was started, in the order of their starts.
    pub seen: Vec<Seen>,
    /// Log files of stubs that were killed before they had written all.
    pub torn: u64,
    /// How it ended.
    pub end: End,
    /// What bash and the programs printed on standard error, at most [`BoxLimits::output`] bytes, for all jobs of the
    /// process tree.
    pub stderr: String,
}

/// A box, ready to run one command after another.
#[derive(Debug)]
pub struct ExecutionBox {
    spawner: confine::Spawner,
    folder: folder::Folder,
    limits: BoxLimits,
    isolation: Isolation,
    names_git: bool,
}

impl ExecutionBox {
    /// A box for this bash, with namespaces where the system permits them.
    ///
    /// # Errors
    /// What is missing, when something that the box needs cannot be enforced here.
    pub fn open(bash: &Bash) -> Result<ExecutionBox, Shortfall> {
        match ExecutionBox::open_with(bash, Isolation::Namespaces) {
            Err(Shortfall::Namespaces(_)) => ExecutionBox::open_with(bash, Isolation::Subreaper),
            other => other,
        }
    }

    /// A box with just this isolation.
    ///
    /// # Errors
    /// What is missing.
    pub fn open_with(bash: &Bash, isolation: Isolation) -> Result<ExecutionBox, Shortfall> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        folder::sweep();
        let user = confine::user(COUNT.fetch_add(1, Ordering::Relaxed));
        let folder = folder::Folder::new(bash.path(), user).map_err(Shortfall::folder)?;
        let (spawner, names_git) = confine::Spawner::start(bash.path(), &folder, user, isolation)?;
        let limits = BoxLimits::default();
        let mut this = ExecutionBox { spawner, folder, limits, isolation, names_git };
        this.prove()?;
        Ok(this)
    }

    /// The same box under other limits.
    pub fn with_limits(self, limits: BoxLimits) -> ExecutionBox {
        ExecutionBox { limits, ..self }
    }

    /// How its processes are kept together.
    pub fn isolation(&self) -> Isolation {
        self.isolation
    }

    /// Whether `/usr/bin/git` is a stub in it as well.
    pub fn has_git_in_usr_bin(&self) -> bool {
        self.names_git
    }

    /// Whether a program of that name is in the box, real or as a stub.
    pub fn has(&self, program: &str) -> bool {
        self.folder.has(program)
    }

    /// The box's own folder; it goes with the box.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Adds stubs under these names to those for git and glab; a real program stays itself.
    pub fn add_stubs<'a>(&mut self, names: impl IntoIterator<Item = &'a str>) {
        for name in names {
            self.folder.add_stub(name);
        }
    }

    /// Runs a command.
    pub fn run(&mut self, runnable: &Runnable, codes: ExitCodes) -> Ran {
        self.run_alone(runnable.command(), codes)
    }

    /// Runs commands one after another, in one process tree as long as all goes well: what each of them alone would
    /// show. The commands behind one at which a tree was ended go on in a new tree.
    pub fn run_all(&mut self, jobs: &[(&Runnable, ExitCodes)]) -> Vec<Ran> {
        let texts: Vec<(&str, ExitCodes)> =
            jobs.iter().map(|(runnable, codes)| (runnable.command(), *codes)).collect();
        let mut all = Vec::with_capacity(texts.len());
        while let Some((&(command, codes), others)) = texts[all.len()..].split_first() {
            // Only the first process of a namespace can tell when a job is over.
            if others.is_empty() || self.isolation == Isolation::Subreaper {
                all.push(self.run_alone(command, codes));
                continue;
            }
            let together = &texts[all.len()..texts.len().min(all.len() + TOGETHER)];
            let mut ran = self.run_texts(together);
            let whole = |ran: &Ran| matches!(ran.end, End::Exit(_)) && ran.torn == 0;
            let end = ran.iter().position(|ran| !whole(ran)).unwrap_or(ran.len());
            let stopped = ran.drain(end..).next();
            all.append(&mut ran);
            match stopped {
                // Time is counted for each job; output and disk space are counted for all.
                Some(ran) if ran.end == End::Timeout => all.push(ran),
                Some(_) => {
                    let (command, codes) = texts[all.len()];
                    all.push(self.run_alone(command, codes));
                }
                None => {}
            }
        }
        all
    }

    fn run_alone(&mut self, command: &str, codes: ExitCodes) -> Ran {
        let ran = self.run_texts(&[(command, codes)]);
        let nothing =
            || Ran { seen: Vec::new(), torn: 0, end: End::Timeout, stderr: String::new() };
        ran.into_iter().next().unwrap_or_else(nothing)
    }

    /// One process tree. What ended the tree ended every job that has no exit code.
    fn run_texts(&mut self, jobs: &[(&str, ExitCodes)]) -> Vec<Ran> {
        let ran = self.folder.prepare(jobs.iter().copied()).and_then(|()| {
            supervise::run(&self.spawner, &self.folder, self.limits, self.isolation, jobs.len())
        });
        let (tree, stderr) = ran.unwrap_or_else(|error| (End::Io(error.kind()), String::new()));
        let mut ends = self.folder.ends();
        // A job can write there, too. A tree that goes on behind its last end has a false one.
        let went_on = !matches!(tree, End::Exit(_));
        if ends.len() > jobs.len() || (ends.len() == jobs.len() && went_on) {
            ends.clear();
        }
        let one = |job: usize| {
            let (seen, torn) = self.folder.seen(job);
            let end = match (tree, ends.get(job)) {
                // Without a namespace the first process does not wait for what a job leaves behind: this one does.
                (End::Timeout, Some(_)) if self.isolation == Isolation::Subreaper => End::Timeout,
                // A job may end of what it printed just before it is stopped for it.
                (End::OutputLimit | End::DiskLimit, Some(_)) if job + 1 == ends.len() => tree,
                (_, Some(&code)) => End::Exit(code),
                // The first process lost the job, or never came to it.
                (End::Exit(code), None) => End::Lost(code),
                (tree, None) => tree,
            };
            Ran { seen, torn, end, stderr: stderr.clone() }
        };
        let ran = (0..jobs.len()).map(one).collect();
        self.folder.empty();
        ran
    }

    /// Runs three lines that must do what they do in a box, and only that.
    fn prove(&mut self) -> Result<(), Shortfall> {
        let outside = self.folder.path().join("outside");
        let mark = folder::quoted(&outside);
        let own = std::process::id();
        // The second line fails in every box: the folder itself is none that may be written. In a PID namespace
        // the number in the third is nobody's; elsewhere the process is there and out of reach.
        let command = format!(
            "git proof 'a b'\n{{ : >{mark}; }} 2>/dev/null && git wrote\n\
             kill -0 {own} 2>/dev/null && git signalled\n"
        );
        let ran = self.run_alone(&command, ExitCodes::AllSucceed);
        let proof = [Seen::of(&["git", "proof", "a b"])];
        if ran.end == End::Exit(1) && ran.seen == proof && !outside.exists() {
            return Ok(());
        }
        Err(match self.isolation {
            Isolation::Namespaces => Shortfall::Namespaces(ran.stderr),
            Isolation::Subreaper => Shortfall::Unproven(format!("{:?} {}", ran.end, ran.stderr)),
        })
    }
}

/// The first file of that name in the folders where systems keep programs.
fn program(name: &str) -> Option<PathBuf> {
    let folders = ["/usr/bin", "/bin", "/usr/sbin", "/sbin"];
    let files = folders.iter().map(|folder| Path::new(folder).join(name));
    files.into_iter().find(|file| super::run::is_program(file))?.canonicalize().ok()
}
