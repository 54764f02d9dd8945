//! One file per subcommand: from what was typed to the exit code. Results go to standard output, notes to standard error.

pub mod analyze;
pub mod authorize;
pub mod corpus;
pub mod explain;
pub mod gate;
pub mod incidents;
mod named;
pub mod package;
pub mod report;
pub mod shrink;

/// A command line that makes no sense, found out behind clap.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Misuse(pub String);
