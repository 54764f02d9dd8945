//! Programs that run a command only under some of their subcommands: package managers, version managers. What
//! their other subcommands run (scripts in package.json, tasks) is out of sight.

use super::options::{Kind, Step, Walker, could_be};
use super::wrappers::{Then, Wrapper, read_behind, read_marked};
use super::{Role, Run};
use crate::word::{Value, Word};

/// A subcommand that runs something.
pub(super) struct Subcommand {
    /// Its name and aliases.
    pub(super) names: &'static [&'static str],
    /// Its options, in the notation of [`super::options`].
    pub(super) options: &'static str,
    /// How many operands stand between the options and the command.
    pub(super) operands: usize,
    /// What stands there.
    pub(super) then: Then,
}

/// A subcommand that runs the words behind it, for the fields that a row leaves out.
pub(super) const COMMAND: Subcommand =
    Subcommand { names: &[], options: "", operands: 0, then: Then::Command };

/// What a first word is that names none of the subcommands in the table.
#[derive(Clone, Copy)]
pub(super) enum Other {
    /// Nothing that runs words.
    Data,
    /// A command, unless it is one of these names, which stand between blanks.
    Command(&'static str),
}

/// What the program of this row does with the words.
pub(super) fn read(
    row: &Wrapper,
    known: &'static [Subcommand],
    other: Other,
    argv: &[Word],
) -> Role {
    read_from(row.name, argv, 1, row.options, known, other)
}

fn read_from(
    name: &str,
    argv: &[Word],
    start: usize,
    options: &'static str,
    known: &'static [Subcommand],
    other: Other,
) -> Role {
    let mut walker = Walker::new(argv, start, options);
    let mut runs = Vec::new();
    loop {
        match walker.step() {
            None if !runs.is_empty() => return Role::Runs(runs),
            None => return Role::Plain,
            // An unknown option matters only where a subcommand that runs something could come behind it.
            Some(Step::Unclear) => {
                let names = || known.iter().flat_map(|sub| sub.names);
                let mut rest = argv[walker.at.min(argv.len())..].iter();
                let runs_something = match other {
                    Other::Command(_) => rest.next().is_some(),
                    Other::Data => rest.any(|word| names().any(|name| could_be(word, name))),
                };
                return if runs_something { Role::unknown() } else { Role::of(runs) };
            }
            Some(Step::Option { kind, value, .. }) => match (kind, value) {
                (Kind::Quit, _) => return Role::Plain,
                (Kind::Unclear, _) => return Role::unknown(),
                (Kind::Code, Some(place)) => {
                    runs.push(Run::code(place.value(argv), place.word..place.word + 1));
                }
                (Kind::Own, Some(place)) => runs.push(Run::Opaque {
                    interpreter: name.to_owned(),
                    text: place.value(argv),
                    word: place.word..place.word + 1,
                }),
                (Kind::Code | Kind::Own, None) => {}
                (Kind::Flag | Kind::Value | Kind::Optional | Kind::Direct | Kind::Shell, _) => {}
            },
            Some(Step::Operand(_)) if !runs.is_empty() => return Role::Runs(runs),
            Some(Step::Operand(at)) => return read_subcommand(name, argv, at, known, other),
        }
    }
}

fn read_subcommand(
    name: &str,
    argv: &[Word],
    at: usize,
    known: &'static [Subcommand],
    other: Other,
) -> Role {
    let word = &argv[at];
    let Some(first) = word.literal() else {
        let could_run = known.iter().flat_map(|sub| sub.names).any(|name| could_be(word, name));
        return match other {
            Other::Command(_) => Role::one(Run::words(at, argv.len())),
            Other::Data if could_run => Role::unknown(),
            Other::Data => Role::Plain,
        };
    };
    if let Some(sub) = known.iter().find(|sub| sub.names.contains(&first)) {
        return match sub.then {
            Then::Subcommands(known, other) => {
                let from = at + 1 + sub.operands;
                match argv.iter().take(from).skip(at + 1).any(Word::may_split) {
                    true => Role::unknown(),
                    false => read_from(name, argv, from, sub.options, known, other),
                }
            }
            Then::Behind(markers) => with_options(argv, at, sub, markers),
            Then::Script => script_word(name, argv, at + 1),
            then => read_behind(name, argv, at + 1, sub.options, sub.operands, then),
        };
    }
    match other {
        Other::Command(own) if own.split_ascii_whitespace().any(|name| name == first) => {
            Role::Plain
        }
        Other::Command(_) => Role::one(Run::words(at, argv.len())),
        Other::Data => Role::Plain,
    }
}

/// A command behind a marker, or code as the value of an option.
fn with_options(argv: &[Word], at: usize, sub: &Subcommand, markers: &[&str]) -> Role {
    let marked = read_marked(argv, at + 1, markers);
    if marked != Role::Plain || sub.options.is_empty() {
        return marked;
    }
    read_behind("", argv, at + 1, sub.options, 0, Then::Options)
}

/// `deno eval CODE`: the first word that is no option is code for the program.
fn script_word(name: &str, argv: &[Word], start: usize) -> Role {
    let code = (start..argv.len()).find(|&at| match &argv[at].value {
        Value::Literal(text) => !text.starts_with('-'),
        Value::Unknown(_) => true,
    });
    match code {
        None => Role::Plain,
        Some(at) => Role::one(Run::Opaque {
            interpreter: name.to_owned(),
            text: argv[at].value.clone(),
            word: at..at + 1,
        }),
    }
}
