//! What a stretch is inside a code string, whose commands have no places of their own: found by the values of
//! their words. It trusts a value only when no command there could be what the text matcher took it for.

use guarddiff_engine::analysis::{Redirect, SimpleCommand, Target};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::Value;

use super::git_words::subcommand;
use super::grammar::in_grammar;
use crate::place::between;
use crate::scene::Scene;

/// What holds the text in a code string.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Inside<'a> {
    /// The word with this index in the argv of a command there.
    Word(&'a SimpleCommand, usize),
    /// The body of a heredoc there, a redirect's target or an assignment's value.
    Body,
    /// No word at all: it stands behind a `#` on its line.
    Comment,
    /// A word of the grammar: of a test, a pattern, a list.
    Grammar,
}

/// What an old matcher looked for.
#[derive(Clone, Copy)]
pub(crate) struct Sought<'a> {
    /// Whether a word's value holds the text.
    pub(crate) held_by: &'a dyn Fn(&str) -> bool,
    /// Whether a command is what the text was taken for.
    pub(crate) real: &'a dyn Fn(&SimpleCommand) -> bool,
}

/// Whether a value holds `git SUBCOMMAND` in one, or ends in the `git` of it.
pub(crate) fn holds_name(value: &str, name: &str) -> bool {
    value.contains(name) || value.ends_with("git")
}

/// What holds the text at `at` in the code of `holder`; none when a command there is real, or may be.
pub(crate) fn find<'a>(
    scene: &Scene<'a>,
    holder: Span,
    at: Span,
    sought: Sought<'_>,
) -> Option<Inside<'a>> {
    let unsure = |command: &SimpleCommand| (sought.real)(command) || could_be_git(command, sought);
    if scene.code_in(holder).any(unsure) {
        return None;
    }
    let held = |value: &Value| match value {
        Value::Literal(text) => (sought.held_by)(text),
        Value::Unknown(shape) => (sought.held_by)(&shape.prefix) || (sought.held_by)(&shape.suffix),
    };
    let targets = |redirect: &Redirect| match &redirect.target {
        Target::Word(word) => held(&word.value),
        Target::Heredoc { body, .. } => held(body),
    };
    for command in scene.code_in(holder) {
        if let Some(index) = command.argv.iter().position(|word| held(&word.value)) {
            return Some(Inside::Word(command, index));
        }
        let target = command.redirects.iter().any(targets);
        let wrapped = command.wrappers.iter().flatten().any(|word| held(&word.value));
        let assigned = command.assignments.iter().any(|assignment| held(&assignment.value));
        if target || assigned || wrapped {
            return Some(Inside::Body);
        }
    }
    let mut around = scene.analysis.around.iter().filter(|around| around.code_depth > 0);
    if around.any(|around| holder.covers(around.redirect.span) && targets(&around.redirect)) {
        return Some(Inside::Body);
    }
    let before = between(scene.command, holder.start, at.start);
    let line = before.rsplit('\n').next().unwrap_or(before);
    if line.contains('#') {
        return Some(Inside::Comment);
    }
    let behind = between(scene.command, at.end, holder.end);
    // The code begins behind its quote.
    let before = before.trim_start_matches(['$', '\'', '"']);
    in_grammar(before, behind).then_some(Inside::Grammar)
}

/// Whether a program of unknown name would be what was sought if it were git.
fn could_be_git(command: &SimpleCommand, sought: Sought<'_>) -> bool {
    if command.argv.first().is_none_or(|name| name.literal().is_some()) {
        return false;
    }
    let mut git = command.clone();
    git.argv[0].value = Value::Literal("git".to_owned());
    subcommand(&git).is_none() || (sought.real)(&git)
}
