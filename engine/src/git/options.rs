//! The option grammar that git's subcommands share (git's parse-options): clusters, attached values,
//! abbreviations, negations, `--`. It says what one word means, and keeps no state between words.
//!
//! Options behind operands still count, since git permutes; `-` alone is an operand.

use crate::word::{Fields, Value, Word};

/// Whether an option takes a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Takes {
    /// Never.
    Nothing,
    /// Always: the rest of the word, or the next word.
    Value,
    /// Only when it is attached: `-uno`, `--untracked-files=no`.
    Attached,
}

/// One option of a subcommand.
#[derive(PartialEq, Eq, Debug)]
pub(crate) struct Opt {
    /// The name as git's table has it, which may begin with `no-`.
    pub(crate) long: &'static str,
    /// The letter; 0 where there is none.
    pub(crate) short: u8,
    /// Whether it takes a value.
    pub(crate) takes: Takes,
    /// Whether `--no-NAME` (or `--NAME` for a `no-` option) exists.
    pub(crate) negatable: bool,
}

/// An option found in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Found<'a> {
    /// Which option.
    pub(crate) opt: &'static Opt,
    /// It was negated.
    pub(crate) unset: bool,
    /// The attached value, if any.
    pub(crate) value: Option<Attached<'a>>,
}

/// A value in the same word as its option.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Attached<'a> {
    /// Decided by the text.
    Literal(&'a str),
    /// Not decided; what it certainly begins with.
    Unknown(&'a str),
}

/// What follows from a word for the next one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// The word was an operand.
    Operand,
    /// The word ended the options: `--` or `--end-of-options`.
    End,
    /// The word was options, all complete; also where git refuses it.
    Complete,
    /// The next word is the value of this option.
    Needs(&'static Opt),
    /// The next word may be the value of this option: `-m"$X"`, whose unknown part may be empty.
    MayNeed(&'static Opt),
    /// The word is unknown and may be anything that an option, operand or `--` can be.
    Anything,
}

/// Reads one word where options are due; `found` gets each option in it, in order.
pub(crate) fn read<'a>(
    table: &'static [Opt],
    word: &'a Word,
    found: &mut dyn FnMut(Found<'a>),
) -> Next {
    if word.may_split() {
        return if is_operands(word) { Next::Operand } else { Next::Anything };
    }
    let (known, literal) = match &word.value {
        Value::Literal(text) => (text.as_str(), true),
        Value::Unknown(shape) => (shape.prefix.as_str(), false),
    };
    if literal && matches!(known, "--" | "--end-of-options") {
        return Next::End;
    }
    if let Some(long) = known.strip_prefix("--") {
        return read_long(table, long, literal, found);
    }
    match known.strip_prefix('-') {
        Some("") if literal => Next::Operand,
        Some(cluster) => read_cluster(table, cluster, literal, found),
        None if known.is_empty() && !literal => Next::Anything,
        None => Next::Operand,
    }
}

/// Whether the word becomes files whose names begin with something else than a dash.
fn is_operands(word: &Word) -> bool {
    let Value::Unknown(shape) = &word.value else { return false };
    shape.fields == Fields::Each && !shape.prefix.is_empty() && !shape.prefix.starts_with('-')
}

fn read_long<'a>(
    table: &'static [Opt],
    text: &'a str,
    literal: bool,
    found: &mut dyn FnMut(Found<'a>),
) -> Next {
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None if literal => (text, None),
        None => return Next::Anything,
    };
    let Some((opt, unset)) = find_long(table, name) else { return Next::Complete };
    let takes = if unset { Takes::Nothing } else { opt.takes };
    let value = value.map(|value| attached(value, literal));
    match (takes, value) {
        (Takes::Value, None) => Next::Needs(opt),
        // git refuses a value that it has no use for.
        (Takes::Nothing, Some(_)) => Next::Complete,
        (Takes::Nothing | Takes::Attached, None) | (Takes::Value | Takes::Attached, Some(_)) => {
            found(Found { opt, unset, value });
            Next::Complete
        }
    }
}

fn read_cluster<'a>(
    table: &'static [Opt],
    cluster: &'a str,
    literal: bool,
    found: &mut dyn FnMut(Found<'a>),
) -> Next {
    if literal && is_typo(table, cluster) {
        return Next::Complete;
    }
    for (at, letter) in cluster.bytes().enumerate() {
        // A letter that this git refuses is stepped over: a newer one may know it.
        let Some(opt) = table.iter().find(|opt| opt.short == letter && letter != 0) else {
            continue;
        };
        // Option letters are ASCII, so the rest begins at a character.
        let rest = &cluster[at + 1..];
        match opt.takes {
            Takes::Nothing => found(Found { opt, unset: false, value: None }),
            Takes::Value if rest.is_empty() && literal => return Next::Needs(opt),
            Takes::Value if rest.is_empty() => return Next::MayNeed(opt),
            Takes::Attached if rest.is_empty() && literal => {
                found(Found { opt, unset: false, value: None });
                return Next::Complete;
            }
            Takes::Value | Takes::Attached => {
                found(Found { opt, unset: false, value: Some(attached(rest, literal)) });
                return Next::Complete;
            }
        }
    }
    if literal { Next::Complete } else { Next::Anything }
}

/// Whether git takes the cluster for a name that lacks a dash, and refuses it: `-amend`, `-no-verify`. It
/// looks only where the first letter left something over.
fn is_typo(table: &'static [Opt], cluster: &str) -> bool {
    let consumed =
        |opt: &Opt| cluster.as_bytes().first() == Some(&opt.short) && opt.takes != Takes::Nothing;
    cluster.len() >= 3
        && !table.iter().any(consumed)
        && (cluster.starts_with("no-") || table.iter().any(|opt| opt.long.starts_with(cluster)))
}

fn attached(value: &str, literal: bool) -> Attached<'_> {
    if literal { Attached::Literal(value) } else { Attached::Unknown(value) }
}

/// The option that `--NAME` means, and whether it is negated; none where git knows none or several.
///
/// An exact name wins over abbreviations. `--no-no-verify` is a spelling of `--verify`, and `--n`, `--no`,
/// `--no-` abbreviate every negation at once.
pub(crate) fn find_long(table: &'static [Opt], name: &str) -> Option<(&'static Opt, bool)> {
    let (stem, unset) = match name.strip_prefix("no-") {
        None => (name, false),
        Some(rest) => match rest.strip_prefix("no-") {
            None => (rest, true),
            Some(twice) => (twice, false),
        },
    };
    let twice = name.starts_with("no-no-");
    let mut abbreviated = None;
    let mut ambiguous = false;
    for opt in table {
        let (long, negative) = match opt.long.strip_prefix("no-") {
            Some(long) => (long, true),
            None if twice => continue,
            None => (opt.long, false),
        };
        if unset != negative && !opt.negatable {
            continue;
        }
        let meaning = (opt, unset != negative);
        if stem == long {
            return Some(meaning);
        }
        if long.starts_with(stem) || (opt.negatable && "no-".starts_with(name)) {
            ambiguous |= abbreviated.is_some();
            abbreviated = Some(meaning);
        }
    }
    if ambiguous { None } else { abbreviated }
}

#[cfg(test)]
mod tests {
    use super::*;

    static TABLE: &[Opt] = &[
        Opt { long: "no-check", short: b'n', takes: Takes::Nothing, negatable: true },
        Opt { long: "chatty", short: b'c', takes: Takes::Nothing, negatable: true },
        Opt { long: "text", short: b't', takes: Takes::Value, negatable: false },
        Opt { long: "mode", short: b'u', takes: Takes::Attached, negatable: true },
        Opt { long: "mode-two", short: 0, takes: Takes::Value, negatable: true },
    ];

    #[track_caller]
    fn check(name: &str, expected: Option<(&str, bool)>) {
        assert_eq!(
            find_long(TABLE, name).map(|(opt, unset)| (opt.long, unset)),
            expected,
            "{name}"
        );
    }

    #[test]
    fn names_may_be_abbreviated_as_far_as_they_stay_unambiguous() {
        check("te", Some(("text", false)));
        check("mode", Some(("mode", false)));
        check("mod", None);
        check("mode-", Some(("mode-two", false)));
        check("no-ch", None);
        check("no-che", Some(("no-check", false)));
        check("no-cha", Some(("chatty", true)));
        check("textual", None);
    }

    #[test]
    fn a_no_option_is_negated_by_its_bare_name_or_by_a_second_no() {
        check("check", Some(("no-check", true)));
        check("no-no-check", Some(("no-check", true)));
        check("no-no-c", Some(("no-check", true)));
        check("no-no-chatty", None);
        check("no-text", None);
    }

    #[test]
    fn a_bare_no_stands_for_every_negation_at_once() {
        check("n", None);
        check("no", None);
        check("no-", None);
    }
}
