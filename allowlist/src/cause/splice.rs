//! Why the old `trailer-splice` was wrong: its literal is no commit, it cut in the wrong place, or it saw none.

use guarddiff_engine::analysis::{Redirect, SimpleCommand};
use guarddiff_engine::facts::{Facts, Splice};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::Word;
use guarddiff_oracle::legacy::text::is_blank;
use guarddiff_oracle::legacy::{self, SplicePoint};

use super::git_words::{is_commit, named_at, subcommand};
use super::inside::{Sought, holds_name};
use super::{Cause, data, doubt, veil};
use crate::place::Role;
use crate::scene::Scene;

pub(super) fn cause(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    match legacy::splice_point(scene.command) {
        Some(_) if !data::all_accounted(scene) => None,
        Some(point) => misplaced(scene, facts, point),
        None => missed(scene, facts),
    }
}

/// It spliced, and structure doesn't or elsewhere.
fn misplaced(scene: &Scene<'_>, facts: &Facts, point: SplicePoint) -> Option<Cause> {
    let git = Span { end: point.literal.start + 3, ..point.literal };
    let Some(command) = named_at(scene, git) else {
        let held_by = |value: &str| holds_name(value, "git commit");
        return data::cause(scene, git, Sought { held_by: &held_by, real: &is_commit });
    };
    let (name, second) = (command.argv.first()?, command.argv.get(1)?);
    // `env -S "git commit …"` spells all its words in one.
    if second.span.end > point.literal.end && second.span != name.span {
        return Some(Cause::LongerSubcommand);
    }
    if facts.messages.len() > 1 {
        return Some(Cause::SeveralCommits);
    }
    wrong_place(scene, command, point.at)
}

/// What the trailer went into or behind, though it belongs right behind the commit's last word.
fn wrong_place(scene: &Scene<'_>, command: &SimpleCommand, at: usize) -> Option<Cause> {
    let text = scene.command;
    if text[..at].ends_with('\\') && text[at..].starts_with('\n') {
        return Some(Cause::LineContinuation);
    }
    let held = scene.holder(Span::new(at.saturating_sub(1), (at + 1).min(text.len())));
    let inside = held.filter(|held| held.span.range().start < at && at < held.span.range().end);
    match inside.map(|held| held.role) {
        Some(Role::Argument(_) | Role::Wrapper | Role::Target | Role::Assignment) => {
            return Some(Cause::SpliceInQuotes);
        }
        Some(Role::Name | Role::Heredoc { .. } | Role::Code | Role::Opaque) | None => {}
    }
    let end = command.argv.last()?.span.range().end;
    if terminator(text, command, end).is_some_and(|terminator| at < terminator) {
        return Some(Cause::SpliceInQuotes);
    }
    let behind = text.get(end..at).unwrap_or_default();
    if let Some(hash) = behind.find('#')
        && scene.in_comment(Span::new(end + hash + 1, end + hash + 1))
    {
        return Some(Cause::SpliceInComment);
    }
    // Behind one, or into its operator: the `|` of `>|` is no pipe.
    let redirected = |redirect: &Redirect| {
        let place = redirect.span.range();
        place.start < at && (place.start >= end || at < place.end)
    };
    if command.redirects.iter().any(redirected) {
        return Some(Cause::SpliceAfterRedirect);
    }
    if behind.contains([')', '}', '`', '"']) {
        return Some(Cause::SpliceAfterCloser);
    }
    if behind.contains('&') {
        return Some(Cause::SpliceInBackground);
    }
    if command.argv.iter().any(|word| word.is("--")) {
        return Some(Cause::SpliceAfterDashes);
    }
    let blanks = !behind.is_empty() && behind.bytes().all(is_blank) && at == text.len();
    blanks.then_some(Cause::BlankRun)
}

/// Where the quoted `;` of `find -exec … \;` ends that stands behind the command.
fn terminator(text: &str, command: &SimpleCommand, end: usize) -> Option<usize> {
    let find =
        |wrapper: &Vec<Word>| wrapper.first().is_some_and(|name| name.prefix().ends_with("find"));
    if !command.wrappers.iter().any(find) {
        return None;
    }
    let rest = &text[end..];
    let spelled = ["\\;", "';'", "\";\""].into_iter().find_map(|spelled| {
        let at = rest.find(spelled)?;
        rest[..at].trim().is_empty().then_some(at + spelled.len())
    });
    spelled.map(|length| end + length)
}

/// There is a commit, and no literal `git commit`.
fn missed(scene: &Scene<'_>, facts: &Facts) -> Option<Cause> {
    let text = scene.command;
    let Some(command) = scene.analysis.commands.iter().find(|command| is_commit(command)) else {
        let unknown = matches!(facts.splice, Splice::Unknown(_));
        return if unknown { doubt::cause(scene) } else { None };
    };
    if let Some(code) = veil::code(scene.analysis, command) {
        return Some(code);
    }
    let index = subcommand(command)?;
    let (name, word) = (&command.argv[0], &command.argv[index]);
    if let Some(cut) = veil::cut_between(text, command, name.span, word.span) {
        return Some(cut);
    }
    if veil::redirect_between(command, name.span, word.span) {
        return Some(Cause::RedirectFirst);
    }
    if index > 1 {
        return Some(Cause::GlobalOption);
    }
    if veil::blank_run(text, name.span, word.span) {
        return Some(Cause::BlankRun);
    }
    veil::spelling(text, name).or_else(|| veil::spelling(text, word))
}
