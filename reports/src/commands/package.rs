//! `guarddiff completions` and `guarddiff man`: what a package installs beside the program, made from the command line's own
//! description. Neither reads anything.

use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::exit_code::Exit;

/// Writes the completions of a shell to standard output.
pub fn completions(shell: clap_complete::Shell) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "guarddiff", &mut script);
    io::stdout().write_all(&script).context("can't write standard output")?;
    Ok(Exit::Parity)
}

/// Writes the man pages into a folder.
pub fn man(folder: &Path) -> anyhow::Result<Exit> {
    let written = clap_mangen::generate_to(Cli::command(), folder);
    written.with_context(|| format!("can't write man pages into {}", folder.display()))?;
    Ok(Exit::Parity)
}
