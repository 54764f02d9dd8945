//! What a row of the table of programs says, and the reading that rows share. Whoever needs more than options,
//! operands and a command has a function in a file of its own.

use super::options::{Kind, Step, Walker};
use super::subcommands::{self, Other, Subcommand};
use super::{Lookup, Role, Run, interpreters, joined};
use crate::word::Word;

/// One program.
pub(super) struct Wrapper {
    /// Its basename; rows are sorted by it.
    pub(super) name: &'static str,
    /// What the row was written from.
    pub(super) source: &'static str,
    /// Its options, in the notation of [`super::options`].
    pub(super) options: &'static str,
    /// How many operands stand between the options and the command.
    pub(super) operands: usize,
    /// What stands there.
    pub(super) then: Then,
    /// Words after which `git commit` still runs; empty where the command can't simply follow.
    pub(super) plain: &'static str,
    /// The same with an option that takes a value.
    pub(super) valued: Option<&'static str>,
}

/// What stands behind the options and operands.
#[derive(Clone, Copy)]
pub(super) enum Then {
    /// A command; without one nothing runs.
    Command,
    /// A command; without one a shell starts and reads standard input.
    CommandOrShell,
    /// A command behind `NAME=value` words, with options among them.
    Assignments,
    /// A command, or shell code behind one of these words.
    CommandOrCode(&'static [&'static str]),
    /// One word of shell code, behind a `-c` if the author likes.
    CodeWord,
    /// Words that are joined by blanks and given to a shell.
    Joined,
    /// Words of which each is shell code, options among them.
    Each,
    /// A command, but only behind one of these words, wherever it stands.
    Behind(&'static [&'static str]),
    /// A command whose dashed words the program takes for its own, unless a `--` stands before it.
    Undashed,
    /// Nothing that runs: options alone hold code. Without any a shell reads standard input.
    OptionsOrShell,
    /// Nothing that runs: options alone hold code.
    Options,
    /// Nothing; the shell code comes from standard input.
    Stdin,
    /// A script of the interpreter's own language.
    Script,
    /// A subcommand, and what another first word is.
    Subcommands(&'static [Subcommand], Other),
    /// None of these: the program has a function of its own.
    Own(fn(&Wrapper, &[Word]) -> Role),
}

/// A row that says nothing, for the fields that a row leaves out.
pub(super) const PLAIN: Wrapper = Wrapper {
    name: "",
    source: "",
    options: "",
    operands: 0,
    then: Then::Command,
    plain: "",
    valued: None,
};

/// What the program of this row does with the words.
pub(super) fn read(row: &Wrapper, argv: &[Word]) -> Role {
    match row.then {
        Then::Own(read) => read(row, argv),
        Then::Script => interpreters::read(row, argv),
        Then::Behind(markers) => read_marked(argv, 1, markers),
        Then::Subcommands(known, other) => subcommands::read(row, known, other, argv),
        then => read_behind(row.name, argv, 1, row.options, row.operands, then),
    }
}

/// The reading that most rows share; options begin at `start`.
pub(super) fn read_behind(
    name: &str,
    argv: &[Word],
    start: usize,
    options: &'static str,
    operands: usize,
    then: Then,
) -> Role {
    let mut walker = Walker::new(argv, start, options);
    let mut runs = Vec::new();
    let mut direct = false;
    let mut shell = false;
    let mut assigned = None;
    loop {
        let first = match walker.step() {
            None => None,
            Some(Step::Unclear) => return Role::unknown(),
            Some(Step::Option { kind, value, .. }) => {
                match (kind, value) {
                    (Kind::Flag | Kind::Value | Kind::Optional, _) => {}
                    (Kind::Quit, _) => return Role::Plain,
                    (Kind::Unclear, _) => return Role::unknown(),
                    (Kind::Direct, _) => direct = true,
                    (Kind::Shell, _) => shell = true,
                    (Kind::Code, Some(place)) => {
                        runs.push(Run::code(place.value(argv), place.word..place.word + 1));
                    }
                    (Kind::Own, Some(place)) => runs.push(Run::Opaque {
                        interpreter: name.to_owned(),
                        text: place.value(argv),
                        word: place.word..place.word + 1,
                    }),
                    (Kind::Code | Kind::Own, None) => {}
                }
                continue;
            }
            Some(Step::Operand(at)) => Some(at),
        };
        // Operands that may be none or many hide where the command begins.
        let command = first.map(|at| at + operands);
        let hidden =
            first.is_some_and(|at| argv.iter().skip(at).take(operands).any(Word::may_split));
        let command = match command {
            Some(at) if at < argv.len() => at,
            Some(_) | None => {
                return match then {
                    _ if hidden => Role::unknown(),
                    _ if !runs.is_empty() => Role::Runs(runs),
                    Then::CommandOrShell | Then::OptionsOrShell | Then::Stdin => {
                        Role::one(Run::CodeFromStdin)
                    }
                    _ if shell => Role::one(Run::CodeFromStdin),
                    Then::Command
                    | Then::Assignments
                    | Then::CommandOrCode(_)
                    | Then::CodeWord
                    | Then::Joined
                    | Then::Each
                    | Then::Behind(_)
                    | Then::Undashed
                    | Then::Options
                    | Then::Script
                    | Then::Subcommands(..)
                    | Then::Own(_) => Role::Plain,
                };
            }
        };
        if hidden {
            return Role::unknown();
        }
        let words = |runs: Vec<Run>| and(runs, Run::words(command, argv.len()));
        return match then {
            Then::Command | Then::CommandOrShell if shell => {
                through_shell(argv, command, words(runs))
            }
            Then::Command | Then::CommandOrShell => words(runs),
            Then::Assignments if is_assignment(&argv[command]) => {
                assigned = Some(assigned.unwrap_or(command));
                continue;
            }
            Then::Assignments => {
                let assignments = assigned.map_or(command..command, |from| from..command);
                let run = Run::Words {
                    from: command,
                    to: argv.len(),
                    assignments,
                    open_ended: false,
                    placeholder: None,
                    lookup: Lookup::Path,
                };
                let role = and(runs, run);
                if shell { through_shell(argv, command, role) } else { role }
            }
            Then::CommandOrCode(markers) => {
                if markers.iter().any(|marker| argv[command].is(marker)) {
                    code_word(argv, command + 1)
                } else if argv[command].literal().is_none() && argv.len() > command + 1 {
                    Role::unknown()
                } else {
                    words(runs)
                }
            }
            Then::CodeWord => {
                code_word(argv, if argv[command].is("-c") { command + 1 } else { command })
            }
            Then::Joined if direct => words(runs),
            Then::Joined => and(runs, Run::code(joined(&argv[command..]), command..argv.len())),
            Then::Each => {
                runs.push(match argv[command].may_split() {
                    true => Run::Unknown,
                    false => Run::code(argv[command].value.clone(), command..command + 1),
                });
                continue;
            }
            Then::Undashed => {
                let dashed =
                    |word: &Word| word.literal().is_none() || word.prefix().starts_with('-');
                if !walker.ended && argv[command..].iter().any(dashed) {
                    Role::unknown()
                } else {
                    words(runs)
                }
            }
            Then::Behind(_) | Then::Options | Then::OptionsOrShell => continue,
            Then::Stdin => Role::one(Run::CodeFromStdin),
            Then::Script | Then::Subcommands(..) | Then::Own(_) => Role::Plain,
        };
    }
}

/// The command behind the first of `markers`, where all words before it are certain.
pub(super) fn read_marked(argv: &[Word], start: usize, markers: &[&str]) -> Role {
    for (at, word) in argv.iter().enumerate().skip(start) {
        if markers.iter().any(|marker| word.is(marker)) {
            return match at + 1 < argv.len() {
                true => Role::one(Run::words(at + 1, argv.len())),
                false => Role::Plain,
            };
        }
        let behind = at + 1 < argv.len();
        if word.may_split() || (behind && markers.iter().any(|m| super::options::could_be(word, m)))
        {
            return Role::unknown();
        }
    }
    Role::Plain
}

fn and(mut runs: Vec<Run>, run: Run) -> Role {
    runs.push(run);
    Role::Runs(runs)
}

/// The word at `at` as shell code.
fn code_word(argv: &[Word], at: usize) -> Role {
    match argv.get(at) {
        None => Role::Plain,
        Some(word) => Role::one(Run::code(word.value.clone(), at..at + 1)),
    }
}

/// A shell between wrapper and command gets the words escaped, all but `$` (sudo 1.9: letters, digits, `_`, `-`
/// and `$` stay as they are).
fn through_shell(argv: &[Word], from: usize, role: Role) -> Role {
    let kept = |word: &Word| word.literal().is_some_and(|text| !text.contains('$'));
    if argv[from..].iter().all(kept) { role } else { Role::unknown() }
}

/// Whether the word is `NAME=value` to sudo and env.
pub(super) fn is_assignment(word: &Word) -> bool {
    !word.may_split() && word.prefix().contains('=')
}
