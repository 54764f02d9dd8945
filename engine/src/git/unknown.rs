//! What an unknown word could still be, going by its certain beginning and end. It never guesses likelihood.

use crate::git::basename;
use crate::word::{Fields, Value, Word};

/// Whether the word's first field could be exactly `text`.
pub(crate) fn could_be(word: &Word, text: &str) -> bool {
    match &word.value {
        Value::Literal(value) => value == text,
        Value::Unknown(shape) => match shape.fields {
            // Its first field may end anywhere: the known suffix belongs to the last one.
            Fields::Any => text.starts_with(shape.prefix.as_str()) || shape.prefix.is_empty(),
            Fields::One | Fields::Each => {
                text.len() >= shape.prefix.len() + shape.suffix.len()
                    && text.starts_with(shape.prefix.as_str())
                    && text.ends_with(shape.suffix.as_str())
            }
        },
    }
}

/// Whether the word, as the name of a program, could have the basename `name`.
///
/// Only the end of the word can disprove it, since the unknown part may hold a slash.
pub(crate) fn could_name(word: &Word, name: &str) -> bool {
    match &word.value {
        Value::Literal(value) => basename(value) == name,
        Value::Unknown(shape) => match shape.fields {
            Fields::Any => true,
            Fields::One | Fields::Each => match shape.suffix.rfind('/') {
                Some(slash) => &shape.suffix[slash + 1..] == name,
                None => name.ends_with(shape.suffix.as_str()),
            },
        },
    }
}

/// The basename of a program's name when the text decides it: all of a literal, or an unknown directory
/// before a known last component.
pub(crate) fn known_name(word: &Word) -> Option<&str> {
    match &word.value {
        Value::Literal(value) => Some(basename(value)),
        Value::Unknown(shape) => match shape.fields {
            Fields::Any => None,
            Fields::One | Fields::Each => {
                shape.suffix.rfind('/').map(|slash| &shape.suffix[slash + 1..])
            }
        },
    }
}

/// Whether the word could begin with a dash, as every option does.
pub(crate) fn could_be_option(word: &Word) -> bool {
    let prefix = word.prefix();
    prefix.starts_with('-') || (word.literal().is_none() && prefix.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::span::Span;
    use crate::word::Shape;

    fn word(prefix: &str, suffix: &str, fields: Fields) -> Word {
        let shape = Shape { prefix: prefix.into(), suffix: suffix.into(), fields };
        Word { value: Value::Unknown(shape), span: Span::default() }
    }

    #[test]
    fn a_known_end_disproves_a_program_name() {
        let names = |suffix| could_name(&word("", suffix, Fields::One), "git");
        assert!(names(""));
        assert!(names("it"));
        assert!(names("/git"));
        assert!(!names("/run.sh"));
        assert!(!names(".sh"));
        assert!(!names("/bin/python"));
    }

    #[test]
    fn a_word_that_may_split_could_name_anything_first() {
        assert!(could_name(&word("", "/run.sh", Fields::Any), "git"));
        assert_eq!(known_name(&word("", "/git", Fields::Any)), None);
        assert_eq!(known_name(&word("", "/git", Fields::One)), Some("git"));
    }

    #[test]
    fn a_field_must_hold_its_prefix_and_its_suffix_side_by_side() {
        assert!(could_be(&word("com", "it", Fields::One), "commit"));
        assert!(!could_be(&word("commi", "mit", Fields::One), "commit"));
        assert!(!could_be(&word("x", "", Fields::One), "commit"));
        assert!(could_be(&word("com", "zzz", Fields::Any), "commit"));
    }
}
