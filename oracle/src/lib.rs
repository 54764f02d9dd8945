//! Opinions about a command and where they part: frozen text matchers, the decisions of a structural guard, and their comparison.

#[cfg(unix)]
pub mod agreement;
#[cfg(unix)]
pub mod bash;
pub mod compare;
pub mod decision;
pub mod divergence;
pub mod invariants;
pub mod legacy;
pub mod location;
pub mod mutation;
pub mod truth;
