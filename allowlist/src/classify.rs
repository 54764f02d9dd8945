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

/// What became of one rule that was tried on a divergence.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tried {
    /// It is about other checks.
    OtherCheck,
    /// It is about other directions.
    OtherDirection,
    /// It needs something else to be proved than what was found.
    NotProved,
    /// It proves the old matcher wrong.
    Proves,
}

impl Tried {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Tried::OtherCheck => "other-check",
            Tried::OtherDirection => "other-direction",
            Tried::NotProved => "not-proved",
            Tried::Proves => "proves",
        }
    }
}

/// What made the old matcher wrong, in a sentence without its end, if that can be proved; and what became of each rule,
/// in the order in which they are tried.
pub fn trial(evidence: &Evidence<'_>) -> (Option<&'static str>, Vec<(&'static Rule, Tried)>) {
    let scene = Scene::of(evidence);
    let tried = |rule: &'static Rule| {
        let tried = if !rule.checks.contains(&evidence.divergence.check) {
            Tried::OtherCheck
        } else if !rule.directions.contains(&evidence.divergence.direction) {
            Tried::OtherDirection
        } else if !rule.proves.holds(&scene) {
            Tried::NotProved
        } else {
            Tried::Proves
        };
        (rule, tried)
    };
    (scene.cause().map(|cause| cause.sentence()), RULES.iter().map(tried).collect())
}

/// Every rule that claims the divergence: at most one, or the rules are at fault.
pub fn claims(evidence: &Evidence<'_>) -> Vec<&'static Rule> {
    let scene = Scene::of(evidence);
    RULES.iter().filter(|rule| rule.claims(&scene)).collect()
}
