//! The corpus crate from outside, in one binary.

mod readers;
mod readers_bad_input;
mod readers_laws;
mod readers_shared;
mod support;
