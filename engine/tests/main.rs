//! The engine from outside: what texts run, and how it bears hostile ones.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where it stopped")]

mod bypasses;
mod checks;
mod hostile;
mod reading;
