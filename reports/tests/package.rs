//! What a package installs: completions, man pages, hooks, and templates for CI, each line of which is run.

use std::path::Path;
use std::process::{Command, Output};

use crate::support::{Folder, exits, guarddiff, own, run, stdout};

const SUBCOMMANDS: [&str; 9] = [
    "gate",
    "explain",
    "shrink",
    "analyze",
    "authorize",
    "report",
    "incidents",
    "corpus",
    "completions",
];

#[test]
fn every_shell_is_given_completions_of_every_subcommand() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        exits(&output, 0);
        let script = stdout(&output);
        assert!(SUBCOMMANDS.iter().all(|name| script.contains(name)), "{shell}");
        assert!(script.contains("coverage"), "{shell}");
    }
    exits(&run(&["completions", "tcsh"]), 2);
    // bash takes what it is given.
    let folder = Folder::new();
    let script = folder.write("guarddiff.bash", run(&["completions", "bash"]).stdout);
    if let Ok(output) = Command::new("bash").args(["--norc", "-n", &script]).output() {
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn there_is_a_man_page_for_every_subcommand() {
    let folder = Folder::new();
    exits(&run(&["man", &folder.path(".")]), 0);
    let names = folder.names();
    assert!(names.contains(&"guarddiff.1".to_owned()), "{names:?}");
    for name in SUBCOMMANDS {
        assert!(names.contains(&format!("guarddiff-{name}.1")), "{names:?}");
    }
    let page = std::fs::read_to_string(folder.path("guarddiff-explain.1")).unwrap();
    assert!(page.contains(".TH") && page.contains("\\-\\-format"), "{page}");
    exits(&run(&["man", &folder.path("no/such/folder")]), 4);
}

/// The lines of a template that call the program, as a shell would be given them.
fn lines(template: &str) -> Vec<String> {
    let text = std::fs::read_to_string(own(template)).unwrap();
    let mut lines = Vec::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let line = line.trim().trim_start_matches("- ");
        let line =
            ["run: ", "entry: "].iter().find_map(|key| line.strip_prefix(key)).unwrap_or(line);
        if line.starts_with("guarddiff ") || line.starts_with("cat guarddiff") {
            lines.push(line.to_owned());
        }
    }
    assert!(!lines.is_empty(), "{template} calls nothing");
    lines
}

/// Runs a line as CI does: in a folder of its own, with the program on the path. A gate runs nothing in the box, as in the
/// other tests.
fn shell(line: &str, folder: &Path, variables: &[(&str, &str)]) -> Output {
    let program = Path::new(env!("CARGO_BIN_EXE_guarddiff")).parent().unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let off = if line.starts_with("guarddiff gate") { " --sandbox off" } else { "" };
    let line = format!("{line}{off}");
    let mut command = Command::new("sh");
    command.args(["-eu", "-c", &line]).current_dir(folder).env("PATH", path.unwrap());
    command.env("GITHUB_STEP_SUMMARY", folder.join("summary.md")).env("ARGUMENTS", "");
    command.envs(variables.iter().copied()).output().unwrap()
}

/// Runs the lines of a template in their order, those of a part of the cases once for each part.
#[track_caller]
fn runs(template: &str, variables: &dyn Fn(u32) -> Vec<(&'static str, String)>) -> Folder {
    let folder = Folder::new();
    let place = folder.path(".");
    for line in lines(template) {
        let parts = if line.contains("--shard auto") { 4 } else { 1 };
        for part in 0..parts {
            let variables = if parts > 1 { variables(part) } else { Vec::new() };
            let variables: Vec<(&str, &str)> =
                variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
            let output = shell(&line, Path::new(&place), &variables);
            assert!(output.status.success(), "{line}\n{}", String::from_utf8_lossy(&output.stderr));
        }
    }
    folder
}

#[test]
fn the_github_action_runs() {
    let folder = runs("templates/github/action.yml", &|_| Vec::new());
    for name in ["guarddiff.html", "guarddiff.sarif", "guarddiff.jsonl", "summary.md"] {
        assert!(folder.names().contains(&name.to_owned()), "{:?}", folder.names());
    }
}

#[test]
fn the_github_workflow_runs() {
    let folder = runs("templates/github/workflow.yml", &|part| {
        vec![("GUARDDIFF_SHARD_INDEX", part.to_string()), ("GUARDDIFF_SHARD_TOTAL", "4".to_owned())]
    });
    let summary = std::fs::read_to_string(folder.path("summary.md")).unwrap();
    assert!(summary.contains("parity holds"), "{summary}");
    assert!(folder.names().contains(&"guarddiff.sarif".to_owned()), "{:?}", folder.names());
}

#[test]
fn the_gitlab_jobs_run() {
    let folder = runs("templates/gitlab-ci.yml", &|part| {
        vec![("CI_NODE_INDEX", (part + 1).to_string()), ("CI_NODE_TOTAL", "4".to_owned())]
    });
    let report = std::fs::read_to_string(folder.path("guarddiff.html")).unwrap();
    assert!(report.contains("parity holds"), "{report}");
    for name in ["guarddiff.xml", "guarddiff.json"] {
        assert!(folder.names().contains(&name.to_owned()), "{:?}", folder.names());
    }
}

/// A hook is called with the files that changed behind its entry, unless it says otherwise.
#[test]
fn the_hooks_of_pre_commit_run() {
    let folder = Folder::new();
    folder.write("session.jsonl", "{\"command\":\"git status\"}\n");
    let text = std::fs::read_to_string(own("../.pre-commit-hooks.yaml")).unwrap();
    let hooks: Vec<&str> = text.split("\n- id: ").skip(1).collect();
    assert_eq!(hooks.len(), 3);
    for hook in hooks {
        let entry = hook.lines().find_map(|line| line.trim().strip_prefix("entry: ")).unwrap();
        let files = if hook.contains("pass_filenames: false") { "" } else { " session.jsonl" };
        let line = format!("{entry}{files}");
        let output = shell(&line, Path::new(&folder.path(".")), &[]);
        // A build with broken engines knows two rules that are too wide.
        let excused = cfg!(feature = "sabotage") && entry.contains("incidents check");
        assert!(
            output.status.success() || excused,
            "{line}\n{}{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        );
    }
    exits(&guarddiff().arg("--version").output().unwrap(), 0);
}
