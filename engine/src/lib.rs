//! What would bash run? A pure, total reading of a command text; it does no I/O, starts no process, reads no clock.

pub mod analysis;
pub mod facts;
pub mod limits;
pub mod policy;
#[cfg_attr(not(test), expect(dead_code, reason = "the walk over commands is its only caller"))]
pub mod programs;
mod reading;
pub mod span;
mod tokens;
mod values;
pub mod word;
