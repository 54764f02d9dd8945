//! Hand-made analyses for the unit tests of the checks: blank-separated words, separators as words of their own, nothing
//! else of bash's grammar.
//!
//! `'a b'` is one literal word, `$X` an unknown word that may split, `"$X"` an unknown field; literal text
//! may stand on both sides. `NAME=value` before a command is an assignment.

use crate::analysis::{Analysis, Assignment, Complexity, Context, SimpleCommand, Status, Trust};
use crate::span::Span;
use crate::word::{Fields, Shape, Value, Word};

/// The words of one line.
pub(crate) fn words(line: &str) -> Vec<Word> {
    spellings(line).into_iter().map(|span| word(line, span)).collect()
}

/// The commands of a text.
pub(crate) fn analysis(text: &str) -> Analysis {
    let mut commands = Vec::new();
    let mut argv: Vec<Word> = Vec::new();
    let mut assignments = Vec::new();
    for span in spellings(text) {
        let spelled = &text[span.range()];
        if matches!(spelled, ";" | "&&" | "||" | "|" | "&") {
            commands.push(command(std::mem::take(&mut argv), std::mem::take(&mut assignments)));
            continue;
        }
        let next = word(text, span);
        let name = spelled.split_once('=').map(|(name, _)| name);
        match name.filter(|name| {
            argv.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        }) {
            Some(name) => {
                let skip = name.len() + 1;
                let value = match next.value {
                    Value::Literal(text) => Value::Literal(text[skip..].to_owned()),
                    Value::Unknown(shape) => Value::Unknown(shape),
                };
                assignments.push(Assignment { name: name.to_owned(), value, span });
            }
            None => argv.push(next),
        }
    }
    commands.push(command(argv, assignments));
    Analysis {
        status: Status::Parsed,
        trust: Trust::Agreed,
        complexity: Complexity::Simple,
        commands,
        opaque: Vec::new(),
        around: Vec::new(),
    }
}

fn command(argv: Vec<Word>, assignments: Vec<Assignment>) -> SimpleCommand {
    let span = match (argv.first(), argv.last()) {
        (Some(first), Some(last)) => first.span.join(last.span),
        _ => Span::default(),
    };
    SimpleCommand {
        argv,
        assignments,
        redirects: Vec::new(),
        wrappers: Vec::new(),
        open_ended: false,
        context: Context::default(),
        span,
    }
}

/// Where the words stand: blanks outside quotes separate.
fn spellings(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut start = None;
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => {}
            None if c == ' ' || c == '\n' => {
                spans.extend(start.take().map(|start| Span::new(start, at)));
            }
            None => {
                start.get_or_insert(at);
                quote = matches!(c, '\'' | '"').then_some(c);
            }
        }
    }
    spans.extend(start.map(|start| Span::new(start, text.len())));
    spans
}

fn word(text: &str, span: Span) -> Word {
    let spelled = &text[span.range()];
    let (mut prefix, mut suffix, mut fields) = (String::new(), String::new(), None);
    let mut quote = None;
    let mut chars = spelled.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            _ if quote == Some(c) => quote = None,
            '\'' | '"' if quote.is_none() => quote = Some(c),
            '$' if quote != Some('\'') => {
                while chars.next_if(|c| c.is_ascii_alphanumeric() || *c == '_').is_some() {}
                suffix.clear();
                let field = if quote.is_some() { Fields::One } else { Fields::Any };
                fields = Some(if fields == Some(Fields::Any) { Fields::Any } else { field });
            }
            _ if fields.is_some() => suffix.push(c),
            _ => prefix.push(c),
        }
    }
    let value = match fields {
        None => Value::Literal(prefix),
        Some(fields) => Value::Unknown(Shape { prefix, suffix, fields }),
    };
    Word { value, span }
}
