//! Excuses: rules that prove from structure why a text matcher was wrong, each with the incident it cites. Nothing else excuses a divergence.

mod cause;
pub mod classify;
pub mod evidence;
pub mod incident;
pub mod location;
mod place;
pub mod rule;
pub mod scene;
mod substitution;
pub mod usage;

pub use classify::{Classification, Tried, claims, classify, trial};
pub use evidence::Evidence;
pub use incident::Incident;
pub use rule::{RULES, Rule};
