//! The corpus crate from outside, in one binary.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on says where it stopped")]

mod evidence;
mod expect;
mod generator;
mod generator_runs;
mod laws;
mod readers;
mod readers_agents;
mod readers_bad_input;
mod readers_containers;
mod readers_laws;
mod readers_shared;
mod redact;
mod support;
