//! Whether a program that was started can be a command of the structural reading. What the text leaves open fits anything.

use guarddiff_engine::analysis::SimpleCommand;
use guarddiff_engine::word::{Fields, Value, Word};

/// A program's name without its path.
pub(super) fn base(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}

/// A word as far as the text decides it.
enum Pattern<'a> {
    Text(&'a str),
    One(&'a str, &'a str),
    Many,
}

/// Whether a command of the structural reading can be the start of a program with these words. The program is compared
/// by its last path component, as it is found by PATH. A wrapper that is a stub is started with all that it would run.
pub fn is_start(command: &SimpleCommand, argv: &[String]) -> bool {
    (0..=command.wrappers.len()).any(|from| {
        let words = command.wrappers[from..].iter().flatten().chain(&command.argv);
        is_program(words, command.open_ended, argv)
    })
}

fn is_program<'a>(
    words: impl Iterator<Item = &'a Word>,
    open_ended: bool,
    argv: &[String],
) -> bool {
    let mut pattern: Vec<Pattern<'_>> = Vec::new();
    for (nth, word) in words.enumerate() {
        pattern.push(match &word.value {
            Value::Literal(text) if nth == 0 => Pattern::Text(base(text)),
            Value::Literal(text) => Pattern::Text(text),
            Value::Unknown(shape) => match shape.fields {
                Fields::One => Pattern::One(&shape.prefix, &shape.suffix),
                Fields::Each | Fields::Any => Pattern::Many,
            },
        });
    }
    if open_ended {
        pattern.push(Pattern::Many);
    }
    let mut words: Vec<&str> = argv.iter().map(String::as_str).collect();
    if let Some(first) = words.first_mut() {
        *first = base(first);
    }
    fits(&pattern, &words)
}

/// Whether the words fit: one row of the table of prefixes at a time, since patterns can be many.
fn fits(pattern: &[Pattern<'_>], words: &[&str]) -> bool {
    let mut fit = vec![false; words.len() + 1];
    fit[0] = true;
    for one in pattern {
        let mut next = vec![false; words.len() + 1];
        if matches!(one, Pattern::Many) {
            let mut any = false;
            for (at, fits) in fit.iter().enumerate() {
                any |= fits;
                next[at] = any;
            }
        } else {
            for (at, word) in words.iter().enumerate() {
                let same = match one {
                    Pattern::Text(text) => word == text,
                    Pattern::One(prefix, suffix) => {
                        word.starts_with(prefix) && word.ends_with(suffix)
                    }
                    Pattern::Many => false,
                };
                next[at + 1] = fit[at] && same;
            }
        }
        fit = next;
    }
    fit.last().copied().unwrap_or(false)
}
