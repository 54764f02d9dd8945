//! What texts run: commands with their values, wrappers taken off, code strings read. Table of input and commands.

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, Complexity, SimpleCommand, Trust};
use guarddiff_engine::word::{Fields, Value, Word};

/// Each command as its words, an unknown one as `?` with what is certain; wrappers in front in braces; ` +` where
/// more words may follow; separated by ` ; `. Opaque code is `<python: …>`.
fn show(analysis: &Analysis) -> String {
    if !analysis.is_parsed() {
        return format!("{:?}", analysis.status);
    }
    let commands = analysis.commands.iter().map(command);
    let opaque =
        analysis.opaque.iter().map(|code| format!("<{}: {}>", code.interpreter, value(&code.text)));
    commands.chain(opaque).collect::<Vec<_>>().join(" ; ")
}

fn command(command: &SimpleCommand) -> String {
    let wrappers = command
        .wrappers
        .iter()
        .map(|wrapper| format!("{{{}}} ", words(wrapper)))
        .collect::<String>();
    let more = if command.open_ended { " +" } else { "" };
    format!("{wrappers}{}{more}", words(&command.argv))
}

fn words(words: &[Word]) -> String {
    words.iter().map(|word| value(&word.value)).collect::<Vec<_>>().join(" ")
}

fn value(value: &Value) -> String {
    match value {
        Value::Literal(text) if text.is_empty() || text.contains([' ', '\n']) => {
            format!("[{text}]")
        }
        Value::Literal(text) => text.clone(),
        Value::Unknown(shape) => {
            let many = if shape.fields == Fields::Any { "*" } else { "" };
            format!("?{}…{}{many}", shape.prefix, shape.suffix)
        }
    }
}

#[track_caller]
fn check(text: &str, expected: &str) {
    assert_eq!(show(&Engine::new().analyze(text)), expected, "{text:?}");
}

#[test]
fn wrappers_come_off_layer_by_layer() {
    check("timeout 300 git commit --no-verify", "{timeout 300} git commit --no-verify");
    check("nice -n 5 timeout 60 env A=1 git x", "{nice -n 5} {timeout 60} {env A=1} git x");
    check("time -p git x", "{time -p} git x");
    check("\\time -f %e git x", "{time -f %e} git x");
    check("sudo -u git git x", "{sudo -u git} git x");
    check("command -v git commit", "command -v git commit");
    check(
        "find . -exec git log {} \\; -exec a {} +",
        "{find . -exec} git log ?… ; {find . -exec git log {} ; -exec} a ?… +",
    );
    check("echo x | xargs -n 1 git commit -m", "echo x ; {xargs -n 1} git commit -m +");
    check("coproc git x", "{coproc} git x");
    check("\"$W\" git x", "?… git x");
}

#[test]
fn code_in_strings_is_read() {
    check("bash -lc \"git x\"", "bash -lc [git x] ; git x");
    check(
        "sh -c 'bash -c \"git add . && git x\"'",
        "sh -c [bash -c \"git add . && git x\"] ; bash -c [git add . && git x] ; git add . ; git x",
    );
    check("eval git commit \"-n\"", "eval git commit -n ; git commit -n");
    check("bash <<'EOF'\ngit x\nEOF", "bash ; git x");
    check("bash <<< 'git x'", "bash ; git x");
    check("cat <<'EOF' | sh\ngit x\nEOF", "cat ; sh ; git x");
    check(". /dev/stdin <<< 'git x'", ". /dev/stdin ; git x");
    check("{ bash; } <<'EOF'\ngit x\nEOF", "bash ; git x");
    check("trap 'git x' EXIT", "trap [git x] EXIT ; git x");
    check("find . -exec sh -c 'git x' \\;", "{find . -exec} sh -c [git x] ; git x");
    check("env -S 'git x' -n", "{env} git x -n");
}

#[test]
fn code_that_is_not_in_sight_is_an_unknown_command() {
    check("bash -c \"$C\"", "bash -c ?… ; ?…* +");
    check("echo x | sh", "echo x ; sh ; x");
    check("echo -e x | sh", "echo -e x ; sh ; ?…* +");
    check("bash -c 'if'", "bash -c if ; ?…* +");
    check("bash < script", "bash");
    check("bash script.sh", "bash script.sh");
    check("bash < <(echo git)", "bash ; ?…* + ; echo git");
    check("xargs -I{} sh -c 'git {}'", "{xargs -I{}} sh -c ?git … ; ?…* +");
}

#[test]
fn other_interpreters_are_opaque() {
    check("python3 -c 'import os'", "python3 -c [import os] ; <python: [import os]>");
    check("python3 - <<'PY'\nx\nPY", "python3 - ; <python: [x\n]>");
    check("python3 f.py", "python3 f.py");
}

#[test]
fn constants_in_a_straight_line_are_values() {
    check("g=git; s=commit; $g $s -n", " ;  ; git commit -n");
    check("D=/usr; B=bin; $D/$B/git x", " ;  ; /usr/bin/git x");
    check("M='a b'; x \"$M\" $M", " ; x [a b] a b");
    check("M='a *'; x $M", " ; x ?…*");
    check("M=; x $M \"$M\" a$M", " ; x [] a");
    check("cd d && M=a && x $M; x $M", "cd d ;  ; x a ; x ?…*");
    check("M=a; if x; then x $M; fi; (x $M) | x $M", " ; x ; x a ; x a ; x a");
    check("M=a; f() { x $M; }", " ; x a");
    check("export A=b; x $A; unset A; x $A", "export A=b ; x b ; unset A ; x ?…*");
}

#[test]
fn lists_and_positional_parameters_are_words() {
    check("a=(x 'y z'); b \"${a[@]}\" ${a[0]} $a", " ; b x [y z] x x");
    check("a=(); b \"${a[@]}\"", " ; b");
    check("a=($X); b \"${a[@]}\"", " ; b ?…*");
    check(
        "set -- -n 'x y'; a \"$@\" \"$2\" \"$#\" \"$*\"",
        "set -- -n [x y] ; a -n [x y] [x y] 2 [-n x y]",
    );
    check("set -e -- x; shift; a \"$@\"", "set -e -- x ; shift ; a");
    check("f() { a \"$@\"; }; f x 'y z'", "a x [y z] ; f x [y z]");
    check("f() { a \"$1\"; }; f x; f y", "a x ; a y ; f x ; f y");
    check("f() { if b; then a $1; fi; }; f x", "b ; a x ; f x");
    check("f() { local m=$1; a \"$m\"; }; f x", "local m=x ; a x ; f x");
    check("f() { shift; a \"$@\"; }; f x y", "shift ; a y ; f x y");
    check("bash -c 'a \"$@\" $1' _ x y", "bash -c [a \"$@\" $1] _ x y ; a x y x");
    check("bash -c 'a $1'", "bash -c [a $1] ; a");
    check("eval 'a $1'", "eval [a $1] ; a ?…*");
    check("x $(for i in 1 2; do a $i; done)", "x ?…* ; a 1 ; a 2");
    check("f() { b; }; bash -c 'M=x; a $M'", "b ; bash -c [M=x; a $M] ;  ; a x");
    check("for i in x 'y z'; do a $i; b; done", "a x ; a y z ; b");
    check("for i in 1 2; do bash -c 'a $i'; done", "bash -c [a $i] ; a ?…*");
    check("for i in 1 2; do a \\$i \"'$i'\"; done", "a $i '1' ; a $i '2'");
    check("for i in 1 2; do for j in 3; do a $i$j; done; done", "a 13 ; a 23");
}

#[test]
fn parameters_are_edited_as_far_as_patterns_are_plain() {
    for (parameter, expected) in [
        ("M:-x", "a/b.c"),
        ("M:+x", "x"),
        ("E:-x y", "[x y]"),
        ("E-x", "[]"),
        ("E:+x", "[]"),
        ("#M", "5"),
        ("M##*/", "b.c"),
        ("M#*/", "b.c"),
        ("M%.*", "a/b"),
        ("M%%/*", "a"),
        ("M%.c", "a/b"),
        ("M/b/x", "a/x.c"),
        ("M//\\//-", "?…"),
        ("M^^", "A/B.C"),
        ("M^", "A/b.c"),
        ("M:2", "b.c"),
        ("M:0:1", "a"),
        ("M: -1", "?…"),
        ("M%[a-z]", "?…"),
        ("M:-$(x)", "a/b.c"),
        ("E:-$N", "?…"),
        ("N:-x", "?…"),
    ] {
        let text = format!("M=a/b.c; E=; x \"${{{parameter}}}\"");
        let analysis = Engine::new().analyze(&text);
        let last = analysis.commands.iter().rev().find(|command| command.argv.len() == 2).unwrap();
        assert_eq!(value(&last.argv[1].value), expected, "{text}");
    }
}

#[test]
fn echo_and_printf_of_literals_are_values() {
    check("x \"$(printf 'a: %s\\n' b)\"", "x [a: b] ; printf [a: %s\\n] b");
    check("M=b; x \"$(echo a \"$M\")\"", " ; x [a b] ; echo a b");
    check("x \"$(echo $N)\"", "x ?… ; echo ?…*");
    check("x \"$(echo a > f)\"", "x ?… ; echo a");
    check("x \"$(echo a | tr a b)\"", "x ?… ; echo a ; tr a b");
}

#[test]
fn constants_are_forgotten_where_anything_could_change_them() {
    for text in [
        "X=a; read X; y \"$X\"",
        "X=a; for X in b; do :; done; y \"$X\"",
        "X=a | z; y \"$X\"",
        "(X=a); y \"$X\"",
        "false && X=a; y \"$X\"",
        "X=a; $C; y \"$X\"",
        "X=a; X=b f; f() { y \"$X\"; }",
        "X=a; : ${X:=b}; y \"$X\"",
        "X=a & y \"$X\"",
        "X=a y; y \"$X\"",
    ] {
        let analysis = Engine::new().analyze(text);
        let last = analysis
            .commands
            .iter()
            .rev()
            .find(|command| command.argv.first().is_some_and(|w| w.is("y")));
        let word = last.and_then(|command| command.argv.last()).unwrap();
        assert_eq!(value(&word.value), "?…", "{text:?}");
    }
}

#[test]
fn aliases_of_the_text_count_only_where_it_switches_them_on() {
    check("alias ci='git commit -n'; ci", "alias [ci=git commit -n] ; ci");
    check(
        "shopt -s expand_aliases\nalias ci='git commit -n'\nci",
        "shopt -s expand_aliases ; alias [ci=git commit -n] ; git commit -n + ; ci",
    );
}

#[test]
fn simple_means_literal_words_in_lists_and_pipelines() {
    let complexity = |text| Engine::new().analyze(text).complexity;
    for text in [
        "git add . && git commit -m x | cat >f 2>&1",
        "cat <<'EOF'\n$x\nEOF",
        "git commit -m \"$(cat <<'EOF'\nx\nEOF\n)\"",
        "A=1 timeout 5 git x &",
        "! time git x",
    ] {
        assert_eq!(complexity(text), Complexity::Simple, "{text:?}");
    }
    for text in [
        "git $x",
        "(git x)",
        "if a; then b; fi",
        "f() { a; }",
        "bash -c 'git x'",
        "eval git x",
        "echo `a`",
        "a <(b)",
        "{ a; }",
        "git log *.rs",
        "[[ a ]]",
        "cat <<E\n$(a)\nE",
    ] {
        assert_eq!(complexity(text), Complexity::Complex, "{text:?}");
    }
}

#[test]
fn the_tokens_decide_where_the_tree_is_wrong_on_a_plain_stretch() {
    for text in [
        "cat <<A <<B\nfirst\nA\ngit add .\nB",
        "cat <<'EOF' > f.txt; git x\nbody\nEOF",
        "cat <<EOF\nid: `git x`\nEOF",
        "gi\\\nt x",
        "$D/$B/git x",
    ] {
        let analysis = Engine::new().analyze(text);
        assert_eq!(analysis.trust, Trust::Repaired, "{text:?}");
    }
    check("cat <<A <<B\nfirst\nA\ngit add .\nB", "cat");
    check("cat <<'EOF' > f.txt; git x\nbody\nEOF", "cat ; git x");
    check("cat <<EOF\nid: `git x`\nEOF", "cat ; git x");
    check("( cat <<X; git x )\nbody\nX", "cat ; git x");
}

#[test]
fn everyday_shapes_are_normal_reading() {
    for text in [
        "python3 - <<'PY'\nx\nPY",
        "time git x",
        "git 2>/dev/null push --force",
        "a | b | c\ngit add x && git y",
        "git add . && git commit -m x 2>/dev/null",
    ] {
        assert_eq!(Engine::new().analyze(text).trust, Trust::Agreed, "{text:?}");
    }
}

#[test]
fn spans_are_byte_offsets_of_the_input() {
    let text = "é=1 >f timeout 5 git commit -m 'ü' >g && bash -c 'git x'";
    let analysis = Engine::new().analyze(text);
    let shown: Vec<&str> =
        analysis.commands.iter().map(|command| &text[command.span.range()]).collect();
    assert_eq!(
        shown,
        ["é=1 >f timeout 5 git commit -m 'ü'", "bash -c 'git x'", "'git x'"],
        "é=1 is no assignment: names are ASCII"
    );
}

/// Each seen in bash 5.2 with a stub git.
#[test]
fn what_only_looks_like_a_substitution_runs_nothing() {
    check("echo \"$$(git x)\"", "echo ?…(git x)");
    check("cat <<E\n$$(git x) $$$(git y)\nE", "cat ; git y");
    check("cat <<E\n$(git x) $(git y\nE", "cat ; git x");
    check("cat <<E\n$(git x 'y' < z\"\nE\ngit z", "cat ; git z");
    check("bash <<-E\n\\\n\tgit x\n\tE", "bash ; git x");
}
