//! Why the old `guard-relevant` was wrong: every match of its regex is data, or the name is not in the text.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::Fact;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy;

use super::data::is_guarded;
use super::inside::Sought;
use super::{Cause, data, doubt, veil};
use crate::scene::Scene;

pub(super) fn cause(scene: &Scene<'_>) -> Option<Cause> {
    match scene.divergence.direction {
        Direction::Narrowed => narrowed(scene),
        Direction::Widened => widened(scene),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

fn narrowed(scene: &Scene<'_>) -> Option<Cause> {
    let names = scene.analysis.commands.iter().filter_map(|command| command.argv.first());
    if names.filter_map(|word| word.literal()).any(is_guarded) {
        return None;
    }
    let named = |command: &SimpleCommand| {
        command.argv.first().and_then(|name| name.literal()).is_some_and(is_guarded)
    };
    let sought = Sought { held_by: &legacy::guard_relevant, real: &named };
    let matches = legacy::guard_matches(scene.command);
    let causes: Option<Vec<Cause>> =
        matches.into_iter().map(|at| data::cause(scene, at, sought)).collect();
    causes?.first().copied()
}

fn widened(scene: &Scene<'_>) -> Option<Cause> {
    if scene.facts?.guard_relevant.fact == Fact::Unknown {
        return doubt::cause(scene);
    }
    let command = scene.analysis.commands.iter().find(|command| {
        command.argv.first().and_then(|name| name.literal()).is_some_and(is_guarded)
    })?;
    // The regex sees into code strings and behind every prefix: only the spelling can hide a name.
    if command.context.code_depth > 0 {
        return Some(Cause::CodeString);
    }
    veil::spelling(scene.command, &command.argv[0])
}
