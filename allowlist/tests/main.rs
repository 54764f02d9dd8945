//! The allowlist's integration tests, in one binary.

mod classify;
mod ledger;
mod sketch;
mod usage;
