//! What would bash run? A pure, total reading of a command text; it does no I/O, starts no process, reads no clock.

pub mod account;
pub mod analysis;
pub mod authorize;
pub mod checks;
mod descend;
mod engine;
pub mod facts;
mod git;
pub mod limits;
mod meet;
pub mod policy;
pub mod programs;
mod reading;
#[cfg(feature = "sabotage")]
pub mod sabotage;
pub mod span;
mod tokens;
mod tree;
mod values;
pub mod word;

pub use engine::Engine;
pub use tree::NodeKind;
