//! Where the two readings meet: they agree, the tokens decide, or neither is trusted. It reads no text and prefers
//! neither reader beyond the rule that stands here.
//!
//! The tokens decide wherever the stretch in dispute is plain. Across compound commands they decide as long as the
//! dispute is about words that both readers take for words; where the tree sees a command in what the tokens take
//! for a heredoc's text, knows of no heredoc there and admits no error, one of the two hides a command, and nothing
//! is trusted.

use crate::analysis::Trust;
use crate::reading::{CommandWords, Reading, RedirectPlace};
use crate::span::Span;
use crate::tokens::{Heredoc, Tokens};
use crate::tree::TreeReading;

/// How far the tokens may be trusted; none where neither reading can be proved right.
pub(crate) fn meet(tokens: &Tokens, tree: &TreeReading) -> Option<Trust> {
    let agreed = Some(if tree.has_error { Trust::Repaired } else { Trust::Agreed });
    if tokens.unread.is_empty() && agree(&tokens.reading, &tree.reading) {
        return agreed;
    }
    let differences = differences(tokens, &tree.reading);
    if differences.is_empty() {
        return agreed;
    }
    let decided =
        |stretch: Span| is_plain(stretch, &tokens.structure) || !runs_data(stretch, tokens, tree);
    merged(differences).into_iter().all(decided).then_some(Trust::Repaired)
}

/// Whether the tree sees a command begin in a body that the tokens see in this stretch, without an error, without
/// seeing the heredoc's operator, and without an end line to prove it. An operator that both see, or the exact
/// delimiter on a line of its own, makes the lines between a body, whatever the tree makes of them.
fn runs_data(stretch: Span, tokens: &Tokens, tree: &TreeReading) -> bool {
    let admits = |error: &Span| error.start < stretch.end && stretch.start < error.end;
    if tree.errors.iter().any(admits) {
        return false;
    }
    let places = tokens.redirects.iter().zip(&tokens.reading.redirects);
    let mut doubtful = places.filter_map(|(redirect, place)| {
        let Heredoc { body, ended, .. } = redirect.heredoc?;
        let known = ended || tree.reading.redirects.iter().any(|their| their.op == place.op);
        (!known && stretch.covers(body)).then_some(body)
    });
    doubtful.any(|body| commands(&tree.reading).any(|words| body.covers(words[0])))
}

fn agree(ours: &Reading, theirs: &Reading) -> bool {
    let mut others = commands(theirs);
    commands(ours).all(|words| others.next() == Some(words))
        && others.next().is_none()
        && ours.redirects == theirs.redirects
        && ours.heredocs == theirs.heredocs
        && ours.separators == theirs.separators
}

/// The words of each command that has any.
fn commands(reading: &Reading) -> impl Iterator<Item = &[Span]> {
    let words = |&CommandWords { first, count }: &CommandWords| {
        let slice = &reading.words[first as usize..(first + count) as usize];
        (count > 0).then_some(slice)
    };
    reading.commands.iter().filter_map(words)
}

/// Where only one reading has a command, a redirect, a heredoc or a separator. Stretches that the tokens left
/// unread are passed over in both.
fn differences(tokens: &Tokens, theirs: &Reading) -> Vec<Span> {
    let ours = &tokens.reading;
    let read = |span: Span| !tokens.unread.iter().any(|unread| unread.covers(span));
    let stretch = |words: &[Span]| words[0].join(words[words.len() - 1]);
    let kept = |reading| -> Vec<&[Span]> {
        let mut kept: Vec<&[Span]> =
            commands(reading).filter(|words| read(stretch(words))).collect();
        kept.sort_unstable();
        kept
    };
    let mut found: Vec<Span> =
        only_one(&kept(ours), &kept(theirs)).into_iter().map(stretch).collect();
    let place = |redirect: RedirectPlace| redirect.op.join(redirect.target);
    let redirects =
        |reading: &Reading| sorted(reading.redirects.iter().copied().filter(|&r| read(place(r))));
    found.extend(only_one(&redirects(ours), &redirects(theirs)).into_iter().map(place));
    let kept = |spans: &[Span]| sorted(spans.iter().copied().filter(|&span| read(span)));
    found.extend(only_one(&kept(&ours.heredocs), &kept(&theirs.heredocs)));
    found.extend(only_one(&kept(&ours.separators), &kept(&theirs.separators)));
    found
}

fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut items: Vec<T> = items.collect();
    items.sort_unstable();
    items
}

/// What stands in just one of two sorted lists.
fn only_one<T: Ord + Copy>(left: &[T], right: &[T]) -> Vec<T> {
    let mut only = Vec::new();
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        match left[i].cmp(&right[j]) {
            std::cmp::Ordering::Equal => {
                i += 1;
                j += 1;
            }
            std::cmp::Ordering::Less => {
                only.push(left[i]);
                i += 1;
            }
            std::cmp::Ordering::Greater => {
                only.push(right[j]);
                j += 1;
            }
        }
    }
    only.extend_from_slice(&left[i..]);
    only.extend_from_slice(&right[j..]);
    only
}

/// Overlapping spans joined.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start <= last.end => *last = last.join(span),
            _ => merged.push(span),
        }
    }
    merged
}

/// Whether no compound command begins, goes on or ends inside the stretch.
fn is_plain(stretch: Span, structure: &[u32]) -> bool {
    let first = structure.partition_point(|&at| at < stretch.start);
    structure.get(first).is_none_or(|&at| at >= stretch.end)
}
