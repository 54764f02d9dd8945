//! The steps of .ci/run, so that each runs locally by the same name. A tool that is not installed is named, not fetched.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, anyhow};
use clap::ValueEnum;

use crate::{start, tidy};

/// Which steps to run.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Steps to run, in this order; all of them when none is named.
    steps: Vec<Step>,
}

/// One step, in the order in which .ci/run takes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Step {
    /// Every test of the workspace.
    Test,
    /// The format of the code.
    Fmt,
    /// Lints of every target, with and without the sabotaged engines.
    Clippy,
    /// The invariants of the layout.
    Tidy,
    /// The documentation, with no broken link in it.
    Doc,
    /// The release gate, as the README has it, and once more with bash's parse required.
    Gate,
    /// The gate against engines broken on purpose: it must wake up.
    Sabotage,
    /// Licences, sources and advisories of the dependencies, where cargo-deny is installed.
    Deny,
}

pub(crate) fn run(root: &Path, args: &Args) -> Result<()> {
    let steps = if args.steps.is_empty() { Step::value_variants() } else { &args.steps };
    for &step in steps {
        println!("== {}", step.name());
        let (result, taken) = timed(|| step.run(root));
        result.map_err(|error| error.context(format!("step {} failed", step.name())))?;
        println!("== {}: passed in {:.1} s", step.name(), taken.as_secs_f64());
    }
    Ok(())
}

impl Step {
    fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    fn run(self, root: &Path) -> Result<()> {
        let cargo = |args: &[&str]| start::cargo(root, args);
        match self {
            Step::Test => cargo(&["test", "--workspace"]),
            Step::Fmt => cargo(&["fmt", "--all", "--check"]),
            Step::Clippy => {
                cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"])?;
                let sabotaged = ["-p", "guarddiff-reports", "--features", "sabotage"];
                let clippy = ["clippy", "--all-targets"].iter().chain(&sabotaged);
                cargo(&clippy.chain(&["--", "-D", "warnings"]).copied().collect::<Vec<_>>())
            }
            Step::Tidy => tidy::run(root, &tidy::Args::default()),
            Step::Doc => start::cargo_with(
                root,
                &["doc", "--workspace", "--no-deps", "--document-private-items"],
                &[("RUSTDOCFLAGS", "-D warnings")],
            ),
            Step::Gate => {
                cargo(&["run", "--release", "--", "gate"])?;
                let gate = ["run", "--release", "--", "gate"];
                cargo(&[&gate[..], &["--bash", "require", "--sandbox", "off", "--quiet"]].concat())
            }
            Step::Sabotage => cargo(&["test", "-p", "guarddiff-reports", "--features", "sabotage"]),
            Step::Deny => deny(root),
        }
    }
}

/// Licences, bans and sources need nothing but the lock file; the advisory database would be fetched from
/// elsewhere, so it is not asked here.
fn deny(root: &Path) -> Result<()> {
    if !start::succeeds(root, "cargo", &["deny", "--version"]) {
        println!("skipped: cargo-deny is not installed (cargo install --locked cargo-deny)");
        return Ok(());
    }
    start::cargo(root, &["deny", "check", "licenses", "bans", "sources"])
        .map_err(|error| anyhow!("deny.toml forbids something: {error}"))
}

#[expect(clippy::disallowed_methods, reason = "shows how long a step took; no report holds it")]
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = std::time::Instant::now();
    (work(), start.elapsed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ci_run_calls_the_readme_test_command_and_then_every_step_in_order() {
        let script = include_str!("../../.ci/run");
        let called: Vec<&str> =
            script.lines().filter_map(|line| line.trim().strip_prefix("run cargo ")).collect();
        let mut expected = vec!["test --workspace".to_owned()];
        let steps = Step::value_variants().iter().filter(|&&step| step != Step::Test);
        expected.extend(steps.map(|step| format!("xtask ci {}", step.name())));
        assert_eq!(called, expected);
        assert!(include_str!("../../README.md").contains("cargo test --workspace\n"));
    }
}
