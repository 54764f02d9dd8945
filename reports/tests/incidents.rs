//! `guarddiff incidents`: the ledger, its check, and the skeleton of a new one.

use crate::support::{exits, run, stdout};

#[test]
fn the_ledger_shows_slug_age_citation_hits_and_an_example() {
    let text = stdout(&run(&["incidents", "--quiet"]));
    let (_, entry) = text.split_once("wrapper-value  ").unwrap();
    let entry = entry.split_once("\n\n").unwrap().0;
    for part in ["hits", "since   0.1.0", "cited   plan, incident 5", "timeout 300 git commit"] {
        assert!(entry.contains(part), "{entry}");
    }
}

/// In a build with broken engines it also looks for rules that would excuse one of them.
#[test]
fn the_allowlist_has_no_rule_that_is_uncited_stale_overlapping_or_too_wide() {
    let output = run(&["incidents", "check", "--quiet"]);
    exits(&output, 0);
    assert!(stdout(&output).ends_with(": 0 complaints\n"), "{}", stdout(&output));
}

/// A rule that excuses whatever there is.
#[cfg(feature = "sabotage")]
#[test]
fn a_rule_that_excuses_everything_is_found_to_be_too_wide() {
    use guarddiff_reports::audit;
    let cases = audit::cases();
    let wide = audit::too_wide(&cases, &|_| Some("everything"));
    assert!(wide.len() > 10, "{wide:?}");
    assert!(wide[0].starts_with("too wide: everything ("), "{wide:?}");
    let narrowed = audit::too_wide(&cases, &|evidence| {
        let narrowed = evidence.divergence.direction.name() == "narrowed";
        if narrowed { Some("narrowed") } else { audit::by_the_allowlist(evidence) }
    });
    assert!(narrowed.iter().any(|it| it.contains("short-flag-ignored")), "{narrowed:?}");
}

#[test]
fn the_skeleton_of_an_incident_is_small_and_has_a_twin() {
    let output = run(&["incidents", "new", "cd a && echo 'see git commit -n' && ls"]);
    exits(&output, 0);
    let text = stdout(&output);
    for part in ["regression  ", "twin  ", "legacy.csv", "pub static TODO_SLUG", "Rule {"] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
    exits(&run(&["incidents", "new", "ls"]), 2);
}
