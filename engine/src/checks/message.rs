//! Where a commit's message comes from. It reads no file.

use crate::analysis::{SimpleCommand, Stdin, Target};
use crate::checks::containment::Directories;
use crate::checks::role::CommitWords;
use crate::checks::splice::fed_with_words;
use crate::facts::{Contained, Message};
use crate::git::commit::{Commit, Given};
use crate::git::globals::{self, Subcommand};
use crate::git::unknown;
use crate::word::{Value, Word};

/// The message of one commit, whose words are given; `text` is the whole input.
pub(crate) fn of(
    text: &str,
    simple: &SimpleCommand,
    words: &CommitWords<'_>,
    commit: &Commit<'_>,
    directories: &Directories,
) -> Message {
    if !commit.sure || commit.dangling {
        return Message::Unknown;
    }
    // git refuses these together, so no message is made at all.
    let sources = [!commit.texts.is_empty(), commit.file.is_some(), commit.reuses];
    let several = sources.iter().filter(|given| **given).count() > 1;
    if several || commit.fixup && (commit.file.is_some() || commit.reuses) {
        return Message::Unknown;
    }
    if !commit.texts.is_empty() {
        // With --fixup and --squash too, as the text behind the line that git writes.
        let literal = |given: &Given<'_>| match given {
            Given::Literal(text) => Some((*text).to_owned()),
            Given::Unknown { .. } => None,
        };
        let texts: Option<Vec<String>> = commit.texts.iter().map(literal).collect();
        return texts.map_or(Message::Unknown, Message::Texts);
    }
    match commit.file {
        Some(Given::Literal("-")) => Message::Stdin(stdin(simple)),
        Some(Given::Literal(path)) => {
            let contained = match words {
                CommitWords::Own(_) => directories.contain(&steps(simple), path),
                CommitWords::Made(_) => Contained::Unknown,
            };
            Message::File { path: path.to_owned(), contained }
        }
        Some(Given::Unknown { may_be_dash: true, .. }) => Message::Unknown,
        Some(Given::Unknown { word, skip, .. }) => Message::File {
            path: spelled(text, simple, words.all(), word, skip),
            contained: Contained::Unknown,
        },
        None if commit.reuses || commit.fixup || commit.squash => Message::Reused,
        None => Message::Editor,
    }
}

/// An unknown path as the text spells it, or what is certain of it where the spelling is out of reach.
fn spelled(text: &str, simple: &SimpleCommand, words: &[Word], word: usize, skip: usize) -> String {
    let Some(word) = words.get(word) else { return String::new() };
    match text.get(word.span.range()).filter(|_| simple.context.code_depth == 0) {
        Some(spelling) => spelling.get(skip..).unwrap_or(spelling).to_owned(),
        None => word.prefix().get(skip..).unwrap_or_default().to_owned(),
    }
}

/// The directories that the command goes through before git looks for a file; none: not known.
fn steps(simple: &SimpleCommand) -> Vec<Option<&str>> {
    let mut steps = Vec::new();
    if simple.wrappers.iter().flatten().any(changes_directory) {
        steps.push(None);
    }
    if simple.argv.first().and_then(unknown::known_name) == Some("git")
        && let Subcommand::At(at) = globals::subcommand(&simple.argv, false)
    {
        steps.extend(globals::directories(&simple.argv, at).into_iter().map(Word::literal));
    }
    steps
}

/// `env -C`, `sudo -D` and their long names.
fn changes_directory(word: &Word) -> bool {
    let text = word.prefix();
    word.literal().is_none()
        || text.starts_with("-C")
        || text.starts_with("-D")
        || text.starts_with("--chd")
}

/// The text on the command's standard input, without one final newline, where the command text holds it.
fn stdin(simple: &SimpleCommand) -> Option<String> {
    // xargs and parallel read the input themselves.
    if simple.wrappers.iter().any(|wrapper| fed_with_words(wrapper)) {
        return None;
    }
    let redirect = simple.redirects.iter().rev().find(|redirect| redirect.feeds_stdin());
    let Some(redirect) = redirect else {
        return match &simple.context.stdin {
            Stdin::Piped(text) => Some(without_newline(text)),
            Stdin::Inherited | Stdin::PipedUnknown => None,
        };
    };
    match (&redirect.target, redirect.op) {
        (Target::Heredoc { body: Value::Literal(text), .. }, _) => Some(without_newline(text)),
        (Target::Word(word), "<<<") => word.literal().map(str::to_owned),
        (Target::Heredoc { body: Value::Unknown(_), .. } | Target::Word(_), _) => None,
    }
}

fn without_newline(text: &str) -> String {
    text.strip_suffix('\n').unwrap_or(text).to_owned()
}
