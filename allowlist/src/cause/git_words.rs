//! The words of a git command as far as rules need them: the subcommand, and which commit options take a value.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::span::Span;
use guarddiff_engine::word::Word;

use crate::place::Role;
use crate::scene::Scene;

/// git's global options whose value is the next word (git 2.47, `git help git`).
const GLOBAL_VALUES: [&str; 8] = [
    "-C",
    "-c",
    "--git-dir",
    "--work-tree",
    "--namespace",
    "--config-env",
    "--attr-source",
    "--super-prefix",
];

/// Options of `git commit` whose value is the next word (git 2.47, `git help commit`).
const LONG_VALUES: [&str; 12] = [
    "--message",
    "--file",
    "--reuse-message",
    "--reedit-message",
    "--template",
    "--author",
    "--date",
    "--cleanup",
    "--fixup",
    "--squash",
    "--trailer",
    "--pathspec-from-file",
];

/// Letters of `git commit` that take the rest of the cluster, or else the next word.
const VALUE_LETTERS: [char; 5] = ['m', 'F', 'C', 'c', 't'];

/// Letters of `git commit` that take the rest of the cluster only.
const ATTACHED_LETTERS: [char; 2] = ['S', 'u'];

/// Whether the program is git, by the last part of its path.
pub(crate) fn is_git(command: &SimpleCommand) -> bool {
    guarddiff_oracle::decision::is_git(command)
}

/// The git command whose name is spelled to end where the stretch ends, so that `/usr/bin/git` counts too, or
/// whose words are all spelled in one that begins with it (`env -S "git commit …"`).
pub(crate) fn named_at<'a>(scene: &Scene<'a>, git: Span) -> Option<&'a SimpleCommand> {
    let held = scene.holder(git).filter(|held| held.role == Role::Name)?;
    let command = held.command.filter(|command| is_git(command))?;
    (held.span.end == git.end || shares_spelling(command)).then_some(command)
}

fn shares_spelling(command: &SimpleCommand) -> bool {
    command.argv.get(1).is_some_and(|word| word.span == command.argv[0].span)
}

/// The index in argv of git's subcommand; none when an unknown word stands before it or there is none.
pub(crate) fn subcommand(command: &SimpleCommand) -> Option<usize> {
    let mut index = 1;
    loop {
        let word = command.argv.get(index)?.literal()?;
        if !word.starts_with('-') {
            return Some(index);
        }
        index += if GLOBAL_VALUES.contains(&word) { 2 } else { 1 };
    }
}

/// Whether it is a `git commit` by its words.
pub(crate) fn is_commit(command: &SimpleCommand) -> bool {
    is_git(command) && subcommand(command).is_some_and(|index| command.argv[index].is("commit"))
}

/// What a word of a `git commit` is, walking its options from the left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// An option or a cluster.
    Option,
    /// The value of the option before it.
    Value,
    /// A path, before or behind `--`.
    Operand {
        /// Whether it stands behind `--`.
        after_dashes: bool,
    },
}

/// What the word with this index is to the commit.
pub(crate) fn part(command: &SimpleCommand, index: usize) -> Option<Part> {
    let mut at = subcommand(command)? + 1;
    let mut after_dashes = false;
    while at <= index {
        let word = command.argv.get(at)?.prefix();
        let part = match word {
            _ if after_dashes => Part::Operand { after_dashes },
            "--" => Part::Option,
            "-" => Part::Operand { after_dashes },
            word if word.starts_with('-') => Part::Option,
            _ => Part::Operand { after_dashes },
        };
        if at == index {
            return Some(part);
        }
        after_dashes |= word == "--";
        let takes_next = part == Part::Option && takes_next_word(word);
        if takes_next && at + 1 == index {
            return Some(Part::Value);
        }
        at += if takes_next { 2 } else { 1 };
    }
    None
}

/// Whether an option of `git commit` takes the next word as its value.
fn takes_next_word(option: &str) -> bool {
    if option.starts_with("--") {
        // git takes unambiguous abbreviations: `--mess x`.
        return option.len() > 3 && LONG_VALUES.iter().any(|long| long.starts_with(option));
    }
    let mut letters = option.chars().skip(1);
    while let Some(letter) = letters.next() {
        if ATTACHED_LETTERS.contains(&letter) {
            return false;
        }
        if VALUE_LETTERS.contains(&letter) {
            return letters.next().is_none();
        }
    }
    false
}

/// The letters of a cluster that are options: those up to the first that takes the rest as its value.
pub(crate) fn option_letters(cluster: &str) -> &str {
    let letters = cluster.strip_prefix('-').unwrap_or(cluster);
    let takes =
        |letter: char| VALUE_LETTERS.contains(&letter) || ATTACHED_LETTERS.contains(&letter);
    letters.find(takes).map_or(letters, |end| &letters[..=end])
}

/// Whether the word is an option that turns hooks off: `--no-verify`, an abbreviation of it, or a cluster with n.
///
/// `--no-ver` is ambiguous (`--no-verbose`), and git refuses it.
pub(crate) fn skips_hooks(word: &Word) -> bool {
    let Some(word) = word.literal() else { return false };
    if word.starts_with("--") {
        return word.len() >= "--no-veri".len() && "--no-verify".starts_with(word);
    }
    word.starts_with('-') && word.len() > 1 && option_letters(word).contains('n')
}
