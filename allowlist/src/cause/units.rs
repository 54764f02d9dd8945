//! Why the old `unit-verdicts` was wrong: it vetoed innocent units, refused data, or did not see a unit.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::{Facts, Unit, UnitVerdict};
use guarddiff_engine::policy::Action;
use guarddiff_engine::word::Word;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy;
use guarddiff_oracle::legacy::text::tokens;

use super::inside::Sought;
use super::veil::Strips;
use super::{Cause, data, veil};
use crate::place::Role;
use crate::scene::Scene;

pub(super) fn cause(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    match scene.divergence.direction {
        Direction::Narrowed => narrowed(scene, facts),
        Direction::Widened => widened(scene, facts),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

fn denies(unit: &&Unit) -> bool {
    let (UnitVerdict::Firm(action) | UnitVerdict::AtWorst(action)) = unit.verdict;
    action == Action::Deny
}

fn narrowed(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    if facts.units.iter().any(|unit| denies(&unit)) {
        let innocent = facts.units.iter().any(|unit| !denies(&unit));
        return innocent.then_some(Cause::Veto);
    }
    let judged = legacy::judged_segments(scene.command, scene.policy);
    let denied = judged.iter().filter(|segment| segment.denied);
    let causes: Option<Vec<Cause>> = denied.map(|segment| refused(scene, segment.span)).collect();
    causes?.first().copied()
}

/// Why a segment that the policy denies is no unit.
fn refused(scene: &Scene<'_>, segment: guarddiff_engine::span::Span) -> Option<Cause> {
    let first = *tokens(scene.command, segment).first()?;
    match scene.holder(first) {
        Some(held) if held.role == Role::Name => None,
        Some(_) | None => {
            let token = &scene.command[first.range()];
            let held_by = |value: &str| value.contains(token);
            // No unit is denied, those in code strings included.
            data::cause(scene, first, Sought { held_by: &held_by, real: &|_| false })
        }
    }
}

fn widened(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    let unit = facts.units.iter().find(denies)?;
    // A code string shares its span with the commands in it.
    let mut there = scene.analysis.commands.iter().filter(|command| command.span == unit.span);
    match unit.verdict {
        UnitVerdict::AtWorst(_) => there.find_map(unknown),
        UnitVerdict::Firm(_) => there.find_map(|command| hidden(scene, command)),
    }
}

/// The unknown word that may make the policy refuse the unit.
fn unknown(command: &SimpleCommand) -> Option<Cause> {
    let name = command.argv.first()?;
    if name.literal().is_none() {
        let code = command.context.code_depth > 0;
        return Some(if code { Cause::UnknownCode } else { Cause::UnknownName });
    }
    if command.argv.iter().any(|word| word.literal().is_none()) {
        return Some(Cause::UnknownWord);
    }
    command.open_ended.then_some(Cause::MoreWords)
}

/// What kept a policy that reads raw segments from the unit.
fn hidden(scene: &Scene<'_>, command: &SimpleCommand) -> Option<Cause> {
    let text = scene.command;
    if let Some(code) = veil::code(scene.analysis, command) {
        return Some(code);
    }
    if let Some(front) = veil::in_front(scene, command, Strips::Nothing) {
        return Some(front);
    }
    // The old matcher hands over the raw segment, an assignment in front included.
    if !command.assignments.is_empty() {
        return Some(Cause::AssignmentFirst);
    }
    if !command.wrappers.is_empty() {
        return Some(Cause::UnitWrapped);
    }
    let glued = match text.as_bytes().get(command.span.range().end) {
        Some(b'<' | b'>') => Some(Cause::RedirectFirst),
        Some(b')' | b'`') if command.context.substitution => Some(Cause::Substitution),
        Some(b')') => Some(Cause::CompoundPrefix),
        Some(_) | None => None,
    };
    let between = |pair: &[Word]| {
        let (from, to) = (pair[0].span, pair[1].span);
        if let Some(cut) = veil::cut_between(text, command, from, to) {
            return Some(cut);
        }
        if veil::redirect_between(command, from, to) {
            return Some(Cause::RedirectFirst);
        }
        veil::blank_run(text, from, to).then_some(Cause::BlankRun)
    };
    command
        .argv
        .windows(2)
        .find_map(between)
        .or_else(|| command.argv.iter().find_map(|word| veil::spelling(text, word)))
        .or(glued)
}
