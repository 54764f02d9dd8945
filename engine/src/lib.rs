//! What would bash run? A pure, total reading of a command text; it does no I/O, starts no process, reads no clock.

pub mod analysis;
pub mod checks;
pub mod facts;
mod git;
pub mod limits;
pub mod policy;
mod reading;
#[cfg(feature = "sabotage")]
pub mod sabotage;
pub mod span;
pub mod word;
