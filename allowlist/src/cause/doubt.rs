//! What a text matcher could not see because it is known at run time only: a name, a word, code. Such a thing
//! fires where text is silent, and must be named.

use guarddiff_engine::analysis::{Opaque, SimpleCommand};
use guarddiff_engine::word::Value;
use guarddiff_oracle::legacy::guard_relevant;

use super::Cause;
use super::git_words::is_git;
use super::veil::sets_alias;
use crate::scene::Scene;

/// The first command, in the order of the text, that something unknown may turn into a git command or change.
pub(crate) fn cause(scene: &Scene<'_>) -> Option<Cause> {
    let at = scene.divergence.span;
    let commands = &scene.analysis.commands;
    // The command at the deciding place first: what the engine says decided it is what must be explained.
    let here = commands.iter().filter(|command| at.is_some_and(|at| command.span.covers(at)));
    here.chain(commands).find_map(of_command).or_else(|| opaque(scene))
}

/// Code for another interpreter that names git, or of which not all is known.
fn opaque(scene: &Scene<'_>) -> Option<Cause> {
    let names_git = |code: &Opaque| match &code.text {
        Value::Literal(text) => guard_relevant(text),
        Value::Unknown(_) => true,
    };
    scene.analysis.opaque.iter().any(names_git).then_some(Cause::OpaqueCode)
}

/// What is unknown about one command, if it could matter to a git check.
pub(crate) fn of_command(command: &SimpleCommand) -> Option<Cause> {
    let name = command.argv.first()?;
    if name.literal().is_none() {
        let code = command.context.code_depth > 0;
        return Some(if code { Cause::UnknownCode } else { Cause::UnknownName });
    }
    if !is_git(command) {
        return None;
    }
    if command.open_ended {
        return Some(Cause::MoreWords);
    }
    if command.argv.iter().any(|word| word.literal().is_none()) {
        return Some(Cause::UnknownWord);
    }
    sets_alias(command).then_some(Cause::AliasSet)
}
