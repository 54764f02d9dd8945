//! The rules that were tried on one finding, and why each did or did not match.

use guarddiff_allowlist::{Evidence, Tried, trial};
use guarddiff_oracle::compare::compare;
use serde::Serialize;

use crate::examine::{Examination, policy};
use crate::finding::{Finding, Kind};

/// What became of every rule.
#[derive(Serialize)]
pub struct Trial {
    /// What was found to be why the text matcher is wrong; null if nothing could be proved.
    pub proved: Option<&'static str>,
    /// Every rule, in the order in which they are tried.
    pub rules: Vec<TriedRow>,
}

/// What became of one rule.
#[derive(Serialize)]
pub struct TriedRow {
    /// Its name.
    pub rule: &'static str,
    /// `proves`, `not-proved`, `other-direction` or `other-check`.
    pub tried: &'static str,
    /// What it needs to have proved.
    pub needs: &'static str,
    /// The incident that it stands on.
    pub incident: &'static str,
    /// Where that is written up.
    pub citation: &'static str,
}

/// The rules that were tried on a divergence; none for another finding.
pub(super) fn of(examined: &Examination, finding: &Finding) -> Option<Trial> {
    if finding.kind != Kind::Divergence {
        return None;
    }
    let command = examined.case.command.as_str();
    let facts = examined.opinion.facts.as_ref();
    let (ours, theirs) = (&examined.structural, &examined.legacy);
    let all = compare(command, ours, theirs, facts, policy());
    let divergence = all.iter().find(|it| Some(it.check) == finding.check)?;
    let analysis = &examined.opinion.analysis;
    let (proved, tried) =
        trial(&Evidence { command, analysis, facts, policy: policy(), divergence });
    let rules = tried.into_iter().map(|(rule, tried)| TriedRow {
        rule: rule.name,
        tried: tried.name(),
        needs: rule.proves.sentence(),
        incident: rule.incident.slug,
        citation: rule.incident.citation,
    });
    Some(Trial { proved, rules: rules.collect() })
}

impl TriedRow {
    /// Whether it is about such a finding at all.
    pub fn is_about(&self) -> bool {
        self.tried == Tried::Proves.name() || self.tried == Tried::NotProved.name()
    }
}
