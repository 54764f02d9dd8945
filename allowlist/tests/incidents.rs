//! Every incident of the ledger with its two commands: on the regression the old matcher is wrong and a rule says
//! why, citing that incident; on the twin both fire.

use std::collections::BTreeMap;

use guarddiff_allowlist::{RULES, incident};
use guarddiff_corpus::incidents::incidents;
use guarddiff_engine::Engine;

use crate::subject::hear;

#[test]
fn the_ledger_and_the_cases_are_about_the_same_incidents() {
    let ledger: BTreeMap<&str, &str> =
        incident::ALL.iter().map(|incident| (incident.slug, incident.citation)).collect();
    let cases: BTreeMap<&str, &str> =
        incidents().iter().map(|incident| (incident.slug, incident.source)).collect();
    assert_eq!(ledger, cases);
}

#[test]
fn a_rule_that_cites_the_incident_claims_its_regression() {
    let mut engine = Engine::new();
    let mut wrong = Vec::new();
    for incident in incidents() {
        let rule = hear(&mut engine, incident.regression).rule(incident.check);
        let cited = rule.map(|rule| rule.incident.slug);
        if cited != Some(incident.slug) {
            let rule = rule.map(|rule| rule.name);
            wrong.push(format!("{}: {rule:?} {:?}", incident.slug, incident.regression));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn both_catch_the_twin_and_agree() {
    let mut engine = Engine::new();
    let mut wrong = Vec::new();
    for incident in incidents() {
        let heard = hear(&mut engine, incident.twin);
        let check = incident.check;
        let both = heard.ours[check as usize].acts() && heard.theirs[check as usize].acts();
        let agree = heard.divergences().iter().all(|divergence| divergence.check != check);
        if !both || !agree {
            wrong.push(format!("{}: {:?}", incident.slug, incident.twin));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn one_rule_explains_every_divergence_of_the_incident_cases() {
    let mut engine = Engine::new();
    let commands = incidents().iter().flat_map(|incident| [incident.regression, incident.twin]);
    let wrong: Vec<String> =
        commands.flat_map(|command| hear(&mut engine, command).unexplained()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_incident_cases_and_the_gates_compounds_leave_no_rule_stale() {
    let mut engine = Engine::new();
    let mut hits = guarddiff_allowlist::usage::Hits::default();
    let own = incidents().iter().flat_map(|incident| [incident.regression, incident.twin]);
    let generated = (0..500).map(|index| {
        guarddiff_corpus::generate::generate(guarddiff_corpus::generate::GATE_SEED, index)
            .case
            .command
    });
    for command in own.map(str::to_owned).chain(generated) {
        let heard = hear(&mut engine, &command);
        for divergence in heard.divergences() {
            heard.claims(&divergence).into_iter().for_each(|rule| hits.record(rule));
        }
    }
    let stale: Vec<&str> =
        guarddiff_allowlist::usage::stale(&hits).iter().map(|rule| rule.name).collect();
    assert!(stale.is_empty(), "{stale:?} of {}", RULES.len());
}
