//! The ledger of incidents: what the allowlist cites and the corpus shows, joined by slug, and whether each case still
//! shows what it is there to show.

use guarddiff_allowlist::{Incident, RULES, incident, location};
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_corpus::incidents::location::LOCATIONS;
use guarddiff_corpus::incidents::{IncidentCase, incidents};
use guarddiff_engine::authorize::Located;
use guarddiff_engine::facts::Check;
use guarddiff_oracle::decision::Decisions;
use guarddiff_oracle::location::Location;
use serde_json::Value;

use crate::finding::{Finding, Kind, UNIT_LOCATION, Verdict};
use crate::stated;
use crate::totals::{IncidentTotals, RuleTotals, Totals};

/// Enters every rule and every incident, so that one without a hit is seen.
pub fn enter(totals: &mut Totals) {
    let rules = RULES.iter().map(|rule| (rule.name, rule.incident));
    let wrapped = location::RULES.iter().map(|rule| (rule.name, rule.incident));
    for (name, incident) in rules.chain(wrapped) {
        let incident = incident.slug.to_owned();
        totals.rules.insert(name.to_owned(), RuleTotals { hits: 0, own: 0, incident });
    }
    for incident in incident::ALL {
        let mut checks: Vec<Check> = RULES
            .iter()
            .filter(|rule| rule.incident.slug == incident.slug)
            .flat_map(|rule| rule.checks.iter().copied())
            .collect();
        checks.sort();
        checks.dedup();
        enter_incident(totals, incident, checks.into_iter().map(Check::name));
    }
    for incident in location::INCIDENTS {
        enter_incident(totals, incident, [UNIT_LOCATION].into_iter());
    }
}

fn enter_incident(
    totals: &mut Totals,
    incident: &Incident,
    checks: impl Iterator<Item = &'static str>,
) {
    totals.incidents.insert(
        incident.slug.to_owned(),
        IncidentTotals {
            since: incident.since.to_owned(),
            hits: 0,
            title: incident.title.to_owned(),
            citation: incident.citation.to_owned(),
            checks: checks.map(str::to_owned).collect(),
        },
    );
}

/// What is wrong with the case of a wrapped unit's incident, if it is one: a regression in which no rule of that
/// incident explains where the text finds the unit, or a twin in which text and structure do not both leave it alone.
pub fn broken_location(
    case: &Case,
    locations: &[Location],
    findings: &[Finding],
) -> Option<Finding> {
    let CaseId::Incident { slug, twin } = &case.id else { return None };
    let incident = LOCATIONS.iter().find(|incident| incident.slug == slug)?;
    let parted = || findings.iter().filter(|finding| finding.kind == Kind::Location);
    let leaves = |located: &Located| !matches!(located, Located::Once(_));
    let shown = if *twin {
        let alone = |it: &&Location| leaves(&it.by_text) && leaves(&it.by_structure);
        parted().next().is_none() && locations.iter().any(|location| alone(&location))
    } else {
        parted().any(|finding| finding.incident.as_deref() == Some(incident.slug))
    };
    let fault = if *twin {
        "text and structure must both leave the twin's wrapper on"
    } else {
        "text must misplace the regression's unit, by a rule of this incident"
    };
    (!shown).then(|| Finding {
        case: 0,
        id: case.id.to_string(),
        kind: Kind::Incident,
        check: None,
        direction: None,
        classification: Verdict::EngineFailure,
        rule: None,
        incident: Some(incident.slug.to_owned()),
        citation: Some(incident.source.to_owned()),
        fact: None,
        structural: Value::Null,
        legacy: Value::Null,
        bash: Value::Null,
        planted: Value::Null,
        span: None,
        message: fault.to_owned(),
        command: case.command.clone(),
    })
}

/// What is wrong with an incident's case, if it is one: a regression on which text must be wrong for the reason that
/// the incident gives, or a twin that both must catch. What was planted is looked at elsewhere.
pub fn broken(
    case: &Case,
    structural: &Decisions,
    legacy: &Decisions,
    findings: &[Finding],
) -> Option<Finding> {
    let CaseId::Incident { slug, twin } = &case.id else { return None };
    let incident = incidents().iter().find(|incident| incident.slug == slug)?;
    let check = incident.check;
    let fault = if *twin {
        let caught = structural[check as usize].acts() && legacy[check as usize].acts();
        (!caught).then_some("the twin must be caught by structure and by text")
    } else {
        let shown = findings.iter().any(|finding| {
            finding.check == Some(check)
                && finding.kind == Kind::Divergence
                && finding.incident.as_deref() == Some(incident.slug)
        });
        (!shown).then_some("text must be wrong about the regression, by a rule of this incident")
    };
    fault.map(|fault| finding(case, incident, structural, legacy, fault))
}

fn finding(
    case: &Case,
    incident: &IncidentCase,
    structural: &Decisions,
    legacy: &Decisions,
    fault: &str,
) -> Finding {
    let check = incident.check;
    Finding {
        case: 0,
        id: case.id.to_string(),
        kind: Kind::Incident,
        check: Some(check),
        direction: None,
        classification: Verdict::EngineFailure,
        rule: None,
        incident: Some(incident.slug.to_owned()),
        citation: Some(incident.source.to_owned()),
        fact: None,
        structural: stated::decision(&structural[check as usize]),
        legacy: stated::decision(&legacy[check as usize]),
        bash: Value::Null,
        planted: case
            .planted
            .as_ref()
            .map_or(Value::Null, |planted| stated::planted(planted, check)),
        span: None,
        message: fault.to_owned(),
        command: case.command.clone(),
    }
}
