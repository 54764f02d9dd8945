//! What is left of an examination once it is counted: a few bytes, and the findings.

use guarddiff_corpus::case::CaseId;
use guarddiff_corpus::generate::Parts;
use guarddiff_engine::analysis::{Complexity, Status, Trust};
use guarddiff_engine::facts::Check;
use guarddiff_oracle::bash::execution::{Execution, NotRun};
use guarddiff_oracle::bash::syntax::Verdict;
use guarddiff_oracle::compare::{Outcome, is_unknown};
use guarddiff_oracle::decision::{Decision, seed_rule_differs};

use crate::coverage::Covered;
use crate::examine::Examination;
use crate::finding::{Finding, Kind};
use crate::totals::Totals;

/// The counts of one case.
pub struct Score {
    /// Its findings, to be written and kept.
    pub findings: Vec<Finding>,
    source: &'static str,
    status: Status,
    complexity: Complexity,
    trust: Trust,
    seed_rule: bool,
    located: u64,
    checks: [CheckScore; 6],
    coverage: Covered,
    syntax: Option<Verdict>,
    execution: Option<Result<RunScore, NotRun>>,
}

/// The counts of one check of one case.
struct CheckScore {
    outcome: Outcome,
    structural_fires: bool,
    legacy_fires: bool,
    unknown: bool,
}

/// The counts of a case that was run.
struct RunScore {
    runs: u64,
    programs: u64,
    parts: Vec<(Parts, bool)>,
}

impl Score {
    /// Counts an examination.
    pub fn of(examined: Examination) -> Score {
        let analysis = &examined.opinion.analysis;
        let facts = examined.opinion.facts.as_ref();
        let checks = Check::ALL.map(|check| CheckScore {
            outcome: examined.outcomes[check as usize],
            structural_fires: examined.structural[check as usize] == Decision::Fires(true),
            legacy_fires: examined.legacy[check as usize] == Decision::Fires(true),
            unknown: facts.is_some_and(|facts| is_unknown(check, facts)),
        });
        Score {
            source: source(&examined.case.id),
            status: analysis.status,
            complexity: analysis.complexity,
            trust: analysis.trust,
            seed_rule: seed_rule_differs(&examined.case.command, analysis, &examined.structural),
            located: examined.located,
            checks,
            coverage: Covered::of(&examined),
            findings: examined.findings,
            syntax: examined.testimony.syntax.map(|judged| judged.verdict),
            execution: examined.testimony.execution.map(|ran| ran.map(RunScore::of)),
        }
    }

    /// Adds the counts to the totals.
    pub fn count(&self, totals: &mut Totals) {
        totals.cases += 1;
        *totals.sources.entry(self.source.to_owned()).or_default() += 1;
        totals.seed_rule += u64::from(self.seed_rule);
        match self.status {
            Status::Unavailable(reason) => {
                *totals.unavailable.entry(reason.name().to_owned()).or_default() += 1;
            }
            Status::Parsed => {
                totals.repaired += u64::from(self.trust == Trust::Repaired);
                match self.complexity {
                    Complexity::Simple => totals.simple += 1,
                    Complexity::Complex => totals.complex += 1,
                }
            }
        }
        for (check, score) in totals.checks.iter_mut().zip(&self.checks) {
            match score.outcome {
                Outcome::Agree => check.agree += 1,
                Outcome::Unknown => check.unknown += 1,
                Outcome::Unavailable => check.unavailable += 1,
                Outcome::LegacyBug => check.legacy_bug += 1,
                Outcome::EngineFailure => check.engine_failure += 1,
            }
            check.structural_fires += u64::from(score.structural_fires);
            check.legacy_fires += u64::from(score.legacy_fires);
            check.unknown_facts += u64::from(score.unknown);
        }
        self.coverage.count(&mut totals.coverage);
        self.count_bash(totals);
        totals.locations.units += self.located;
        totals.locations.agree += self.located;
        for finding in &self.findings {
            count_finding(finding, self.source, totals);
        }
    }
}

impl Score {
    fn count_bash(&self, totals: &mut Totals) {
        if let Some(verdict) = &self.syntax {
            let syntax = totals.syntax.get_or_insert_default();
            syntax.asked += 1;
            match verdict {
                Verdict::Same => syntax.same += 1,
                Verdict::Different { .. } => syntax.different += 1,
                Verdict::RefusedByBoth => syntax.refused_by_both += 1,
                Verdict::Refused(_) => syntax.refused += 1,
                Verdict::Inconclusive(why) => {
                    *syntax.inconclusive.entry(why.name()).or_default() += 1;
                }
            }
        }
        let Some(ran) = &self.execution else { return };
        let execution = totals.execution.get_or_insert_default();
        match ran {
            Err(why) => *execution.not_run.entry(why.name()).or_default() += 1,
            Ok(ran) => {
                execution.cases += 1;
                execution.runs += ran.runs;
                execution.programs += ran.programs;
                for (parts, seen) in &ran.parts {
                    execution.count_parts(parts, *seen);
                }
            }
        }
    }
}

impl RunScore {
    fn of(ran: Execution) -> RunScore {
        RunScore { runs: ran.ends.len() as u64, programs: ran.seen.len() as u64, parts: ran.parts }
    }
}

fn count_finding(finding: &Finding, source: &str, totals: &mut Totals) {
    let about = finding.check.and_then(|check| totals.check_mut(check));
    if let (Some(direction), Some(check)) = (finding.direction, about) {
        check.directions.count(direction);
    }
    if finding.kind == Kind::Location {
        let located = &mut totals.locations;
        located.agree -= 1;
        if finding.fails() {
            located.engine_failure += 1;
        } else {
            located.legacy_bug += 1;
        }
        if let Some(direction) = finding.direction {
            located.directions.count(direction);
        }
    }
    if finding.fails() {
        match finding.kind {
            Kind::Divergence => totals.failures.divergences += 1,
            Kind::Truth => totals.failures.truth += 1,
            Kind::Incident => totals.failures.incidents += 1,
            Kind::Syntax => totals.failures.syntax += 1,
            Kind::Execution => totals.failures.execution += 1,
            Kind::Location => totals.failures.locations += 1,
        }
    }
    if let Some(rule) = finding.rule.as_ref().and_then(|name| totals.rules.get_mut(name)) {
        rule.hits += 1;
        rule.own += u64::from(source != TRANSCRIPTS);
    }
    if let Some(incident) =
        finding.incident.as_ref().and_then(|slug| totals.incidents.get_mut(slug))
    {
        incident.hits += 1;
    }
}

/// The source that is not of our own making.
const TRANSCRIPTS: &str = "transcripts";

/// Which source a case came from, in the word of the totals.
fn source(id: &CaseId) -> &'static str {
    match id {
        CaseId::Generated { .. } => "seeded",
        CaseId::Incident { .. } => "incidents",
        CaseId::Pinned { .. } => "wrappers",
        CaseId::Log { .. } => TRANSCRIPTS,
    }
}
