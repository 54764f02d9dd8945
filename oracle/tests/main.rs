//! The oracle's integration tests, in one binary.

mod compare;
mod decision;
#[cfg(target_os = "linux")]
mod execution_box;
mod legacy;
mod metamorphic;
mod mutants;
mod shared;
mod tables;
mod truth;
mod unavailable;
#[cfg(unix)]
mod witness;
