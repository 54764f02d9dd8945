//! The body that bash prints behind the first command of a branch, not behind the line of its redirect: read again,
//! the body begins too early and swallows that command. It excuses no word that stands in no body.

use std::slice;

use guarddiff_engine::analysis::{SimpleCommand, Target};
use guarddiff_engine::word::Word;

use super::super::relation::{Reading, same_words};
use super::words;

/// Whether the commands of bash's print are words of ours, and what they lack stands in longer bodies.
pub(super) fn swallowed(ours: Reading<'_>, bash: Reading<'_>) -> bool {
    let own = bodies(ours);
    let more: Vec<&str> = bodies(bash).into_iter().filter(|body| !own.contains(body)).collect();
    if more.is_empty() {
        return false;
    }
    let Some(left) = left_over(&ours.analysis.commands, &bash.analysis.commands) else {
        return false;
    };
    // What is known of an unknown word may stand elsewhere.
    let stands = |text: &str| more.iter().any(|body| body.contains(text));
    !left.is_empty() && left.iter().all(|word| word.literal().is_none_or(stands))
}

/// Whether both have the same words, in whatever order and commands.
pub(super) fn reshuffled(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    left_over(ours, bash).is_some_and(|left| left.is_empty())
}

/// Our words without those of bash's print; none when that has a word that ours have not.
fn left_over(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> Option<Vec<Word>> {
    // An unknown word could be any: what is certain finds its like first.
    let (known, open): (Vec<Word>, Vec<Word>) =
        all_words(bash).into_iter().partition(|word| word.literal().is_some());
    let mut left: Vec<Word> = all_words(ours);
    left.sort_by_key(|word| word.literal().is_none());
    for word in known.into_iter().chain(open) {
        let same = |other: &Word| same_words(slice::from_ref(other), slice::from_ref(&word));
        match left.iter().position(same) {
            Some(at) => drop(left.remove(at)),
            // The word that closes a branch is one of a command where its separator is lost.
            None if ["then", "do", "}", "fi"].iter().any(|closer| word.is(closer)) => {}
            None => return None,
        }
    }
    Some(left)
}

fn all_words(commands: &[SimpleCommand]) -> Vec<Word> {
    commands.iter().flat_map(words).collect()
}

fn bodies(of: Reading<'_>) -> Vec<&str> {
    let redirects = of.analysis.commands.iter().flat_map(|command| &command.redirects);
    let body = redirects.filter_map(|redirect| match &redirect.target {
        Target::Heredoc { span, .. } => of.text.get(span.range()),
        Target::Word(_) => None,
    });
    body.collect()
}
