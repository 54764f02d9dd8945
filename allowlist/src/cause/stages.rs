//! Why the old `stages-and-commits` was wrong: a segment it went by is data, or it missed one of the two.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::Fact;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy::{self, Found};

use super::git_words::{is_git, named_at, subcommand};
use super::inside::{Sought, holds_name};
use super::{Cause, data, doubt, veil};
use crate::evidence::Evidence;

const STAGES: [&str; 2] = ["add", "stage"];
const COMMITS: [&str; 1] = ["commit"];

pub(super) fn cause(evidence: &Evidence<'_>) -> Option<Cause> {
    match evidence.divergence.direction {
        Direction::Narrowed if !data::all_accounted(evidence) => None,
        Direction::Narrowed => narrowed(evidence),
        Direction::Widened => widened(evidence),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

/// All stages that text saw are data, or all commits are.
fn narrowed(evidence: &Evidence<'_>) -> Option<Cause> {
    all_data(evidence, &legacy::found_stages(evidence.command), &STAGES)
        .or_else(|| all_data(evidence, &legacy::find_commits(evidence.command), &COMMITS))
}

fn all_data(evidence: &Evidence<'_>, found: &[Found], subcommands: &[&str]) -> Option<Cause> {
    let causes: Option<Vec<Cause>> =
        found.iter().map(|found| bogus(evidence, found, subcommands)).collect();
    causes?.first().copied()
}

/// Why a segment that looks like a git command is none.
fn bogus(evidence: &Evidence<'_>, found: &Found, subcommands: &[&str]) -> Option<Cause> {
    let git = *found.tokens.first()?;
    if named_at(evidence.analysis, git).is_some() {
        return None;
    }
    let name = &evidence.command[found.name().range()];
    let sought = Sought {
        held_by: &|value| holds_name(value, name),
        real: &|command| runs_one_of(command, subcommands),
    };
    data::cause(evidence, git, sought)
}

fn widened(evidence: &Evidence<'_>) -> Option<Cause> {
    let text = evidence.command;
    let missed = |found: Vec<Found>, subcommands: &[&str]| {
        if !found.is_empty() {
            return None;
        }
        match runs(evidence, subcommands) {
            Some(command) => veil::cause(evidence, command, subcommands),
            None => {
                let alias = evidence.analysis.commands.iter().any(veil::sets_alias);
                alias.then_some(Cause::AliasSet)
            }
        }
    };
    let doubtful = evidence.facts?.stages_and_commits.fact == Fact::Unknown;
    let known = missed(legacy::found_stages(text), &STAGES)
        .or_else(|| missed(legacy::find_commits(text), &COMMITS));
    if doubtful { doubt::cause(evidence).or(known) } else { known }
}

/// The first git command with one of the subcommands.
fn runs<'a>(evidence: &Evidence<'a>, subcommands: &[&str]) -> Option<&'a SimpleCommand> {
    evidence.analysis.commands.iter().find(|command| runs_one_of(command, subcommands))
}

fn runs_one_of(command: &SimpleCommand, subcommands: &[&str]) -> bool {
    let name = |index: usize| command.argv.get(index).and_then(|word| word.literal());
    is_git(command)
        && subcommand(command).and_then(name).is_some_and(|name| subcommands.contains(&name))
}
