//! SCAFFOLD
use crate::totals::*;
use guarddiff_corpus::case::Case;
/// x
pub fn enter(totals: &mut Totals) {
    for rule in guarddiff_allowlist::RULES {
        totals.rules.insert(
            rule.name.to_owned(),
            RuleTotals { hits: 0, incident: rule.incident.slug.to_owned() },
        );
        totals.incidents.insert(
            rule.incident.slug.to_owned(),
            IncidentTotals {
                hits: 0,
                title: rule.incident.title.into(),
                citation: rule.incident.citation.into(),
                checks: vec![],
            },
        );
    }
}
/// x
pub fn cases() -> Vec<Case> {
    vec![]
}
