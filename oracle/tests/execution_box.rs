//! The box against commands that want out, and what it shows of those that don't. Skips, and says so, where no box can
//! be shut.

use std::fs::Permissions;
use std::io::{ErrorKind, Read, Seek};
use std::net::{TcpListener, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_corpus::hostile::{self, ATTACKS, Attack, Outcome};
use guarddiff_corpus::incidents;
use guarddiff_corpus::runnable::Runnable;
use guarddiff_oracle::bash::Bash;
use guarddiff_oracle::bash::execution_box::{
    BoxLimits, End, ExecutionBox, ExitCodes, Isolation, Ran, Seen,
};

const BOTH: [Isolation; 2] = [Isolation::Namespaces, Isolation::Subreaper];

/// A box; none, said aloud, where it cannot be shut.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
fn open(isolation: Isolation) -> Option<ExecutionBox> {
    let bash = match Bash::find() {
        Ok(bash) => bash,
        Err(missing) => {
            eprintln!("skipped: {missing}");
            return None;
        }
    };
    match ExecutionBox::open_with(&bash, isolation) {
        Ok(opened) => Some(opened),
        Err(shortfall) => {
            eprintln!("skipped: {shortfall}");
            None
        }
    }
}

/// Held by tests that must not meet: without a namespace a fork storm takes the processes that the user may have.
static STORM: Mutex<()> = Mutex::new(());

/// Limits that an attack reaches soon.
const SMALL: BoxLimits =
    BoxLimits { time: Duration::from_secs(1), output: 1 << 18, disk: 16 << 20, files: 400 };

fn attack(name: &str) -> &'static Attack {
    ATTACKS.iter().find(|attack| attack.name == name).unwrap()
}

/// Processes that stand in a folder.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let cwd = processes.filter_map(|entry| std::fs::read_link(entry.path().join("cwd")).ok());
    cwd.filter(|cwd| cwd.starts_with(folder)).collect()
}

/// What is in a tree but folders.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        if entry.file_type().unwrap().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}

#[track_caller]
fn check_attack(opened: &mut ExecutionBox, attack: &Attack) -> Ran {
    let ran = opened.run(&hostile::runnable(attack), ExitCodes::AllSucceed);
    let said = |word: &str| ran.seen.iter().any(|seen| seen.argv == ["git", word]);
    let isolation = opened.isolation();
    let name = attack.name;
    assert!(!said("succeeded"), "{isolation:?} {name}: {ran:?}");
    let stopped = matches!(ran.end, End::Timeout | End::OutputLimit | End::DiskLimit);
    match attack.outcome {
        Outcome::Refused => assert!(said("survived") && !stopped, "{isolation:?} {name}: {ran:?}"),
        Outcome::Stopped => assert!(stopped, "{isolation:?} {name}: {ran:?}"),
        Outcome::Gone => {}
    }
    assert_eq!(inside(opened.path()), Vec::<PathBuf>::new(), "{isolation:?} {name}");
    let left = files(&opened.path().join("run"));
    assert!(left.is_empty(), "{isolation:?} {name}: {left:?}");
    assert!(!Path::new(hostile::OUTSIDE).exists(), "{isolation:?} {name}");
    ran
}

#[test]
fn no_attack_leaves_the_box_or_anything_behind() {
    let _alone = STORM.lock().unwrap_or_else(PoisonError::into_inner);
    // Another run of the tests may listen there: then it is the one that hears.
    let tcp = TcpListener::bind(("127.0.0.1", hostile::PORT)).ok();
    let udp = UdpSocket::bind(("127.0.0.1", hostile::PORT)).ok();
    tcp.iter().for_each(|tcp| tcp.set_nonblocking(true).unwrap());
    udp.iter().for_each(|udp| udp.set_nonblocking(true).unwrap());
    for isolation in BOTH {
        let Some(opened) = open(isolation) else { continue };
        let mut opened = opened.with_limits(SMALL);
        // `kill -9 -1` is only tried where a signal to the parent is refused.
        check_attack(&mut opened, attack("signal the parent"));
        for attack in &ATTACKS {
            check_attack(&mut opened, attack);
        }
        let folder = opened.path().to_owned();
        drop(opened);
        assert!(!folder.exists());
    }
    if let Some(tcp) = tcp {
        assert_eq!(tcp.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    }
    if let Some(udp) = udp {
        assert_eq!(udp.recv(&mut [0; 8]).unwrap_err().kind(), ErrorKind::WouldBlock);
    }
}

#[test]
fn a_descriptor_that_is_left_open_for_children_is_not_open_in_the_box() {
    let mut file = tempfile::tempfile().unwrap();
    rustix::io::fcntl_setfd(&file, rustix::io::FdFlags::empty()).unwrap();
    for isolation in BOTH {
        let Some(mut opened) = open(isolation) else { continue };
        check_attack(&mut opened, attack("descriptors that it was given"));
        // It looks among the processes started just before it.
        check_attack(&mut opened, attack("descriptors of the parent"));
    }
    let mut text = String::new();
    file.rewind().unwrap();
    file.read_to_string(&mut text).unwrap();
    assert_eq!(text, "");
}

#[test]
fn a_start_that_cannot_be_logged_ends_the_run() {
    for isolation in BOTH {
        let Some(mut opened) = open(isolation) else { continue };
        for name in ["no log", "forged job"] {
            let ran = check_attack(&mut opened, attack(name));
            assert_eq!(ran.seen, [], "{isolation:?} {name}");
            assert!(!matches!(ran.end, End::Exit(_)), "{isolation:?} {name}: {ran:?}");
        }
    }
}

/// Tells the process of the crash test, which is this program again, what to do.
const CRASH: &str = "GUARDDIFF_TEST_CRASH";

/// No test of its own: what the crash test starts in a process of its own, with a folder of its own.
#[test]
fn crash() {
    let isolation = match std::env::var(CRASH).as_deref() {
        Ok("namespaces") => Isolation::Namespaces,
        Ok("subreaper") => Isolation::Subreaper,
        Ok(_) | Err(_) => return,
    };
    if let Some(mut opened) = open(isolation) {
        opened.run(&hostile::runnable(&hostile::CRASH), ExitCodes::AllSucceed);
    }
}

/// This program again, for one isolation.
#[expect(clippy::disallowed_methods, reason = "only another process can be killed")]
fn start_crash(isolation: &str, temporary: &Path) -> std::io::Result<Child> {
    Command::new(std::env::current_exe()?)
        .args(["--exact", "execution_box::crash"])
        .env(CRASH, isolation)
        .env("TMPDIR", temporary)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Waits up to ten seconds.
fn comes(mut what: impl FnMut() -> bool) -> bool {
    (0..1000).any(|_| {
        std::thread::sleep(Duration::from_millis(10));
        what()
    })
}

/// Processes with that word in their command line.
fn called(word: &str) -> usize {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let lines = processes.filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|&byte| byte == 0).any(|one| one == word.as_bytes())).count()
}

#[test]
fn nothing_outlives_a_box_whose_owner_is_killed() {
    let _alone = STORM.lock().unwrap_or_else(PoisonError::into_inner);
    for (isolation, name) in BOTH.into_iter().zip(["namespaces", "subreaper"]) {
        let Some(opened) = open(isolation) else { continue };
        drop(opened);
        let temporary = tempfile::tempdir().unwrap();
        std::fs::set_permissions(temporary.path(), Permissions::from_mode(0o755)).unwrap();
        let mut owner = start_crash(name, temporary.path()).unwrap();
        let started = comes(|| called(hostile::DAEMON) > 0);
        owner.kill().unwrap();
        owner.wait().unwrap();
        assert!(started, "{name}");
        assert!(comes(|| called(hostile::DAEMON) == 0), "{name}");
        assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 1, "{name}");
        // The next box takes the folder away.
        let mut next = start_crash(name, temporary.path()).unwrap();
        assert!(comes(|| called(hostile::DAEMON) > 0), "{name}");
        assert_eq!(std::fs::read_dir(temporary.path()).unwrap().count(), 1, "{name}");
        next.kill().unwrap();
        next.wait().unwrap();
        assert!(comes(|| called(hostile::DAEMON) == 0), "{name}");
    }
}

fn words(seen: &Seen) -> Vec<&str> {
    seen.argv.iter().map(String::as_str).collect()
}

#[test]
fn a_twin_starts_git_with_the_words_that_bash_gives_it() {
    for isolation in BOTH {
        let Some(mut opened) = open(isolation) else { continue };
        let twin = |slug: &str| {
            let incident = incidents::incidents().iter().find(|it| it.slug == slug).unwrap();
            incidents::case(incident, true).1.unwrap()
        };
        let ran = opened.run(&twin("wrapper-value"), ExitCodes::AllSucceed);
        assert_eq!(ran.end, End::Exit(0));
        let seen: Vec<_> = ran.seen.iter().map(words).collect();
        assert_eq!(seen, [["git", "commit", "-n", "-m", "work"]]);
        let ran = opened.run(&twin("wrapper-value"), ExitCodes::AllFail);
        assert_eq!(ran.end, End::Exit(1));
    }
}

fn generated(count: u64) -> Vec<Runnable> {
    (0..count).filter_map(|index| generate(GATE_SEED, index).runnable).collect()
}

#[test]
fn many_jobs_of_one_tree_show_what_each_alone_shows() {
    let Some(mut opened) = open(Isolation::Namespaces) else { return };
    let runnable = generated(60);
    let codes = ExitCodes::FIRST.into_iter().chain(ExitCodes::SECOND).cycle();
    let jobs: Vec<_> = runnable.iter().zip(codes).collect();
    let together = opened.run_all(&jobs);
    for ((runnable, codes), together) in jobs.iter().zip(together) {
        let alone = opened.run(runnable, *codes);
        let command = runnable.command();
        let sorted = |ran: &Ran| {
            let mut seen = ran.seen.clone();
            seen.sort();
            seen
        };
        assert_eq!(sorted(&together), sorted(&alone), "{command}");
        assert_eq!(together.end, alone.end, "{command}");
    }
}

#[test]
fn a_job_that_meets_a_limit_takes_no_other_with_it() {
    let Some(opened) = open(Isolation::Namespaces) else { return };
    let mut opened = opened.with_limits(SMALL);
    let loops = hostile::runnable(attack("endless loop"));
    let twin = incidents::case(&incidents::incidents()[0], true).1.unwrap();
    let jobs = [&twin, &loops, &twin].map(|runnable| (runnable, ExitCodes::AllSucceed));
    let ends: Vec<End> = opened.run_all(&jobs).iter().map(|ran| ran.end).collect();
    assert_eq!(ends, [End::Exit(0), End::Timeout, End::Exit(0)]);
}
