//! The oracle's integration tests, in one binary.

#![expect(clippy::unwrap_used, reason = "a helper that fails must fail its test")]

mod compare;
mod decision;
#[cfg(target_os = "linux")]
mod execution_box;
mod git_options;
mod help;
mod legacy;
mod metamorphic;
mod mutants;
mod shared;
mod tables;
mod truth;
mod unavailable;
#[cfg(unix)]
mod witness;
