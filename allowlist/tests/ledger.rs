//! The ledger and the table of rules: citations, names, no incident without a rule and no rule without one.

use std::collections::BTreeSet;

use guarddiff_allowlist::{RULES, incident};

#[test]
fn names_and_slugs_are_unique_and_in_kebab_case() {
    let names: BTreeSet<&str> = RULES.iter().map(|rule| rule.name).collect();
    assert_eq!(names.len(), RULES.len());
    let slugs: BTreeSet<&str> = incident::ALL.iter().map(|incident| incident.slug).collect();
    assert_eq!(slugs.len(), incident::ALL.len());
    for name in names.iter().chain(&slugs) {
        assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
    }
}

#[test]
fn the_five_incidents_of_the_plan_are_cited_as_such_and_the_others_publicly() {
    for incident in incident::ALL {
        let plan = incident.citation.strip_prefix("plan, incident ");
        let public = incident.citation.starts_with("https://");
        assert!(plan.is_some() != public, "{}: {}", incident.slug, incident.citation);
    }
    let plan = |incident: &&&guarddiff_allowlist::Incident| incident.citation.starts_with("plan");
    let cited: Vec<&str> = incident::ALL.iter().filter(plan).map(|found| found.slug).collect();
    assert_eq!(
        cited,
        ["prose-mention", "heredoc-prose", "verify-fixture", "unit-veto", "wrapper-value"]
    );
}

#[test]
fn every_incident_has_a_rule_and_every_rule_an_incident_of_the_ledger() {
    let cited: BTreeSet<&str> = RULES.iter().map(|rule| rule.incident.slug).collect();
    let ledger: BTreeSet<&str> = incident::ALL.iter().map(|incident| incident.slug).collect();
    assert_eq!(cited, ledger);
}

#[test]
fn every_rule_is_about_something() {
    for rule in &RULES {
        assert!(!rule.checks.is_empty() && !rule.directions.is_empty(), "{}", rule.name);
    }
}
