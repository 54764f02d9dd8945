//! Starts the binary, and says what came out.

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

/// The binary, deaf to the environment's wishes about colour.
pub(crate) fn guarddiff() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_guarddiff"));
    command.env_remove("CLICOLOR_FORCE").env("NO_COLOR", "1");
    command
}

/// Runs the binary to its end. A gate runs nothing unless its arguments name the sandbox.
pub(crate) fn run(args: &[&str]) -> Output {
    let runs_nothing = args.first() == Some(&"gate") && !args.contains(&"--sandbox");
    let sandbox: &[&str] = if runs_nothing { &["--sandbox", "off"] } else { &[] };
    guarddiff().args(args).args(sandbox).stdin(Stdio::null()).output().unwrap()
}

/// Runs the binary with something on standard input.
pub(crate) fn feed(args: &[&str], input: &[u8]) -> Output {
    let mut child = guarddiff()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.write_all(input));
        child.wait_with_output().unwrap()
    })
}

/// Standard output as text.
#[track_caller]
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The exit code, and both streams where another one was expected.
#[track_caller]
pub(crate) fn exits(output: &Output, code: i32) {
    assert_eq!(
        output.status.code(),
        Some(code),
        "stdout: {}\nstderr: {}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

/// A folder that goes away with the test.
pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().unwrap().to_owned()
    }

    pub(crate) fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        std::fs::write(self.0.path().join(name), bytes).unwrap();
        self.path(name)
    }

    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = std::fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

/// A file of this crate.
pub(crate) fn own(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}
