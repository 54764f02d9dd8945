//! Why the old `no-verify` was wrong: every flag it saw is data or another command's, or it missed the commit or
//! the flag.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::Fact;
use guarddiff_engine::span::Span;
use guarddiff_engine::word::Word;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy::{self, NoVerifyMatch};

use super::git_words::{
    Part, is_commit, is_git, named_at, option_letters, part, skips_hooks, subcommand,
};
use super::inside::{Inside, Sought, find};
use super::{Cause, data, doubt, veil};
use crate::place::{Holder, Role};
use crate::scene::Scene;

pub(super) fn cause(scene: &Scene<'_>) -> Option<Cause> {
    match scene.divergence.direction {
        Direction::Narrowed if !data::all_accounted(scene) => None,
        Direction::Narrowed => narrowed(scene),
        Direction::Widened => widened(scene),
        // The check has no values that could differ while both fire.
        Direction::Changed => None,
    }
}

fn narrowed(scene: &Scene<'_>) -> Option<Cause> {
    let matches = legacy::no_verify_matches(scene.command);
    let causes: Option<Vec<Cause>> = matches.iter().map(|found| harmless(scene, found)).collect();
    causes?.first().copied()
}

fn harmless(scene: &Scene<'_>, found: &NoVerifyMatch) -> Option<Cause> {
    if let NoVerifyMatch::Cluster { token: _, commit } = found {
        let git = Span { end: commit.start + 3, ..*commit };
        let held = scene.holder(git);
        let code = held.is_some_and(|held| scene.is_code(held.span));
        if !code && named_at(scene, git).is_none() {
            return data::cause(scene, git, Sought { held_by: &|_| false, real: &skips });
        }
    }
    flag(scene, found.span())
}

/// Why a stretch that looks like the flag is none of a commit.
fn flag(scene: &Scene<'_>, at: Span) -> Option<Cause> {
    let flag = &scene.command[at.range()];
    let cluster = !flag.starts_with("--");
    let token = |value: &str| value.split_ascii_whitespace().any(|token| token == flag);
    let held_by = |value: &str| if cluster { token(value) } else { value.contains(flag) };
    let sought = Sought { held_by: &held_by, real: &skips };

    let held = scene.holder(at);
    let (command, index) = match held {
        Some(held) if scene.is_code(held.span) => match find(scene, held.span, at, sought)? {
            Inside::Word(command, index) => (command, index),
            Inside::Body => return Some(Cause::Heredoc),
            Inside::Comment => return Some(Cause::Comment),
            Inside::Grammar => return Some(Cause::Word),
        },
        Some(Holder { role: Role::Argument(index), command: Some(command), .. }) => {
            (command, index)
        }
        Some(_) | None => return data::cause(scene, at, sought),
    };
    if !is_git(command) {
        let plain = if command.context.code_depth > 0 {
            Cause::Quoted
        } else {
            data::cause(scene, at, sought)?
        };
        return Some(if cluster && plain == Cause::Word { Cause::OtherCommand } else { plain });
    }
    if !is_commit(command) {
        let known = subcommand(command).is_some_and(|subcommand| subcommand <= index);
        return known.then_some(Cause::OtherSubcommand);
    }
    of_commit(command, index, flag)
}

/// Whether the command is a commit that skips its hooks.
fn skips(command: &SimpleCommand) -> bool {
    is_commit(command) && skipping(command).is_some()
}

/// Why an argument of a real `git commit` that holds the flag's text does not skip its hooks.
fn of_commit(command: &SimpleCommand, index: usize, flag: &str) -> Option<Cause> {
    let word = &command.argv[index];
    match part(command, index)? {
        Part::Value if word.is(flag) => Some(Cause::OptionValue),
        Part::Value => Some(Cause::InMessage),
        Part::Operand { after_dashes: true } => Some(Cause::AfterDashes),
        Part::Operand { after_dashes: false } => Some(Cause::Quoted),
        Part::Option => of_option(command, index, word),
    }
}

fn of_option(command: &SimpleCommand, index: usize, word: &Word) -> Option<Cause> {
    if skips_hooks(word) {
        return undone(command, index).then_some(Cause::Undone);
    }
    let value = word.prefix();
    if value.starts_with("--no-verify") {
        return Some(Cause::LongerWord);
    }
    if value.starts_with("--") {
        // `--message=… --no-verify …`
        return value.contains('=').then_some(Cause::InMessage);
    }
    let attached = option_letters(value).len() + 1 < value.len();
    let message = option_letters(value).ends_with('m') && value.contains([' ', '\n']);
    attached.then_some(if message { Cause::InMessage } else { Cause::AttachedValue })
}

fn widened(scene: &Scene<'_>) -> Option<Cause> {
    let text = scene.command;
    let commits = || scene.analysis.commands.iter().filter(|command| is_commit(command));
    if scene.facts?.no_verify.fact == Fact::Unknown {
        return doubt::cause(scene);
    }
    let Some((command, index)) = commits().find_map(|command| Some((command, skipping(command)?)))
    else {
        return scene
            .analysis
            .commands
            .iter()
            .any(|command| is_git(command) && veil::sets_alias(command))
            .then_some(Cause::AliasSet);
    };
    if let Some(cause) = veil::cause(scene, command, &["commit"]) {
        return Some(cause);
    }
    let flag = &command.argv[index];
    let name = &command.argv[subcommand(command)?];
    if let Some(cut) = veil::cut_between(text, command, name.span, flag.span) {
        return Some(cut);
    }
    match veil::spelling(text, flag) {
        Some(Cause::LineContinuation) => Some(Cause::LineContinuation),
        Some(_) => Some(Cause::QuotedFlag),
        None => {
            let value = flag.literal()?;
            let abbreviated = value.starts_with("--") && value != "--no-verify";
            let mixed =
                !value.starts_with("--") && value[1..].contains(|c: char| !c.is_ascii_alphabetic());
            if abbreviated || mixed {
                return Some(Cause::ShortSpelling);
            }
            glued(text, flag.span)
        }
    }
}

/// `-n>log`, `-n)`: the token is longer than the word.
fn glued(text: &str, flag: Span) -> Option<Cause> {
    match text.as_bytes().get(flag.range().end) {
        Some(b'>' | b'<') => Some(Cause::RedirectFirst),
        Some(b')' | b'`') => Some(Cause::CompoundPrefix),
        Some(_) | None => None,
    }
}

/// The argv index of an option that makes this commit skip its hooks, and that no later one takes back.
fn skipping(command: &SimpleCommand) -> Option<usize> {
    let options = command.argv.iter().enumerate().filter(|(_, word)| skips_hooks(word));
    options
        .map(|(index, _)| index)
        .find(|&index| part(command, index) == Some(Part::Option) && !undone(command, index))
}

/// Whether an option `--verify`, or an abbreviation that can mean nothing else, comes later.
fn undone(command: &SimpleCommand, index: usize) -> bool {
    let verify = |word: &Word| {
        word.literal()
            .is_some_and(|word| word.len() >= "--veri".len() && "--verify".starts_with(word))
    };
    let later = command.argv.iter().enumerate().skip(index + 1);
    later.filter(|(_, word)| verify(word)).any(|(at, _)| part(command, at) == Some(Part::Option))
}
