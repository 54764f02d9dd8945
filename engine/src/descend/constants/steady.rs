//! Which variables stay what they are once they are set: those that the text spells nowhere else as a name. It looks at
//! spellings alone, and gives up where code out of sight may set anything.

use crate::tokens::Tokens;

/// Commands that may set a variable whose name is not spelled, or change what a name means.
const WILD: [&str; 7] = ["source", ".", "eval", "let", "enable", "alias", "shopt"];

/// Commands that set the variables that their words name.
const NAMING: [&str; 10] = [
    "read",
    "mapfile",
    "readarray",
    "unset",
    "declare",
    "typeset",
    "local",
    "export",
    "readonly",
    "getopts",
];

/// Names of the options of `set -o` that scripts use; any other word becomes a positional parameter.
const OPTIONS: [&str; 9] = [
    "pipefail",
    "errexit",
    "nounset",
    "xtrace",
    "noglob",
    "allexport",
    "verbose",
    "noclobber",
    "errtrace",
];

/// What the commands of a text leave alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Steady {
    /// A variable that is set once, and spelled as a name nowhere else, keeps its value.
    pub(super) names: bool,
    /// The positional parameters are never changed.
    pub(super) positional: bool,
}

/// Judges by the spelling of each command.
pub(super) fn of_text(text: &str, tokens: &Tokens) -> Steady {
    let names = tokens.sums.is_empty() && !cuts_a_name(text);
    let mut steady = Steady { names, positional: true };
    for number in 0..tokens.commands.len() {
        let (words, kinds) = (tokens.words(number), tokens.word_kinds(number));
        let leading = kinds.iter().take_while(|kind| kind.assignment).count();
        let words = words[leading..].iter().map(|word| &text[word.range()]);
        let words: Vec<&str> = words.collect();
        let Some((name, rest)) = words.split_first() else { continue };
        steady.names &= !sets_unseen(name, rest);
        steady.positional &= !shifts(name, rest);
    }
    steady
}

/// Whether a backslash-newline stands between two letters: a name that it cuts is not found by its spelling.
fn cuts_a_name(text: &str) -> bool {
    let is_letter =
        |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, b"\\\n")
        .any(|at| is_letter(bytes[..at].last()) && is_letter(bytes.get(at + 2)))
}

/// A quoted name can be any of those here.
fn is_quoted(name: &str) -> bool {
    name.contains(['\'', '"', '\\'])
}

fn sets_unseen(name: &str, words: &[&str]) -> bool {
    // `NAME=$x` names what it sets.
    let hides = |word: &&str| {
        let hole = word.find(['$', '`', '[']);
        hole.is_some_and(|at| !word[..at].contains('='))
    };
    let assigns = |word: &&str| is_quoted(word) || word.starts_with("-v");
    match name {
        "command" | "builtin" => !words.first().is_some_and(|word| word.starts_with(['-'])),
        "printf" => words.first().is_some_and(assigns) && words.iter().any(hides),
        _ => {
            is_quoted(name)
                || WILD.contains(&name)
                || NAMING.contains(&name) && words.iter().any(hides)
        }
    }
}

fn shifts(name: &str, words: &[&str]) -> bool {
    let option = |word: &&str| word.starts_with(['-', '+']) && word.len() > 1 && *word != "--";
    match name {
        "set" => !words.iter().all(|word| option(word) || OPTIONS.contains(word)),
        "command" | "builtin" => !words.first().is_some_and(|word| word.starts_with("-v")),
        "shift" | "trap" | "source" | "." | "eval" | "alias" | "enable" => true,
        _ => is_quoted(name),
    }
}

/// Whether the text spells the name once only, but for its expansions.
pub(super) fn is_spelled_once(text: &str, name: &str) -> bool {
    let bytes = text.as_bytes();
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let bare = memchr::memmem::find_iter(bytes, name.as_bytes()).filter(|&at| {
        let before = &bytes[..at];
        let inside = before.last().is_some_and(is_letter)
            || bytes.get(at + name.len()).is_some_and(is_letter);
        let expanded = before.ends_with(b"$")
            || (before.ends_with(b"${") || before.ends_with(b"${#"))
                && !matches!(bytes.get(at + name.len()), Some(b'=' | b':' | b'['));
        !inside && !expanded
    });
    bare.take(2).count() == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: bool) {
        assert_eq!(is_spelled_once(text, "M"), expected, "{text}");
    }

    #[test]
    fn a_name_is_spelled_once_but_for_its_expansions() {
        check("M=x; a $M ${M} ${#M} ${M%x} \"$M\"", true);
        check("M=x; MM=y; a xM", true);
        check("M=x; M=y", false);
        check("M=x; read M", false);
        check("M=x; a ${M:=y}", false);
        check("M=x; a ${!M}", false);
        check("M=x; a '$M' \"M\"", false);
        check("a $M", false);
    }
}
