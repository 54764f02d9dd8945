//! `xargs` and GNU `parallel`: commands that are completed at run time. Written from findutils 4.9 and parallel
//! 20221122; it reads no input, so what is added is unknown.

use super::options::{Kind, Step, Walker};
use super::wrappers::Wrapper;
use super::{Lookup, Role, Run, joined};
use crate::word::{Value, Word};

/// `xargs [OPTION…] COMMAND [WORD…]`; without a command it is echo.
pub(super) fn xargs(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    let mut placeholder: Option<String> = None;
    let mut open_ended = true;
    loop {
        match walker.step() {
            None => return Role::Plain,
            Some(Step::Unclear) => return Role::unknown(),
            Some(Step::Option { kind: Kind::Quit, .. }) => return Role::Plain,
            Some(Step::Option { name: "I" | "J" | "i", value, .. }) => {
                let text = match value {
                    None => Some("{}"),
                    Some(place) => place.literal(argv),
                };
                let Some(text) = text else { return Role::unknown() };
                placeholder = Some(text.to_owned());
                open_ended = false;
            }
            // The last of `-I` and `-L`, `-n` counts, with a warning.
            Some(Step::Option { name: "L" | "l" | "n", .. }) => open_ended = true,
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(from)) => {
                return Role::one(Run::Words {
                    from,
                    to: argv.len(),
                    assignments: from..from,
                    open_ended,
                    placeholder,
                    lookup: Lookup::Path,
                });
            }
        }
    }
}

/// Words behind which parallel's input stands.
const INPUT: &[&str] = &[":::", ":::+", "::::", "::::+"];

/// `parallel [OPTION…] [COMMAND…] [::: WORD…]`: the command's words are a template for a line of shell code.
pub(super) fn parallel(row: &Wrapper, argv: &[Word]) -> Role {
    let mut walker = Walker::new(argv, 1, row.options);
    let from = loop {
        match walker.step() {
            // Without a command, each line of the input is one.
            None => return Role::one(Run::CodeFromStdin),
            Some(Step::Unclear) => return Role::unknown(),
            Some(Step::Option { kind: Kind::Quit, .. }) => return Role::Plain,
            Some(Step::Option { kind: Kind::Unclear, .. }) => return Role::unknown(),
            Some(Step::Option { .. }) => {}
            Some(Step::Operand(at)) => break at,
        }
    };
    let end = (from..argv.len())
        .find(|&at| argv[at].literal().is_some_and(|text| INPUT.contains(&text)))
        .unwrap_or(argv.len());
    let template = &argv[from..end];
    if template.iter().any(Word::may_split) {
        return Role::unknown();
    }
    if template.is_empty() {
        return commands(argv, from);
    }
    let Value::Literal(line) = joined(template) else { return Role::unknown() };
    let Some(line) = with_one_placeholder(&line) else { return Role::unknown() };
    let text = if line.contains("{}") { line } else { line + " {}" };
    Role::one(Run::Code {
        text: Value::Literal(text),
        word: from..end,
        arguments: end..end,
        placeholder: Some("{}".to_owned()),
    })
}

/// The template with `{}` for each replacement string: `{.}`, `{/}`, `{1}`, `{#}` and their kind. None where Perl
/// code makes the replacement (`{= … =}`).
fn with_one_placeholder(template: &str) -> Option<String> {
    let mut line = String::new();
    let mut rest = template;
    while let Some(open) = rest.find('{') {
        let (before, behind) = rest.split_at(open + 1);
        line.push_str(before);
        rest = behind;
        if rest.starts_with('=') {
            return None;
        }
        let inside = rest.trim_start_matches(|c: char| c.is_ascii_digit() || "./#%+-".contains(c));
        if inside.starts_with('}') {
            rest = inside;
        }
    }
    Some(line + rest)
}

/// `parallel ::: COMMAND…`: each word is a line of shell code.
fn commands(argv: &[Word], input: usize) -> Role {
    let mut runs = Vec::new();
    for (at, word) in argv.iter().enumerate().skip(input + 1) {
        if word.literal().is_some_and(|text| INPUT.contains(&text)) {
            return Role::unknown();
        }
        runs.push(match word.may_split() {
            true => Run::Unknown,
            false => Run::code(word.value.clone(), at..at + 1),
        });
    }
    if argv[input].is(":::") { Role::of(runs) } else { Role::unknown() }
}
