//! The engine's tables of git's options and subcommands, against the git that is installed. Skips, and says so, where
//! there is none. Git is only asked for its lists, and to refuse a dry run.

use std::path::Path;
use std::process::{Command, Stdio};

use guarddiff_engine::Engine;
use guarddiff_engine::checks::{Settings, facts};
use guarddiff_engine::facts::Fact;
use regex::Regex;

/// A new repository and what git says in it.
struct Git {
    folder: tempfile::TempDir,
}

#[expect(clippy::disallowed_methods, reason = "asks an installed git for its tables")]
fn run(folder: &Path, words: &[&str]) -> Option<(i32, String)> {
    let output = Command::new("git")
        .args(words)
        .current_dir(folder)
        .env_clear()
        .env("PATH", std::env::var_os("PATH")?)
        .env("HOME", folder)
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdin(Stdio::null())
        .output()
        .ok()?;
    let text = [output.stdout, output.stderr].concat();
    Some((output.status.code()?, String::from_utf8_lossy(&text).into_owned()))
}

#[expect(clippy::print_stderr, reason = "a skipped test must be seen")]
fn git() -> Option<Git> {
    let folder = tempfile::tempdir().unwrap();
    match run(folder.path(), &["init", "-q"]) {
        Some((0, _)) => Some(Git { folder }),
        Some(_) | None => {
            eprintln!("skipped: git is not installed");
            None
        }
    }
}

impl Git {
    fn says(&self, words: &[&str]) -> String {
        run(self.folder.path(), words).unwrap().1
    }
}

/// Whether the engine sees a commit that skips its hooks.
fn skips(engine: &mut Engine, command: &str) -> Fact {
    let analysis = engine.analyze(command);
    facts(command, &analysis, &Settings::default()).unwrap().no_verify.fact
}

#[test]
fn long_options_of_commit_take_the_values_that_git_takes() {
    let Some(git) = git() else { return };
    let listed = git.says(&["commit", "--git-completion-helper-all"]);
    let mut engine = Engine::new();
    let mut options = 0;
    for option in listed.split_whitespace().filter(|option| *option != "--") {
        options += 1;
        let (spelled, expected) = match option.strip_suffix('=') {
            Some(option) => (option, Fact::No),
            None => (option, Fact::Yes),
        };
        let command = format!("git commit {spelled} -n");
        assert_eq!(skips(&mut engine, &command), expected, "{command}");
        let attached = format!("git commit {spelled}=-n");
        assert_ne!(skips(&mut engine, &attached), Fact::Yes, "{attached}");
    }
    assert!(options > 50, "{listed}");
}

#[test]
fn letters_of_commit_take_the_values_that_git_takes() {
    let Some(git) = git() else { return };
    let help = git.says(&["commit", "-h"]);
    let line = Regex::new(r"(?m)^ +-([A-Za-z]), (--\S+)( <)?").unwrap();
    let mut engine = Engine::new();
    let mut letters = 0;
    for found in line.captures_iter(&help) {
        letters += 1;
        let letter = &found[1];
        let (optional, value) = (found[2].contains("[="), found.get(3).is_some());
        let own = if letter == "n" { Fact::Yes } else { Fact::No };
        let next = if value { own } else { Fact::Yes };
        let inside = if value || optional { own } else { Fact::Yes };
        for (command, expected) in [
            (format!("git commit -{letter} -n"), next),
            (format!("git commit -{letter}n"), inside),
            (format!("git commit -q{letter}n"), inside),
        ] {
            assert_eq!(skips(&mut engine, &command), expected, "{command}");
        }
    }
    assert!(letters > 15, "{help}");
}

/// git refuses an abbreviation that could be two options with exit code 129.
#[test]
fn abbreviations_are_those_that_git_takes() {
    let Some(git) = git() else { return };
    let mut engine = Engine::new();
    for whole in ["--no-verify", "--verify", "--message", "--no-edit", "--file"] {
        for end in 3..=whole.len() {
            let option = &whole[..end];
            let words = ["commit", "--dry-run", "--allow-empty", "-n", option, "-n"];
            let (code, said) = run(git.folder.path(), &words).unwrap();
            let refused = code == 129 && said.contains("ambiguous option");
            let command = format!("git commit {option} -n");
            let expected = match whole {
                "--message" | "--file" if !refused => Fact::No,
                _ => Fact::Yes,
            };
            assert_eq!(skips(&mut engine, &command), expected, "{command}: {said}");
        }
    }
}

#[test]
fn options_before_the_subcommand_take_the_values_that_git_takes() {
    let Some(git) = git() else { return };
    let help = git.says(&["--help"]);
    let usage = help.split("\n\n").next().unwrap();
    let option = Regex::new(r"(--?[A-Za-z][a-z-]*)(\[=<|=<| <)?").unwrap();
    let mut engine = Engine::new();
    let mut options = 0;
    for found in option.captures_iter(usage) {
        let name = &found[1];
        let spellings = match found.get(2).map(|value| value.as_str()) {
            _ if matches!(name, "-v" | "--version" | "-h" | "--help") => continue,
            // They print a path, and no subcommand runs.
            _ if matches!(name, "--html-path" | "--man-path" | "--info-path") => continue,
            None => vec![name.to_owned()],
            Some("[=<") => vec![format!("{name}=x")],
            Some(" <") if name == "-c" => vec!["-c a.b=x".to_owned()],
            Some(" <") => vec![format!("{name} x")],
            Some(_) if name == "--config-env" => vec!["--config-env=a.b=X".to_owned()],
            Some(_) => vec![format!("{name}=x"), format!("{name} x")],
        };
        for spelled in spellings {
            options += 1;
            let command = format!("git {spelled} commit -n");
            assert_eq!(skips(&mut engine, &command), Fact::Yes, "{command}");
        }
    }
    assert!(options > 14, "{usage}");
}

/// An alias never takes the place of a subcommand of git's own (git-config(1), alias.*).
#[test]
fn every_subcommand_of_git_is_known() {
    let Some(git) = git() else { return };
    let mut engine = Engine::new();
    let listed = git.says(&["--list-cmds=builtins"]);
    let mut unknown = Vec::new();
    for name in listed.split_whitespace().filter(|name| *name != "commit") {
        let command = format!("git -c alias.{name}='commit -n' {name}");
        if skips(&mut engine, &command) != Fact::No {
            unknown.push(name);
        }
    }
    assert!(listed.split_whitespace().count() > 100, "{listed}");
    assert!(unknown.is_empty(), "{unknown:?}");
}
