//! Aliases that the text itself defines; a user's own are out of sight. A value is code to which words are added
//! (manual 6.6).

use crate::analysis::Assignment;
use crate::span::Span;
use crate::word::{Value, Word};

/// Whether the text may switch aliases on. A script expands none unless `expand_aliases` or posix mode is set, or
/// the shell is interactive; every way to do that spells one of these.
pub(super) fn switched_on(text: &str) -> bool {
    const SIGNS: [&str; 4] = ["expand_aliases", "posix", "POSIX", "BASH_ALIASES"];
    SIGNS.iter().any(|sign| text.contains(sign)) || text.contains("sh") && is_interactive(text)
}

/// Whether a shell may be interactive: some word ends in `sh` and some cluster of options holds an `i`.
fn is_interactive(text: &str) -> bool {
    // The options of bash that are one letter (manual 4.3.1 and 6.1).
    const LETTERS: &str = "abcefhiklmnoprstuvxBCDEHOPT";
    // Words of find that look like clusters.
    const OF_FIND: [&str; 12] = [
        "print", "printf", "iname", "ipath", "inum", "links", "mmin", "cmin", "amin", "mtime",
        "ctime", "atime",
    ];
    // A backslash ends a word: in `$'…'` a `\n` may follow.
    let words = || text.split(|c: char| c.is_ascii_whitespace() || "();|&<>`={},'\"\\".contains(c));
    let is_cluster = |word: &str| {
        word.strip_prefix('-').is_some_and(|letters| {
            letters.contains('i')
                && letters.chars().all(|letter| LETTERS.contains(letter))
                && !OF_FIND.contains(&letters)
        })
    };
    let is_shell = |word: &str| word.ends_with("sh") && !matches!(word, "push" | "stash");
    words().any(is_cluster) && words().any(is_shell)
}

/// The code that an `alias` command or an assignment to `BASH_ALIASES` defines, with its place; none where it is
/// not literal.
pub(super) fn defined(argv: &[Word], assignments: &[Assignment]) -> Vec<(Option<String>, Span)> {
    let mut values = Vec::new();
    for assignment in
        assignments.iter().filter(|assignment| assignment.name.starts_with("BASH_ALIASES"))
    {
        let text = match &assignment.value {
            Value::Literal(text) => Some(text.clone()),
            Value::Unknown(_) => None,
        };
        values.push((text, assignment.span));
    }
    if argv.first().is_some_and(|word| word.is("alias")) {
        for word in &argv[1..] {
            match &word.value {
                Value::Literal(text) => {
                    if let Some((_, value)) = text.split_once('=') {
                        values.push((Some(value.to_owned()), word.span));
                    }
                }
                Value::Unknown(_) => values.push((None, word.span)),
            }
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn aliases_are_switched_on_by_an_option_of_a_shell() {
        for text in [
            "bash -ic 'g'",
            "bash -c -i g",
            "sh -i <<E\ng\nE",
            "/bin/bash \"-lic\" g",
            "set -o posix; g",
            "shopt -s expand_aliases",
        ] {
            assert!(switched_on(text), "{text}");
        }
        for text in [
            "grep -i x a",
            "sed -i s/a/b/ x && git push",
            "git merge topic > out",
            "bash -c 'a'",
            "bash --init x",
            "find . -print | sh",
            "env -S'git add .'; sh x",
            "sh -c 'public topic '",
            "bash -c $'git add -A\\ngit x'",
        ] {
            assert!(!switched_on(text), "{text}");
        }
    }
}
