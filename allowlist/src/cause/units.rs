//! Why the old `unit-verdicts` was wrong: it vetoed innocent units, refused data, or did not see a unit.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::{Facts, Unit, UnitVerdict};
use guarddiff_engine::policy::Action;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy;
use guarddiff_oracle::legacy::text::tokens;

use super::place::{Role, holder};
use super::{Cause, data, doubt, veil};
use crate::evidence::Evidence;

pub(super) fn cause(evidence: &Evidence<'_>, facts: &Facts) -> Option<Cause> {
    match evidence.divergence.direction {
        Direction::Narrowed => narrowed(evidence, facts),
        Direction::Widened => widened(evidence, facts),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

fn denies(unit: &&Unit) -> bool {
    let (UnitVerdict::Firm(action) | UnitVerdict::AtWorst(action)) = unit.verdict;
    action == Action::Deny
}

fn narrowed(evidence: &Evidence<'_>, facts: &Facts) -> Option<Cause> {
    if facts.units.iter().any(|unit| denies(&unit)) {
        let innocent = facts.units.iter().any(|unit| !denies(&unit));
        return innocent.then_some(Cause::Veto);
    }
    let judged = legacy::judged_segments(evidence.command, evidence.policy);
    let denied = judged.iter().filter(|segment| segment.denied);
    let causes: Option<Vec<Cause>> =
        denied.map(|segment| refused(evidence, segment.span)).collect();
    causes?.first().copied()
}

/// Why a segment that the policy denies is no unit.
fn refused(evidence: &Evidence<'_>, segment: guarddiff_engine::span::Span) -> Option<Cause> {
    let first = *tokens(evidence.command, segment).first()?;
    match holder(evidence.command, evidence.analysis, first) {
        Some(held) if held.role == Role::Name => None,
        Some(_) | None => data::cause(evidence, first),
    }
}

fn widened(evidence: &Evidence<'_>, facts: &Facts) -> Option<Cause> {
    let unit = facts.units.iter().find(denies)?;
    let command = evidence.analysis.commands.iter().find(|command| command.span == unit.span)?;
    match unit.verdict {
        UnitVerdict::AtWorst(_) => unknown(command),
        UnitVerdict::Firm(_) => hidden(evidence, command),
    }
}

/// The unknown word that may make the policy refuse the unit.
fn unknown(command: &SimpleCommand) -> Option<Cause> {
    let name = command.argv.first()?;
    let missing = command.argv.iter().any(|word| word.literal().is_none());
    doubt::of_command(command)
        .or_else(|| name.literal().is_none().then_some(Cause::UnknownName))
        .or_else(|| missing.then_some(Cause::UnknownWord))
        .or_else(|| command.open_ended.then_some(Cause::MoreWords))
}

/// What kept a policy that reads raw segments from the unit.
fn hidden(evidence: &Evidence<'_>, command: &SimpleCommand) -> Option<Cause> {
    let text = evidence.command;
    if let Some(code) = veil::code(evidence.analysis, command) {
        return Some(code);
    }
    if let Some(front) = veil::in_front(evidence, command) {
        return Some(front);
    }
    // The old matcher hands over the raw segment, an assignment in front included.
    if !command.assignments.is_empty() {
        return Some(Cause::AssignmentFirst);
    }
    if !command.wrappers.is_empty() {
        return Some(Cause::UnitWrapped);
    }
    let spelled = command.argv.iter().find_map(|word| veil::spelling(text, word));
    let pairs = command.argv.windows(2);
    let mut runs = pairs.filter(|pair| veil::blank_run(text, pair[0].span, pair[1].span));
    spelled.or_else(|| runs.next().map(|_| Cause::BlankRun))
}
