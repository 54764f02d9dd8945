//! Wrappers come off, one layer after the other, and what the words hold as code is read.

use super::evaluate::Evaluated;
use super::feed::Feed;
use super::variables::{self, Held};
use super::{Job, Sink, aliases, code, unknown_code};
use crate::analysis::{Assignment, Complexity, Opaque, SimpleCommand};
use crate::git::runs::{GitRun, git_runs};
use crate::programs::{Lookup, Role, Run, is_builtin_only, program_name, role};
use crate::span::Span;
use crate::tokens::Scope;
use crate::word::{Fields, Shape, Value, Word};

/// Most wrappers around one command that are taken off.
const MOST_LAYERS: usize = 16;

/// Most commands that one wrapper's words are taken apart into (`find -exec … -exec …`).
const MOST_RUNS: usize = 64;

/// Adds the command, or what it wraps.
pub(super) fn unwrap(job: &Job<'_>, command: Evaluated, sink: &mut Sink<'_>) {
    peel(job, command, Lookup::Shell, 0, sink);
}

fn peel(job: &Job<'_>, command: Evaluated, lookup: Lookup, layer: usize, sink: &mut Sink<'_>) {
    let scope = command.frame.scope;
    let mut defined = Vec::new();
    if job.aliases {
        defined = aliases::defined(&command.argv, &command.assignments);
    }
    peel_one(job, command, lookup, layer, sink);
    for (value, span) in defined {
        let text = value.as_deref().unwrap_or_default();
        let inner = Job { open_ended: true, ..job.inner(text, span, scope) };
        match value {
            Some(_) => code(&inner, sink),
            None => unknown_code(&inner, sink),
        }
    }
}

fn peel_one(
    job: &Job<'_>,
    mut command: Evaluated,
    lookup: Lookup,
    layer: usize,
    sink: &mut Sink<'_>,
) {
    if command.argv.is_empty() {
        return push(command, sink);
    }
    let mut found = role(&command.argv, lookup);
    if found == Role::Plain && may_run_more(&command, lookup) {
        push(command.clone(), sink);
        return unknown(job, &command, sink);
    }
    if let Role::Rewritten { argv, .. } = found {
        command.argv = argv;
        sink.analysis.complexity = Complexity::Complex;
        found = role(&command.argv, lookup);
    }
    let runs = match found {
        Role::Plain | Role::Rewritten { .. } => return plain(job, command, sink),
        Role::Runs(runs) => runs,
    };
    if runs.iter().any(|run| !matches!(run, Run::Words { .. })) {
        push(command.clone(), sink);
    }
    if runs.len() > MOST_RUNS {
        unknown(job, &command, sink);
    }
    for run in runs.into_iter().take(MOST_RUNS) {
        match run {
            Run::Words { from, to, assignments, open_ended, placeholder, lookup } => {
                let mut inner = command.clone();
                inner.wrappers.push(command.argv[..from].to_vec());
                inner.argv = command.argv[from..to].to_vec();
                inner.open_ended |= open_ended;
                let own = inner.assignments.len();
                inner.assignments.extend(command.argv[assignments].iter().filter_map(environment));
                for assignment in &inner.assignments[own..] {
                    let held = variables::of_variable(&assignment.name, &assignment.value);
                    hold(job, held, assignment.span, command.frame.scope, sink);
                }
                if let Some(placeholder) = placeholder {
                    inner.argv.iter_mut().for_each(|word| replace(word, &placeholder));
                }
                if layer < MOST_LAYERS {
                    peel(job, inner, lookup, layer + 1, sink);
                } else {
                    unknown(job, &inner, sink);
                }
            }
            Run::Code { text, word, placeholder, arguments } => {
                let span = place(&command.argv[word], command.span);
                let replaced =
                    |text: &str| placeholder.as_deref().is_some_and(|p| text.contains(p));
                match text {
                    Value::Literal(text) if !replaced(&text) => {
                        let given = (!command.open_ended).then(|| &command.argv[arguments]);
                        let given = given.and_then(parameters);
                        let job = Job { given: given.as_deref(), ..*job };
                        shell(&job, &command, &text, span, command.feed != Feed::Nothing, sink);
                    }
                    Value::Literal(_) | Value::Unknown(_) => unknown(job, &command, sink),
                }
            }
            Run::CodeFromStdin => match command.feed.clone() {
                Feed::Nothing => {}
                Feed::Text { text, span } => shell(job, &command, &text, span, true, sink),
                Feed::Unknown => unknown(job, &command, sink),
            },
            Run::Opaque { interpreter, text, word } => {
                let span = place(&command.argv[word], command.span);
                opaque(interpreter, text, span, sink);
            }
            Run::OpaqueFromStdin { interpreter } => match command.feed.clone() {
                Feed::Nothing => {}
                Feed::Text { text, span } => opaque(interpreter, Value::Literal(text), span, sink),
                Feed::Unknown => {
                    opaque(interpreter, Value::Unknown(Shape::one_field()), command.span, sink);
                }
            },
            Run::Unknown => unknown(job, &command, sink),
        }
    }
}

/// Whether a command that runs nothing as it stands could run something: a wrapper to which words are added at run
/// time (`xargs nice`), a shell that reads its script from a descriptor.
fn may_run_more(command: &Evaluated, lookup: Lookup) -> bool {
    if command.open_ended {
        let more = |text: &str| Word { value: Value::Literal(text.to_owned()), span: command.span };
        let mut argv = command.argv.clone();
        argv.extend(["1", "x", "x"].map(more));
        if role(&argv, lookup) != Role::Plain {
            return true;
        }
    }
    let shell = command.argv.first().and_then(program_name);
    let reads_script = matches!(
        shell,
        Some("bash" | "sh" | "dash" | "zsh" | "ksh" | "ash" | "rbash" | "." | "source")
    );
    let descriptor = |word: &Word| {
        let text = word.prefix();
        text.contains("/fd/") || text.ends_with("/dev/stdin")
    };
    reads_script && command.argv[1..].iter().any(descriptor)
}

/// A command that is no wrapper; git may still run code from its words.
fn plain(job: &Job<'_>, command: Evaluated, sink: &mut Sink<'_>) {
    let runs = git_runs(&command.argv);
    if runs.is_empty() {
        return push(command, sink);
    }
    push(command.clone(), sink);
    for run in runs {
        match run {
            GitRun::Code { code: text, word } => {
                let span = command.argv[word].span;
                match text {
                    Value::Literal(text) => shell(job, &command, &text, span, true, sink),
                    Value::Unknown(_) => unknown(job, &command, sink),
                }
            }
            GitRun::Words { from } => {
                let mut inner = command.clone();
                inner.wrappers.push(command.argv[..from].to_vec());
                inner.argv = command.argv[from..].to_vec();
                peel(job, inner, Lookup::Path, 1, sink);
            }
        }
    }
}

fn push(command: Evaluated, sink: &mut Sink<'_>) {
    let Evaluated { argv, assignments, redirects, wrappers, open_ended, context, span, .. } =
        command;
    let literal = |words: &[Word]| words.iter().all(|word| word.literal().is_some());
    if open_ended || !literal(&argv) || !wrappers.iter().all(|words| literal(words)) {
        sink.analysis.complexity = Complexity::Complex;
    }
    sink.analysis.commands.push(SimpleCommand {
        argv,
        assignments,
        redirects,
        wrappers,
        open_ended,
        context,
        span,
    });
}

fn shell(
    job: &Job<'_>,
    command: &Evaluated,
    text: &str,
    span: Span,
    fed: bool,
    sink: &mut Sink<'_>,
) {
    let name = command.argv.first().and_then(program_name);
    if matches!(name, Some("sh" | "dash" | "ash")) && reads_otherwise(text) {
        unknown(job, command, sink);
    }
    let process = matches!(name, Some("bash" | "sh" | "dash" | "ash" | "ksh" | "zsh"));
    let callable = job.callable && (!process || exports_functions(job.whole));
    let given = job.given.filter(|_| process);
    let inner = job.inner(text, span, command.frame.scope);
    let expands = || aliases::expanded_by(&command.argv, command.open_ended, text, job.whole);
    let here = name.is_some_and(is_builtin_only);
    let aliases = inner.aliases || !here && expands();
    code(&Job { fed, callable, given, aliases, ..inner }, sink);
}

/// The words behind `$0`, which code in a string knows as `$1`, `$2` …
fn parameters(words: &[Word]) -> Option<Vec<String>> {
    let literal = |word: &Word| word.literal().map(str::to_owned);
    words.get(1..).unwrap_or_default().iter().map(literal).collect()
}

/// Whether the text may hand functions to the shells that it starts (manual 4.2, export and declare; 4.3.1, `set -a`).
fn exports_functions(text: &str) -> bool {
    const SIGNS: [(&str, &[char]); 4] =
        [("export", &['f']), ("declare", &['f', 'x']), ("typeset", &['f', 'x']), ("set", &['a'])];
    let exports = |(name, letters): (&str, &[char])| {
        text.match_indices(name).any(|(at, _)| {
            let rest =
                text[at + name.len()..].trim_start_matches(['\'', '"', '\\', ' ', '\t', '\n']);
            rest.split([';', '\n']).next().unwrap_or_default().split_whitespace().any(|word| {
                let word = word.trim_matches(['\'', '"']);
                word.starts_with(['-', '$', '{']) && word.contains(letters) || word.contains('$')
            })
        })
    };
    text.contains("BASH_FUNC") || text.contains("allexport") || SIGNS.into_iter().any(exports)
}

/// Whether a plain POSIX shell, which `sh` may be, reads the code in another way than bash: `&>` is no redirect to
/// it, `((` opens two subshells, `[[` is a program.
fn reads_otherwise(code: &str) -> bool {
    ["&>", "((", "[["].iter().any(|sign| code.contains(sign))
}

/// Adds what a variable's value makes run. `span` is a place in the whole command already.
pub(super) fn hold(job: &Job<'_>, held: Held, span: Span, scope: Scope, sink: &mut Sink<'_>) {
    match held {
        Held::Nothing => {}
        Held::Code(text) => code(&Job { fed: true, ..job.inner(&text, span, scope) }, sink),
        Held::Mentioned(text) => opaque("git".to_owned(), Value::Literal(text), span, sink),
        Held::Unknown => unknown_code(&job.inner("", span, scope), sink),
    }
}

/// Something runs that the text does not decide.
fn unknown(job: &Job<'_>, command: &Evaluated, sink: &mut Sink<'_>) {
    unknown_code(&job.inner("", command.span, command.frame.scope), sink);
}

fn opaque(interpreter: String, text: Value, span: Span, sink: &mut Sink<'_>) {
    sink.analysis.complexity = Complexity::Complex;
    sink.analysis.opaque.push(Opaque { interpreter, text, span });
}

fn place(words: &[Word], otherwise: Span) -> Span {
    words.iter().map(|word| word.span).reduce(Span::join).unwrap_or(otherwise)
}

/// `NAME=value` in the words of env or sudo.
fn environment(word: &Word) -> Option<Assignment> {
    let (name, value) = match &word.value {
        Value::Literal(text) => {
            let (name, value) = text.split_once('=')?;
            (name, Value::Literal(value.to_owned()))
        }
        Value::Unknown(shape) => {
            let (name, prefix) = shape.prefix.split_once('=')?;
            let value = Shape { prefix: prefix.to_owned(), ..shape.clone() };
            (name, Value::Unknown(value))
        }
    };
    Some(Assignment { name: name.to_owned(), value, span: word.span })
}

/// A word in which the placeholder is replaced at run time.
fn replace(word: &mut Word, placeholder: &str) {
    let Some(text) = word.literal() else { return };
    let (Some(first), Some(last)) = (text.find(placeholder), text.rfind(placeholder)) else {
        return;
    };
    let prefix = text[..first].to_owned();
    let suffix = text[last + placeholder.len()..].to_owned();
    word.value = Value::Unknown(Shape { prefix, suffix, fields: Fields::One });
}
