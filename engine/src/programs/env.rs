//! `env`: options, `NAME=value` words and a command; `-S` splits a string by rules of its own. Written from GNU
//! coreutils 9.1 (`env --help`, `info env`); it never looks at the environment.

use super::options::{Kind, Step, Walker};
use super::wrappers::{Wrapper, is_assignment};
use super::{Lookup, Role, Run};
use crate::word::{Fields, Shape, Value, Word};

/// How often a `-S` inside a `-S` is followed.
const MAX_SPLITS: usize = 8;

pub(super) fn read(row: &Wrapper, argv: &[Word]) -> Role {
    let mut holder = None;
    let mut owned: Option<Vec<Word>> = None;
    for _ in 0..MAX_SPLITS {
        let words = owned.as_deref().unwrap_or(argv);
        match walk(row, words) {
            Walk::Role(role) => {
                return match (owned, holder) {
                    (Some(argv), Some(word)) if role != Role::unknown() => {
                        Role::Rewritten { argv, word: word..word + 1 }
                    }
                    (_, _) => role,
                };
            }
            Walk::Split { word, from, rest } => {
                let Some(text) = words[word].literal().map(|text| &text[from..]) else {
                    return Role::unknown();
                };
                let Some(split) = split(text, &words[word]) else { return Role::unknown() };
                let mut next = vec![words[0].clone()];
                next.extend(split);
                next.extend_from_slice(&words[rest..]);
                // Only the first string is spelled in the words that the caller has.
                holder.get_or_insert(word);
                owned = Some(next);
            }
        }
    }
    Role::unknown()
}

enum Walk {
    Role(Role),
    /// The string in `words[word][from..]` takes the place of everything before `rest`.
    Split {
        word: usize,
        from: usize,
        rest: usize,
    },
}

fn walk(row: &Wrapper, argv: &[Word]) -> Walk {
    let mut walker = Walker::new(argv, 1, row.options);
    let mut from = loop {
        match walker.step() {
            None => return Walk::Role(Role::Plain),
            Some(Step::Unclear) => return Walk::Role(Role::unknown()),
            Some(Step::Option { name: "S", value: Some(place), .. }) => {
                return Walk::Split { word: place.word, from: place.from, rest: walker.at };
            }
            Some(Step::Option { kind: Kind::Quit, .. }) => return Walk::Role(Role::Plain),
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(at)) => break at,
        }
    };
    // A lone dash means `-i`, and ends the options (env.c looks for it behind getopt).
    if argv[from].is("-") {
        from += 1;
    }
    let first = from;
    while argv.get(from).is_some_and(is_assignment) {
        from += 1;
    }
    match argv.get(from) {
        None => Walk::Role(Role::Plain),
        // It may be an assignment, or many.
        Some(word) if word.literal().is_none() && from + 1 < argv.len() => {
            Walk::Role(Role::unknown())
        }
        Some(_) => Walk::Role(Role::one(Run::Words {
            from,
            to: argv.len(),
            assignments: first..from,
            open_ended: false,
            placeholder: None,
            lookup: Lookup::Path,
        })),
    }
}

/// The words of a `-S` string; none where env refuses it.
fn split(text: &str, holder: &Word) -> Option<Vec<Word>> {
    let mut words = Vec::new();
    let mut word = Builder::default();
    let mut chars = text.chars().peekable();
    let mut single = false;
    let mut double = false;
    while let Some(c) = chars.next() {
        match c {
            '\'' if !double => {
                single = !single;
                word.started = true;
            }
            '"' if !single => {
                double = !double;
                word.started = true;
            }
            ' ' | '\t' | '\n' | '\x0b' | '\x0c' | '\r' if !single && !double => {
                word.end(&mut words, holder)
            }
            '#' if !single && !double && !word.started => break,
            '\\' => {
                let escaped = chars.peek().copied();
                if single && !matches!(escaped, Some('\\' | '\'')) {
                    word.push('\\');
                    continue;
                }
                chars.next();
                match escaped? {
                    'c' if double => return None,
                    'c' => break,
                    '_' if double => word.push(' '),
                    '_' => word.end(&mut words, holder),
                    'f' => word.push('\x0c'),
                    'n' => word.push('\n'),
                    'r' => word.push('\r'),
                    't' => word.push('\t'),
                    'v' => word.push('\x0b'),
                    other @ ('#' | '$' | '"' | '\'' | '\\') => word.push(other),
                    _ => return None,
                }
            }
            '$' if !single => {
                if chars.next() != Some('{') {
                    return None;
                }
                let mut name = 0;
                loop {
                    match chars.next() {
                        Some('}') if name > 0 => break,
                        Some(c) if c == '_' || c.is_ascii_alphanumeric() => name += 1,
                        Some(_) | None => return None,
                    }
                }
                word.push_unknown();
            }
            other => word.push(other),
        }
    }
    if single || double {
        return None;
    }
    word.end(&mut words, holder);
    Some(words)
}

/// A word that grows.
#[derive(Default)]
struct Builder {
    started: bool,
    /// What stood before the first `${NAME}`, once there was one.
    prefix: Option<String>,
    text: String,
}

impl Builder {
    fn push(&mut self, c: char) {
        self.started = true;
        self.text.push(c);
    }

    fn push_unknown(&mut self) {
        self.started = true;
        let text = std::mem::take(&mut self.text);
        self.prefix.get_or_insert(text);
    }

    fn end(&mut self, words: &mut Vec<Word>, holder: &Word) {
        let built = std::mem::take(self);
        if built.started {
            let value = match built.prefix {
                None => Value::Literal(built.text),
                Some(prefix) => {
                    Value::Unknown(Shape { prefix, suffix: built.text, fields: Fields::One })
                }
            };
            words.push(Word { value, span: holder.span });
        }
    }
}
