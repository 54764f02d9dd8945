//! Aliases that the text itself sets. A user's own configuration is out of sight: nothing is read.

use crate::analysis::{Analysis, Assignment, SimpleCommand, Target};
use crate::git::globals::{self, Setting};
use crate::git::{basename, subcommands};
use crate::word::{Shape, Value, Word};

/// What a subcommand that git doesn't have means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Meaning {
    /// The text sets no alias of that name on git's command line.
    NotSet,
    /// An alias for these words, to be read in place of git's subcommand and before its arguments.
    Words(Vec<String>),
    /// An alias for shell code (`!…`), which gets the arguments appended.
    Code(String),
    /// An alias whose text is not known, or a word that could set one.
    Unknown,
}

/// Looks for `-c alias.NAME=…` before the subcommand at `sub`. The last setting wins; names of aliases ignore
/// case (`alias_lookup` in git's alias.c).
pub(crate) fn on_command_line(argv: &[Word], sub: usize, name: &str) -> Meaning {
    let mut meaning = Meaning::NotSet;
    for setting in globals::settings(argv, sub) {
        if let Some(found) = meaning_of(argv, setting, name) {
            meaning = found;
        }
    }
    meaning
}

/// Whether a word before the subcommand at `sub` could set an alias of any name. Meant for words of which it is
/// not certain which are settings, so that every word that names one counts.
pub(crate) fn any_on_command_line(argv: &[Word], sub: usize) -> bool {
    let named = |word: &Word| {
        contains_ignoring_case(word.prefix(), "alias.")
            || contains_ignoring_case(word.prefix(), AUTOCORRECT)
    };
    let open = |setting: Setting| {
        let Some(word) = argv.get(setting.word) else { return false };
        let known = word.prefix().get(setting.skip..).unwrap_or_default();
        word.literal().is_none() && !known.contains('=') && could_begin_alias(known, false)
    };
    argv.iter().take(sub).any(named) || globals::settings(argv, sub).into_iter().any(open)
}

fn meaning_of(argv: &[Word], setting: Setting, name: &str) -> Option<Meaning> {
    let word = argv.get(setting.word)?;
    let known = word.prefix().get(setting.skip..)?;
    let Some((key, value)) = known.split_once('=') else {
        // Without `=` a literal sets its name to true, and an unknown word may set anything.
        return could_begin_alias(known, word.literal().is_some()).then_some(Meaning::Unknown);
    };
    if key.eq_ignore_ascii_case(AUTOCORRECT) {
        return Some(Meaning::Unknown);
    }
    let (section, alias) = key.split_once('.')?;
    if !section.eq_ignore_ascii_case("alias") || !alias.eq_ignore_ascii_case(name) {
        return None;
    }
    if setting.from_environment || word.literal().is_none() {
        return Some(Meaning::Unknown);
    }
    Some(match value.strip_prefix('!') {
        Some(code) => Meaning::Code(code.to_owned()),
        None => split(value).map_or(Meaning::Unknown, Meaning::Words),
    })
}

/// With it git runs the subcommand whose name is most like the one given.
const AUTOCORRECT: &str = "help.autocorrect";

/// Whether a setting's name that begins so could be an alias.
fn could_begin_alias(known: &str, complete: bool) -> bool {
    let stem = "alias.";
    let shared = known.len().min(stem.len());
    known.is_char_boundary(shared)
        && known[..shared].eq_ignore_ascii_case(&stem[..shared])
        && (shared == stem.len() || !complete)
}

/// Whether anything else in the text could set an alias for a later git: variables that git takes
/// configuration from, `git config`, or a configuration file's section spelled out.
pub(crate) fn elsewhere(analysis: &Analysis) -> bool {
    analysis.commands.iter().any(sets_alias)
        || analysis.opaque.iter().any(|code| value_names_alias(&code.text))
}

fn sets_alias(command: &SimpleCommand) -> bool {
    command.assignments.iter().any(assigns_alias)
        || command.argv.iter().any(word_sets_alias)
        || command.redirects.iter().any(|redirect| match &redirect.target {
            Target::Word(word) => value_names_alias(&word.value),
            Target::Heredoc { body, .. } => value_names_alias(body),
        })
        || configures_alias(&command.argv)
}

fn assigns_alias(assignment: &Assignment) -> bool {
    match &assignment.value {
        Value::Literal(value) => variable_sets_alias(&assignment.name, Some(value)),
        Value::Unknown(_) => variable_sets_alias(&assignment.name, None),
    }
}

/// `export GIT_CONFIG_KEY_0=alias.x`, and files written with echo or printf.
fn word_sets_alias(word: &Word) -> bool {
    // A name alone: `read GIT_CONFIG_KEY_0`, `export GIT_CONFIG_KEY_0`.
    if word.literal().is_some_and(|text| variable_sets_alias(text, None)) {
        return true;
    }
    let assigned = word
        .prefix()
        .split_once('=')
        .is_some_and(|(name, value)| variable_sets_alias(name, word.literal().map(|_| value)));
    assigned || value_names_alias(&word.value)
}

/// Whether a variable makes git read an alias from the environment; no value: not known.
fn variable_sets_alias(name: &str, value: Option<&str>) -> bool {
    if name.starts_with("GIT_CONFIG_KEY_") || name == "GIT_CONFIG_PARAMETERS" {
        return value.is_none_or(|value| {
            contains_ignoring_case(value, "alias.") || contains_ignoring_case(value, AUTOCORRECT)
        });
    }
    false
}

/// `git config alias.x …`, also with an unknown name.
fn configures_alias(argv: &[Word]) -> bool {
    let is_git = argv.first().and_then(Word::literal).is_some_and(|name| basename(name) == "git");
    is_git
        && argv.iter().any(|word| word.is("config"))
        && argv.iter().any(|word| {
            word.literal().is_none()
                || word.literal().is_some_and(|text| text.eq_ignore_ascii_case("alias"))
                || contains_ignoring_case(word.prefix(), "alias.")
                || contains_ignoring_case(word.prefix(), AUTOCORRECT)
        })
}

fn value_names_alias(value: &Value) -> bool {
    let section = "[alias";
    match value {
        Value::Literal(text) => contains_ignoring_case(text, section),
        Value::Unknown(Shape { prefix, suffix, .. }) => {
            contains_ignoring_case(prefix, section) || contains_ignoring_case(suffix, section)
        }
    }
}

fn contains_ignoring_case(text: &str, needle: &str) -> bool {
    text.as_bytes().windows(needle.len()).any(|part| part.eq_ignore_ascii_case(needle.as_bytes()))
}

/// Splits an alias as git does (`split_cmdline`): blanks, both quotes, and the backslash outside `'…'`. None
/// where a quote stays open, which git refuses.
fn split(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut current: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (None, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c') => words.extend(current.take()),
            (None, '\'' | '"') => {
                quote = Some(c);
                current.get_or_insert_default();
            }
            (Some(open), _) if c == open => quote = None,
            (None | Some('"'), '\\') => current.get_or_insert_default().push(chars.next()?),
            (None | Some(_), _) => current.get_or_insert_default().push(c),
        }
    }
    words.extend(current);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

/// Whether the alias would be looked up at all: git's own subcommands come first.
pub(crate) fn is_free(name: &str) -> bool {
    subcommands::kind(name) == subcommands::Kind::Foreign
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sample::{analysis, words};

    #[track_caller]
    fn check(line: &str, sub: usize, name: &str, expected: Meaning) {
        assert_eq!(on_command_line(&words(line), sub, name), expected, "{line}");
    }

    fn alias(words: &[&str]) -> Meaning {
        Meaning::Words(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn the_last_literal_setting_of_the_name_is_the_alias() {
        check("git -c alias.x='commit -n' x", 3, "x", alias(&["commit", "-n"]));
        check("git -c ALIAS.X=commit x", 3, "x", alias(&["commit"]));
        check("git -c alias.x=a -c alias.x=b x", 5, "x", alias(&["b"]));
        check("git -c alias.y=commit x", 3, "x", Meaning::NotSet);
        check("git -c user.name=alias.x=commit x", 3, "x", Meaning::NotSet);
        check("git -c alias.x='!git commit' x", 3, "x", Meaning::Code("git commit".into()));
    }

    #[test]
    fn a_setting_that_is_not_literal_could_be_any_alias() {
        check("git --config-env=alias.q=V q", 2, "q", Meaning::Unknown);
        check("git --config-env alias.q=V q", 3, "q", Meaning::Unknown);
        check("git -c \"$X\" q", 3, "q", Meaning::Unknown);
        check("git -c alias.\"$X\" q", 3, "q", Meaning::Unknown);
        check("git -c alias.q=\"$X\" q", 3, "q", Meaning::Unknown);
        check("git -c user.name=\"$X\" q", 3, "q", Meaning::NotSet);
        check("git -c user.\"$X\" q", 3, "q", Meaning::NotSet);
        check("git -c help.autocorrect=1 comit", 3, "comit", Meaning::Unknown);
    }

    #[test]
    fn aliases_are_split_with_gits_quotes() {
        assert_eq!(
            split("commit '-n' -m \"q \\\" q\""),
            Some(vec!["commit".into(), "-n".into(), "-m".into(), "q \" q".into()])
        );
        assert_eq!(split("commit 'open"), None);
        assert_eq!(split("  "), None);
        assert_eq!(split("a '' b"), Some(vec!["a".into(), String::new(), "b".into()]));
    }

    #[test]
    fn other_places_that_set_aliases_are_seen() {
        for text in [
            "git config alias.ci commit ; git ci",
            "git config --global \"$K\" commit ; git ci",
            "export GIT_CONFIG_KEY_0=alias.ci ; git ci",
            "export GIT_CONFIG_PARAMETERS=$P ; git ci",
            "GIT_CONFIG_KEY_0=Alias.ci git ci",
            "printf '[alias] ci = commit' ; git ci",
            "git config --rename-section foo alias ; git ci",
            "read GIT_CONFIG_KEY_0 ; git ci",
            "printf -v GIT_CONFIG_KEY_0 x ; git ci",
        ] {
            assert!(elsewhere(&analysis(text)), "{text}");
        }
        for text in [
            "git ci",
            "git config user.name x ; git ci",
            "alias ci=git ; git ci",
            "GIT_CONFIG_KEY_0=core.hooksPath git ci",
        ] {
            assert!(!elsewhere(&analysis(text)), "{text}");
        }
    }
}
