//! The old `unit-verdicts`: the policy on each segment, and one denied segment vetoes them all (incident 4).

use guarddiff_engine::policy::{Action, Policy};

use super::text::{segments, trimmed};
use crate::decision::UnitDecision;

/// Every segment that is not blank, denied when any of them is.
pub fn unit_verdicts(text: &str, policy: &Policy) -> Vec<UnitDecision> {
    let mut units = judged_segments(text, policy);
    let veto = units.iter().any(|unit| unit.denied);
    for unit in &mut units {
        unit.denied = veto;
    }
    units
}

/// Every segment that is not blank with the verdict on it alone, before the veto spreads.
pub fn judged_segments(text: &str, policy: &Policy) -> Vec<UnitDecision> {
    segments(text)
        .map(|segment| trimmed(text, segment))
        .filter(|segment| !segment.is_empty())
        .map(|span| {
            let denied = policy.action(&text[span.range()]) == Action::Deny;
            UnitDecision { span, denied }
        })
        .collect()
}
