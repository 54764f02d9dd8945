//! Aliases that the text itself defines; a user's own are out of sight. A value is code to which words are added
//! (manual 6.6).

use crate::analysis::Assignment;
use crate::programs::program_name;
use crate::span::Span;
use crate::word::{Value, Word};

/// Whether the text may switch aliases on. A script of bash expands none unless `expand_aliases` or posix mode is set;
/// every way to do that spells one of these. A shell that it starts is looked at by [`expanded_by`].
pub(super) fn switched_on(text: &str) -> bool {
    const SIGNS: [&str; 4] = ["expand_aliases", "posix", "POSIX", "BASH_ALIASES"];
    SIGNS.iter().any(|sign| text.contains(sign))
}

/// Whether a shell with these words may expand aliases that the code it is given, or the command around it, defines.
/// bash does when it is interactive or called `sh` (manual 6.6 and 6.11); dash, ksh and zsh always do.
pub(super) fn expanded_by(argv: &[Word], open_ended: bool, code: &str, whole: &str) -> bool {
    let bash = argv.first().and_then(program_name) == Some("bash");
    let expands = !bash || open_ended || is_interactive(&argv[1..]);
    expands && (may_define(code) || may_define(whole))
}

/// Whether some word in front of the code may be a cluster of options that holds an `i`.
fn is_interactive(words: &[Word]) -> bool {
    let code = |word: &&Word| word.literal().is_some_and(|text| text.contains([' ', '\t', '\n']));
    words.iter().take_while(|word| !code(word)).any(|word| match word.literal() {
        Some(text) => text.starts_with('-') && !text.starts_with("--") && text.contains('i'),
        None => word.prefix().is_empty() || word.prefix().starts_with('-'),
    })
}

/// Whether the text may hold the command `alias`, in quotes or not; git's settings `alias.NAME` are none.
fn may_define(text: &str) -> bool {
    let spells = |text: &str| {
        text.match_indices("alias").any(|(at, name)| {
            let next = text.as_bytes().get(at + name.len());
            next.is_none_or(|next| !next.is_ascii_alphanumeric() && !b"._-".contains(next))
        })
    };
    let quotes = ['\'', '"', '\\'];
    // Its letters in `$'…'` are numbers behind these.
    let codes = || ["\\x", "\\u", "\\U", "\\0", "\\1"].iter().any(|sign| text.contains(sign));
    spells(text)
        || text.contains("$'") && codes()
        || text.contains(quotes) && spells(&text.replace(quotes, ""))
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
    fn some_shells_expand_aliases_that_the_text_defines() {
        let check = |words: &str, code: &str, expands: bool| {
            let word =
                |text: &str| Word { value: Value::Literal(text.to_owned()), span: Span::default() };
            let argv: Vec<Word> = words.split(' ').map(word).collect();
            assert_eq!(expanded_by(&argv, false, code, ""), expands, "{words} {code}");
        };
        check("bash -ic", "alias g=git", true);
        check("bash -c -i", "al''ias g=git", true);
        check("bash -o pipefail -i", "alias g=git", true);
        check("sh -c", "alias g=git", true);
        check("/bin/dash", "alias g=git", true);
        check("script -q", "alias g=git", true);
        check("bash -c", "alias g=git", false);
        check("bash --init-file x", "alias g=git", false);
        check("bash -ic", "git x", false);
        check("sh", "git x", false);
    }
}
