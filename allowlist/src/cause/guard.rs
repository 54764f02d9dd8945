//! Why the old `guard-relevant` was wrong: every match of its regex is data, or the name is not in the text.

use guarddiff_engine::facts::Fact;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy;

use super::data::is_guarded;
use super::{Cause, data, doubt, veil};
use crate::evidence::Evidence;

pub(super) fn cause(evidence: &Evidence<'_>) -> Option<Cause> {
    match evidence.divergence.direction {
        Direction::Narrowed => narrowed(evidence),
        Direction::Widened => widened(evidence),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

fn narrowed(evidence: &Evidence<'_>) -> Option<Cause> {
    let names = evidence.analysis.commands.iter().filter_map(|command| command.argv.first());
    if names.filter_map(|word| word.literal()).any(is_guarded) {
        return None;
    }
    let matches = legacy::guard_matches(evidence.command);
    let causes: Option<Vec<Cause>> =
        matches.into_iter().map(|at| data::cause(evidence, at)).collect();
    causes?.first().copied()
}

fn widened(evidence: &Evidence<'_>) -> Option<Cause> {
    if evidence.facts?.guard_relevant.fact == Fact::Unknown {
        return doubt::cause(evidence);
    }
    let command = evidence.analysis.commands.iter().find(|command| {
        command.argv.first().and_then(|name| name.literal()).is_some_and(is_guarded)
    })?;
    // The regex sees into code strings and behind every prefix: only the spelling can hide a name.
    if command.context.code_depth > 0 {
        return Some(Cause::CodeString);
    }
    veil::spelling(evidence.command, &command.argv[0])
}
