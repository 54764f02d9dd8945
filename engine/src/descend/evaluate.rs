//! One command of the tokens, its words and redirects evaluated, before any wrapper comes off.

use super::feed::{self, Feed};
use super::{Job, context};
use crate::analysis::{Assignment, Context, Redirect, Stdin, Target};
use crate::span::Span;
use crate::tokens::{Frame, RawRedirect, Tokens, WordKind};
use crate::values::{Place, Values};
use crate::word::{Fields, Shape, Value, Word};

/// A command with values.
#[derive(Clone, PartialEq)]
pub(super) struct Evaluated {
    pub(super) argv: Vec<Word>,
    pub(super) assignments: Vec<Assignment>,
    pub(super) redirects: Vec<Redirect>,
    pub(super) wrappers: Vec<Vec<Word>>,
    pub(super) open_ended: bool,
    pub(super) context: Context,
    pub(super) span: Span,
    /// What code on its standard input would be.
    pub(super) feed: Feed,
    pub(super) frame: Frame,
}

/// The redirects of each command: pairs of command and redirect, sorted.
pub(super) fn owners(tokens: &Tokens) -> Vec<(u32, u32)> {
    let mut owners: Vec<(u32, u32)> = tokens
        .redirects
        .iter()
        .enumerate()
        .filter_map(|(number, redirect)| Some((redirect.command?, number as u32)))
        .collect();
    owners.sort_unstable();
    owners
}

/// The redirects of one command, in the order of the text.
pub(super) fn owned(
    owners: &[(u32, u32)],
    command: usize,
) -> impl DoubleEndedIterator<Item = usize> {
    let command = command as u32;
    let first = owners.partition_point(|&(owner, _)| owner < command);
    let last = owners.partition_point(|&(owner, _)| owner <= command);
    owners[first..last].iter().map(|&(_, redirect)| redirect as usize)
}

/// None for a slot that turned out to be no command, such as a function's name.
pub(super) fn evaluate(
    job: &Job<'_>,
    number: usize,
    values: &Values<'_>,
    owners: &[(u32, u32)],
) -> Option<Evaluated> {
    let tokens = values.tokens();
    let frame = tokens.commands[number];
    let spans = tokens.words(number);
    let kinds = tokens.word_kinds(number);
    let mut own = owned(owners, number).peekable();
    if spans.is_empty() && own.peek().is_none() {
        return None;
    }
    let leading = kinds.iter().take_while(|kind| kind.assignment).count();
    let assignments = spans[..leading].iter().zip(kinds).map(|(&span, &kind)| {
        let (name, value) = assignment(values, span, kind);
        Assignment { name, value, span: job.place(span) }
    });
    let assignments = assignments.collect();
    let mut argv = Vec::with_capacity(spans.len() - leading);
    for (&span, &kind) in spans[leading..].iter().zip(&kinds[leading..]) {
        if kind.array {
            argv.push(Word { value: list(values.text(), span), span });
        } else if kind.assignment {
            argv.push(Word { value: values.single(span, kind, Place::Assigned), span });
        } else {
            values.argument(span, kind, &mut argv);
        }
    }
    let redirects: Vec<Redirect> = own.map(|redirect| evaluated(job, values, redirect)).collect();
    let mut wrappers = Vec::new();
    if let Some(prefix) = frame.prefix {
        wrappers.push(prefix_words(job, values.text(), prefix));
    }
    let first =
        frame.prefix.or_else(|| spans.get(leading).copied()).or_else(|| spans.first().copied());
    let span = match (first, spans.last()) {
        (Some(first), Some(&last)) => first.join(last),
        _ => redirects.iter().map(|redirect| redirect.span).reduce(Span::join).unwrap_or_default(),
    };
    if job.place.is_some() {
        for word in &mut argv {
            word.span = job.place(word.span);
        }
    }
    let feed = feed::of_command(job, values, owners, number);
    let stdin = match (&feed, redirects.iter().any(Redirect::feeds_stdin)) {
        (Feed::Text { text, .. }, false) => Stdin::Piped(text.clone()),
        (Feed::Unknown, false) => Stdin::PipedUnknown,
        _ => Stdin::Inherited,
    };
    Some(Evaluated {
        argv,
        assignments,
        redirects,
        wrappers,
        open_ended: job.open_ended,
        context: context(job, frame.scope, stdin),
        span: job.place(span),
        feed,
        frame,
    })
}

fn assignment(values: &Values<'_>, span: Span, kind: WordKind) -> (String, Value) {
    let source = &values.text()[span.range()];
    let equals = source.find('=').unwrap_or(source.len());
    let name = source[..equals].trim_end_matches('+').replace("\\\n", "");
    if kind.array || source[..equals].ends_with('+') || source[..equals].contains('[') {
        return (name, Value::Unknown(Shape::one_field()));
    }
    let start = (span.start as usize + equals + 1).min(span.end as usize);
    let value = Span::new(start, span.end as usize);
    (name, values.single(value, kind, Place::Assigned))
}

/// What is certain of `NAME=( … )` as a word: a list is no text, and may hold comments.
fn list(text: &str, span: Span) -> Value {
    let source = &text[span.range()];
    let opening = source.find('(').map_or(0, |at| at + 1);
    let prefix = source[..opening].replace("\\\n", "");
    Value::Unknown(Shape { prefix, suffix: ")".to_owned(), fields: Fields::One })
}

/// A redirect with its target evaluated.
pub(super) fn evaluated(job: &Job<'_>, values: &Values<'_>, number: usize) -> Redirect {
    let tokens = values.tokens();
    let RawRedirect { fd, start, op, kind, heredoc, .. } = tokens.redirects[number];
    let target = tokens.reading.redirects[number].target;
    let span = job.place(Span { start, end: target.end });
    let target = match heredoc {
        Some(heredoc) => {
            let body = values.heredoc(&heredoc, op == "<<-");
            Target::Heredoc { body, span: job.place(heredoc.body) }
        }
        None => {
            let place = if op == "<<<" { Place::HereString } else { Place::Target };
            Target::Word(Word {
                value: values.single(target, kind, place),
                span: job.place(target),
            })
        }
    };
    Redirect { fd, op, target, span }
}

/// `time -p` and `coproc` as the words of a wrapper.
fn prefix_words(job: &Job<'_>, text: &str, prefix: Span) -> Vec<Word> {
    let source = text[prefix.range()].replace("\\\n", "");
    let word =
        |text: &str| Word { value: Value::Literal(text.to_owned()), span: job.place(prefix) };
    source.split_ascii_whitespace().map(word).collect()
}
