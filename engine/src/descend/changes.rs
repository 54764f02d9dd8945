//! What one command may do to the shell's variables, by its words: a table of builtins (manual 4.1, 4.2). It runs
//! nothing and reads no code; whoever reads eval's code adds what that does.

use crate::word::Word;

/// What may be otherwise behind a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Changes {
    /// Variables that get this value, or one that is not known.
    pub(super) sets: Vec<(String, Option<String>)>,
    /// Arrays that have these elements.
    pub(super) lists: Vec<(String, Vec<String>)>,
    /// Variables that can't be followed any more: read-only, or with an attribute that changes what is assigned.
    pub(super) fixed: Vec<String>,
    /// Any variable may have another value.
    pub(super) any: bool,
    /// How the shell reads may be otherwise, for good: aliases, IFS, references.
    pub(super) lost: bool,
    /// A variable may stand for another from here on.
    pub(super) references: bool,
    /// It may fail in a way that leaves out the rest of the line.
    pub(super) fails: bool,
    /// The variables end with the function around them.
    pub(super) local: bool,
    /// Code in the words runs in this shell.
    pub(super) runs: Runs,
    /// The name of the command, where it may be a function.
    pub(super) calls: Option<String>,
    /// The words in front of the command are the shell's own variables from here on.
    pub(super) keeps_prefix: bool,
    /// What becomes of the positional parameters.
    pub(super) positional: Positional,
}

/// What a command does to the positional parameters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum Positional {
    /// Nothing.
    #[default]
    Kept,
    /// They are these words now; none: they can't be told.
    Set(Option<Vec<String>>),
    /// So many of the first ones are gone.
    Shifted(usize),
}

/// Whether a command runs code of its words in this shell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Runs {
    /// No.
    #[default]
    Nothing,
    /// Yes.
    Now,
    /// At any time from now on.
    Later,
}

impl Changes {
    fn any() -> Changes {
        Changes { any: true, keeps_prefix: true, ..Changes::default() }
    }

    fn lost() -> Changes {
        Changes { lost: true, ..Changes::default() }
    }

    fn keeps() -> Changes {
        Changes { keeps_prefix: true, ..Changes::default() }
    }
}

/// What the command may do. `aliases`: whether the shell may expand them.
pub(super) fn of_command(argv: &[Word], aliases: bool) -> Changes {
    let Some(argv) = behind_prefixes(argv) else { return Changes::lost() };
    let Some((program, rest)) = argv.split_first() else { return Changes::default() };
    let Some(name) = program.literal() else { return unnamed(program, rest) };
    match name {
        "export" | "readonly" | "declare" | "typeset" | "local" => declaration(name, rest),
        "printf" => match rest.first() {
            Some(format) if could_be_option(format) => named(rest),
            Some(_) | None => Changes::default(),
        },
        "read" | "mapfile" | "readarray" | "unset" | "wait" => named(rest),
        "getopts" => {
            let mut changes = named(rest);
            changes.sets.push(("OPTARG".to_owned(), None));
            changes
        }
        "let" | "compgen" | "complete" | "source" | "." => Changes::any(),
        "eval" => Changes { runs: Runs::Now, keeps_prefix: true, ..Changes::default() },
        "trap" => trap(rest),
        "set" => set(rest),
        "shopt" => shopt(rest),
        "alias" if aliases => Changes::lost(),
        "enable" => Changes::lost(),
        "shift" => shift(rest),
        ":" | "break" | "continue" | "exec" | "exit" | "return" | "times" => Changes::keeps(),
        _ => Changes::default(),
    }
}

/// The words behind `builtin` and `command`; none where their options hide the command.
fn behind_prefixes(argv: &[Word]) -> Option<&[Word]> {
    let mut rest = argv;
    while let Some(name @ ("builtin" | "command")) = rest.first().and_then(Word::literal) {
        rest = &rest[1..];
        while let Some(option) = rest.first().and_then(Word::literal) {
            match option {
                "--" => {
                    rest = &rest[1..];
                    break;
                }
                "-p" if name == "command" => rest = &rest[1..],
                _ if name == "command" && option.starts_with('-') => {
                    let describes = option[1..].chars().all(|letter| "pvV".contains(letter));
                    return describes.then_some(&[]);
                }
                _ => break,
            }
        }
    }
    Some(rest)
}

/// A command whose name is not known: a file with a path, a builtin, a function.
fn unnamed(program: &Word, rest: &[Word]) -> Changes {
    if crate::programs::program_name(program).is_some() {
        return Changes::default();
    }
    let mut changes = named(rest);
    // `$CMD` alone can be anything, and every check says so. `"$1" "$2"` could be `readonly M=x`.
    let hidden = rest.iter().any(|word| word.literal().is_none() && could_be_name(word));
    changes.lost |= hidden && !program.may_split();
    changes.any = true;
    changes.fixed = changes.sets.drain(..).map(|(name, _)| name).collect();
    changes
}

/// Whatever the words name, spelled as words of their own, as options or behind them, may be set.
fn named(words: &[Word]) -> Changes {
    let mut changes = Changes::keeps();
    for word in words {
        let Some(text) = word.literal() else {
            changes.any |= could_be_name(word);
            continue;
        };
        let bare = text.split(['[', '=', '+']).next().unwrap_or_default();
        // A subscript is arithmetic.
        changes.any |= text.contains('[') || text.starts_with("-C");
        if let Some(cluster) = bare.strip_prefix('-') {
            let tails = (0..cluster.len()).filter_map(|at| cluster.get(at..));
            changes.sets.extend(tails.filter(|tail| is_name(tail)).map(|tail| (tail.into(), None)));
        } else if is_name(bare) {
            changes.sets.push((bare.to_owned(), None));
        }
    }
    changes
}

/// `export`, `readonly`, `declare` and their kind.
fn declaration(name: &str, words: &[Word]) -> Changes {
    let export = name == "export";
    let mut changes = Changes { keeps_prefix: true, ..Changes::default() };
    changes.local = !matches!(name, "export" | "readonly");
    let (mut fixes, mut alters, mut describes) = (name == "readonly", false, false);
    let mut options = true;
    for word in words {
        let prefix = word.prefix();
        if options && word.literal().is_some() && prefix.len() > 1 && prefix.starts_with(['-', '+'])
        {
            options = prefix != "--";
            for letter in prefix[1..].chars().take_while(|_| options) {
                match letter {
                    'r' => fixes = true,
                    'g' => changes.local = false,
                    'p' | 'f' | 'F' => describes = true,
                    'x' | 't' | 'I' => {}
                    'n' if export => {}
                    'n' => (changes.lost, changes.references) = (true, true),
                    'i' => (alters, changes.fails) = (true, true),
                    'a' | 'A' | 'l' | 'u' | 'c' => alters = true,
                    _ => changes.lost = true,
                }
            }
            continue;
        }
        options = false;
        let Some((target, value)) = prefix.split_once('=') else {
            match word.literal() {
                // Only in a function does `declare M` make a variable of its own.
                Some(target) if is_name(target) && changes.local => {
                    changes.sets.push((target.to_owned(), None));
                }
                Some(_) => {}
                None => (changes.any, changes.lost) = (true, true),
            }
            if fixes || alters {
                changes.fixed.push(prefix.to_owned());
            }
            continue;
        };
        let bare = target.split(['[', '+']).next().unwrap_or_default();
        changes.lost |= target == "IFS" || target == "POSIXLY_CORRECT";
        // Behind `command` and `builtin` braces and tildes in it are expanded.
        let plain = bare == target && !alters && !value.starts_with('(');
        let known = plain && word.literal().is_some() && !value.contains(['{', '~']);
        changes.sets.push((bare.to_owned(), known.then(|| value.to_owned())));
        changes.any |= target.contains('[');
        if fixes || alters {
            changes.fixed.push(bare.to_owned());
        }
    }
    if describes { Changes::default() } else { changes }
}

/// A trap on EXIT alone comes after everything else.
fn trap(words: &[Word]) -> Changes {
    let words = match words.first().and_then(Word::literal) {
        Some("--") => &words[1..],
        Some(text) if text.starts_with('-') => return Changes::default(),
        Some(_) | None => words,
    };
    let last = |word: &Word| word.literal().is_some_and(|text| matches!(text, "EXIT" | "0"));
    match words {
        [code, signals @ ..] if signals.iter().all(last) && !code.may_split() => Changes::default(),
        _ => Changes { runs: Runs::Later, ..Changes::default() },
    }
}

/// `set -k` reads assignments anywhere, posix mode keeps those before a builtin; the other options change no value. What
/// is no option becomes the positional parameters.
fn set(words: &[Word]) -> Changes {
    let mut rest = words.iter();
    let mut positional = Positional::Kept;
    while let Some(word) = rest.next() {
        match word.literal() {
            None => return Changes::lost(),
            Some("--") => {
                positional = Positional::Set(literals(rest.as_slice()));
                break;
            }
            Some("-") => {
                if !rest.as_slice().is_empty() {
                    positional = Positional::Set(literals(rest.as_slice()));
                }
                break;
            }
            Some("keyword" | "posix") => return Changes::lost(),
            Some(text) if text.starts_with('-') && text.contains('k') => return Changes::lost(),
            Some(text) if text.starts_with(['-', '+']) => {
                if text.contains('o') {
                    let named = rest.next().map(Word::literal);
                    if matches!(named, Some(None | Some("keyword" | "posix"))) {
                        return Changes::lost();
                    }
                }
            }
            Some(_) => {
                let from = words.len() - rest.as_slice().len() - 1;
                positional = Positional::Set(literals(&words[from..]));
                break;
            }
        }
    }
    Changes { positional, ..Changes::keeps() }
}

fn literals(words: &[Word]) -> Option<Vec<String>> {
    words.iter().map(|word| word.literal().map(str::to_owned)).collect()
}

fn shift(words: &[Word]) -> Changes {
    let count = match words {
        [] => Some(1),
        [count] => count.literal().and_then(|text| text.parse().ok()),
        _ => None,
    };
    let positional = count.map_or(Positional::Set(None), Positional::Shifted);
    Changes { positional, ..Changes::keeps() }
}

/// Options under which a pipe's last command is the shell itself, words are aliases, a pattern or a trap leaves out
/// what follows, or `set -o` is meant.
fn shopt(words: &[Word]) -> Changes {
    let changes_reading = |word: &Word| {
        word.literal().is_none_or(|text| {
            matches!(text, "expand_aliases" | "lastpipe" | "extdebug" | "failglob")
                || text.starts_with('-') && text.contains('o')
        })
    };
    if words.iter().any(changes_reading) { Changes::lost() } else { Changes::default() }
}

/// Whether a word that is not wholly known could be the name of a variable, or an option with one behind it.
fn could_be_name(word: &Word) -> bool {
    let bare = word.prefix().trim_start_matches('-');
    bare.is_empty() || is_name(bare)
}

fn could_be_option(word: &Word) -> bool {
    match word.literal() {
        Some(text) => text.starts_with('-'),
        None => word.prefix().is_empty() && word.suffix().is_empty() || word.prefix() == "-",
    }
}

/// Whether the text is the name of a variable.
pub(super) fn is_name(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == b'_')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::sample::words;

    /// The variables that are set, fixed ones behind a `!`, then a letter for each flag.
    #[track_caller]
    fn check(line: &str, expected: &str) {
        let changes = of_command(&words(line), true);
        let value = |value: &Option<String>| value.as_deref().map(|text| format!("={text}"));
        let mut found: Vec<String> = changes
            .sets
            .iter()
            .map(|(name, text)| name.clone() + &value(text).unwrap_or_default())
            .collect();
        found.extend(changes.fixed.iter().map(|name| format!("!{name}")));
        match &changes.positional {
            Positional::Kept => {}
            Positional::Set(Some(words)) => found.push(format!("@={}", words.join(","))),
            Positional::Set(None) => found.push("@".to_owned()),
            Positional::Shifted(count) => found.push(format!("@+{count}")),
        }
        let flags = [(changes.any, "any"), (changes.lost, "lost"), (changes.references, "ref")];
        found.extend(flags.iter().filter(|(set, _)| *set).map(|(_, flag)| (*flag).to_owned()));
        match changes.runs {
            Runs::Nothing => {}
            Runs::Now => found.push("now".to_owned()),
            Runs::Later => found.push("later".to_owned()),
        }
        assert_eq!(found.join(" "), expected, "{line}");
    }

    #[test]
    fn declarations_set_what_they_name() {
        check("export M=x", "M=x");
        check("export -n M=x", "M=x");
        check("readonly M=x", "M=x !M");
        check("readonly M", "!M");
        check("declare -r M=x N", "M=x N !M !N");
        check("declare -i M=1", "M !M");
        check("declare -g M=x", "M=x");
        check("declare -n M=x", "M=x lost ref");
        check("declare -p M", "");
        check("local M", "M");
        check("export M+=x", "M");
        check("export M={a,b}", "M");
        check("export IFS=,", "IFS=, lost");
        check("export \"$X\"", "any lost");
        check("declare -r OUT=\"$X\"", "OUT !OUT");
    }

    #[test]
    fn builtins_set_what_they_name() {
        check("read -r M N", "r M N");
        check("read -raM", "raM aM M");
        check("read \"$X\"", "any");
        check("printf -vM x", "vM M x");
        check("printf '%s' M", "");
        check("printf \"$X\" M", "M any");
        check("printf \"$X\\n\" M", "");
        check("unset 'M[0]'", "M any");
        check("wait -p M", "p M");
        check("getopts ab M", "ab M OPTARG");
        check("mapfile -t M", "t M");
        check("mapfile -C f M", "C f M any");
        check("source f", "any");
        check("let M=1", "any");
    }

    #[test]
    fn what_changes_the_reading_is_for_good() {
        check("shopt -s lastpipe", "lost");
        check("shopt -so posix", "lost");
        check("shopt -s nullglob", "");
        check("set -k", "lost");
        check("set -euo pipefail", "");
        check("set -- -k", "@=-k");
        check("set -e a b", "@=a,b");
        check("set -eo pipefail -- \"$X\"", "@");
        check("set - ", "");
        check("set --", "@=");
        check("shift", "@+1");
        check("shift 2", "@+2");
        check("shift $N", "@");
        check("set -o posix", "lost");
        check("alias a=b", "lost");
        check("enable -n printf", "lost");
    }

    #[test]
    fn prefixes_hide_nothing() {
        check("builtin command -p read M", "M");
        check("command -v read M", "");
        check("command -- export M=x", "M=x");
        check("command \"$X\" M", "!M any");
        check("command -z read", "lost");
        check("command git commit", "");
    }

    #[test]
    fn an_unknown_command_may_set_anything_now_and_fix_what_it_names() {
        check("$X", "any");
        check("$X M=1", "!M any");
        check("\"$X\" M=1", "!M any");
        check("\"$X\" \"$Y\"", "any lost");
        check("\"$X\" -m \"a $Y\"", "!m any");
        check("\"$X/git\" M", "");
    }

    #[test]
    fn code_runs_now_or_later() {
        check("eval M=1", "now");
        check("trap M=1 INT", "later");
        check("trap M=1 EXIT", "");
        check("trap -p INT", "");
        check("trap \"$X\" EXIT INT", "later");
    }
}
