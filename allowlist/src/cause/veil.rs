//! What hid a command that runs from a matcher that reads text: the first thing, from the outside in, that its
//! cutting and its list of wrappers could not see through.

use guarddiff_engine::analysis::{Analysis, SimpleCommand, Target};
use guarddiff_engine::span::Span;
use guarddiff_engine::word::Word;
use guarddiff_oracle::legacy::text::{WRAPPERS, is_blank, segments, strip_wrappers, tokens};

use super::Cause;
use super::git_words::{is_git, subcommand};
use crate::scene::Scene;

/// Words after which a command begins (bash manual 3.2.5), as they stand in front of one.
const OPENERS: [&str; 12] =
    ["if", "then", "elif", "else", "while", "until", "do", "!", "{", "coproc", "time", "in"];

/// Why the old token walk did not see this git command, whose subcommand is one of those given.
pub(crate) fn cause(
    scene: &Scene<'_>,
    command: &SimpleCommand,
    subcommands: &[&str],
) -> Option<Cause> {
    let text = scene.command;
    let code = code(scene.analysis, command);
    let name = command.argv.first()?;
    code.or_else(|| in_front(scene, command, Strips::Assignments))
        .or_else(|| wrapped(text, command))
        .or_else(|| cut_before_name(text, command))
        .or_else(|| program(text, name))
        .or_else(|| words(text, command, subcommands))
}

/// A command inside a code string: how the shell gets that string.
pub(crate) fn code(analysis: &Analysis, command: &SimpleCommand) -> Option<Cause> {
    if command.context.code_depth == 0 {
        return None;
    }
    let fed = analysis.commands.iter().flat_map(|outer| &outer.redirects).any(|redirect| {
        redirect.feeds_stdin()
            && match &redirect.target {
                Target::Word(word) => word.span.covers(command.span),
                Target::Heredoc { span, .. } => span.covers(command.span),
            }
    });
    let printed = analysis.commands.iter().any(|outer| {
        let prints = outer.argv.first().is_some_and(|name| name.is("echo") || name.is("printf"));
        prints && outer.argv.iter().any(|word| word.span.covers(command.span))
    });
    Some(if fed || printed { Cause::CodeOnStdin } else { Cause::CodeString })
}

/// What an old matcher takes off a segment before it looks at it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Strips {
    /// Leading assignments and the wrappers that it knows.
    Assignments,
    /// Nothing: the policy gets the raw segment.
    Nothing,
}

/// What stands between the last separator that the old matcher saw and the command.
pub(crate) fn in_front(
    scene: &Scene<'_>,
    command: &SimpleCommand,
    strips: Strips,
) -> Option<Cause> {
    let text = scene.command;
    let start = command.span.range().start;
    let segment = segments(text).find(|segment| segment.range().contains(&start))?;
    let lead = &text[segment.range().start..start];
    let all = tokens(text, Span::new(segment.range().start, start));
    // `out=$(git` is one token: what is glued to the command is in front of it too.
    let glued = !lead.is_empty() && !lead.ends_with([' ', '\t']);
    let stripped = match strips {
        Strips::Assignments => strip_wrappers(text, &all),
        Strips::Nothing => &all,
    };
    if stripped.is_empty() && !glued {
        return None;
    }
    // A cut at the `&` of `>&2` leaves the end of a redirect.
    let within = |span: Span| span.range().end > segment.range().start && span.range().end <= start;
    if command.context.substitution && opens_substitution(lead) {
        return Some(Cause::Substitution);
    }
    let last = lead.trim_end();
    let word = last.rsplit([' ', '\t', ';']).next().unwrap_or(last);
    if last.ends_with(['(', ')']) || OPENERS.contains(&word) {
        return Some(Cause::CompoundPrefix);
    }
    if command.redirects.iter().any(|redirect| within(redirect.span)) {
        return Some(Cause::RedirectFirst);
    }
    if command.assignments.iter().any(|assignment| within(assignment.span)) {
        return Some(Cause::AssignmentFirst);
    }
    // `\` at the end of the line before leaves nothing; one inside the lead does.
    None
}

fn opens_substitution(lead: &str) -> bool {
    ["$(", "`", "<(", ">(", "${"].iter().any(|opener| lead.contains(opener))
}

/// The outermost wrapper that the old matcher did not take off rightly.
fn wrapped(text: &str, command: &SimpleCommand) -> Option<Cause> {
    command.wrappers.iter().find_map(|wrapper| {
        let (program, rest) = wrapper.split_first()?;
        let spelled = &text[program.span.range()];
        if WRAPPERS.contains(&spelled) {
            let plain = |word: &Word| text[word.span.range()].starts_with('-');
            return (!rest.iter().all(plain)).then_some(Cause::WrapperValue);
        }
        if program.literal() != Some(spelled) {
            return Some(Cause::SpelledApart);
        }
        let base = spelled.rsplit('/').next().unwrap_or(spelled);
        let by_path = base != spelled && WRAPPERS.contains(&base);
        Some(if by_path { Cause::ProgramPath } else { Cause::UnlistedWrapper })
    })
}

/// A redirect or a backslash-newline between a wrapper that the old matcher knows and the program.
fn cut_before_name(text: &str, command: &SimpleCommand) -> Option<Cause> {
    let first = command.wrappers.first()?.first()?.span;
    let name = command.argv.first()?.span;
    cut_between(text, command, first, name)
        .or_else(|| redirect_between(command, first, name).then_some(Cause::RedirectFirst))
}

/// A name that is not spelled as the four letters the old matcher looks for.
fn program(text: &str, name: &Word) -> Option<Cause> {
    let spelled = &text[name.span.range()];
    match name.literal() {
        None => Some(Cause::UnknownName),
        Some(value) if value == spelled => spelled.contains('/').then_some(Cause::ProgramPath),
        Some(_) => spelling(text, name),
    }
}

/// A literal word whose spelling differs from its value.
pub(crate) fn spelling(text: &str, word: &Word) -> Option<Cause> {
    let spelled = &text[word.span.range()];
    match word.literal() {
        Some(value) if value == spelled => None,
        Some(value) if spelled.replace("\\\n", "") == value => Some(Cause::LineContinuation),
        Some(_) => Some(Cause::SpelledApart),
        None => None,
    }
}

/// What stands between `git` and its subcommand, and how that is spelled.
fn words(text: &str, command: &SimpleCommand, subcommands: &[&str]) -> Option<Cause> {
    let Some(index) = subcommand(command) else {
        let unknown = command.argv.iter().any(|word| word.literal().is_none());
        return unknown.then_some(Cause::UnknownWord);
    };
    let word = &command.argv[index];
    if !subcommands.contains(&word.literal()?) {
        return sets_alias(command).then_some(Cause::AliasSet);
    }
    if let Some(cut) = cut_between(text, command, command.argv[0].span, word.span) {
        return Some(cut);
    }
    if redirect_between(command, command.argv[0].span, word.span) {
        return Some(Cause::RedirectFirst);
    }
    if index > 1 {
        return Some(Cause::GlobalOption);
    }
    spelling(text, word).or_else(|| {
        // `commit>log`, `commit)`: the token is longer than the word.
        match text.as_bytes().get(word.span.range().end) {
            Some(b'>' | b'<') => Some(Cause::RedirectFirst),
            Some(b')' | b'`') => Some(Cause::CompoundPrefix),
            Some(_) | None => None,
        }
    })
}

/// Whether a redirect stands between two words of the command.
pub(crate) fn redirect_between(command: &SimpleCommand, from: Span, to: Span) -> bool {
    command
        .redirects
        .iter()
        .any(|redirect| redirect.span.start >= from.end && redirect.span.end <= to.start)
}

/// What cut the command between two of its words, for a matcher that cuts at every separator it sees.
pub(crate) fn cut_between(
    text: &str,
    command: &SimpleCommand,
    from: Span,
    to: Span,
) -> Option<Cause> {
    let start = from.range().end;
    let between = text.get(start..to.range().start)?;
    let at = between.find(['\n', ';', '|', '&'])?;
    let cut = Span::new(start + at, start + at + 1);
    if between[..at].ends_with('\\') {
        return Some(Cause::LineContinuation);
    }
    if command.redirects.iter().any(|redirect| redirect.span.covers(cut)) {
        return Some(Cause::RedirectFirst);
    }
    let mut all = command.argv.iter().chain(command.wrappers.iter().flatten());
    let in_word = all.any(|word| word.span.covers(cut));
    in_word.then_some(Cause::QuotedSeparator)
}

/// Whether the command gives git an alias by `-c` or by its environment.
pub(crate) fn sets_alias(command: &SimpleCommand) -> bool {
    if !is_git(command) {
        return false;
    }
    let names = |word: &Word| word.prefix().to_ascii_lowercase().contains("alias.");
    command.argv.iter().any(names)
        || command.assignments.iter().any(|assignment| assignment.name.starts_with("GIT_CONFIG"))
}

/// Whether two words of a command are parted by anything but one space.
pub(crate) fn blank_run(text: &str, from: Span, to: Span) -> bool {
    let between = text.get(from.range().end..to.range().start).unwrap_or_default();
    between != " " && !between.is_empty() && between.bytes().all(is_blank)
}
