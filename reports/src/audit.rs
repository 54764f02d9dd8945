//! What is wrong with the allowlist itself: a rule that cites nothing, that excuses nothing, that excuses what another
//! one does, or that would excuse a broken engine as well. It looks at cases of our own making only.

use std::collections::BTreeMap;

use guarddiff_allowlist::{Evidence, Incident, claims, incident, location};
use guarddiff_corpus::case::Case;
use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_corpus::{incidents, pinned};
use guarddiff_oracle::compare::compare;

use crate::campaign::DEFAULT_CASES;
use crate::examine::{self, Subject, healthy};

/// Every case of the pinned campaign.
pub fn cases() -> Vec<Case> {
    let mut cases = incidents::cases();
    for incident in &incidents::location::LOCATIONS {
        cases.extend([false, true].map(|twin| incidents::location::case(incident, twin)));
    }
    cases.extend(pinned::cases());
    cases.extend((0..DEFAULT_CASES).map(|index| generate(GATE_SEED, index).case));
    cases
}

/// Incidents whose citation is neither an address nor a row of the plan.
pub fn uncited() -> Vec<String> {
    let all = incident::ALL.iter().chain(location::INCIDENTS.iter());
    let cited = |it: &Incident| {
        ["https://", "plan, incident "].iter().any(|start| it.citation.starts_with(start))
    };
    all.filter(|it| !cited(it)).map(|it| format!("{} is not cited", it.slug)).collect()
}

/// Rules that claim one divergence together, with the case that shows it.
pub fn overlapping(cases: &[Case]) -> Vec<String> {
    let mut subject = healthy();
    let mut found = BTreeMap::new();
    for case in cases {
        for_each_divergence(&case.command, &mut subject, &mut |evidence| {
            let rules: Vec<&str> = claims(evidence).iter().map(|rule| rule.name).collect();
            if rules.len() > 1 {
                found.entry(rules.join(" and ")).or_insert_with(|| case.id.to_string());
            }
        });
    }
    found.into_iter().map(|(rules, id)| format!("{rules} overlap: both claim {id}")).collect()
}

fn for_each_divergence(
    command: &str,
    subject: &mut Subject<'_>,
    each: &mut dyn FnMut(&Evidence<'_>),
) {
    let opinion = subject(command);
    let (structural, legacy) = examine::decisions(command, &opinion);
    let (policy, facts) = (examine::policy(), opinion.facts.as_ref());
    for divergence in &compare(command, &structural, &legacy, facts, policy) {
        each(&Evidence { command, analysis: &opinion.analysis, facts, policy, divergence });
    }
}

/// Rules that would excuse a broken engine: one that reads right and answers wrong, and that parts from text where the
/// healthy engine agrees with it, while some rule claims that text is wrong there. Rules prove from the reading, so a broken *reading* can deceive them; planted truth and bash find those.
#[cfg(feature = "sabotage")]
pub fn too_wide(cases: &[Case], claimed: &Claims<'_>) -> Vec<String> {
    let mut sound = healthy();
    let parted = |case: &Case, subject: &mut Subject<'_>| {
        let mut found = BTreeMap::new();
        for_each_divergence(&case.command, subject, &mut |evidence| {
            found.insert(evidence.divergence.check, claimed(evidence));
        });
        found
    };
    let expected: Vec<_> = cases.iter().map(|case| parted(case, &mut sound)).collect();
    let mut wide = Vec::new();
    for fault in crate::sabotage::Fault::all().filter(|fault| fault.keeps_the_reading()) {
        let mut broken = crate::sabotage::subject(fault);
        let mut excused: BTreeMap<&str, String> = BTreeMap::new();
        let mut seen = false;
        for (case, expected) in cases.iter().zip(&expected) {
            let new = parted(case, &mut broken).into_iter();
            for (_, rule) in new.filter(|(check, _)| !expected.contains_key(check)) {
                match rule {
                    Some(rule) => {
                        excused.entry(rule).or_insert_with(|| case.id.to_string());
                    }
                    None => seen = true,
                }
            }
        }
        if !seen && !excused.is_empty() {
            let rules: Vec<String> =
                excused.iter().map(|(rule, id)| format!("{rule} ({id})")).collect();
            wide.push(format!("too wide: {} excuse {}", rules.join(", "), fault.name));
        }
    }
    wide
}

/// Which rule excuses a divergence.
#[cfg(feature = "sabotage")]
pub type Claims<'a> = dyn Fn(&Evidence<'_>) -> Option<&'static str> + 'a;

/// The rule of the allowlist that excuses a divergence.
#[cfg(feature = "sabotage")]
pub fn by_the_allowlist(evidence: &Evidence<'_>) -> Option<&'static str> {
    claims(evidence).first().map(|rule| rule.name)
}
