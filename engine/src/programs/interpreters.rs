//! Interpreters of other languages: is there code for them in the words, or on standard input? The code itself
//! is never read, but for awk and sed, where most programs can't run anything.

use super::options::{Kind, Step, Walker};
use super::wrappers::Wrapper;
use super::{Role, Run, joined, sed, shells};
use crate::word::{Value, Word};

/// The reading that most interpreters share: code options, a script file, or standard input.
pub(super) fn read(row: &Wrapper, argv: &[Word]) -> Role {
    let mut codes: Vec<usize> = Vec::new();
    let mut places = Vec::new();
    let mut walker = Walker::new(argv, 1, row.options);
    let mut guessed = false;
    loop {
        match walker.step() {
            None if guessed => break,
            None if codes.is_empty() => {
                return Role::one(Run::OpaqueFromStdin { interpreter: row.name.to_owned() });
            }
            None => break,
            // Interpreters have too many options for a table: one that the row doesn't know is taken for a
            // flag, and the words behind it are still searched for code.
            Some(Step::Unclear) => {
                if let Some(word) = argv.get(walker.at).filter(|word| is_unknown(word)) {
                    let script = word.prefix().is_empty() && shells::ends_like_a_file(word);
                    if codes.is_empty() && !guessed && script {
                        return Role::Plain;
                    }
                    if codes.is_empty() && walker.at + 1 < argv.len() {
                        return Role::unknown();
                    }
                }
                guessed = true;
                walker.at += 1;
            }
            Some(Step::Option { kind: Kind::Quit, .. }) => break,
            Some(Step::Option { kind: Kind::Unclear, .. }) => return Role::unknown(),
            Some(Step::Option { kind: Kind::Own, value: Some(place), .. }) => {
                codes.push(place.word);
                places.push(place);
            }
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(at)) if codes.is_empty() && !guessed => {
                return match argv[at].literal() {
                    Some("-" | "/dev/stdin") => {
                        Role::one(Run::OpaqueFromStdin { interpreter: row.name.to_owned() })
                    }
                    Some(_) | None => Role::Plain,
                };
            }
            Some(Step::Operand(_)) if guessed && codes.is_empty() => {}
            Some(Step::Operand(_)) => break,
        }
    }
    match places.as_slice() {
        [] => Role::Plain,
        [place] => opaque(row, place.value(argv), place.word..place.word + 1),
        [first, .., last] => {
            let texts: Option<Vec<&str>> = places.iter().map(|place| place.literal(argv)).collect();
            let text = match texts {
                Some(texts) => Value::Literal(texts.join("\n")),
                None => joined(&argv[first.word..=last.word]),
            };
            opaque(row, text, first.word..last.word + 1)
        }
    }
}

fn opaque(row: &Wrapper, text: Value, word: std::ops::Range<usize>) -> Role {
    Role::one(Run::Opaque { interpreter: row.name.to_owned(), text, word })
}

/// `pwsh -Command WORD…`, `cmd /c WORD…`, `tmux send-keys WORD…`: all words behind are the code.
pub(super) fn rest(row: &Wrapper, argv: &[Word]) -> Role {
    let markers = row.options;
    for (at, word) in argv.iter().enumerate().skip(1) {
        if word.may_split() {
            return Role::unknown();
        }
        let Some(text) = word.literal() else { continue };
        let lower = text.to_ascii_lowercase();
        if markers.split_ascii_whitespace().any(|marker| marker == lower) {
            let from = if row.name == "tmux" { at } else { at + 1 };
            return match from < argv.len() {
                true => opaque(row, joined(&argv[from..]), from..argv.len()),
                false => Role::Plain,
            };
        }
    }
    Role::Plain
}

fn is_unknown(word: &Word) -> bool {
    word.literal().is_none()
}

/// `awk [OPTION…] PROGRAM [FILE…]`: only `system`, a pipe or gawk's `@` could run something.
pub(super) fn awk(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    let mut program = None;
    let mut file = false;
    loop {
        match walker.step() {
            None => break,
            // An unknown word may be the program.
            Some(Step::Unclear) if argv.get(walker.at).is_some_and(is_unknown) => {
                if program.is_none() && !file {
                    program = Some((argv[walker.at].value.clone(), walker.at));
                }
                break;
            }
            Some(Step::Unclear) => return Role::unknown(),
            Some(Step::Option { kind: Kind::Quit, .. }) => return Role::Plain,
            Some(Step::Option { name: "f", value, .. }) => {
                if value
                    .and_then(|place| place.literal(argv))
                    .is_some_and(|name| matches!(name, "-" | "/dev/stdin"))
                {
                    return Role::one(Run::OpaqueFromStdin { interpreter: row.name.to_owned() });
                }
                file = true;
            }
            Some(Step::Option { kind: Kind::Own, value: Some(place), .. }) => {
                program = Some((place.value(argv), place.word));
            }
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(_)) if program.is_some() || file => break,
            Some(Step::Operand(at)) => {
                program = Some((argv[at].value.clone(), at));
                break;
            }
        }
    }
    match program {
        Some((text, at)) if awk_could_run(&text) => opaque(row, text, at..at + 1),
        Some(_) | None => Role::Plain,
    }
}

fn awk_could_run(text: &Value) -> bool {
    match text {
        Value::Literal(text) => {
            text.contains("system") || text.contains('@') || text.replace("||", "").contains('|')
        }
        Value::Unknown(_) => true,
    }
}

/// `sed [OPTION…] SCRIPT [FILE…]`: only GNU's `e` runs something.
pub(super) fn sed(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    let mut scripts = Vec::new();
    let mut operand = None;
    let mut file = false;
    loop {
        match walker.step() {
            None => break,
            Some(Step::Unclear) => {
                // An unknown word may be the script; behind the script it is a file, and options may follow.
                if !argv.get(walker.at).is_some_and(is_unknown) {
                    return Role::unknown();
                }
                if !file && scripts.is_empty() {
                    operand = operand.or(Some(walker.at));
                }
                walker.at += 1;
            }
            Some(Step::Option { kind: Kind::Quit, .. }) => return Role::Plain,
            Some(Step::Option { name: "f", .. }) => file = true,
            Some(Step::Option { kind: Kind::Own, value: Some(place), .. }) => {
                scripts.push((place.value(argv), place.word));
            }
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(at)) => operand = operand.or(Some(at)),
        }
    }
    if let (true, false, Some(at)) = (scripts.is_empty(), file, operand) {
        scripts.push((argv[at].value.clone(), at));
    }
    let could_run = |text: &Value| match text {
        Value::Literal(text) => sed::could_run(text),
        Value::Unknown(_) => true,
    };
    Role::of(
        scripts
            .into_iter()
            .filter(|(text, _)| could_run(text))
            .map(|(text, at)| Run::Opaque {
                interpreter: row.name.to_owned(),
                text,
                word: at..at + 1,
            })
            .collect(),
    )
}
