//! Programs with many options, of which a few hold code: `tar`, `make`, `rsync`, editors, and builtins that run a
//! command on the side. An option that the row doesn't know is taken for one without a value.

use std::cell::LazyCell;

use super::options::{Kind, Place, Step, Walker};
use super::wrappers::{Then, Wrapper, read_behind};
use super::{Lookup, Role, Run, could_matter};
use crate::word::{Value, Word};

/// Options anywhere between operands; those with code are what runs.
pub(super) fn scan(row: &Wrapper, argv: &[Word]) -> Role {
    Role::of(scanned(row, argv, 1, &|_, _| None))
}

/// `more`: what a value of an option without a mark of its own holds.
fn scanned(
    row: &Wrapper,
    argv: &[Word],
    start: usize,
    more: &dyn Fn(&str, Place) -> Option<Run>,
) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut walker = Walker::new(argv, start, row.options);
    // The last word that could be code, should an unknown word before it be the option for it.
    let code = LazyCell::new(|| argv.iter().rposition(resembles_code).unwrap_or(0));
    loop {
        match walker.step() {
            None => return runs,
            Some(Step::Unclear) => {
                let Some(word) = argv.get(walker.at) else { return runs };
                walker.at += 1;
                if word.literal().is_none() && *code >= walker.at && runs.is_empty() {
                    runs.push(Run::Unknown);
                }
            }
            Some(Step::Option { kind: Kind::Code, value: Some(place), .. }) => {
                runs.push(Run::code(place.value(argv), place.word..place.word + 1));
            }
            Some(Step::Option { kind: Kind::Own, value: Some(place), .. }) => {
                runs.push(opaque(row, place.value(argv), place.word));
            }
            Some(Step::Option { name, value: Some(place), .. }) => runs.extend(more(name, place)),
            Some(Step::Option { .. } | Step::Operand(_)) => {}
        }
    }
}

fn opaque(row: &Wrapper, text: Value, word: usize) -> Run {
    Run::Opaque { interpreter: row.name.to_owned(), text, word: word..word + 1 }
}

fn resembles_code(word: &Word) -> bool {
    let text = word.prefix();
    text.contains("git") && text.contains([' ', '\t', '\n'])
}

/// `tar`: options may also stand without a dash, their values behind them in order (GNU tar 1.34, "Old Options").
pub(super) fn tar(row: &Wrapper, argv: &[Word]) -> Role {
    let mut runs = Vec::new();
    let old = argv.get(1).and_then(Word::literal).filter(|text| !text.starts_with('-'));
    if let Some(letters) = old {
        let valued = letters.chars().filter(|letter| "bCfFgHIKLNTVX".contains(*letter));
        for (at, _) in (2..).zip(valued).filter(|(_, letter)| matches!(letter, 'I' | 'F')) {
            if let Some(word) = argv.get(at) {
                runs.push(Run::code(word.value.clone(), at..at + 1));
            }
        }
    }
    let action = |name: &str, place: Place| {
        let command = place.literal(argv)?.strip_prefix("exec=")?;
        let run = Run::code(Value::Literal(command.to_owned()), place.word..place.word + 1);
        (name == "checkpoint-action").then_some(run)
    };
    runs.extend(scanned(row, argv, 1, &action));
    Role::of(runs)
}

/// `make -f -` reads its rules from standard input; `--eval` takes one.
pub(super) fn make(row: &Wrapper, argv: &[Word]) -> Role {
    let file = |name: &str, place: Place| {
        let interpreter = row.name.to_owned();
        match place.value(argv) {
            Value::Literal(text) if matches!(&*text, "-" | "/dev/stdin" | "/dev/fd/0") => {
                (name == "f").then_some(Run::OpaqueFromStdin { interpreter })
            }
            Value::Unknown(shape) if shape.prefix.starts_with("/dev/fd/") => Some(Run::Unknown),
            Value::Literal(_) | Value::Unknown(_) => None,
        }
    };
    Role::of(scanned(row, argv, 1, &file))
}

/// `vim -c COMMAND +COMMAND --cmd COMMAND`.
pub(super) fn vim(row: &Wrapper, argv: &[Word]) -> Role {
    let mut runs = Vec::new();
    for (at, word) in argv.iter().enumerate().skip(1) {
        let option = argv[at - 1].literal();
        let text = word.prefix();
        if matches!(option, Some("-c" | "--cmd")) || text.starts_with('+') {
            runs.push(opaque(row, word.value.clone(), at));
        }
    }
    Role::of(runs)
}

/// ssh's settings that name a local command. What runs at the other end is not ours.
pub(super) fn ssh(row: &Wrapper, argv: &[Word]) -> Role {
    let local = |text: &str| {
        let text = text.to_ascii_lowercase();
        ["proxycommand", "localcommand", "knownhostscommand"].iter().any(|key| text.contains(key))
    };
    let words = argv.iter().enumerate().skip(1).filter(|(_, word)| local(word.prefix()));
    Role::of(words.map(|(at, word)| opaque(row, word.value.clone(), at)).collect())
}

/// `setarch [ARCH] [OPTION…] [COMMAND…]`.
pub(super) fn setarch(row: &Wrapper, argv: &[Word]) -> Role {
    let start = match argv.get(1) {
        Some(word) if word.literal().is_none() => return Role::unknown(),
        Some(word) if !word.prefix().starts_with('-') => 2,
        Some(_) | None => 1,
    };
    read_behind(row.name, argv, start, row.options, 0, Then::CommandOrShell)
}

/// `jobs -x COMMAND` runs it, job numbers replaced (bash manual 7.2).
pub(super) fn jobs(_: &Wrapper, argv: &[Word]) -> Role {
    let runs = |word: &Word| word.literal().is_some_and(|text| is_cluster(text, 'x'));
    let option = argv.iter().position(runs);
    let before = &argv[1..option.unwrap_or(argv.len())];
    if argv.len() > 2 && before.iter().any(|word| word.literal().is_none()) {
        return Role::unknown();
    }
    let Some(option) = option else { return Role::Plain };
    let from = option + 1 + usize::from(argv.get(option + 1).is_some_and(|word| word.is("--")));
    if from >= argv.len() {
        return Role::Plain;
    }
    Role::one(Run::Words {
        from,
        to: argv.len(),
        assignments: from..from,
        open_ended: false,
        placeholder: None,
        lookup: Lookup::Shell,
    })
}

/// `hash -p FILE NAME` makes NAME mean FILE, which is not followed (bash manual 4.1).
pub(super) fn hash(_: &Wrapper, argv: &[Word]) -> Role {
    let sets = |word: &Word| {
        word.literal().is_none() || word.literal().is_some_and(|text| is_cluster(text, 'p'))
    };
    let Some(option) = argv.iter().skip(1).position(sets) else { return Role::Plain };
    let minded = |word: &Word| {
        let attached = word.prefix().trim_start_matches("-p");
        word.literal().is_none()
            || could_matter(&Word { value: Value::Literal(attached.to_owned()), ..word.clone() })
    };
    match argv[option + 1..].iter().any(minded) {
        true => Role::unknown(),
        false => Role::Plain,
    }
}

/// `compgen` and `complete`: `-C CODE`, and `-W WORDS`, which are expanded (bash manual 8.7).
pub(super) fn completion(row: &Wrapper, argv: &[Word]) -> Role {
    let words = |name: &str, place: Place| {
        let text = place.literal(argv)?;
        (name == "W" && (text.contains("$(") || text.contains('`'))).then_some(Run::Unknown)
    };
    Role::of(scanned(row, argv, 1, &words))
}

/// Whether the text is a cluster of short options with this letter.
fn is_cluster(text: &str, letter: char) -> bool {
    text.len() > 1 && text.starts_with('-') && !text.starts_with("--") && text.contains(letter)
}
