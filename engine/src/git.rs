//! git's own command line: which subcommand an argv runs and what its options mean. It reads words only, and
//! never asks a git or a repository.
//!
//! Facts were taken from git 2.47.3 (`git help git`, `--git-completion-helper-all` and trials in a fresh
//! temporary repository).

pub(crate) mod alias;
pub(crate) mod commit;
pub(crate) mod globals;
pub(crate) mod options;
pub(crate) mod runs;
pub(crate) mod subcommands;
pub(crate) mod unknown;

/// The last component of a program's path: what decides which program it is.
pub(crate) fn basename(path: &str) -> &str {
    path.rfind('/').map_or(path, |slash| &path[slash + 1..])
}
