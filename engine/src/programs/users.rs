//! Programs whose options may stand behind their operands, and hold shell code: `su`, `runuser`, `script`.
//! Written from util-linux 2.38.1; macOS's script takes a command behind its file.

use super::options::{Kind, Step, Walker};
use super::wrappers::{Then, Wrapper, read_behind};
use super::{Role, Run};
use crate::word::Word;

/// `su [OPTION…] [-] [USER [WORD…]]`: `-c CODE`, or else words for the login shell.
pub(super) fn su(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    let mut runs = Vec::new();
    let mut operands = Vec::new();
    let mut doubtful = false;
    loop {
        match walker.step() {
            None => break,
            // Whatever an unknown user turns out to be, a `-c CODE` behind it runs.
            Some(Step::Unclear)
                if argv.get(walker.at).is_some_and(|word| word.prefix().is_empty()) =>
            {
                doubtful = true;
                walker.at += 1;
            }
            Some(Step::Unclear) => return Role::unknown(),
            Some(Step::Option { kind: Kind::Quit, .. }) => return Role::Plain,
            Some(Step::Option { kind: Kind::Code, value: Some(place), .. }) => {
                runs = vec![Run::code(place.value(argv), place.word..place.word + 1)];
            }
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(at)) if argv[at].is("-") && operands.is_empty() => {}
            Some(Step::Operand(at)) => operands.push(at),
        }
    }
    if !runs.is_empty() {
        return Role::Runs(runs);
    }
    if doubtful {
        return Role::unknown();
    }
    match operands.as_slice() {
        [] | [_] => Role::one(Run::CodeFromStdin),
        // `su USER -- -c CODE`: the words are the shell's, whichever shell that is.
        [_, rest @ ..] => match rest {
            [dash, code] if argv[*dash].is("-c") => {
                Role::one(Run::code(argv[*code].value.clone(), *code..*code + 1))
            }
            [first, ..] if argv[*first].literal().is_some_and(|text| !text.starts_with('-')) => {
                Role::Plain
            }
            _ => Role::unknown(),
        },
    }
}

/// `runuser -u USER [--] COMMAND`, or as su.
pub(super) fn runuser(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    loop {
        match walker.step() {
            Some(Step::Option { name: "u", .. }) => {
                return read_behind(row.name, argv, 1, row.options, 0, Then::Command);
            }
            Some(Step::Option { .. }) => {}
            None | Some(Step::Unclear | Step::Operand(_)) => return su(row, argv),
        }
    }
}

/// `script [-c CODE] [FILE]`, and macOS's `script [FILE [COMMAND…]]`.
pub(super) fn script(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    let mut runs = Vec::new();
    let mut file = None;
    loop {
        match walker.step() {
            None => break,
            Some(Step::Unclear) => return Role::unknown(),
            Some(Step::Option { kind: Kind::Quit, .. }) if file.is_none() => return Role::Plain,
            Some(Step::Option { kind: Kind::Code, value: Some(place), .. }) => {
                runs = vec![Run::code(place.value(argv), place.word..place.word + 1)];
            }
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(at)) if file.is_none() => file = Some(at),
            Some(Step::Operand(_)) => break,
        }
    }
    match file {
        _ if !runs.is_empty() => Role::Runs(runs),
        Some(at) if argv.get(at + 1).is_some_and(|word| !word.prefix().starts_with('-')) => {
            Role::one(Run::words(at + 1, argv.len()))
        }
        Some(_) | None => Role::one(Run::CodeFromStdin),
    }
}
