//! Where the value of an expansion comes from, or why the text does not give it. It evaluates nothing: it writes down
//! what was evaluated.

use std::cell::RefCell;

use crate::span::Span;
use crate::tokens::{HoleKind, Tokens};
use crate::word::Value;

/// One expansion, and what it came to. One that is read several times, each time with another value, is there once for
/// each value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expansion {
    /// Where it is spelled. Inside a code string: the span of the word that holds the code.
    pub span: Span,
    /// Whether it stands in a code string.
    pub in_code: bool,
    /// How it is spelled.
    pub spelled: String,
    /// What it comes to; none if nothing is left of it.
    pub value: Option<Value>,
    /// What decides it.
    pub origin: Origin,
}

/// What decides the value of an expansion.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A variable.
    Variable {
        /// Its name.
        name: String,
        /// The last place in front of it where the text sets it by an assignment or a loop. Inside a code string: the span
        /// of the word that holds the code.
        set: Option<Span>,
    },
    /// A positional parameter, or all of them.
    Positional,
    /// A parameter that the shell sets by itself: `$?`, `$$`, `$!`, `$-`.
    Shell,
    /// The output of commands.
    Substitution {
        /// The name of the first of them, as it is spelled.
        program: Option<String>,
    },
    /// The name of a pipe that the shell makes.
    Process,
    /// The result of a sum.
    Arithmetic,
}

/// Where a reading writes its expansions down.
#[derive(Default)]
pub(crate) struct Trace {
    expansions: RefCell<Vec<Expansion>>,
}

/// Expansions that are kept; a text may be all expansions, and read several times.
const MOST: usize = 2_000;

impl Trace {
    /// Writes one down. `place` is where it is to be reported, in another text than it stands in if there is one.
    pub(crate) fn add(
        &self,
        (text, tokens): (&str, &Tokens),
        span: Span,
        place: Option<Span>,
        value: Option<Value>,
    ) {
        let mut expansions = self.expansions.borrow_mut();
        // A `$` that is none is left as it is.
        let spelled = text.get(span.range()).unwrap_or_default();
        if expansions.len() >= MOST || spelled.len() < 2 {
            return;
        }
        let found = Expansion {
            span: place.unwrap_or(span),
            in_code: place.is_some(),
            spelled: spelled.to_owned(),
            value,
            origin: origin(text, tokens, span, spelled, place),
        };
        if !expansions.contains(&found) {
            expansions.push(found);
        }
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.expansions.borrow().len()
    }

    /// Takes back what was written down since there were so many.
    pub(crate) fn cut_to(&self, many: usize) {
        self.expansions.borrow_mut().truncate(many);
    }

    /// All of them, in the order in which they were read.
    pub(crate) fn finish(&self) -> Vec<Expansion> {
        self.expansions.take()
    }
}

fn origin(text: &str, tokens: &Tokens, span: Span, spelled: &str, place: Option<Span>) -> Origin {
    let hole = tokens.holes.binary_search_by_key(&span.start, |hole| hole.span.start).ok();
    let hole = hole.map(|at| tokens.holes[at]).filter(|hole| hole.span == span).map(|it| it.kind);
    match hole {
        Some(HoleKind::Command) => {
            let first = tokens.commands.partition_point(|frame| frame.start < span.start);
            let inside = tokens.commands.get(first).is_some_and(|it| it.start < span.end);
            let word = || tokens.words(first).first().and_then(|word| text.get(word.range()));
            let program = if inside { word() } else { None };
            Origin::Substitution { program: program.map(str::to_owned) }
        }
        Some(HoleKind::Process) => Origin::Process,
        Some(HoleKind::Arithmetic) => Origin::Arithmetic,
        Some(HoleKind::Parameter) | None => {
            let inner = spelled.trim_start_matches('$').replace("\\\n", "");
            let inner = inner.trim_start_matches('{').trim_start_matches(['!', '#']);
            let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let name: String = inner.chars().take_while(|c| is_name(*c)).collect();
            match name.chars().next() {
                Some(c) if c.is_ascii_digit() => Origin::Positional,
                Some(_) => {
                    let set = set_before(text, tokens, &name, span.start);
                    Origin::Variable { name, set: set.map(|set| place.unwrap_or(set)) }
                }
                // `$#` has lost its sign.
                None if inner.starts_with(['@', '*', '}']) || inner.is_empty() => {
                    Origin::Positional
                }
                None => Origin::Shell,
            }
        }
    }
}

/// The last place in front of `at` where the text sets the variable by an assignment or a loop.
fn set_before(text: &str, tokens: &Tokens, name: &str, at: u32) -> Option<Span> {
    let sets = |span: &Span| {
        let rest = text.get(span.range()).and_then(|word| word.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with(['=', '+', '[']))
    };
    let words = tokens.reading.words.iter().zip(&tokens.kinds);
    let words = words.filter(|(word, kind)| kind.assignment && word.end <= at && sets(word));
    let loops = tokens
        .loops
        .iter()
        .map(|it| it.name)
        .filter(|it| it.end <= at && text.get(it.range()) == Some(name));
    words.map(|(word, _)| *word).chain(loops).max()
}
