//! The separator that bash 5.2 loses behind a heredoc, recognised by what it does: neighbours become one command. It
//! excuses no command that is missing otherwise.

use std::slice;

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::word::{Value, Word};

use super::super::relation::same_words;
use super::{alike, words};

/// Whether `bash` is `ours` with some neighbours joined to one command. What stands inside the joined ones comes behind
/// them. The code of a shell among them is another one, and what a find got behind its own command is gone.
pub(super) fn joined(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    let text = |commands: &[SimpleCommand]| -> Vec<SimpleCommand> {
        commands.iter().filter(|command| command.context.code_depth == 0).cloned().collect()
    };
    // Of a command and what it runs, which have one place, the first.
    let outermost = |commands: &[SimpleCommand]| -> Vec<SimpleCommand> {
        let mut commands = text(commands);
        commands.dedup_by_key(|command| command.span);
        commands
    };
    // What a shell is fed may be lost with the separator before its feeder, so the text itself has a second try, and a
    // third one without what git runs, which is given the words of the neighbour, too.
    in_one(ours, bash)
        || in_one(&text(ours), &text(bash))
        || in_one(&outermost(ours), &outermost(bash))
}

fn in_one(ours: &[SimpleCommand], bash: &[SimpleCommand]) -> bool {
    let mut rest: Vec<&SimpleCommand> = ours.iter().collect();
    let mut bash = bash.iter().peekable();
    let mut last: Option<&SimpleCommand> = None;
    let mut joins = 0;
    while let Some(theirs) = bash.next() {
        loop {
            let Some(&first) = rest.first() else { return false };
            if alike(first, theirs) {
                // What a find runs as code may come between it and what it swallows.
                last = last.filter(|last| is_code_of(first, last)).or(Some(first));
                rest.remove(0);
                break;
            }
            if let Some(behind) = take_joined(&rest, theirs) {
                last = Some(first);
                joins += 1;
                rest = behind;
                // What a find that swallowed a neighbour runs stands at its place, too.
                let own =
                    |next: &&SimpleCommand| is_code_of(next, theirs) || next.span == theirs.span;
                while bash.next_if(own).is_some() {}
                break;
            }
            if !last.is_some_and(is_find) {
                return false;
            }
            joins += 1;
            rest.remove(0);
        }
    }
    let swallowed = !rest.is_empty() && last.is_some_and(is_find);
    swallowed || rest.is_empty() && joins > 0
}

/// Whether a command is in a code string of another one, or of what stands in it.
fn is_code_of(next: &SimpleCommand, shell: &SimpleCommand) -> bool {
    next.context.code_depth > shell.context.code_depth
}

/// The commands that are left when `theirs` is several of the first ones in one; none when it is not.
fn take_joined<'a>(
    rest: &[&'a SimpleCommand],
    theirs: &SimpleCommand,
) -> Option<Vec<&'a SimpleCommand>> {
    let (&first, others) = rest.split_first()?;
    let (mut outer, mut inner) = (vec![first], Vec::new());
    // Whether the command before is one that is joined: its code is another one then.
    let mut in_outer = true;
    let mut others = others.iter().peekable();
    while !same_spelling(&outer, theirs) {
        let next = *others.next()?;
        let is_inside = |outer: &&SimpleCommand| {
            outer.span.start <= next.span.start && next.span.end <= outer.span.end
        };
        let is_code = is_code_of(next, first);
        if is_code && in_outer {
            continue;
        }
        in_outer = !is_code && !outer.iter().any(is_inside);
        if in_outer { outer.push(next) } else { inner.push(next) }
    }
    while others.next_if(|next| is_code_of(next, first)).is_some() {}
    inner.extend(others);
    Some(inner)
}

fn is_find(command: &SimpleCommand) -> bool {
    command.wrappers.iter().any(|wrapper| wrapper.first().is_some_and(|word| word.is("find")))
}

/// Whether one command is spelled with just the words of several. Their order is not compared, since `env A=1` holds its
/// words in two places; nor is whether blanks part words, since `env -S` makes many of one; nor what is no word of a command: `!`, a test in `[[ ]]`, the end of the command of a find.
fn same_spelling(ours: &[&SimpleCommand], bash: &SimpleCommand) -> bool {
    let mut left = parts(words(bash));
    for word in ours.iter().flat_map(|command| parts(words(command))) {
        let same = |other: &Word| same_words(slice::from_ref(&word), slice::from_ref(other));
        let Some(place) = left.iter().position(same) else { return false };
        left.remove(place);
    }
    let finds = ours.iter().any(|command| is_find(command));
    let is_no_word = |word: &Word| word.is("!") || finds && (word.is(";") || word.is("+"));
    left.retain(|word| !is_no_word(word));
    let test = |word: Option<&Word>, bracket| word.is_none_or(|word| word.is(bracket));
    test(left.first(), "[[") && test(left.last(), "]]")
}

/// The words with those taken apart that hold blanks.
fn parts(words: Vec<Word>) -> Vec<Word> {
    let mut parts = Vec::with_capacity(words.len());
    for word in words {
        match word.literal() {
            Some(text) if text.contains(' ') => {
                let part = |part: &str| Word { value: Value::Literal(part.to_owned()), ..word };
                parts.extend(text.split(' ').map(part));
            }
            Some(_) | None => parts.push(word),
        }
    }
    parts
}
