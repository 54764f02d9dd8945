//! What stands on a command's standard input, which is code if the command is a shell. Files are out of sight.

use super::Job;
use super::evaluate::owned;
use crate::span::Span;
use crate::tokens::Source;
use crate::values::{Place, Values, printed};
use crate::word::{Value, Word};

/// What a command reads from standard input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Feed {
    /// Nothing that the text has a say in: the agent's own input, or a file.
    Nothing,
    /// This text.
    Text {
        /// The text, final newline included.
        text: String,
        /// Where it stands.
        span: Span,
    },
    /// The text decides it, and it can't be told.
    Unknown,
}

/// What feeds command `number`.
pub(super) fn of_command(
    job: &Job<'_>,
    values: &Values<'_>,
    owners: &[(u32, u32)],
    number: usize,
) -> Feed {
    let tokens = values.tokens();
    let own =
        owned(owners, number).rev().find(|&redirect| tokens.redirects[redirect].feeds_stdin());
    if let Some(redirect) = own {
        return of_redirect(job, values, redirect)
            .unwrap_or_else(|| around(job, values, owners, number));
    }
    around(job, values, owners, number)
}

/// What feeds it when no redirect of its own does.
fn around(job: &Job<'_>, values: &Values<'_>, owners: &[(u32, u32)], number: usize) -> Feed {
    let frame = &values.tokens().commands[number];
    match frame.stdin {
        Source::Inherited if job.fed || frame.scope.function => Feed::Unknown,
        Source::Inherited => Feed::Nothing,
        Source::Redirect(redirect) => {
            // Where several commands read from one redirect, each gets what those before it left.
            let same = |frame: &&crate::tokens::Frame| frame.stdin == Source::Redirect(redirect);
            let alone = values.tokens().commands.iter().filter(same).count() == 1;
            // The redirect was expanded before anything in the compound was set.
            let sure = values.constants.is_empty() || is_plain(values, redirect as usize);
            let feed = of_redirect(job, values, redirect as usize)
                .filter(|feed| alone && sure || *feed == Feed::Nothing);
            feed.unwrap_or(Feed::Unknown)
        }
        Source::Pipe(None) => Feed::Unknown,
        Source::Pipe(Some(writer)) => {
            let writer = writer as usize;
            written(job, values, owners, writer)
                .unwrap_or_else(|| copied(job, values, owners, writer))
        }
    }
}

/// What echo or printf of literals writes to a pipe. None for other commands, and where the shell or its options
/// decide what a backslash means.
fn written(
    job: &Job<'_>,
    values: &Values<'_>,
    owners: &[(u32, u32)],
    writer: usize,
) -> Option<Feed> {
    let tokens = values.tokens();
    let (spans, kinds) = (tokens.words(writer), tokens.word_kinds(writer));
    let (first, rest) = spans.split_first()?;
    let name = &*values.spelled(*first);
    // What they read, or complain to, is not what they print.
    let aside = |number: usize| {
        let redirect = &tokens.redirects[number];
        match redirect.fd {
            Some(fd) => fd >= 2 && redirect.op.starts_with('>') || fd == 0,
            None => redirect.op.starts_with('<'),
        }
    };
    let own = owned(owners, writer).all(aside);
    if !own || !values.are_builtin(&["echo", "printf"]) || tokens.commands[writer].prefix.is_some()
    {
        return None;
    }
    let mut words = Vec::new();
    for (&span, &kind) in rest.iter().zip(&kinds[1..]) {
        values.argument(span, kind, &mut words);
    }
    let words: Option<Vec<&str>> = words.iter().map(Word::literal).collect();
    let text = printed(name, &words?)?;
    let span = rest.iter().copied().reduce(Span::join).unwrap_or(*first);
    Some(Feed::Text { text, span: job.place(span) })
}

fn is_plain(values: &Values<'_>, redirect: usize) -> bool {
    let tokens = values.tokens();
    let body = tokens.redirects[redirect].heredoc.map(|heredoc| heredoc.body);
    let target = tokens.reading.redirects[redirect].target;
    values.is_plainly_spelled(target) && body.is_none_or(|body| values.is_plainly_spelled(body))
}

/// The text that `cat <<EOF` writes to a pipe.
fn copied(job: &Job<'_>, values: &Values<'_>, owners: &[(u32, u32)], writer: usize) -> Feed {
    let tokens = values.tokens();
    let copies = match tokens.words(writer) {
        [cat] => values.spelled(*cat) == "cat",
        [cat, dash] => values.spelled(*cat) == "cat" && values.spelled(*dash) == "-",
        _ => false,
    };
    let mut input = None;
    for number in owned(owners, writer) {
        let redirect = &tokens.redirects[number];
        if redirect.feeds_stdin() {
            input = Some(number);
        } else if redirect.fd.is_none_or(|fd| fd < 2) || !redirect.op.starts_with('>') {
            // Only what cat complains of goes elsewhere by `2>`; anything else may take its output away.
            return Feed::Unknown;
        }
    }
    let (Some(redirect), true) = (input, copies) else { return Feed::Unknown };
    match of_redirect(job, values, redirect) {
        Some(text @ Feed::Text { .. }) => text,
        // `cat < file | sh` runs what a file holds, but it is a pipe that the text makes.
        Some(Feed::Nothing | Feed::Unknown) | None => Feed::Unknown,
    }
}

/// What a redirect feeds; none where it only passes on what is there already.
fn of_redirect(job: &Job<'_>, values: &Values<'_>, number: usize) -> Option<Feed> {
    let tokens = values.tokens();
    let redirect = &tokens.redirects[number];
    let target = tokens.reading.redirects[number].target;
    if let Some(heredoc) = &redirect.heredoc {
        return Some(match values.heredoc(heredoc, redirect.op == "<<-") {
            Value::Literal(text) => Feed::Text { text, span: job.place(heredoc.body) },
            Value::Unknown(_) => Feed::Unknown,
        });
    }
    let place = if redirect.op == "<<<" { Place::HereString } else { Place::Target };
    let value = values.single(target, redirect.kind, place);
    match (redirect.op, value) {
        ("<<<", Value::Literal(text)) => {
            Some(Feed::Text { text: text + "\n", span: job.place(target) })
        }
        ("<" | "<>", Value::Literal(file))
            if matches!(&*file, "/dev/stdin" | "/dev/fd/0" | "-") =>
        {
            None
        }
        ("<&", Value::Literal(file)) if file == "0" => None,
        ("<&", Value::Literal(file)) if file == "-" => Some(Feed::Nothing),
        ("<" | "<>", Value::Literal(file))
            if file.contains("/fd/") || file.ends_with("/dev/stdin") =>
        {
            Some(Feed::Unknown)
        }
        ("<" | "<>", Value::Literal(_)) => Some(Feed::Nothing),
        // A process substitution is a file whose text comes from a command of this text.
        ("<" | "<>", Value::Unknown(shape)) if !shape.prefix.starts_with("/dev/fd/") => {
            Some(Feed::Nothing)
        }
        _ => Some(Feed::Unknown),
    }
}
