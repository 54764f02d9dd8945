//! Faults of the reading: commands, words, wrappers and redirects that are not what the text says.

use super::At::{Reading, Rereading};
use super::Fault;
use crate::analysis::{Analysis, Context, Reason, SimpleCommand, Stdin, Target};
use crate::descend::{Job, descend};
use crate::span::Span;
use crate::word::{Shape, Value, Word};

pub(super) static FAULTS: &[Fault] = &[
    Fault::new(
        "always-unavailable",
        "no text can be read",
        Reading(|analysis| *analysis = Analysis::unavailable(Reason::Cold)),
    ),
    Fault::new(
        "always-unknown",
        "no word has a value",
        Reading(|analysis| words(analysis, |word| word.value = Value::Unknown(Shape::anything()))),
    ),
    Fault::new(
        "unknown-is-literal",
        "an unknown word is taken for the part of it that is known",
        Reading(|analysis| words(analysis, |word| set(word, word.prefix().to_owned()))),
    ),
    Fault::new(
        "words-end-at-blanks",
        "quotes are forgotten: a word ends at its first blank",
        Reading(|analysis| words(analysis, |word| cut(word, &[' ', '\n']))),
    ),
    Fault::new(
        "case-folded",
        "words are read without regard to case",
        Reading(|analysis| words(analysis, |word| set(word, word.prefix().to_lowercase()))),
    ),
    Fault::new(
        "last-word-lost",
        "the last word of each command is lost",
        Reading(|analysis| commands(analysis, |it| drop(it.argv.pop()))),
    ),
    Fault::new(
        "first-command-only",
        "nothing after the first command is read",
        Reading(|analysis| analysis.commands.truncate(1)),
    ),
    Fault::new(
        "second-command-lost",
        "the second command of every text is lost",
        Reading(|analysis| {
            if analysis.commands.len() > 1 {
                analysis.commands.remove(1);
            }
        }),
    ),
    Fault::new(
        "last-command-lost",
        "the last command of several is lost",
        Reading(|analysis| {
            if analysis.commands.len() > 1 {
                analysis.commands.pop();
            }
        }),
    ),
    Fault::new(
        "code-strings-ignored",
        "`bash -c '…'` runs nothing",
        Reading(|analysis| keep(analysis, |context| context.code_depth == 0)),
    ),
    Fault::new(
        "substitutions-ignored",
        "`$(…)` runs nothing",
        Reading(|analysis| keep(analysis, |context| !context.substitution)),
    ),
    Fault::new(
        "subshells-ignored",
        "`( … )` runs nothing",
        Reading(|analysis| keep(analysis, |context| !context.subshell)),
    ),
    Fault::new(
        "functions-ignored",
        "the body of a function never runs",
        Reading(|analysis| keep(analysis, |context| !context.function)),
    ),
    Fault::new(
        "control-flow-ignored",
        "what an if, a loop or a case holds never runs",
        Reading(|analysis| keep(analysis, |context| !context.control_flow)),
    ),
    Fault::new(
        "opaque-code-forgotten",
        "code for another interpreter does nothing",
        Reading(|analysis| analysis.opaque.clear()),
    ),
    Fault::new(
        "wrappers-not-opened",
        "`timeout 5 git …` runs timeout",
        Reading(|analysis| commands(analysis, |it| close(it, 0))),
    ),
    Fault::new(
        "inner-wrappers-not-opened",
        "of stacked wrappers only the outer one is taken off",
        Reading(|analysis| commands(analysis, |it| close(it, 1))),
    ),
    Fault::new(
        "wrapper-values-ignored",
        "a wrapper's options take no value: `timeout -s KILL 5 git …` runs `KILL`",
        Reading(|analysis| commands(analysis, wrapper_values)),
    ),
    Fault::new(
        "list-ended-early",
        "no more words may follow those of xargs",
        Reading(|analysis| commands(analysis, |it| it.open_ended = false)),
    ),
    Fault::new(
        "git-by-bare-name-only",
        "`/usr/bin/git` is another program",
        Reading(|analysis| {
            commands(analysis, |it| {
                if it.argv.first().is_some_and(|word| word.prefix().contains('/')) {
                    set(&mut it.argv[0], "another".to_owned());
                }
            });
        }),
    ),
    Fault::new(
        "glab-forgotten",
        "glab is no program of interest",
        Reading(|analysis| rename(analysis, 0, "glab", "another")),
    ),
    Fault::new(
        "stage-is-another-subcommand",
        "`git stage` stages nothing",
        Reading(|analysis| rename(analysis, 1, "stage", "status")),
    ),
    Fault::new(
        "global-options-are-subcommands",
        "git ends at its first global option",
        Reading(|analysis| {
            commands(analysis, |it| {
                if it.argv.get(1).is_some_and(|word| word.prefix().starts_with('-')) {
                    it.argv.truncate(2);
                }
            });
        }),
    ),
    Fault::new(
        "redirects-lost",
        "redirects are not read",
        Reading(|analysis| commands(analysis, |it| it.redirects.clear())),
    ),
    Fault::new(
        "redirect-targets-are-words",
        "the target of a redirect is a word of the command",
        Reading(|analysis| {
            commands(analysis, |it| {
                let targets = it.redirects.iter().filter_map(|redirect| match &redirect.target {
                    Target::Word(word) => Some(word.clone()),
                    Target::Heredoc { .. } => None,
                });
                it.argv.extend(targets);
            });
        }),
    ),
    Fault::new(
        "heredocs-are-commands",
        "the body of a heredoc is read as commands",
        Rereading(|readers, analysis| {
            let redirects = analysis.commands.iter().flat_map(|command| &command.redirects);
            let bodies = redirects.filter_map(|redirect| match &redirect.target {
                Target::Heredoc { body: Value::Literal(text), span } => Some((text.clone(), *span)),
                Target::Heredoc { .. } | Target::Word(_) => None,
            });
            let bodies: Vec<(String, Span)> = bodies.collect();
            for (text, span) in &bodies {
                // A body that is no shell code has no commands to add.
                let _unread = descend(readers, Job::command(text).at(*span), analysis);
            }
        }),
    ),
    Fault::new(
        "pipes-carry-nothing",
        "what a pipe feeds is not known",
        Reading(|analysis| commands(analysis, |it| it.context.stdin = Stdin::Inherited)),
    ),
    Fault::new(
        "assignments-are-words",
        "`NAME=value` in front of a command is its first word",
        Reading(|analysis| {
            commands(analysis, |it| {
                let front = it.assignments.iter().map(|assignment| Word {
                    value: Value::Literal(format!("{}=", assignment.name)),
                    span: assignment.span,
                });
                it.argv.splice(0..0, front.collect::<Vec<_>>());
            });
        }),
    ),
];

fn commands(analysis: &mut Analysis, spoil: impl FnMut(&mut SimpleCommand)) {
    analysis.commands.iter_mut().for_each(spoil);
}

fn words(analysis: &mut Analysis, spoil: impl Fn(&mut Word)) {
    commands(analysis, |command| command.argv.iter_mut().for_each(&spoil));
}

fn keep(analysis: &mut Analysis, kept: impl Fn(&Context) -> bool) {
    analysis.commands.retain(|command| kept(&command.context));
}

fn set(word: &mut Word, text: String) {
    word.value = Value::Literal(text);
}

fn cut(word: &mut Word, ends: &[char]) {
    if let Some((head, _)) = word.literal().and_then(|text| text.split_once(ends)) {
        let head = head.to_owned();
        set(word, head);
    }
}

fn rename(analysis: &mut Analysis, at: usize, from: &str, to: &str) {
    commands(analysis, |command| {
        if let Some(word) = command.argv.get_mut(at).filter(|word| word.is(from)) {
            set(word, to.to_owned());
        }
    });
}

/// Puts all but the first `opened` wrappers back in front of the command.
fn close(command: &mut SimpleCommand, opened: usize) {
    let closed = command.wrappers.split_off(opened.min(command.wrappers.len()));
    command.argv.splice(0..0, closed.into_iter().flatten());
}

fn wrapper_values(command: &mut SimpleCommand) {
    let words = command.wrappers.iter().flat_map(|wrapper| wrapper.iter().skip(1));
    let values = words.filter(|word| !word.prefix().starts_with('-')).cloned();
    command.argv.splice(0..0, values.collect::<Vec<_>>());
}
