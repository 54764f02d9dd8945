//! Wrapped units that text finds elsewhere: each incident by its rule, each twin in agreement, and nothing explained
//! that is not proved.

use guarddiff_allowlist::location::{INCIDENTS, RULES, explain};
use guarddiff_corpus::incidents::location::LOCATIONS;
use guarddiff_engine::Engine;
use guarddiff_engine::authorize::Located;
use guarddiff_engine::span::Span;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::location::{Location, locations};

/// Each unit that parts: its direction and its rule.
fn parted(command: &str) -> Vec<(Direction, Option<&'static str>)> {
    let analysis = Engine::new().analyze(command);
    let found = locations(command, &analysis);
    let parted = found.iter().filter_map(|location| {
        let rule = explain(command, &analysis, location).map(|(rule, _)| rule.name);
        location.direction().map(|direction| (direction, rule))
    });
    parted.collect()
}

#[track_caller]
fn check(command: &str, direction: Direction, rule: &'static str) {
    assert_eq!(parted(command), [(direction, Some(rule))], "{command}");
}

#[test]
fn the_ledger_and_the_cases_are_about_the_same_incidents() {
    let ledger: Vec<_> = INCIDENTS.iter().map(|it| (it.slug, it.citation)).collect();
    let cases: Vec<_> = LOCATIONS.iter().map(|it| (it.slug, it.source)).collect();
    let cited: Vec<_> = RULES.iter().map(|rule| rule.incident.slug).collect();
    assert_eq!(ledger, cases);
    assert_eq!(cited, ledger.iter().map(|(slug, _)| *slug).collect::<Vec<_>>());
    assert!(ledger.iter().all(|(_, citation)| citation.starts_with("https://")));
    let other = guarddiff_allowlist::incident::ALL.iter().map(|it| it.slug);
    assert!(other.into_iter().all(|slug| ledger.iter().all(|(ours, _)| *ours != slug)));
}

#[test]
fn every_regression_is_explained_by_its_rule_and_no_twin_parts() {
    for (incident, rule) in LOCATIONS.iter().zip(&RULES) {
        let found = parted(incident.regression);
        assert_eq!(found, [(Direction::Narrowed, Some(rule.name))], "{}", incident.slug);
        assert_eq!(parted(incident.twin), [], "{}", incident.slug);
    }
}

#[test]
fn what_holds_the_other_occurrence_names_the_rule() {
    use Direction::{Narrowed, Widened};
    check("git log --grep='timeout 5 x'; timeout 5 x", Narrowed, "unit-in-quotes");
    check("A=\"timeout 5 x\"; timeout 5 x", Narrowed, "unit-in-quotes");
    check("timeout 5 x > 'timeout 5 x'", Narrowed, "unit-in-quotes");
    check("cat <<'E' | wc\ntimeout 5 x\nE\ntimeout 5 x", Narrowed, "unit-in-heredoc");
    check("cat <<A <<B\n1\nA\n  timeout 5 x\nB", Widened, "unit-in-heredoc");
    check("timeout 5 x # or timeout 5 x", Narrowed, "unit-in-comment");
    check("timeout 5 x; echo timeout 5 x", Narrowed, "unit-in-longer-command");
    check("timeout 5 x; timeout 5 xy", Narrowed, "unit-in-longer-command");
    check("timeout 5 x; eval 'timeout 5 x'", Narrowed, "unit-in-code-string");
    check("timeout 5 x; bash <<'E'\ntimeout 5 x\nE", Narrowed, "unit-in-code-string");
    // What runs in backquotes or in a substitution is a unit like any other.
    assert_eq!(parted("timeout 5 x; echo `timeout 5 x`"), []);
    assert_eq!(parted("timeout 5 x; echo \"$(timeout 5 x)\""), []);
}

#[test]
fn an_occurrence_that_nothing_holds_is_not_explained() {
    let command = "timeout 5 x; ls";
    let analysis = Engine::new().analyze(command);
    let place = Span::new(0, 11);
    let unit = command[place.range()].to_owned();
    let lost = |by_text, by_structure| {
        let location = Location { unit: unit.clone(), by_text, by_structure };
        explain(command, &analysis, &location).is_none()
    };
    assert!(lost(Located::Once(place), Located::Nowhere), "the unit itself is no data");
    assert!(lost(Located::Nowhere, Located::Once(place)), "text must find what structure does");
    let separator = Span::new(11, 13);
    assert!(lost(Located::Several(vec![place, separator]), Located::Once(place)));
}
