//! Opinions about a command and where they part: frozen text matchers, the decisions of a structural guard, and their comparison.

pub mod decision;
pub mod divergence;
