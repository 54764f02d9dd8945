//! Texts made to hurt: each gets an answer or an Unavailable within its budget, on a small stack, and leaves no trace.

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Reason, Status};

/// Runs on a thread with a 256 KiB stack, the least that a guard is likely to get.
fn on_a_small_stack<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new().stack_size(256 * 1024).spawn(work).unwrap().join().unwrap()
}

#[track_caller]
fn check(text: String, expected: Status) {
    let shown: String = text.chars().take(40).collect();
    let name = shown.clone();
    let status = on_a_small_stack(move || {
        let mut engine = Engine::new();
        let first = engine.analyze(&text);
        let after = engine.analyze("echo hi");
        assert_eq!(after.commands.len(), 1, "a trace of {shown:?}");
        assert!(after.commands[0].argv[1].is("hi"), "a trace of {shown:?}");
        assert_eq!(engine.analyze(&text), first, "another answer for {shown:?}");
        assert_eq!(engine.account(&text).is_some(), first.is_parsed(), "no account of {shown:?}");
        first.status
    });
    assert_eq!(status, expected, "{name:?}");
}

const fn unavailable(reason: Reason) -> Status {
    Status::Unavailable(reason)
}

#[test]
fn any_nul_is_refused_before_the_parse() {
    for text in ["\0", "git status\0 && git push", "a\0\0\0\0b"] {
        check(text.to_owned(), unavailable(Reason::Nul));
    }
    check("\0".repeat(200_000), unavailable(Reason::Nul));
}

#[test]
fn runs_of_operators_are_syntax_errors() {
    for operator in
        [")", ">", "|", "<<", "<", "<<<", "&", ";", "@(a|", "[[ x =~ (", "case x in @(a"]
    {
        check(operator.repeat(12_000), unavailable(Reason::SyntaxError));
    }
}

/// Its body comes where the delimiter, or the function's name, has long been taken back.
#[test]
fn a_heredoc_in_a_word_that_is_not_expanded_is_refused() {
    for text in
        ["cat <<$(cat <<E)\nE\n", "f-$(cat <<E)() { x; }\nE\n", "function f-$(cat <<E) { x; }\nE\n"]
    {
        check(text.to_owned(), unavailable(Reason::SyntaxError));
    }
}

/// bash passes them in its parser and fails when it expands the body.
#[test]
fn expansions_that_a_heredoc_leaves_open_are_read_and_end() {
    for open in ["$(a[", "${a", "$((1", "$(a $(b[", "`a", "$[1", "${a:-$(b"] {
        check(format!("cat <<EOF\nx {open} y\nEOF"), Status::Parsed);
    }
}

#[test]
fn long_lists_are_read() {
    for unit in ["git add a && ", "git add a || ", "git add a; ", "git add a\n"] {
        check(unit.repeat(20_000) + "true", Status::Parsed);
    }
    check("a".to_owned() + &" b".repeat(200_000), Status::Parsed);
    check("a".to_owned() + &"\\\n".repeat(200_000) + " b", Status::Parsed);
}

#[test]
fn long_lists_of_what_sets_variables_are_read() {
    for unit in [
        "f() { A0=$A0; }; f; ",
        "A0=1; readonly B0=2; ",
        "eval 'A0=1'; trap 'B0=1' INT; ",
        "read A0; echo ${A0:=1} $((A0++)) $(B0=2; echo $A0)\n",
        "sort $A0 'git x'; ",
    ] {
        let text: String = (0..3_000).map(|n| unit.replace('0', &n.to_string())).collect();
        check(text, Status::Parsed);
    }
    let functions: String = (0..10_000).map(|n| format!("f{n}() {{ A{n}=x; }}; f{n}\n")).collect();
    check(functions, Status::Parsed);
    check("sort".to_owned() + &" $A".repeat(20_000) + " 'git x'", Status::Parsed);
}

#[test]
fn deep_nesting_is_refused() {
    let nested =
        |open: &str, inner: &str, close: &str| open.repeat(16_000) + inner + &close.repeat(16_000);
    for (open, inner, close) in [
        ("( ", "x", " )"),
        ("$(", "x", ")"),
        ("{ ", "x;", " }"),
        ("echo \"$(", "x", ")\""),
        ("<(", "x", ")"),
        ("if ", "x;", " then y; fi;"),
        ("${a:-", "x", "}"),
    ] {
        let text = nested(open, inner, close);
        let text = if open == "$(" || open == "<(" || open == "${a:-" {
            "echo ".to_owned() + &text
        } else {
            text
        };
        check(text, unavailable(Reason::TooDeep));
    }
    check("echo ".to_owned() + &nested("$((", "1", "))"), unavailable(Reason::TooDeep));
    check("a=$(( ".to_owned() + &nested("(", "1", ")") + " ))", Status::Parsed);
}

#[test]
fn unclosed_openers_are_refused() {
    for opener in [
        "$(", "( ", "{ ", "$((", "((", "${a:-", "`", "\"$(", "[[ ", "if ", "while ", "<(", "'",
        "\"",
    ] {
        let reason = match opener {
            "$(" | "( " | "{ " | "\"$(" | "if " | "while " | "<(" | "${a:-" => Reason::TooDeep,
            _ => Reason::SyntaxError,
        };
        let odd = opener.repeat(16_001);
        check(odd, unavailable(reason));
    }
}

#[test]
fn the_deepest_nesting_that_is_read_fits_the_stack() {
    let depth = guarddiff_engine::limits::MAX_DEPTH / 2 - 1;
    let text = "echo \"${x:-$(".repeat(depth) + "git" + &")}\"".repeat(depth);
    check(text, Status::Parsed);
    let layers = guarddiff_engine::limits::MAX_CODE_DEPTH;
    let text =
        (0..layers).fold("git push".to_owned(), |code, _| format!("bash -c {}", quoted(&code)));
    check(text, Status::Parsed);
}

fn quoted(code: &str) -> String {
    format!("'{}'", code.replace('\'', "'\\''"))
}

/// Valid texts for which the tree reader may run out of operations, on every machine at the same place.
#[test]
fn arithmetic_assignments_and_heredocs_end_within_the_budget() {
    let operators: String = (0..2_000).map(|n| format!("<<E{n} ")).collect();
    let bodies: String = (0..2_000).map(|n| format!("x\nE{n}\n")).collect();
    for text in [
        format!("cat {operators}\n{bodies}"),
        "echo $((".to_owned() + &"1+".repeat(8_000) + "1))",
        "a=1 ".repeat(20_000) + "true",
        "git add a | ".repeat(20_000) + "true",
        "a".to_owned() + &" >f".repeat(50_000),
    ] {
        let status = on_a_small_stack(move || Engine::new().analyze(&text).status);
        assert!(
            matches!(status, Status::Parsed | Status::Unavailable(Reason::BudgetSpent)),
            "{status:?}"
        );
    }
}

#[test]
fn a_text_of_a_megabyte_is_read_and_a_longer_one_refused() {
    let body = "x".repeat(1000) + "\n";
    let text = format!("cat <<'EOF'\n{}EOF\ngit status", body.repeat(1000));
    check(text.clone(), Status::Parsed);
    check(text + &body.repeat(100), unavailable(Reason::TooLarge));
}

/// bash meets such an error only when it expands the body.
#[test]
fn a_heredoc_may_hold_an_expansion_without_an_end() {
    for body in [
        "${",
        "${a[",
        "$(git stas`d",
        "$(`",
        "$( ${",
        "`",
        "$((",
        "$(( $(",
        "${a:-$(b",
        "x $(a) ${b} $(",
    ] {
        check(format!("cat <<EOF\n{body}\nEOF\ngit status"), Status::Parsed);
        check(format!("git commit -F - <<EOF\n{body}"), Status::Parsed);
    }
}

#[test]
fn a_cold_engine_answers_cold_until_it_is_warmed() {
    let mut engine = Engine::cold();
    assert_eq!(engine.analyze("git status").status, unavailable(Reason::Cold));
    assert!(engine.warm());
    assert_eq!(engine.analyze("git status").status, Status::Parsed);
}
