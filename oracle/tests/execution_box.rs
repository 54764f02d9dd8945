//! The box against commands that want out, and what it shows of those that don't. Skips, and says so, where no box can
//! be shut.

use std::io::ErrorKind;
use std::net::{TcpListener, UdpSocket};
use std::path::{Path, PathBuf};
use std::time::Duration;

use guarddiff_corpus::case::CaseId;
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

#[track_caller]
fn check_attack(opened: &mut ExecutionBox, attack: &Attack) -> Ran {
    let ran = opened.run(&hostile::runnable(attack), [], ExitCodes::AllSucceed);
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
    for folder in ["work", "home", "log"] {
        assert!(!opened.path().join("run").join(folder).exists(), "{isolation:?} {name}");
    }
    assert!(!Path::new(hostile::OUTSIDE).exists(), "{isolation:?} {name}");
    ran
}

#[test]
fn no_attack_leaves_the_box_or_anything_behind() {
    let tcp = TcpListener::bind(("127.0.0.1", hostile::PORT)).unwrap();
    let udp = UdpSocket::bind(("127.0.0.1", hostile::PORT)).unwrap();
    tcp.set_nonblocking(true).unwrap();
    udp.set_nonblocking(true).unwrap();
    for isolation in BOTH {
        let Some(opened) = open(isolation) else { continue };
        let mut opened = opened.with_limits(SMALL);
        // `kill -9 -1` is only tried where a signal to the parent is refused.
        check_attack(&mut opened, attack("signal the parent"));
        for attack in &ATTACKS {
            check_attack(&mut opened, attack);
            let git = Runnable::clone(&hostile::runnable(self::attack("sleep in the background")));
            drop(git);
        }
        let folder = opened.path().to_owned();
        drop(opened);
        assert!(!folder.exists());
    }
    assert_eq!(tcp.accept().unwrap_err().kind(), ErrorKind::WouldBlock);
    assert_eq!(udp.recv(&mut [0; 8]).unwrap_err().kind(), ErrorKind::WouldBlock);
}

fn generated(index: u64) -> Option<Runnable> {
    generate(GATE_SEED, index).runnable
}

#[test]
fn stubs_show_the_words_that_bash_gave_them() {
    let incidents = incidents::incidents();
    for isolation in BOTH {
        let Some(mut opened) = open(isolation) else { continue };
        let mut seen_git = 0;
        for incident in incidents {
            let (case, Some(runnable)) = incidents::case(incident, true) else { continue };
            assert!(matches!(case.id, CaseId::Incident { .. }));
            let ran = opened.run(&runnable, ["npm", "gh"], ExitCodes::AllSucceed);
            assert!(matches!(ran.end, End::Exit(_)), "{} {ran:?}", incident.slug);
            assert_eq!(ran.torn, 0);
            seen_git += u64::from(ran.seen.iter().any(|seen| seen.argv[0].ends_with("git")));
        }
        assert!(seen_git > 20, "{isolation:?} {seen_git}");
        let ran = (0..2000)
            .filter_map(generated)
            .next()
            .map(|runnable| opened.run(&runnable, [], ExitCodes::AllFail));
        assert!(ran.is_some());
        let _ = Seen::of(&["git"]);
    }
}
