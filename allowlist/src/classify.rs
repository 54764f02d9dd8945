//! Two categories, no third: a rule proves the old matcher wrong, or the engine failed.

use crate::evidence::Evidence;
use crate::rule::{RULES, Rule};
use crate::scene::Scene;

/// Whose fault a divergence is.
#[derive(Clone, Copy, Debug)]
pub enum Classification {
    /// The old matcher was wrong, as this rule proves.
    LegacyBug(&'static Rule),
    /// Nothing proves the old matcher wrong.
    EngineFailure,
}

/// Whose fault the divergence is. What no rule proves is the engine's.
pub fn classify(evidence: &Evidence<'_>) -> Classification {
    let scene = Scene::of(evidence);
    match RULES.iter().find(|rule| rule.claims(&scene)) {
        Some(rule) => Classification::LegacyBug(rule),
        None => Classification::EngineFailure,
    }
}

/// Every rule that claims the divergence: at most one, or the rules are at fault.
pub fn claims(evidence: &Evidence<'_>) -> Vec<&'static Rule> {
    let scene = Scene::of(evidence);
    RULES.iter().filter(|rule| rule.claims(&scene)).collect()
}
