//! Words that bash expands: parameters, arithmetic, patterns, braces. The variables in them are set nowhere, so that
//! their values are told; nothing in them runs.

use super::maker::Maker;
use super::syntax::{Piece, Word};
use super::value::Value;

/// Expansions without blanks, and what bash makes of each where the variables are unset; none for what depends on the
/// shell it runs in.
#[rustfmt::skip]
const CORES: [(&str, Option<&str>); 70] = [
    ("$name", Some("")), ("${name}", Some("")), ("$base", Some("")), ("${base}", Some("")),
    // Defaults and lengths.
    ("${name:-main}", Some("main")), ("${name-main}", Some("main")), ("${name:+set}", Some("")), ("${name+set}", Some("")),
    ("${tmp:=build}", Some("build")), ("${tmp_b=build}", Some("build")), ("${name:-$base}", Some("")),
    ("${name:-${base:-main}}", Some("main")), ("${name:-'main'}", None), ("${#name}", Some("0")), ("${#arr[@]}", Some("0")),
    // Parts.
    ("${name:0:3}", Some("")), ("${name:1}", Some("")), ("${name: -4}", Some("")), ("${name:2:1}", Some("")),
    ("${name#v}", Some("")), ("${name##*/}", Some("")), ("${name%.*}", Some("")), ("${name%%-*}", Some("")),
    ("${name#\"$base\"}", None), ("${name%$base}", Some("")), ("${name%/}", Some("")), ("${name##*.}", Some("")),
    // Replacements and cases.
    ("${name/a/b}", Some("")), ("${name//a/b}", Some("")), ("${name/#v/}", Some("")), ("${name/%.md/.html}", Some("")),
    ("${name//[^a-z]/_}", Some("")), ("${name//\\//-}", Some("")), ("${name//$base/x}", Some("")),
    ("${name^}", Some("")), ("${name^^}", Some("")), ("${name,}", Some("")), ("${name,,}", Some("")),
    ("${name@Q}", Some("")), ("${name@U}", Some("")),
    // Arrays and names.
    ("${arr[0]}", Some("")), ("${arr[@]}", None), ("${arr[*]}", Some("")), ("${arr[$n]}", Some("")), ("${arr[@]:1:2}", None),
    ("${!arr[@]}", None), ("${!guarddiff_*}", Some("")),
    // What the shell sets.
    ("$?", None), ("$#", None), ("$$", None), ("$!", None), ("$1", None), ("${1:-main}", None), ("${10}", None), ("$*", None), ("$-", None),
    // Arithmetic.
    ("$((1+2))", Some("3")), ("$((n+1))", Some("1")), ("$(((1+2)*3))", Some("9")), ("$((k++))", None),
    ("$((0x1f%7))", Some("3")), ("$((n>1?2:3))", Some("3")),
    ("$[1+2]", Some("3")), ("$((~n))", Some("-1")), ("$((-n))", Some("0")), ("$((arr[0]+2**3))", Some("8")), ("$((1,2))", Some("2")),
    ("${name@E}", Some("")), ("${arr[@]@K}", None), ("${name@a}", Some("")),
];

/// Those among them that fail where a variable holds no number, or could.
const FAILING: [&str; 8] = [
    "$((n+1))",
    "$((k++))",
    "$((0x1f%7))",
    "$((n>1?2:3))",
    "$((~n))",
    "$((-n))",
    "$((arr[0]+2**3))",
    "${arr[$n]}",
];

/// What stands before an expansion in one word and behind it, each with the text that it spells.
#[rustfmt::skip]
const AROUND: [[&str; 4]; 14] = [
    ["", "", "", ""], ["\"", "", "\"", ""], ["\"", "", "\"", ""], ["\"", "", "/docs\"", "/docs"], ["\"v", "v", "\"", ""],
    ["docs/", "docs/", "", ""], ["", "", ".md", ".md"], ["v", "v", "-rc", "-rc"], ["\"", "", "\".md", ".md"],
    ["'a b'", "a b", "", ""], ["\"it's ", "it's ", " (x)\"", " (x)"], ["a\\ ", "a ", "", ""], ["$'a\\t'", "a\t", "", ""],
    ["x=", "x=", "", ""],
];

/// Words that bash makes of patterns and braces where no file matches, and of a `$` that expands nothing.
#[rustfmt::skip]
const PATTERNS: [(&str, &[&str]); 15] = [
    ("*.nothing", &["*.nothing"]), ("src/**/*.none", &["src/**/*.none"]), ("none-[a-z]?.md", &["none-[a-z]?.md"]),
    ("{a,b}.md", &["a.md", "b.md"]), ("docs/{a,b,c}", &["docs/a", "docs/b", "docs/c"]), ("{1..3}", &["1", "2", "3"]),
    ("v{01..02}", &["v01", "v02"]), ("a{,.bak}", &["a", "a.bak"]), ("\"none \"*", &["none *"]), ("a{b,{c,d}}", &["ab", "ac", "ad"]),
    ("\"^a$|b$\"", &["^a$|b$"]), ("end$", &["end$"]), ("\"$ 5\"", &["$ 5"]), ("@{u}", &["@{u}"]), ("HEAD@{1}", &["HEAD@{1}"]),
];

/// A word with an expansion in it, whose value may be untold.
pub(super) fn any(make: &mut Maker) -> Word {
    if make.chance(15) {
        let (spelling, words) = make.pick(&PATTERNS);
        let words = words.iter().map(|&word| word.to_owned()).collect();
        return Word { pieces: vec![Piece::Text(spelling.to_owned())], value: Value::Words(words) };
    }
    let core = make.pick(&CORES);
    make.may_abort |= FAILING.contains(&core.0);
    word(core, make.pick(&AROUND))
}

/// A word with an expansion in it whose value is told.
pub(super) fn told(make: &mut Maker) -> Word {
    loop {
        let word = any(make);
        if word.value != Value::Untold {
            return word;
        }
    }
}

/// An expansion in double quotes, which is one word whatever the variables are.
pub(super) fn quoted(make: &mut Maker) -> Word {
    loop {
        let core = make.pick(&CORES);
        if core.1.is_some() {
            make.may_abort |= FAILING.contains(&core.0);
            return word(core, AROUND[1]);
        }
    }
}

fn word((core, value): (&str, Option<&str>), [before, front, after, back]: [&str; 4]) -> Word {
    // Without quotes, what expands to nothing is no word.
    let quoted = before.contains('"');
    let words = |value| match format!("{front}{value}{back}") {
        text if text.is_empty() && !quoted => Vec::new(),
        text => vec![text],
    };
    let value = value.map_or(Value::Untold, |value| Value::Words(words(value)));
    Word { pieces: vec![Piece::Text(format!("{before}{core}{after}"))], value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(core: (&str, Option<&str>), around: usize, words: Option<&[&str]>) {
        let value = match words {
            None => Value::Untold,
            Some(words) => Value::Words(words.iter().map(|&word| word.to_owned()).collect()),
        };
        assert_eq!(word(core, AROUND[around]).value, value);
    }

    #[test]
    fn a_word_is_told_as_bash_makes_it() {
        check(("$name", Some("")), 0, Some(&[]));
        check(("$name", Some("")), 1, Some(&[""]));
        check(("$n", Some("3")), 10, Some(&["it's 3 (x)"]));
        check(("$n", Some("3")), 8, Some(&["3.md"]));
        check(("$$", None), 0, None);
    }
}
