//! git's options before the subcommand: where the subcommand stands, and where the text leaves that open.
//!
//! git accepts no abbreviations here, and `-C` and `-c` only with a word of their own (git 2.47.3:
//! `-ccore.pager=x` and `--no-pag` are refused).

use crate::git::unknown;
use crate::word::Word;

/// What an option before the subcommand takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    /// Nothing.
    Nothing,
    /// The next word.
    Next,
    /// The next word, or a value after `=`.
    NextOrEquals,
    /// A value after `=`; alone it prints a path, and no subcommand runs.
    EqualsOrStops,
    /// git prints something and runs no subcommand.
    Stops,
}

/// `--super-prefix` left git in 2.40; `--list-cmds` only exists with `=`.
static OPTIONS: &[(&str, Takes)] = &[
    ("-C", Takes::Next),
    ("-c", Takes::Next),
    ("--no-pager", Takes::Nothing),
    ("-P", Takes::Nothing),
    ("-p", Takes::Nothing),
    ("--paginate", Takes::Nothing),
    ("--git-dir", Takes::NextOrEquals),
    ("--work-tree", Takes::NextOrEquals),
    ("--namespace", Takes::NextOrEquals),
    ("--config-env", Takes::NextOrEquals),
    ("--attr-source", Takes::NextOrEquals),
    ("--super-prefix", Takes::NextOrEquals),
    ("--shallow-file", Takes::Next),
    ("--exec-path", Takes::EqualsOrStops),
    ("--bare", Takes::Nothing),
    ("--no-replace-objects", Takes::Nothing),
    ("--no-lazy-fetch", Takes::Nothing),
    ("--no-optional-locks", Takes::Nothing),
    ("--no-advice", Takes::Nothing),
    ("--literal-pathspecs", Takes::Nothing),
    ("--no-literal-pathspecs", Takes::Nothing),
    ("--glob-pathspecs", Takes::Nothing),
    ("--noglob-pathspecs", Takes::Nothing),
    ("--icase-pathspecs", Takes::Nothing),
    ("-h", Takes::Stops),
    ("--help", Takes::Stops),
    ("-v", Takes::Stops),
    ("--version", Takes::Stops),
    ("--html-path", Takes::Stops),
    ("--man-path", Takes::Stops),
    ("--info-path", Takes::Stops),
    ("--list-cmds", Takes::Stops),
];

fn takes(name: &str) -> Option<Takes> {
    OPTIONS.iter().find(|(known, _)| *known == name).map(|(_, takes)| *takes)
}

/// Where the subcommand stands in an argv whose first word is git.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Subcommand {
    /// There is none: git prints something, or refuses.
    Missing,
    /// The word at this index is the subcommand, whatever the unknown words are.
    At(usize),
    /// One of the words at these indexes, or none.
    OneOf(Vec<usize>),
    /// An unknown word could bring any subcommand with any arguments.
    Anywhere,
}

/// More open places than this are not told apart, so that the walk stays linear.
const MAX_PLACES: usize = 4;

/// Finds the subcommand of `argv`, whose first word is git's name. `open_ended`: more words may follow.
pub(crate) fn subcommand(argv: &[Word], open_ended: bool) -> Subcommand {
    let mut places = Vec::new();
    let mut sure = true;
    // Indexes at which git may look for an option or the subcommand, in rising order.
    let mut ahead = [Some(1), None, None];
    while let Some(at) = pop_lowest(&mut ahead) {
        let Some(word) = argv.get(at) else {
            if open_ended {
                return Subcommand::Anywhere;
            }
            continue;
        };
        match step(word) {
            Step::Subcommand => places.push(at),
            Step::Skip(count) => {
                if count == 2 && argv.get(at + 1).is_some_and(Word::may_split) {
                    return Subcommand::Anywhere;
                }
                push(&mut ahead, at + count);
            }
            Step::Stop => {}
            Step::Open { could_be_subcommand } => {
                sure = false;
                if could_be_subcommand {
                    places.push(at);
                }
                push(&mut ahead, at + 1);
                push(&mut ahead, at + 2);
            }
            Step::Anything => return Subcommand::Anywhere,
        }
        if places.len() > MAX_PLACES {
            return Subcommand::Anywhere;
        }
    }
    match (places.as_slice(), sure) {
        ([], _) => Subcommand::Missing,
        ([at], true) => Subcommand::At(*at),
        (_, _) => Subcommand::OneOf(places),
    }
}

/// The settings that `-c NAME=VALUE` (and `--config-env`) make before the word at `end`: the index of the
/// word that holds the setting, and what of it comes before the setting itself.
pub(crate) fn settings(argv: &[Word], end: usize) -> Vec<Setting> {
    let mut found = Vec::new();
    let mut at = 1;
    while at < end {
        let text = argv[at].prefix();
        let wide = matches!(step(&argv[at]), Step::Skip(2));
        if wide && at + 1 >= end {
            break;
        } else if text == "-c" && wide {
            found.push(Setting { word: at + 1, skip: 0, from_environment: false });
        } else if text == "--config-env" && wide {
            found.push(Setting { word: at + 1, skip: 0, from_environment: true });
        } else if text.starts_with(CONFIG_ENV) {
            found.push(Setting { word: at, skip: CONFIG_ENV.len(), from_environment: true });
        }
        at += if wide { 2 } else { 1 };
    }
    found
}

const CONFIG_ENV: &str = "--config-env=";

/// One setting on git's command line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setting {
    /// Index of the word that holds `NAME=…`.
    pub(crate) word: usize,
    /// Where in that word the name begins, in bytes.
    pub(crate) skip: usize,
    /// What stands after `=` is the name of a variable that holds the value.
    pub(crate) from_environment: bool,
}

/// The directories that `-C` names before the word at `end`, in order.
pub(crate) fn directories(argv: &[Word], end: usize) -> Vec<&Word> {
    let mut found = Vec::new();
    let mut at = 1;
    while at < end {
        let wide = matches!(step(&argv[at]), Step::Skip(2));
        if wide && argv[at].is("-C") {
            found.extend(argv.get(at + 1));
        }
        at += if wide { 2 } else { 1 };
    }
    found
}

enum Step {
    Subcommand,
    Skip(usize),
    Stop,
    Open { could_be_subcommand: bool },
    Anything,
}

/// What git makes of one word where an option or the subcommand is due.
fn step(word: &Word) -> Step {
    if word.may_split() {
        return Step::Anything;
    }
    let known = word.prefix();
    let literal = word.literal().is_some();
    if !unknown::could_be_option(word) {
        return Step::Subcommand;
    }
    if let Some((name, _)) = known.split_once('=') {
        // The name is certain even where the value is not.
        return match takes(name) {
            Some(Takes::NextOrEquals | Takes::EqualsOrStops) => Step::Skip(1),
            Some(Takes::Stops) => Step::Stop,
            Some(Takes::Nothing | Takes::Next) | None => Step::Open { could_be_subcommand: false },
        };
    }
    if !literal {
        return Step::Open { could_be_subcommand: known.is_empty() };
    }
    match takes(known) {
        Some(Takes::Nothing) => Step::Skip(1),
        Some(Takes::Next | Takes::NextOrEquals) => Step::Skip(2),
        Some(Takes::Stops | Takes::EqualsOrStops) => Step::Stop,
        // This git refuses it; a newer one may know it, with a value or without.
        None => Step::Open { could_be_subcommand: false },
    }
}

fn pop_lowest(ahead: &mut [Option<usize>; 3]) -> Option<usize> {
    let lowest = ahead.iter().flatten().min().copied()?;
    for slot in ahead.iter_mut().filter(|slot| **slot == Some(lowest)) {
        *slot = None;
    }
    Some(lowest)
}

/// Adds an index. Three slots suffice: every step leads at most two places ahead of the lowest index.
fn push(ahead: &mut [Option<usize>; 3], at: usize) {
    if ahead.contains(&Some(at)) {
        return;
    }
    if let Some(slot) = ahead.iter_mut().find(|slot| slot.is_none()) {
        *slot = Some(at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sample::words;

    #[track_caller]
    fn check(line: &str, expected: Subcommand) {
        assert_eq!(subcommand(&words(line), false), expected, "{line}");
    }

    #[test]
    fn options_before_the_subcommand_are_stepped_over() {
        check("git commit", Subcommand::At(1));
        check("git -C dir commit", Subcommand::At(3));
        check("git -c commit add", Subcommand::At(3));
        check("git --git-dir .git --work-tree=. -P --bare add", Subcommand::At(6));
        check("git --exec-path=/x --namespace n commit", Subcommand::At(4));
        check("git --attr-source HEAD --no-advice --shallow-file f log", Subcommand::At(6));
    }

    #[test]
    fn options_that_print_run_no_subcommand() {
        for option in ["-h", "--help", "-v", "--version", "--exec-path", "--html-path"] {
            check(&format!("git {option} commit"), Subcommand::Missing);
        }
        check("git --list-cmds=main commit", Subcommand::Missing);
        check("git", Subcommand::Missing);
        check("git -C", Subcommand::Missing);
    }

    #[test]
    fn an_unknown_word_opens_the_place_only_where_the_subcommand_could_be() {
        check("git -C \"$D\" commit", Subcommand::At(3));
        check("git --git-dir=\"$D\" commit", Subcommand::At(2));
        check("git \"$X\" commit", Subcommand::OneOf(vec![1, 2]));
        check("git \"$X\" -n", Subcommand::OneOf(vec![1]));
        check("git com\"$X\" -n", Subcommand::At(1));
        check("git --\"$X\" commit x", Subcommand::OneOf(vec![2, 3]));
        check("git $X commit", Subcommand::Anywhere);
        check("git -C $X commit", Subcommand::Anywhere);
    }

    #[test]
    fn an_option_that_this_git_refuses_leaves_the_place_open() {
        check("git -ccore.pager=x commit", Subcommand::OneOf(vec![2]));
        check("git --no-pag x commit", Subcommand::OneOf(vec![2, 3]));
    }

    #[test]
    fn many_unknown_words_do_not_multiply() {
        check(&format!("git {}", "\"$X\" ".repeat(3000)), Subcommand::Anywhere);
        check(&format!("git {}", "--x ".repeat(3000)), Subcommand::Missing);
    }

    #[test]
    fn words_that_may_follow_can_be_the_subcommand() {
        assert_eq!(subcommand(&words("git"), true), Subcommand::Anywhere);
        assert_eq!(subcommand(&words("git -C"), true), Subcommand::Anywhere);
        assert_eq!(subcommand(&words("git add"), true), Subcommand::At(1));
    }
}
