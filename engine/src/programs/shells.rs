//! Shells and the builtins of bash that run code from their words. zsh, ksh and dash are read as bash reads
//! itself: their own options are single letters as well.

use super::options::{Kind, Step, Walker, could_be};
use super::wrappers::Wrapper;
use super::{Role, Run, could_matter, joined};
use crate::word::{Fields, Shape, Value, Word};

/// Whether only a shell can run it: no file of that name exists.
pub(crate) fn is_builtin_only(name: &str) -> bool {
    matches!(
        name,
        "." | "builtin"
            | "compgen"
            | "complete"
            | "eval"
            | "exec"
            | "hash"
            | "jobs"
            | "mapfile"
            | "readarray"
            | "source"
            | "trap"
    )
}

/// Long options of bash 5.2 (`bash --help`), in the notation of [`super::options`]; bash takes them with one
/// dash as well.
const LONG: &[(&str, Kind)] = &[
    ("debug", Kind::Flag),
    ("debugger", Kind::Flag),
    ("dump-po-strings", Kind::Quit),
    ("dump-strings", Kind::Quit),
    ("emulate", Kind::Value),
    ("help", Kind::Quit),
    ("init-file", Kind::Value),
    ("login", Kind::Flag),
    ("noediting", Kind::Flag),
    ("noprofile", Kind::Flag),
    ("norc", Kind::Flag),
    ("posix", Kind::Flag),
    ("pretty-print", Kind::Flag),
    ("protected", Kind::Flag),
    ("rcfile", Kind::Value),
    ("restricted", Kind::Flag),
    ("verbose", Kind::Flag),
    ("version", Kind::Quit),
    ("wordexp", Kind::Flag),
];

/// bash, sh, zsh …: `-c CODE`, a script, or standard input.
pub(super) fn shell(row: &Wrapper, argv: &[Word]) -> Role {
    let mut code = false;
    let mut stdin = false;
    let mut reads_only = false;
    let mut at = 1;
    while let Some(word) = argv.get(at) {
        let prefix = word.prefix();
        // Behind a `-c` the first word that is no option is the code, and an unknown one may be any code.
        if code && word.literal().is_none() && !prefix.starts_with(['-', '+']) {
            break;
        }
        if word.may_split() {
            return Role::unknown();
        }
        let Some(text) = word.literal() else {
            // With `-euo "$X"` and the like nothing is certain; a path is no option.
            if prefix.starts_with(['-', '+']) || (prefix.is_empty() && !ends_like_a_file(word)) {
                let harmless =
                    !code && prefix.is_empty() && argv[at + 1..].iter().all(harmless_as_code);
                return if harmless { script(word) } else { Role::unknown() };
            }
            break;
        };
        at += 1;
        if text == "-" || text == "--" {
            break;
        }
        let on = text.starts_with('-');
        if !on && !text.starts_with('+') {
            at -= 1;
            break;
        }
        let name = text.trim_start_matches('-');
        if let Some((_, kind)) = LONG.iter().find(|(long, _)| *long == name && on) {
            match kind {
                Kind::Quit => return Role::Plain,
                Kind::Value => at += 1,
                _ => {}
            }
            continue;
        }
        if text.starts_with("--") {
            // zsh takes the name of each of its options here.
            if row.name == "zsh" { continue } else { return Role::unknown() }
        }
        for (index, letter) in text[1..].char_indices() {
            match letter {
                // zsh takes the name from the same word: `-oerrexit`.
                'o' if row.name == "zsh" && index + 2 < text.len() => break,
                'c' => code = code || on,
                's' => stdin = on,
                'n' | 'D' => reads_only = on,
                // Assignments anywhere in a command are not read.
                'k' if on && row.name != "zsh" => return Role::unknown(),
                // The name is the next word, even in the middle of a cluster: `-euo pipefail -c …`.
                'o' | 'O' => {
                    match argv.get(at) {
                        Some(name) if name.may_split() => return Role::unknown(),
                        Some(name) if letter == 'o' && name.is("noexec") => reads_only = on,
                        Some(name) if letter == 'o' && name.is("keyword") => {
                            return Role::unknown();
                        }
                        Some(_) | None => {}
                    }
                    at += 1;
                }
                _ => {}
            }
        }
    }
    if reads_only {
        return Role::Plain;
    }
    match argv.get(at) {
        Some(word) if code => Role::one(Run::Code {
            text: word.value.clone(),
            word: at..at + 1,
            arguments: at + 1..argv.len(),
            placeholder: None,
        }),
        // `bash -c` without its word only complains.
        None if code => Role::Plain,
        Some(word) if !stdin => {
            if word.may_split() {
                Role::unknown()
            } else {
                script(word)
            }
        }
        Some(_) | None => Role::one(Run::CodeFromStdin),
    }
}

/// An unknown word that is a script, not an option: no shell's letters hold a slash or a dot, and no folder is
/// called `-c`.
pub(super) fn ends_like_a_file(word: &Word) -> bool {
    match &word.value {
        Value::Literal(_) => false,
        Value::Unknown(shape) => shape.suffix.contains(['/', '.']),
    }
}

/// Whether the word would run nothing that matters even if the unknown word before it were `-c`.
fn harmless_as_code(word: &Word) -> bool {
    let simple = |c: char| c.is_ascii_alphanumeric() || "-_./:,=@%+".contains(c);
    word.literal().is_some_and(|text| text.chars().all(simple)) && !could_matter(word)
}

/// A script is a file, and out of sight, unless it is standard input or a process substitution.
fn script(word: &Word) -> Role {
    match word.literal() {
        Some("/dev/stdin" | "/dev/fd/0" | "/proc/self/fd/0") => Role::one(Run::CodeFromStdin),
        Some(_) => Role::Plain,
        None if word.prefix().starts_with("/dev/fd/") => Role::one(Run::Unknown),
        None => Role::Plain,
    }
}

/// `eval WORD…` (bash manual 4.1): the words, joined by blanks.
pub(super) fn eval(_: &Wrapper, argv: &[Word]) -> Role {
    let from = if argv.get(1).is_some_and(|word| word.is("--")) { 2 } else { 1 };
    if argv.len() <= from {
        return Role::Plain;
    }
    Role::one(Run::code(joined(&argv[from..]), from..argv.len()))
}

/// `trap CODE SIGNAL…` (bash manual 4.1); `-`, an empty code, a number or a lone signal set nothing that runs.
pub(super) fn trap(_: &Wrapper, argv: &[Word]) -> Role {
    let mut at = 1;
    match argv.get(1).and_then(Word::literal) {
        Some("--") => at = 2,
        Some("-") | None => {}
        Some(text) if text.starts_with('-') => return Role::Plain,
        Some(_) => {}
    }
    let Some(code) = argv.get(at) else { return Role::Plain };
    if argv.len() == at + 1 {
        return if code.may_split() { Role::unknown() } else { Role::Plain };
    }
    match code.literal() {
        Some("" | "-") => Role::Plain,
        Some(text) if text.bytes().all(|byte| byte.is_ascii_digit()) => Role::Plain,
        Some(_) | None => Role::one(Run::code(code.value.clone(), at..at + 1)),
    }
}

/// `. FILE` and `source FILE`: a file is out of sight, standard input is not.
pub(super) fn source(_: &Wrapper, argv: &[Word]) -> Role {
    let at = if argv.get(1).is_some_and(|word| word.is("--")) { 2 } else { 1 };
    argv.get(at).map_or(Role::Plain, script)
}

/// `builtin NAME …`: what is no builtin is not found. Only those that run something matter.
pub(super) fn builtin(_: &Wrapper, argv: &[Word]) -> Role {
    let from = if argv.get(1).is_some_and(|word| word.is("--")) { 2 } else { 1 };
    match argv.get(from).map(Word::literal) {
        None => Role::Plain,
        Some(Some(name)) if !is_builtin_only(name) && name != "command" => Role::Plain,
        Some(Some(_) | None) => Role::one(in_shell(from, argv.len())),
    }
}

/// `command [-pVv] NAME …` (bash manual 4.1): `-v` and `-V` only describe.
pub(super) fn command(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    loop {
        return match walker.step() {
            None => Role::Plain,
            Some(Step::Unclear) => Role::unknown(),
            Some(Step::Option { kind: Kind::Quit, .. }) => Role::Plain,
            Some(Step::Option { .. }) => continue,
            Some(Step::Operand(from)) => Role::one(in_shell(from, argv.len())),
        };
    }
}

fn in_shell(from: usize, to: usize) -> Run {
    Run::Words {
        from,
        to,
        assignments: from..from,
        open_ended: false,
        placeholder: None,
        lookup: super::Lookup::Shell,
    }
}

/// `mapfile -C CODE` evaluates the code with an index and a line behind it (bash manual 4.2).
pub(super) fn mapfile(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    loop {
        match walker.step() {
            None | Some(Step::Operand(_)) => return Role::Plain,
            Some(Step::Unclear) => {
                let rest = &argv[walker.at.min(argv.len())..];
                let could = rest.iter().any(|word| word.may_split() || could_be(word, "-C"));
                return if could { Role::unknown() } else { Role::Plain };
            }
            Some(Step::Option { kind: Kind::Code, value: Some(place), .. }) => {
                let placeholder = "{}".to_owned();
                let text = match place.value(argv) {
                    Value::Literal(text) => Value::Literal(text + " {} {}"),
                    Value::Unknown(shape) => Value::Unknown(Shape {
                        prefix: shape.prefix,
                        suffix: String::new(),
                        fields: Fields::One,
                    }),
                };
                let end = place.word + 1;
                return Role::one(Run::Code {
                    text,
                    word: place.word..end,
                    arguments: end..end,
                    placeholder: Some(placeholder),
                });
            }
            Some(Step::Option { .. }) => {}
        }
    }
}
