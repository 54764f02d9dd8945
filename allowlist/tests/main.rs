//! The allowlist's integration tests, in one binary.

mod classify;
mod incidents;
mod ledger;
mod location;
mod sketch;
mod subject;
mod sweep;
mod usage;
