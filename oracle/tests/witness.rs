//! Bash's reprint as a witness: what it says, and that nothing runs.

mod batch;
mod found;
mod relation;

use std::path::Path;
use std::time::Duration;

use guarddiff_oracle::bash::{Bash, Limits, Missing, Reprint, Why};

/// The machine's bash; none, said aloud, where there is none to ask.
#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
fn bash() -> Option<Bash> {
    match Bash::find() {
        Ok(bash) => Some(bash),
        Err(missing) => {
            eprintln!("skipped: {missing}");
            None
        }
    }
}

fn text(of: &str) -> Reprint {
    Reprint::Text(of.to_owned())
}

#[track_caller]
fn check_reprint(command: &str, expected: Reprint) {
    let Some(bash) = bash() else { return };
    assert_eq!(bash.reprint(command), expected, "{command:?}");
}

#[test]
fn a_reprint_is_bash_s_own_spelling() {
    check_reprint("git  commit -m 'a  b';# c", text("git commit -m 'a  b'\n"));
    check_reprint("a&&b\n\n\nc", text("a && b\n\nc\n"));
    check_reprint("cat <<E\nx\n\nE", text("cat <<E\nx\n\nE\n"));
    check_reprint("cat <<E\nx", text("cat <<E\nx\nE\n"));
    check_reprint("a\r", text("a\r\n"));
    check_reprint("", text(""));
    check_reprint("\n\n# a\n", text(""));
}

#[test]
fn a_refusal_says_what_bash_says() {
    let refused = |line: &str| Reprint::Refused(line.to_owned());
    check_reprint("echo a\n)", refused("line 2: syntax error near unexpected token `)'"));
    check_reprint("echo \"", refused("line 1: unexpected EOF while looking for matching `\"'"));
    check_reprint("(cat <<A\nB", refused("line 3: syntax error: unexpected end of file"));
}

#[test]
fn what_no_file_can_say_is_not_asked() {
    check_reprint("a\0b", Reprint::Inconclusive(Why::Nul));
    check_reprint("a \\", Reprint::Inconclusive(Why::FinalBackslash));
    check_reprint("a \\\\", text("a \\\\\n"));
    check_reprint(&" ".repeat((1 << 20) + 1), Reprint::Inconclusive(Why::TooLong));
    check_reprint("echo $'\\xff'", Reprint::Inconclusive(Why::NotUtf8));
}

#[test]
fn a_bash_that_overflows_its_stack_says_nothing() {
    let Some(bash) = bash() else { return };
    let answer = bash.reprint(&"$(".repeat(20_000));
    assert!(matches!(answer, Reprint::Inconclusive(Why::Signal(_))), "{answer:?}");
}

fn shell(name: &str) -> Result<Bash, Missing> {
    Bash::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shells").join(name))
}

#[test]
fn a_bash_that_misbehaves_is_inconclusive_and_spoils_no_other_answer() {
    let limits = Limits { output: 5_000, ..Limits::default() };
    let bash = shell("misbehaving").unwrap().with_limits(limits);
    let commands = ["a", "b;c", "CRASH", "FLOOD", "d", "MUTE", "e", "f"];
    let why = Reprint::Inconclusive;
    let expected = [
        text("a\n"),
        text("b; c\n"),
        why(Why::Signal(11)),
        why(Why::OutputLimit),
        text("d\n"),
        why(Why::Exit(3)),
        text("e\n"),
        text("f\n"),
    ];
    assert_eq!(bash.reprint_all(&commands), expected);
}

#[test]
fn a_bash_that_hangs_is_killed() {
    let limits = Limits { time: Duration::from_secs(2), ..Limits::default() };
    let bash = shell("misbehaving").unwrap().with_limits(limits);
    let expected = [Reprint::Inconclusive(Why::Timeout), text("a\n")];
    assert_eq!(bash.reprint_all(&["HANG", "a"]), expected);
}

#[test]
fn a_bash_is_known_by_what_it_can_do() {
    let Some(bash) = bash() else { return };
    assert!(bash.version().starts_with("GNU bash, version 5"));
    assert!(bash.path().is_absolute());
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata/shells/without-print");
    let version = "GNU bash, version 1.14".to_owned();
    assert_eq!(shell("without-print"), Err(Missing::NoReprint { path, version }));
    let nothing = Path::new("/nothing/here/bash");
    assert_eq!(Bash::at(nothing), Err(Missing::Silent { path: nothing.to_owned() }));
    assert_eq!(Bash::find_in("".as_ref()), Err(Missing::NotFound));
    assert_eq!(Bash::find_in("oracle:.:bin".as_ref()), Err(Missing::NotFound));
}

#[test]
fn another_program_named_bash_is_none() {
    for other in ["/bin/dash", "/bin/cat"] {
        if !Path::new(other).exists() {
            eprintln!("skipped: {other} is not there");
            continue;
        }
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("bash");
        std::os::unix::fs::symlink(other, &path).unwrap();
        let found = Bash::find_in(folder.path().as_os_str());
        assert_eq!(found, Err(Missing::NotBash { path }), "{other}");
    }
}

const CANARY: &str = "GUARDDIFF_CANARY";

/// Runs itself again in an environment that makes a careless bash run a file before anything else.
#[test]
#[expect(clippy::disallowed_methods, reason = "only a new process has another environment")]
fn nothing_runs() {
    if let Some(folder) = std::env::var_os(CANARY) {
        return nothing_runs_in(Path::new(&folder));
    }
    let folder = tempfile::tempdir().unwrap();
    let canary = folder.path().join("ran");
    let trap = folder.path().join("trap");
    std::fs::write(&trap, format!("touch {}\n", canary.display())).unwrap();
    let Some(bash) = bash() else { return };
    let trapped = |program: &Path| {
        let mut command = std::process::Command::new(program);
        command.env("BASH_ENV", &trap).env("ENV", &trap).env("PROMPT_COMMAND", ". $ENV");
        command.env("SHELLOPTS", "xtrace").env("PS4", format!("$(touch {})", canary.display()));
        command
    };
    let output = trapped(bash.path()).args(["-c", ":"]).output().unwrap();
    assert!(
        output.status.success() && canary.exists(),
        "the trap must work where nobody is careful"
    );
    std::fs::remove_file(&canary).unwrap();
    let mut again = trapped(&std::env::current_exe().unwrap());
    again.args(["--exact", "witness::nothing_runs"]).env(CANARY, folder.path());
    let output = again.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    assert!(String::from_utf8_lossy(&output.stdout).contains("1 passed"));
    assert!(!canary.exists(), "the environment was run");
}

fn nothing_runs_in(folder: &Path) {
    let canary = folder.join("ran");
    let Some(bash) = bash() else { return };
    let ran = canary.display();
    let commands = [
        format!("touch {ran}"),
        format!("echo \"$(touch {ran})\" `touch {ran}` <(touch {ran})"),
        format!(": > {ran}"),
        format!("cat <<E\n$(touch {ran})\nE"),
        format!(": ${{x:=$(touch {ran})}} $((a[$(touch {ran})])) {{a,b}}"),
        format!("a[$(touch {ran})]=1; [[ -v a[$(touch {ran})] ]]; ((a[$(touch {ran})]))"),
        format!("trap 'touch {ran}' EXIT DEBUG ERR; set +n; touch {ran}"),
        format!("shopt -s expand_aliases\nalias x='touch {ran}'\nx"),
        format!("touch {ran}\n) syntax error"),
        format!("PS4='$(touch {ran})'; set -x; :; exec touch {ran}"),
    ];
    let commands: Vec<&str> = commands.iter().map(String::as_str).collect();
    for command in &commands {
        bash.reprint(command);
        assert!(!canary.exists(), "{command} ran");
    }
    let answers = bash.reprint_all(&commands);
    assert!(!canary.exists(), "the batch ran");
    let texts = answers.iter().filter(|answer| matches!(answer, Reprint::Text(_))).count();
    assert_eq!(texts, commands.len() - 1, "{answers:?}");
}
