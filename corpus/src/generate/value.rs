//! What bash makes of the words that the grammar spells. A spelling that is more than its own value stands in a table; none is ever parsed.

/// What bash makes of one word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Value {
    /// These words: one, none of an unset variable without quotes, several of braces.
    Words(Vec<String>),
    /// One word that the maker doesn't tell.
    Untold,
    /// The variable of the loop around it.
    LoopVariable,
    /// `"$@"`
    Arguments,
    /// `"$DIR"`, which a lone assignment of the grammar sets.
    Directory,
}

/// What `DIR` is set to where the grammar sets it.
pub(super) const DIRECTORY: &str = "repo/.git";

/// Spellings that bash takes as more than their own text, and the words that it makes of them. Variables are unset
/// in the execution box, but for the four that their own atom sets just before it uses them.
#[rustfmt::skip]
const SPELLINGS: &[(&str, &[&str])] = &[
    // Programs and subcommands.
    ("g''it", &["git"]), (r"\git", &["git"]), ("\"git\"", &["git"]), ("'git'", &["git"]),
    ("$'git'", &["git"]), ("gi\\\nt", &["git"]), ("g\"i\"t", &["git"]), (r"$'\x67it'", &["git"]),
    ("g\\it", &["git"]), ("$\"git\"", &["git"]), ("\"rm\"", &["rm"]),
    ("c'omm'it", &["commit"]), ("\"commit\"", &["commit"]), ("com\\mit", &["commit"]), ("'add'", &["add"]),
    // Options.
    ("\"--no-verify\"", &["--no-verify"]), ("--no-'verify'", &["--no-verify"]),
    ("--no-ver\\ify", &["--no-verify"]), ("--$'no-verify'", &["--no-verify"]),
    ("--no-ver\\\nify", &["--no-verify"]), ("'-n'", &["-n"]), ("\"-n\"", &["-n"]),
    ("--author='A B <a@b.example>'", &["--author=A B <a@b.example>"]),
    ("user.name='A B'", &["user.name=A B"]), ("\"my dir\"", &["my dir"]), ("'my file.md'", &["my file.md"]),
    ("'git commit'", &["git commit"]), ("\"before git commit\"", &["before git commit"]),
    // Braces.
    ("{-n,-m}", &["-n", "-m"]), ("{a,b}.md", &["a.md", "b.md"]), ("{src,docs}", &["src", "docs"]),
    ("{git,commit,-n,-m,x}", &["git", "commit", "-n", "-m", "x"]), ("{}", &["{}"]), ("-I{}", &["-I{}"]),
    // Unset variables.
    ("$SUB", &[]), ("\"$SUB\"", &[""]), ("$GIT", &[]), ("\"$GIT\"", &[""]), ("${GIT:-true}", &["true"]),
    ("$CMD", &[]), ("\"$CMD\"", &[""]), ("$ARGS", &[]), ("$MSG", &[]), ("\"$MSG\"", &[""]), ("\"$FLAG\"", &[""]),
    ("\"${MSG:-wip}\"", &["wip"]), ("\"fix:$TOPIC\"", &["fix:"]), ("--message=\"$MSG\"", &["--message="]),
    ("${UNSET_X:-git commit -n -m x}", &["git", "commit", "-n", "-m", "x"]),
    // Variables that were set just before.
    ("\"$M\"", &["fix: v"]), ("$F", &["--no-verify"]), ("$G", &["git"]), ("$S", &["add"]),
    // Patterns, formats and code.
    ("\"git commit\"", &["git commit"]), ("'git commit|git add'", &["git commit|git add"]),
    ("'\\bgit\\b'", &["\\bgit\\b"]), ("'/git commit/p'", &["/git commit/p"]), ("'x$'", &["x$"]),
    ("'*.git'", &["*.git"]), ("'%s\\n'", &["%s\\n"]), ("'%s'", &["%s"]),
    ("'{\"command\":\"git commit -n -m t\"}'", &["{\"command\":\"git commit -n -m t\"}"]),
    // Words of programs that start others.
    ("\\;", &[";"]), ("';'", &[";"]), ("'git commit -n -m x'", &["git commit -n -m x"]),
    ("'-u FOO git commit -m x'", &["-u FOO git commit -m x"]), ("\"git commit -m x\"", &["git commit -m x"]),
    ("'git push origin main'", &["git push origin main"]), ("-S'git add .'", &["-Sgit add ."]),
    ("--split-string='git status'", &["--split-string=git status"]), ("[", &["["]), ("]", &["]"]),
    ("<<<\"$CMD\"", &[]),
];

/// Spellings whose words depend on what is around them.
const CONTEXTUAL: [(&str, Value); 7] = [
    ("$f", Value::LoopVariable),
    ("\"$f\"", Value::LoopVariable),
    ("\"$m\"", Value::LoopVariable),
    ("$flag", Value::LoopVariable),
    ("\"$@\"", Value::Arguments),
    ("\"$DIR\"", Value::Directory),
    ("\"$1\"", Value::Untold),
];

impl Value {
    /// The value of a spelling of the grammar's own tables.
    pub(super) fn of(spelling: &str) -> Value {
        if is_bare(spelling) {
            return Value::text(spelling);
        }
        if let Some((_, words)) = SPELLINGS.iter().find(|(known, _)| *known == spelling) {
            return Value::Words(words.iter().map(|&word| word.to_owned()).collect());
        }
        let contextual = CONTEXTUAL.iter().find(|(known, _)| *known == spelling);
        debug_assert!(contextual.is_some(), "no value is told of {spelling}");
        contextual.map_or(Value::Untold, |(_, value)| value.clone())
    }

    /// One word.
    pub(super) fn text(text: impl Into<String>) -> Value {
        Value::Words(vec![text.into()])
    }
}

/// Whether bash takes the spelling as it stands, wherever the grammar puts it.
pub(super) fn is_bare(spelling: &str) -> bool {
    !spelling.is_empty()
        && !spelling.starts_with('~')
        && spelling.bytes().all(|b| b.is_ascii_alphanumeric() || b"./_:@,+-=%~".contains(&b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_word_holds_no_character_that_the_shell_reads() {
        let special = " \t\n|&;()<>\"'`$\\*?[]{}!#^";
        assert!(special.chars().all(|c| !is_bare(&format!("a{c}b"))));
        assert!(!is_bare("") && !is_bare("~/x") && is_bare("HEAD~2"));
    }

    #[test]
    fn no_spelling_is_told_twice_or_needlessly() {
        let spellings: Vec<&str> = (SPELLINGS.iter().map(|(spelling, _)| *spelling))
            .chain(CONTEXTUAL.iter().map(|(spelling, _)| *spelling))
            .collect();
        for (place, spelling) in spellings.iter().enumerate() {
            assert!(!is_bare(spelling), "{spelling}");
            assert!(!spellings[..place].contains(spelling), "{spelling}");
        }
    }
}
