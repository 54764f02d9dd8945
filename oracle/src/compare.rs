//! Two opinions in, the places where they part out. It compares decisions, never facts, and names no culprit.

use guarddiff_engine::facts::{Check, Fact, Facts, Splice, UnitVerdict};
use guarddiff_engine::policy::Policy;
use guarddiff_engine::span::Span;

use crate::decision::{Decision, Decisions, MessageDecision, SpliceDecision, UnitDecision};
use crate::divergence::{Direction, Divergence};
use crate::legacy;

/// How one check of one case counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// Both decide the same, and structure knows why.
    Agree,
    /// Both decide the same while the structural fact is Unknown.
    Unknown,
    /// Both decide the same because the analysis is unavailable.
    Unavailable,
    /// They differ, and a rule proves the old matcher wrong.
    LegacyBug,
    /// They differ, and nothing excuses it.
    EngineFailure,
}

impl Outcome {
    /// Every outcome, in the order of tables.
    pub const ALL: [Outcome; 5] = [
        Outcome::Agree,
        Outcome::Unknown,
        Outcome::Unavailable,
        Outcome::LegacyBug,
        Outcome::EngineFailure,
    ];

    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Agree => "agree",
            Outcome::Unknown => "unknown",
            Outcome::Unavailable => "unavailable",
            Outcome::LegacyBug => "legacy-bug",
            Outcome::EngineFailure => "engine-failure",
        }
    }

    /// How a check counts on which the two decide the same.
    pub fn of_agreement(check: Check, facts: Option<&Facts>) -> Outcome {
        match facts {
            None => Outcome::Unavailable,
            Some(facts) if is_unknown(check, facts) => Outcome::Unknown,
            Some(_) => Outcome::Agree,
        }
    }
}

/// Every check on which the two decide differently, in the order of [`Check::ALL`].
///
/// Unknown beside a firing text matcher agrees; beside a silent one it is Widened.
pub fn compare(
    command: &str,
    structural: &Decisions,
    legacy: &Decisions,
    facts: Option<&Facts>,
    policy: &Policy,
) -> Vec<Divergence> {
    let mut divergences = Vec::new();
    for check in Check::ALL {
        let (ours, theirs) = (&structural[check as usize], &legacy[check as usize]);
        if let Some(direction) = direction(ours, theirs) {
            divergences.push(Divergence {
                check,
                direction,
                structural: ours.clone(),
                legacy: theirs.clone(),
                unknown: facts.is_some_and(|facts| is_unknown(check, facts)),
                span: deciding_span(command, check, ours, facts, policy),
            });
        }
    }
    divergences
}

/// Which way the first decision parts from the second, if it does.
fn direction(ours: &Decision, theirs: &Decision) -> Option<Direction> {
    let same = match (ours, theirs) {
        (Decision::Message(MessageDecision::Unknown), Decision::Message(_))
        | (Decision::Splice(SpliceDecision::Unknown), Decision::Splice(_)) => theirs.acts(),
        (Decision::Units(ours), Decision::Units(_)) if theirs.acts() => {
            // The old matcher vetoes everything, so a unit that structure lets pass is a difference.
            if ours.iter().any(|unit| !unit.denied) || ours.is_empty() {
                return Some(Direction::Narrowed);
            }
            true
        }
        (Decision::Units(ours), Decision::Units(_)) => !ours.iter().any(|unit| unit.denied),
        (ours, theirs) => ours == theirs,
    };
    match (same, ours.acts(), theirs.acts()) {
        (true, _, _) => None,
        (false, false, _) => Some(Direction::Narrowed),
        (false, true, false) => Some(Direction::Widened),
        (false, true, true) => Some(Direction::Changed),
    }
}

/// Whether the structural fact behind a decision is Unknown.
pub fn is_unknown(check: Check, facts: &Facts) -> bool {
    match check {
        Check::GuardRelevant => facts.guard_relevant.fact == Fact::Unknown,
        Check::StagesAndCommits => facts.stages_and_commits.fact == Fact::Unknown,
        Check::NoVerify => facts.no_verify.fact == Fact::Unknown,
        Check::CommitMessage => facts.literal_messages().is_none() && !is_file(facts),
        Check::TrailerSplice => matches!(facts.splice, Splice::Unknown(_)),
        Check::UnitVerdicts => {
            facts.units.iter().any(|unit| matches!(unit.verdict, UnitVerdict::AtWorst(_)))
        }
    }
}

/// Whether the message is known to come from a file, which is knowledge enough for a guard.
fn is_file(facts: &Facts) -> bool {
    matches!(crate::decision::message(facts), MessageDecision::File(_))
}

/// The structural answer's place, else the first place that the old matcher went by.
fn deciding_span(
    command: &str,
    check: Check,
    ours: &Decision,
    facts: Option<&Facts>,
    policy: &Policy,
) -> Option<Span> {
    let answer = facts.and_then(|facts| facts.answer(check)).and_then(|answer| answer.span);
    answer.or_else(|| match check {
        Check::GuardRelevant => legacy::guard_matches(command).first().copied(),
        Check::StagesAndCommits => legacy::found_stages(command).first().map(legacy::Found::name),
        Check::NoVerify => legacy::no_verify_matches(command).first().map(|found| found.span()),
        Check::CommitMessage => {
            let first = facts.and_then(|facts| facts.messages.first()).map(|fact| fact.span);
            first.or_else(|| legacy::message_match(command).map(|found| found.value))
        }
        Check::TrailerSplice => {
            let first = facts.and_then(|facts| facts.messages.first()).map(|fact| fact.span);
            first.or_else(|| legacy::splice_point(command).map(|point| point.literal))
        }
        Check::UnitVerdicts => {
            let denied = |units: &[UnitDecision]| {
                units.iter().find(|unit| unit.denied).map(|unit| unit.span)
            };
            let first = match ours {
                Decision::Units(units) => denied(units),
                Decision::Fires(_) | Decision::Message(_) | Decision::Splice(_) => None,
            };
            first.or_else(|| denied(&legacy::judged_segments(command, policy)))
        }
    })
}
