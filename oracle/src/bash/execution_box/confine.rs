//! The thread that restricts itself and then spawns whatever runs in the box. What cannot be enforced is an error that
//! names it: there is no weaker box.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;

use super::folder::{Folder, User};
use super::{Isolation, REAL, descendants, program, stub};

/// What is missing for a box.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Shortfall {
    /// The system has no Landlock that is new enough.
    #[error("Landlock ABI 6 (Linux 6.12) is needed and cannot be enforced: {0}")]
    Landlock(String),
    /// The system call filter was refused, or there is none for this processor.
    #[error("the system call filter cannot be enforced: {0}")]
    Seccomp(String),
    /// User, PID and network namespaces are not permitted, or the program `unshare` is missing.
    #[error("no user, PID and network namespaces: {0}")]
    Namespaces(String),
    /// This process cannot become the one that adopts the box's orphans.
    #[error("no subreaper: {0}")]
    Subreaper(String),
    /// This process cannot be kept from being looked into by the box.
    #[error("this process cannot be hidden from the box: {0}")]
    Hiding(String),
    /// The box's folder cannot be made.
    #[error("no folder for the box: {0}")]
    Folder(String),
    /// The box is shut, but the commands that prove it did not do what they must.
    #[error("the box did not pass its own test: {0}")]
    Unproven(String),
}

impl Shortfall {
    /// From an error about the folder.
    pub(super) fn folder(error: io::Error) -> Shortfall {
        Shortfall::Folder(error.to_string())
    }
}

/// The user that the processes of the nth box get: as root one of its own, since root's processes are not counted
/// against RLIMIT_NPROC (getrlimit(2)). Boxes of other processes mostly get others: that limit counts by user.
pub(super) fn user(nth: u32) -> User {
    let first = std::process::id().wrapping_mul(31);
    rustix::process::geteuid().is_root().then_some(64_000 + first.wrapping_add(nth) % 1000)
}

/// Keeps processes of the same user out of this one's /proc/PID (PR_SET_DUMPABLE). The restricted thread is in the
/// Landlock domain of the box, which permits the box to look into it, and the thread shares all descriptors.
#[cfg(target_os = "linux")]
fn hide() -> io::Result<()> {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    Ok(set_dumpable_behavior(DumpableBehavior::NotDumpable)?)
}

#[cfg(not(target_os = "linux"))]
fn hide() -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Descriptors that every child of this process would get: those that whoever started it left open. The flags in
/// /proc/self/fdinfo hold O_CLOEXEC as well (proc_pid_fdinfo(5)).
#[cfg(target_os = "linux")]
fn inherited() -> io::Result<Vec<u32>> {
    let mut all = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fdinfo")? {
        let entry = entry?;
        let number = entry.file_name().to_str().and_then(|name| name.parse().ok());
        // Another thread may have closed it by now.
        let Ok(info) = std::fs::read_to_string(entry.path()) else { continue };
        let flags = info.lines().find_map(|line| line.strip_prefix("flags:"));
        let flags = flags.and_then(|flags| libc::c_int::from_str_radix(flags.trim(), 8).ok());
        let (Some(number), Some(flags)) = (number, flags) else {
            return Err(io::ErrorKind::InvalidData.into());
        };
        if number > 2 && flags & libc::O_CLOEXEC == 0 {
            all.push(number);
        }
    }
    Ok(all)
}

#[cfg(not(target_os = "linux"))]
fn inherited() -> io::Result<Vec<u32>> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Processes that a box may have at a time.
const PROCESSES: u64 = 96;

/// How many jobs, the descriptors that are not for them, and who waits for their first process.
type Request = (usize, Vec<u32>, Sender<io::Result<Child>>);

/// A restricted thread that spawns on demand.
#[derive(Debug)]
pub(super) struct Spawner {
    requests: Sender<Request>,
}

impl Spawner {
    /// Starts the thread and waits until it is restricted. The second value tells whether git in `/usr/bin` is a
    /// stub for its processes.
    pub(super) fn start(
        bash: &Path,
        folder: &Folder,
        user: User,
        isolation: Isolation,
    ) -> Result<(Spawner, bool), Shortfall> {
        let (argv, waits) = argv(bash, folder.path(), isolation)?;
        let processes = match (isolation, user) {
            // Without a namespace of its own the limit counts what the user runs anywhere.
            (Isolation::Subreaper, None) => {
                descendants::threads_of(rustix::process::geteuid().as_raw()) + PROCESSES
            }
            (Isolation::Subreaper, Some(_)) | (Isolation::Namespaces, _) => PROCESSES,
        };
        std::fs::write(folder.path().join("first"), stub::first(processes, waits))
            .map_err(Shortfall::folder)?;
        if isolation == Isolation::Subreaper {
            descendants::adopt().map_err(|error| Shortfall::Subreaper(error.to_string()))?;
        }
        if user.is_none() {
            hide().map_err(|error| Shortfall::Hiding(error.to_string()))?;
        }
        let (requests, inbox) = mpsc::channel();
        let (ready, readiness) = mpsc::channel();
        let start = Start { argv, bash: bash.to_owned(), root: folder.path().to_owned(), user };
        thread::Builder::new()
            .name("execution box".to_owned())
            .spawn(move || start.serve(&ready, &inbox))
            .map_err(Shortfall::folder)?;
        let names_git = readiness
            .recv()
            .unwrap_or_else(|_| Err(Shortfall::Unproven("its thread ended".to_owned())))?;
        Ok((Spawner { requests }, names_git))
    }

    /// A new first process, for so many jobs.
    pub(super) fn spawn(&self, jobs: usize) -> io::Result<Child> {
        let gone = || io::Error::from(io::ErrorKind::BrokenPipe);
        let (reply, child) = mpsc::channel();
        // The restricted thread itself can't read this.
        let inherited = inherited()?;
        self.requests.send((jobs, inherited, reply)).map_err(|_| gone())?;
        child.recv().map_err(|_| gone())?
    }
}

/// The words that start a run, and whether its first process is to wait for all others.
fn argv(
    bash: &Path,
    root: &Path,
    isolation: Isolation,
) -> Result<(Vec<OsString>, bool), Shortfall> {
    let missing = || Shortfall::Namespaces("the program unshare is missing".to_owned());
    let mut argv: Vec<OsString> = Vec::new();
    match isolation {
        Isolation::Namespaces => {
            argv.push(program("unshare").ok_or_else(missing)?.into());
            // No user is mapped: that would take writing to /proc. Permissions go by the user outside all the same.
            let options = "--user --pid --net --fork --kill-child=KILL";
            argv.extend(options.split(' ').map(OsString::from));
        }
        Isolation::Subreaper => {}
    }
    argv.push(bash.into());
    argv.extend(["--norc", "--noprofile"].map(OsString::from));
    argv.push(root.join("first").into());
    argv.extend([root.into(), bash.into()]);
    Ok((argv, isolation == Isolation::Namespaces))
}

/// What the thread needs.
struct Start {
    argv: Vec<OsString>,
    bash: PathBuf,
    root: PathBuf,
    user: User,
}

impl Start {
    fn serve(&self, ready: &Sender<Result<bool, Shortfall>>, inbox: &Receiver<Request>) {
        let names_git = self.user.is_some() && name_git(&self.root.join("stub"));
        let shut = restrict(&self.root, &self.bash).map(|()| names_git);
        let is_shut = shut.is_ok();
        let heard = ready.send(shut).is_ok();
        if !is_shut || !heard {
            return;
        }
        for (jobs, inherited, reply) in inbox {
            // Whoever asked may have given up.
            let _ = reply.send(self.spawn(jobs, &inherited));
        }
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "the restricted thread starts what runs in the box"
    )]
    fn spawn(&self, jobs: usize, inherited: &[u32]) -> io::Result<Child> {
        let root = &self.root;
        let Some((program, words)) = self.argv.split_first() else {
            return Err(io::ErrorKind::InvalidInput.into());
        };
        let mut command = Command::new(program);
        command
            .args(words)
            .arg(jobs.to_string())
            .args(inherited.iter().map(u32::to_string))
            .env_clear()
            .env("PATH", root.join("bin"))
            .env("BASH_FUNC_command_not_found_handle%%", stub::handler(root))
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        command.spawn()
    }
}

/// Puts the stub over git and glab in the folders of the system, for this thread and its children only. Whether it
/// did for `/usr/bin/git`: without the right to mount it can't.
#[cfg(target_os = "linux")]
fn name_git(stub: &Path) -> bool {
    use nix::mount::{MsFlags, mount};
    use nix::sched::{CloneFlags, unshare};

    const NONE: Option<&str> = None;
    let private = unshare(CloneFlags::CLONE_NEWNS)
        .and_then(|()| mount(NONE, "/", NONE, MsFlags::MS_REC | MsFlags::MS_PRIVATE, NONE));
    if private.is_err() {
        return false;
    }
    let over = |name: &str| {
        let file = Path::new("/usr/bin").join(name).canonicalize();
        file.is_ok_and(|file| mount(Some(stub), &file, NONE, MsFlags::MS_BIND, NONE).is_ok())
    };
    over("glab");
    over("git")
}

/// Restricts this thread and everything it will ever spawn.
#[cfg(target_os = "linux")]
fn restrict(root: &Path, bash: &Path) -> Result<(), Shortfall> {
    landlock(root, bash)?;
    seccomp()
}

/// What programs need to start: their libraries, and what they read about the system.
#[cfg(target_os = "linux")]
const READ: [&str; 9] = [
    "/lib",
    "/lib32",
    "/lib64",
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/libexec",
    "/usr/share/locale",
    "/etc/ld.so.cache",
];

/// The programs that load dynamically linked ones, for which executing is asked as well.
#[cfg(target_os = "linux")]
const LOADERS: [&str; 4] = [
    "/lib64/ld-linux-x86-64.so.2",
    "/lib/ld-linux-aarch64.so.1",
    "/lib/ld-musl-x86_64.so.1",
    "/lib/ld-musl-aarch64.so.1",
];

#[cfg(target_os = "linux")]
fn landlock(root: &Path, bash: &Path) -> Result<(), Shortfall> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, PathBeneath, PathFd, Ruleset,
        RulesetAttr, RulesetCreatedAttr, RulesetStatus, Scope,
    };

    let abi = ABI::V6;
    let missing = |error: &dyn std::fmt::Display| Shortfall::Landlock(error.to_string());
    let rules = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessFs::from_all(abi))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(abi)))
        .and_then(|rules| rules.scope(Scope::from_all(abi)))
        .and_then(Ruleset::create);
    let mut rules = rules.map_err(|error| missing(&error))?;
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    let execute = AccessFs::ReadFile | AccessFs::Execute;
    let device = AccessFs::ReadFile | AccessFs::WriteFile;
    // This process reads what the box wrote: a link would lead it elsewhere, and a pipe would keep it waiting.
    let plain = read
        | AccessFs::WriteFile
        | AccessFs::Truncate
        | AccessFs::MakeReg
        | AccessFs::MakeDir
        | AccessFs::RemoveFile
        | AccessFs::RemoveDir;

    let mut allowed: Vec<(PathBuf, _)> = Vec::new();
    allowed.extend(READ.iter().map(|path| (PathBuf::from(path), read)));
    allowed.extend(LOADERS.iter().map(|path| (PathBuf::from(path), execute)));
    allowed.extend(REAL.iter().filter_map(|name| Some((program(name)?, execute))));
    allowed.extend(program("unshare").map(|path| (path, execute)));
    allowed.extend(program("git").map(|path| (path, execute)));
    allowed.extend(program("glab").map(|path| (path, execute)));
    allowed.push((bash.to_owned(), execute));
    allowed.extend(["stub", "unknown"].map(|name| (root.join(name), execute)));
    allowed.push((root.join("first"), AccessFs::ReadFile.into()));
    allowed.extend(["bin", "jobs"].map(|name| (root.join(name), read)));
    allowed.push((root.join("run"), plain));
    allowed.push(("/dev/null".into(), device));
    allowed.push(("/dev/zero".into(), device));

    for (path, access) in allowed {
        // What is not there cannot be used, nor be allowed.
        let Ok(meta) = path.metadata() else { continue };
        let fd = PathFd::new(&path).map_err(|error| missing(&error))?;
        let access = if meta.is_dir() { access } else { access & AccessFs::from_file(abi) };
        rules = rules.add_rule(PathBeneath::new(fd, access)).map_err(|error| missing(&error))?;
    }
    let status = rules.restrict_self().map_err(|error| missing(&error))?;
    if status.ruleset == RulesetStatus::FullyEnforced && status.no_new_privs {
        Ok(())
    } else {
        Err(Shortfall::Landlock(format!("{:?}", status.ruleset)))
    }
}

/// Sockets (a pair of them reaches nobody), what outlives a process, and what looks into another one.
#[cfg(target_os = "linux")]
const REFUSED: [libc::c_long; 14] = [
    libc::SYS_socket,
    libc::SYS_shmget,
    libc::SYS_semget,
    libc::SYS_msgget,
    libc::SYS_mq_open,
    libc::SYS_io_uring_setup,
    libc::SYS_ptrace,
    libc::SYS_process_vm_writev,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
];

#[cfg(target_os = "linux")]
fn seccomp() -> Result<(), Shortfall> {
    use seccompiler::{BpfProgram, SeccompAction, SeccompFilter};

    let missing = |error: &dyn std::fmt::Display| Shortfall::Seccomp(error.to_string());
    let arch = std::env::consts::ARCH.try_into().map_err(|error| missing(&error))?;
    let refused = REFUSED.iter().map(|&call| (call, Vec::new())).collect();
    let errno = SeccompAction::Errno(libc::EPERM as u32);
    let filter = SeccompFilter::new(refused, SeccompAction::Allow, errno, arch)
        .map_err(|error| missing(&error))?;
    let filter: BpfProgram = filter.try_into().map_err(|error| missing(&error))?;
    seccompiler::apply_filter(&filter).map_err(|error| missing(&error))
}

#[cfg(not(target_os = "linux"))]
fn name_git(_: &Path) -> bool {
    false
}

#[cfg(not(target_os = "linux"))]
fn restrict(_: &Path, _: &Path) -> Result<(), Shortfall> {
    Err(Shortfall::Landlock("this system is not Linux".to_owned()))
}
