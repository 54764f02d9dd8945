//! Starting programs for the chores, visibly: each command line is printed before it runs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

/// The root of the checkout: the folder above this package's, as cargo tells it to what it runs.
pub(crate) fn root() -> Result<PathBuf> {
    let built = || env!("CARGO_MANIFEST_DIR").into();
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(built));
    Ok(here.parent().context("the package has no folder above it")?.to_owned())
}

/// A program to be started at the root.
#[expect(
    clippy::disallowed_methods,
    reason = "chores start programs; the product does not depend on them"
)]
pub(crate) fn command(root: &Path, program: &str, args: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(args).current_dir(root).stdin(Stdio::null());
    command
}

/// Runs `cargo` with these arguments; an error when it fails.
pub(crate) fn cargo(root: &Path, args: &[&str]) -> Result<()> {
    cargo_with(root, args, &[])
}

/// Runs `cargo` with these arguments and environment variables; an error when it fails.
pub(crate) fn cargo_with(root: &Path, args: &[&str], env: &[(&str, &str)]) -> Result<()> {
    let variables: String = env.iter().map(|(name, value)| format!("{name}={value} ")).collect();
    println!("$ {variables}cargo {}", args.join(" "));
    let mut command = command(root, "cargo", args);
    command.envs(env.iter().copied());
    let status = command.status().context("cannot start cargo")?;
    ensure!(status.success(), "cargo {} failed: {status}", args.join(" "));
    Ok(())
}

/// Standard output of a program that must succeed.
pub(crate) fn output(root: &Path, program: &str, args: &[&str]) -> Result<Vec<u8>> {
    let shown = || format!("{program} {}", args.join(" "));
    let output = command(root, program, args)
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("cannot start {}", shown()))?;
    ensure!(output.status.success(), "{} failed: {}", shown(), output.status);
    Ok(output.stdout)
}

/// Whether a program can be started and succeeds; its output is dropped.
pub(crate) fn succeeds(root: &Path, program: &str, args: &[&str]) -> bool {
    command(root, program, args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}
