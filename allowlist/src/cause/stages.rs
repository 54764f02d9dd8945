//! Why the old `stages-and-commits` was wrong: a segment it went by is data, or it missed one of the two.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::Fact;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy::{self, Found};

use super::git_words::{is_git, named_at, subcommand};
use super::inside::{Sought, holds_name};
use super::{Cause, data, doubt, veil};
use crate::scene::Scene;

const STAGES: [&str; 2] = ["add", "stage"];
const COMMITS: [&str; 1] = ["commit"];

pub(super) fn cause(scene: &Scene<'_>) -> Option<Cause> {
    match scene.divergence.direction {
        Direction::Narrowed if !data::all_accounted(scene) => None,
        Direction::Narrowed => narrowed(scene),
        Direction::Widened => widened(scene),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

/// All stages that text saw are data, or all commits are.
fn narrowed(scene: &Scene<'_>) -> Option<Cause> {
    all_data(scene, &legacy::found_stages(scene.command), &STAGES)
        .or_else(|| all_data(scene, &legacy::find_commits(scene.command), &COMMITS))
}

fn all_data(scene: &Scene<'_>, found: &[Found], subcommands: &[&str]) -> Option<Cause> {
    let causes: Option<Vec<Cause>> =
        found.iter().map(|found| bogus(scene, found, subcommands)).collect();
    causes?.first().copied()
}

/// Why a segment that looks like a git command is none.
fn bogus(scene: &Scene<'_>, found: &Found, subcommands: &[&str]) -> Option<Cause> {
    let git = *found.tokens.first()?;
    if named_at(scene, git).is_some() {
        return None;
    }
    let name = &scene.command[found.name().range()];
    let sought = Sought {
        held_by: &|value| holds_name(value, name),
        real: &|command| runs_one_of(command, subcommands),
    };
    data::cause(scene, git, sought)
}

fn widened(scene: &Scene<'_>) -> Option<Cause> {
    let text = scene.command;
    let missed = |found: Vec<Found>, subcommands: &[&str]| {
        if !found.is_empty() {
            return None;
        }
        match runs(scene, subcommands) {
            Some(command) => veil::cause(scene, command, subcommands),
            None => {
                let alias = scene.analysis.commands.iter().any(veil::sets_alias);
                alias.then_some(Cause::AliasSet)
            }
        }
    };
    let doubtful = scene.facts?.stages_and_commits.fact == Fact::Unknown;
    let known = missed(legacy::found_stages(text), &STAGES)
        .or_else(|| missed(legacy::find_commits(text), &COMMITS));
    if doubtful { doubt::cause(scene).or(known) } else { known }
}

/// The first git command with one of the subcommands.
fn runs<'a>(scene: &Scene<'a>, subcommands: &[&str]) -> Option<&'a SimpleCommand> {
    scene.analysis.commands.iter().find(|command| runs_one_of(command, subcommands))
}

fn runs_one_of(command: &SimpleCommand, subcommands: &[&str]) -> bool {
    let name = |index: usize| command.argv.get(index).and_then(|word| word.literal());
    is_git(command)
        && subcommand(command).and_then(name).is_some_and(|name| subcommands.contains(&name))
}
