//! Why the old `commit-message` was wrong: it read no commit's text, another option's, or only a part.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::facts::{Facts, Message, MessageFact};
use guarddiff_engine::span::Span;
use guarddiff_oracle::decision::{Decision, MessageDecision};
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::legacy::{self, MessageMatch};

use super::git_words::{is_commit, named_at, subcommand};
use super::inside::{self, Inside, Sought, holds_name};
use super::{Cause, data, doubt, veil};
use crate::place::Role;
use crate::scene::Scene;

pub(super) fn cause(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    match legacy::message_match(scene.command) {
        Some(_) if !data::all_accounted(scene) => None,
        Some(found) => misread(scene, facts, &found),
        None => missed(scene, facts),
    }
}

/// The old matcher answered, and wrongly.
fn misread(scene: &Scene<'_>, facts: &Facts, found: &MessageMatch) -> Option<Cause> {
    let git = Span { end: found.commit.start + 3, ..found.commit };
    let Some(command) = named_at(scene, git) else {
        let held_by = |value: &str| holds_name(value, "git commit");
        let sought = Sought { held_by: &held_by, real: &is_commit };
        return in_code(scene, git, found).or_else(|| data::cause(scene, git, sought));
    };
    let Some(held) = scene.holder(found.option) else {
        return scene.in_comment(found.option).then_some(Cause::Comment);
    };
    if scene.code_in(held.span).any(is_commit) {
        return Some(Cause::SeveralCommits);
    }
    match (held.role, held.command) {
        (Role::Argument(index), Some(owner)) if std::ptr::eq(owner, command) => {
            own_option(scene, facts, found, command, index)
        }
        (Role::Argument(_), Some(owner)) if is_commit(owner) => Some(Cause::SeveralCommits),
        (Role::Argument(_) | Role::Name | Role::Wrapper, Some(_)) => Some(Cause::LaterCommand),
        (Role::Heredoc { .. }, Some(owner)) if std::ptr::eq(owner, command) => {
            Some(Cause::MessageStdin)
        }
        (Role::Heredoc { .. }, _) => Some(Cause::Heredoc),
        (Role::Assignment | Role::Target | Role::Code, _) => Some(Cause::LaterCommand),
        (Role::Opaque, _) => scene.is_code(held.span).then_some(Cause::LaterCommand),
        (Role::Argument(_) | Role::Name | Role::Wrapper, None) => None,
    }
}

/// It read a commit inside a code string as if the string's own quotes were not there.
fn in_code(scene: &Scene<'_>, git: Span, found: &MessageMatch) -> Option<Cause> {
    let held = scene.holder(git)?;
    let commit = scene.code_in(held.span).find(|command| is_commit(command))?;
    match scene.divergence.direction {
        Direction::Changed | Direction::Widened => veil::code(scene.analysis, commit),
        // No commit there has a message: the option is another command's, or data.
        Direction::Narrowed => {
            let option = &scene.command[found.option.range()];
            let held_by = |value: &str| value.contains(option);
            let sought = Sought { held_by: &held_by, real: &|_| false };
            let owner = scene.holder(found.option).filter(|owner| scene.is_code(owner.span));
            let Some(owner) = owner else {
                return data::cause(scene, found.option, sought);
            };
            Some(match inside::find(scene, owner.span, found.option, sought)? {
                Inside::Word(..) | Inside::Grammar => Cause::LaterCommand,
                Inside::Body => Cause::Heredoc,
                Inside::Comment => Cause::Comment,
            })
        }
    }
}

/// It read a word of the first commit.
fn own_option(
    scene: &Scene<'_>,
    facts: &Facts,
    found: &MessageMatch,
    command: &SimpleCommand,
    index: usize,
) -> Option<Cause> {
    let text = scene.command;
    let option = &command.argv[index];
    if option.span != found.option {
        // The match lies inside another word: `-am "use -m x"`, `--fixup-m x`.
        return Some(Cause::MessageSpelling);
    }
    let own = facts.messages.iter().find(|fact| fact.span == command.span)?;
    let texts = match &own.message {
        Message::Texts(texts) => texts.as_slice(),
        Message::Stdin(_) => return Some(Cause::MessageStdin),
        Message::File { .. } => return Some(Cause::MessageQuoting),
        Message::Editor | Message::Reused | Message::Unknown => return None,
    };
    let speaking = facts.messages.iter().filter(|fact| says_something(fact)).count();
    if speaking > 1 {
        return Some(Cause::SeveralCommits);
    }
    if texts.len() > 1 {
        return Some(Cause::RepeatedMessage);
    }
    let value = command.argv.get(index + 1)?;
    if value.literal() != texts.first().map(String::as_str) {
        return None;
    }
    if veil::redirect_between(command, option.span, value.span) {
        return Some(Cause::RedirectFirst);
    }
    let spelled = &text[value.span.range()];
    Some(match spelled {
        _ if spelled.contains("<<") && spelled.contains("$(") => Cause::MessageHeredoc,
        _ if has_variable(spelled) => Cause::MessageVariable,
        _ => Cause::MessageQuoting,
    })
}

fn has_variable(spelled: &str) -> bool {
    spelled.match_indices('$').any(|(at, _)| {
        spelled[at + 1..]
            .starts_with(|next: char| next.is_ascii_alphabetic() || matches!(next, '{' | '_'))
    })
}

fn says_something(fact: &MessageFact) -> bool {
    match fact.message {
        Message::Texts(_)
        | Message::File { .. }
        | Message::Stdin(_)
        | Message::Reused
        | Message::Unknown => true,
        Message::Editor => false,
    }
}

/// The old matcher saw no message where there is one.
fn missed(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    let unknown =
        matches!(scene.divergence.structural, Decision::Message(MessageDecision::Unknown));
    if unknown && facts.hidden_commit {
        return doubt::cause(scene);
    }
    let fact = facts.messages.iter().find(|fact| says_something(fact))?;
    let commit = scene.analysis.commands.iter().find(|command| {
        command.span == fact.span && (is_commit(command) || doubt::of_command(command).is_some())
    })?;
    if let Some(cause) = veil::cause(scene, commit, &["commit"]) {
        return Some(cause);
    }
    match fact.message {
        Message::Reused => Some(Cause::MessageReused),
        Message::Unknown => doubt::of_command(commit),
        Message::Texts(_) | Message::File { .. } | Message::Stdin(_) => {
            spelled_otherwise(scene.command, commit)
        }
        Message::Editor => None,
    }
}

/// The commit is plain to see, its message option is not.
fn spelled_otherwise(text: &str, commit: &SimpleCommand) -> Option<Cause> {
    let first = subcommand(commit)? + 1;
    let options = commit.argv.iter().enumerate().skip(first);
    let (index, option) = options.into_iter().find(|(_, word)| {
        let value = word.prefix();
        let long = value.starts_with("--me") || value.starts_with("--fi");
        let short =
            !value.starts_with("--") && value.starts_with('-') && value.contains(['m', 'F']);
        long || short
    })?;
    let spelled = &text[option.span.range()];
    if matches!(spelled, "-m" | "--message" | "-F" | "--file") {
        let value = commit.argv.get(index + 1)?;
        return veil::cut_between(text, commit, option.span, value.span)
            .or_else(|| after(text, option.span));
    }
    Some(Cause::MessageSpelling)
}

/// `-m \` and a newline, `-m>log`: the regex wants a blank and the value behind it, on the same line.
fn after(text: &str, option: Span) -> Option<Cause> {
    let rest = &text[option.range().end..];
    if rest.starts_with(['<', '>']) {
        return Some(Cause::RedirectFirst);
    }
    let rest = rest.trim_start_matches([' ', '\t']);
    rest.starts_with("\\\n").then_some(Cause::LineContinuation)
}
