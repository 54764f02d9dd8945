//! The product as a user meets it: the binary, its exit codes, its reports and its schemas.
#![expect(clippy::disallowed_methods, reason = "tests start the binary that they test")]
#![expect(clippy::unwrap_used, reason = "a helper that fails must fail its test")]

mod analyze;
mod authorize;
mod bash;
mod corpus;
mod coverage;
mod documents;
mod explain;
mod formats;
mod gate;
mod incidents;
mod package;
mod redaction;
mod report;
mod runs;
#[cfg(feature = "sabotage")]
mod sabotage;
mod schema;
mod shapes;
mod shrink;
mod stats;
mod support;
