//! Aliases that the text itself defines; a user's own are out of sight. A value is code to which words are added
//! (manual 6.6).

use crate::analysis::Assignment;
use crate::span::Span;
use crate::word::{Value, Word};

/// Whether the text may switch aliases on. A script expands none unless `expand_aliases` or posix mode is set, or
/// the shell is interactive; every way to do that spells one of these.
pub(super) fn switched_on(text: &str) -> bool {
    ["expand_aliases", "posix", "POSIX", "BASH_ALIASES", " -i", "ic "]
        .iter()
        .any(|sign| text.contains(sign))
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
