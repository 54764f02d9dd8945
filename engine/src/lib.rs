//! What would bash run? A pure, total reading of a command text; it does no I/O, starts no process, reads no clock.

pub mod analysis;
pub mod facts;
pub mod limits;
pub mod policy;
mod reading;
pub mod span;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the engine that compares the two readings comes with the tokens")
)]
mod tree;
pub mod word;
