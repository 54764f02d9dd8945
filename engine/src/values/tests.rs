//! Word values: input and what bash 5.2 passes to the program, or what is certain about it.

use super::{Values, one_of};
use crate::tokens::{Tokens, read};
use crate::word::{Fields, Shape, Value, Word};

/// The arguments of the first command, in brackets; an unknown one as `?prefix…suffix`, with `+` behind it where
/// it may be several, and `*` where it may be none, too.
#[track_caller]
fn check(text: &str, expected: &str) {
    let mut tokens = Tokens::default();
    read(text, &mut tokens).unwrap();
    let values = Values::new(text, &tokens);
    let mut words = Vec::new();
    for (&span, &kind) in tokens.words(0).iter().zip(tokens.word_kinds(0)).skip(1) {
        values.argument(span, kind, &mut words);
    }
    let shown: Vec<String> = words.iter().map(show).collect();
    assert_eq!(shown.join(" "), expected, "{text:?}");
}

fn show(word: &Word) -> String {
    match &word.value {
        Value::Literal(text) => format!("[{text}]"),
        Value::Unknown(shape) => {
            let many = match shape.fields {
                Fields::One => "",
                Fields::Each => "+",
                Fields::Any => "*",
            };
            format!("?{}…{}{many}", shape.prefix, shape.suffix)
        }
    }
}

#[test]
fn quotes_and_escapes_are_removed() {
    // manual 3.1.2
    check("x 'it'\\''s'", "[it's]");
    check("x \"a\\\"b\\$c\\d\"", "[a\"b$c\\d]");
    check("x g''i\"t\" \\git", "[git] [git]");
    check("x a\\ b \"\" ''", "[a b] [] []");
    check("x com\\\nmit 'a\\\nb' \"a\\\nb\"", "[commit] [a\\\nb] [ab]");
    check("x gi\\\nt \\\ngit g\\\n\\\nit\\\n", "[git] [git] [git]");
    check("x --no$\"-verify\"", "[--no-verify]");
    check("x a$ $% \"$\"", "[a$] [$%] [$]");
    check("x a\\", "[a\\]");
}

/// The first word may be an assignment, which is looked for letter by letter.
#[test]
fn a_backslash_newline_in_the_first_word_is_no_part_of_it() {
    for text in ["gi\\\nt", "g\\\ni\\\nt", "git\\\n"] {
        let mut tokens = Tokens::default();
        read(text, &mut tokens).unwrap();
        let values = Values::new(text, &tokens);
        let mut words = Vec::new();
        values.argument(tokens.words(0)[0], tokens.word_kinds(0)[0], &mut words);
        assert_eq!(show(&words[0]), "[git]", "{text:?}");
    }
}

#[test]
fn ansi_c_quotes_are_decoded() {
    // manual 3.1.2.4
    check("x $'\\x67it' $'a\\n\\tb' $'\\'\\\"'", "[git] [a\n\tb] ['\"]");
    check("x $'\\101\\u00e9\\cA\\e'", "[A\u{e9}\u{1}\u{1b}]");
    check("x $'a\\0b'c", "[ac]");
    check("x $'\\q' $'\\x'", "[\\q] [\\x]");
    check("x $'\\c\\\\y'", "[\u{1c}y]");
    check("x $'\\x{67}it' a$'\\udc00'", "[git] ?a…");
    check("x a$'\\xff'b", "?a…");
}

#[test]
fn braces_make_several_words() {
    // manual 3.5.1
    check("x {-n,-m} a{b,c}d", "[-n] [-m] [abd] [acd]");
    check(
        "x {1..3} {a..c} {01..3} {3..1} {1..7..3}",
        "[1] [2] [3] [a] [b] [c] [01] [02] [03] [3] [2] [1] [1] [4] [7]",
    );
    check("x {a,{b,c}} {,a}b {a,}", "[a] [b] [c] [b] [ab] [a]");
    check(
        "x {} {a} {a..} stash@{0} '{a,b}' \\{a,b} ${x:-{a,b}}",
        "[{}] [{a}] [{a..}] [stash@{0}] [{a,b}] [{a,b}] ?…}*",
    );
    check("x {a,b}{c,d}", "[ac] [ad] [bc] [bd]");
    check("x {1..9999999}", "?…*");
    check("x {\"a,b\",'c'}", "[a,b] [c]");
}

#[test]
fn expansions_are_unknown_and_the_rest_is_certain() {
    check("x \"$A\" $A \"a$A\" \"$A/git\" a${B}c", "?… ?…* ?a… ?…/git ?a…c*");
    check("x \"$@\" \"$*\" $1 \"$(a)\" `a` $((1))", "?…* ?… ?…* ?… ?…* ?…*");
    check("x *.rs src/*.rs a[b]c [ a?", "?….rs+ ?src/….rs+ ?a…b]c+ [[] ?a…+");
    check("x ~/bin/git ~ ~u a~", "?…/bin/git ?… ?… [a~]");
    check("x <(a) >(a)b", "?/dev/fd/… ?/dev/fd/…b");
}

#[test]
fn the_text_of_a_heredoc_in_cat_is_known() {
    // the form in which agents give commit messages
    check("x \"$(cat <<'EOF'\nit's a (b $x\n\n\nEOF\n)\"", "[it's a (b $x]");
    check("x \"a $(cat <<EOF\nb\nEOF\n) c\"", "[a b c]");
    check("x \"$(cat <<-EOF\n\tb\n\tEOF\n)\"", "[b]");
    check("x \"$(cat <<EOF\n\\$x \\`\nEOF\n)\"", "[$x `]");
    check("x \"$(cat <<EOF\n$x\nEOF\n)\"", "?…");
    check("x $(cat <<'EOF'\nb\nEOF\n)", "?…*");
    check("x \"$(cat f <<'EOF'\nb\nEOF\n)\"", "?…");
    check("x \"$(cat <<'EOF' | tr a b\nb\nEOF\n)\"", "?…");
}

#[test]
fn one_of_several_values_keeps_what_they_share() {
    let check = |values: &[&str], expected: Option<(&str, &str, Fields)>| {
        let shape = |(prefix, suffix, fields): (&str, &str, Fields)| {
            Value::Unknown(Shape { prefix: prefix.into(), suffix: suffix.into(), fields })
        };
        assert_eq!(one_of(values), expected.map(shape), "{values:?}");
    };
    check(&[], None);
    check(&["a.md", "b.md"], Some(("", ".md", Fields::One)));
    check(&["ab", "abab"], Some(("ab", "", Fields::One)));
    check(&["-q", "-n"], Some(("-", "", Fields::One)));
    check(&["a b", "a c"], Some(("a ", "", Fields::Any)));
    check(&["a", ""], Some(("", "", Fields::Any)));
    check(&["\u{e9}x", "\u{e8}x"], Some(("", "x", Fields::Any)));
    check(&["a\u{e9}", "a\u{a9}"], Some(("a", "", Fields::Any)));
    assert_eq!(one_of(&["x", "x"]), Some(Value::Literal("x".into())));
}
