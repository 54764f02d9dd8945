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
            let denied = action(policy, &text[span.range()]) == Action::Deny;
            UnitDecision { span, denied }
        })
        .collect()
}

/// What the last matching rule says; a person is asked where none matches.
fn action(policy: &Policy, unit: &str) -> Action {
    let matching = policy.rules.iter().rfind(|rule| matches(&rule.pattern, unit));
    matching.map_or(Action::Ask, |rule| rule.action)
}

fn matches(pattern: &str, unit: &str) -> bool {
    pattern.strip_suffix(" *").is_some_and(|head| wildcard(head, unit)) || wildcard(pattern, unit)
}

/// `*` is any text and `?` one character, anchored; only the last `*` is ever reconsidered, which suffices.
fn wildcard(pattern: &str, unit: &str) -> bool {
    let (mut pattern, mut unit) = (pattern.chars(), unit.chars());
    let mut retry = None;
    loop {
        let unit_here = unit.clone();
        match (pattern.next(), unit.next()) {
            (None, None) => return true,
            (Some('*'), _) => {
                retry = Some((pattern.clone(), unit_here.clone()));
                unit = unit_here;
            }
            (Some('?'), Some(_)) => {}
            (Some(wanted), Some(found)) if wanted == found => {}
            (_, found) => {
                let Some((after_star, mut from)) = retry else { return false };
                if found.is_none() || from.next().is_none() {
                    return false;
                }
                pattern = after_star.clone();
                unit = from.clone();
                retry = Some((after_star, from));
            }
        }
    }
}
