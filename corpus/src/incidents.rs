//! The incident cases: for each incident a regression on which the old text matcher is wrong, and a true-positive twin that it and structure both catch.
//!
//! The commands are our own, made after the plan's five rows and after public reports; their truth is written down
//! by hand and was compared with what bash ran. Why the matcher is wrong is proved elsewhere, by a rule.

mod data;
mod hidden;
pub mod location;
mod message;
mod plan;
mod splice;
mod told;

use std::sync::LazyLock;

use guarddiff_engine::facts::Check;

use crate::case::{Case, CaseId};
use crate::runnable::Runnable;

use told::Told;

/// One incident with its two commands.
#[derive(Clone, Copy, Debug)]
pub struct IncidentCase {
    /// The name in case ids.
    pub slug: &'static str,
    /// The check on which the old matcher is wrong about the regression and right about the twin.
    pub check: Check,
    /// Where the incident is written down: an address, or the row of the plan.
    pub source: &'static str,
    /// The old matcher is wrong about it.
    pub regression: &'static str,
    /// The true positive that looks alike. For a check that answers with a value: both give the same.
    pub twin: &'static str,
    regression_told: Told,
    twin_told: Told,
}

const fn incident(
    slug: &'static str,
    check: Check,
    source: &'static str,
    (regression, regression_told): (&'static str, Told),
    (twin, twin_told): (&'static str, Told),
) -> IncidentCase {
    IncidentCase { slug, check, source, regression, twin, regression_told, twin_told }
}

/// Every incident: the plan's five first, in its order.
pub fn incidents() -> &'static [IncidentCase] {
    static EVERY: LazyLock<Vec<IncidentCase>> = LazyLock::new(|| {
        let tables: [&[IncidentCase]; 5] = [
            &plan::INCIDENTS,
            &data::INCIDENTS,
            &hidden::INCIDENTS,
            &message::INCIDENTS,
            &splice::INCIDENTS,
        ];
        tables.concat()
    });
    &EVERY
}

/// The regression or the twin of an incident, and the right to run it; none where it needs what the execution box
/// can't have (git's aliases).
pub fn case(incident: &IncidentCase, twin: bool) -> (Case, Option<Runnable>) {
    let (command, told) = if twin {
        (incident.twin, &incident.twin_told)
    } else {
        (incident.regression, &incident.regression_told)
    };
    let id = CaseId::Incident { slug: incident.slug.to_owned(), twin };
    let runnable =
        told.runnable.then(|| Runnable::new(command.to_owned(), told.needs_git_in_usr_bin));
    let case = Case { id, command: command.to_owned(), planted: Some(told.planted(command)) };
    (case, runnable)
}

/// Regression and twin of every incident.
pub fn cases() -> Vec<Case> {
    incidents().iter().flat_map(|one| [case(one, false).0, case(one, true).0]).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_slug_is_written_once_and_is_part_of_a_case_id() {
        let mut slugs = BTreeSet::new();
        for incident in incidents() {
            assert!(slugs.insert(incident.slug), "{}", incident.slug);
            for twin in [false, true] {
                let (case, _) = case(incident, twin);
                assert_eq!(case.id.to_string().parse(), Ok(case.id.clone()));
            }
        }
    }

    #[test]
    fn the_first_five_are_the_plans_and_the_others_cite_a_report() {
        for (place, incident) in incidents().iter().enumerate() {
            let plan = format!("plan, incident {}", place + 1);
            if place < 5 {
                assert_eq!(incident.source, plan);
            } else {
                assert!(incident.source.starts_with("https://github.com/"), "{}", incident.source);
            }
        }
    }

    #[test]
    fn every_check_has_an_incident() {
        let checks: BTreeSet<Check> = incidents().iter().map(|incident| incident.check).collect();
        assert_eq!(checks, BTreeSet::from(Check::ALL));
    }

    #[test]
    fn what_is_told_of_a_twin_is_a_positive() {
        for incident in incidents() {
            let planted = case(incident, true).0.planted.expect("planted");
            let positive = match incident.check {
                Check::GuardRelevant => planted.guard_relevant.holds,
                Check::StagesAndCommits => planted.stages_and_commits.holds,
                Check::NoVerify => planted.no_verify.holds,
                Check::CommitMessage => {
                    planted.messages.as_ref().is_none_or(|told| !told.texts.is_empty())
                }
                Check::TrailerSplice => planted.splice.is_some_and(|text| text != incident.twin),
                Check::UnitVerdicts => {
                    planted.units.is_some_and(|units| units.iter().any(|unit| unit.denied))
                }
            };
            assert!(positive, "{}", incident.slug);
        }
    }

    #[test]
    fn a_told_splice_adds_trailers_and_changes_no_other_byte() {
        for case in cases() {
            let Some(splice) = case.planted.and_then(|planted| planted.splice) else { continue };
            assert_eq!(splice.replace(crate::generate::TRAILER, ""), case.command);
        }
    }
}
