//! The lexical rules of bash, each with its smallest example: input and the words that bash makes of it. The
//! expectations are bash 5.2's own, seen in its reprint or its refusal.

mod grammar;

use super::{Fail, Tokens, read};

/// Commands as words joined by ` · `, one after the other separated by ` ; `; redirects behind their command as
/// `<op target>`, with a heredoc's body in parentheses.
#[track_caller]
fn check(text: &str, expected: &str) {
    let mut tokens = Tokens::default();
    let shown = match read(text, &mut tokens) {
        Ok(()) => show(text, &tokens),
        Err(Fail::Syntax) => "syntax error".to_owned(),
        Err(Fail::TooDeep) => "too deep".to_owned(),
    };
    assert_eq!(shown, expected, "{text:?}");
}

fn show(text: &str, tokens: &Tokens) -> String {
    let mut commands = Vec::new();
    for number in 0..tokens.commands.len() {
        let words = tokens.words(number).iter().map(|span| text[span.range()].to_owned());
        let mut parts: Vec<String> = words.collect();
        for (redirect, place) in tokens.redirects.iter().zip(&tokens.reading.redirects) {
            if redirect.command != Some(number as u32) {
                continue;
            }
            let fd = redirect.fd.map(|fd| fd.to_string()).unwrap_or_default();
            let target = &text[place.target.range()];
            let body = redirect.heredoc.map(|heredoc| format!("({})", &text[heredoc.body.range()]));
            parts.push(format!("<{fd}{}{target}{}>", redirect.op, body.unwrap_or_default()));
        }
        if !parts.is_empty() {
            commands.push(parts.join(" · "));
        }
    }
    for subtext in &tokens.subtexts {
        commands.push(format!("[{}]", subtext.code));
    }
    commands.join(" ; ")
}

#[test]
fn backslash_newline_goes_before_tokens_are_made() {
    // manual 3.1.2.1; shell_getc
    check("gi\\\nt status", "gi\\\nt · status");
    check("a 2\\\n>f", "a · <2>f>");
    check("a <\\\n<E\nb\nE", "a · <<<E(b\n)>");
    check("a &\\\n& b", "a ; b");
    check("i\\\nf a; then b; fi", "a ; b");
    check("echo hi\n\\\ngit push", "echo · hi ; git · push");
    check("a \\\n\\\n b", "a · b");
    check("a 'b\\\nc'", "a · 'b\\\nc'");
    check("a\\\n#b", "a\\\n#b");
    check("a # b \\\nc", "a ; c");
}

#[test]
fn a_reserved_word_is_one_only_unquoted_and_first() {
    // manual 3.2.1; parse.y, reserved_word_acceptable
    check(">f then", "then · <>f>");
    check(">f ! a", "! · a · <>f>");
    check("x=1 if b", "x=1 · if · b");
    check("\\if a", "\\if · a");
    check("\"if\" a", "\"if\" · a");
    check("echo if then fi", "echo · if · then · fi");
    check("in a", "syntax error");
    check("]] a", "syntax error");
    check("fi", "syntax error");
    check("}", "syntax error");
    check("{ { a; } }", "a");
    check("{ a; } b", "syntax error");
    check("{a; }", "syntax error");
    check("if a; then { b; } fi", "a ; b");
}

#[test]
fn time_is_reserved_at_the_start_of_a_pipeline_and_takes_p_only() {
    // manual 3.2.3; parse.y, time_command_acceptable
    check("time a", "a");
    check("time -p a b", "a · b");
    check("time -p -- a", "a");
    check("time -- a", "a");
    check("time -f x a", "-f · x · a");
    check("time; a", "a");
    check("{ time; }", "");
    check("time ! a", "a");
    check("! time a", "a");
    check("a | time b", "a ; time · b");
    check("a | ! b", "syntax error");
    check("\"time\" a", "\"time\" · a");
    check("time A=1 a", "A=1 · a");
    check("time { a; b; }", "a ; b");
}

#[test]
fn a_descriptor_is_digits_or_a_braced_name_glued_to_the_operator() {
    // manual 3.6; parse.y, read_token_word
    check("a 2>f", "a · <2>f>");
    check("a 2 >f", "a · 2 · <>f>");
    check("a x2>f", "a · x2 · <>f>");
    check("a {fd}>f", "a · <>f>");
    check("a{fd}>f", "a{fd} · <>f>");
    check("a {1d}>f", "a · {1d} · <>f>");
    check("2147483648>f a", "2147483648 · a · <>f>");
    check("a > 2>f", "syntax error");
    check("head -200>f", "head · -200 · <>f>");
    check("echo 2>(b)", "echo · 2>(b) ; b");
}

#[test]
fn redirects_take_one_word_and_the_rest_stays_with_the_command() {
    // manual 3.6
    check("a >&-b c", "a · b · c · <>&->");
    check("a 2>&1-", "a · <2>&1->");
    check("a &>f&b", "a · <&>f> ; b");
    check("a >& f b", "a · b · <>&f>");
    check("a &>>f b", "a · b · <&>>f>");
    check("a >|f <>g", "a · <>|f> · <<>g>");
    check("git 2>/dev/null push --force", "git · push · --force · <2>/dev/null>");
    check(">f", "<>f>");
    check("a >", "syntax error");
    check("a > ; b", "syntax error");
    check("a <<<'x y' b", "a · b · <<<<'x y'>");
    check("a > >(b c)", "a · <>>(b c)> ; b · c");
}

#[test]
fn a_heredoc_delimiter_loses_its_quotes_and_expands_nothing() {
    // manual 3.6.6
    check("cat <<\"A\"B\\C\nx\nABC\ny", "cat · <<<\"A\"B\\C(x\n)> ; y");
    check("cat <<$E\nx\n$E\ny", "cat · <<<$E(x\n)> ; y");
    check("cat <<$(a)\nx\n$(a)\ny", "cat · <<<$(a)(x\n)> ; y");
    check("cat <<$'E'\nx\nE\ny", "cat · <<<$'E'(x\n)> ; y");
    check("cat <<''\nx\n\ny", "cat · <<<''(x\n)> ; y");
    check("cat <<E\\\nOF\nx\nEOF\ny", "cat · <<<E\\\nOF(x\n)> ; y");
}

#[test]
fn heredoc_bodies_follow_the_line_in_order() {
    // manual 3.6.6; parse.y, gather_here_documents
    check("cat <<A && b <<B | c\n1\nA\n2\nB\nd", "cat · <<<A(1\n)> ; b · <<<B(2\n)> ; c ; d");
    check("cat <<A; rm x\nb\nA", "cat · <<<A(b\n)> ; rm · x");
    check("git commit -F - <<'EOF'\nm\nEOF", "git · commit · -F · - · <<<'EOF'(m\n)>");
    check("( cat <<X; git push )\nb\nX", "cat · <<<X(b\n)> ; git · push");
    check("if cat <<A; then b; fi\nx\nA", "cat · <<<A(x\n)> ; b");
    check("cat <<A $(cat <<B)\nb\nB\na\nA", "cat · $(cat <<B) · <<<A(a\n)> ; cat · <<<B(b\n)>");
    check("cat <<A $(echo x\ny)\nb\nA", "cat · $(echo x\ny) · <<<A(b\n)> ; echo · x ; y");
    check("cat <<A", "cat · <<<A()>");
    check("cat <<A\nx", "cat · <<<A(x)>");
}

#[test]
fn only_the_exact_line_ends_a_heredoc() {
    // parse.y, make_here_document
    check("cat <<E\nE_2\n E\nE \nE\nx", "cat · <<<E(E_2\n E\nE \n)> ; x");
    check("cat <<-E\n\tx\n\tE\ny", "cat · <<<-E(\tx\n)> ; y");
    check("cat <<-E\n E\n\tE\ny", "cat · <<<-E( E\n)> ; y");
    check("cat <<EOF\nnote \\\nEOF\nEOF\nx", "cat · <<<EOF(note \\\nEOF\n)> ; x");
    check("cat <<'EOF'\nnote \\\nEOF\nx", "cat · <<<'EOF'(note \\\n)> ; x");
    check("cat <<EF\nx\nE\\\nF\ny", "cat · <<<EF(x\n)> ; y");
    check("echo $(cat <<E\nx\nE)", "echo · $(cat <<E\nx\nE) ; cat · <<<E(x\n)>");
}

#[test]
fn in_a_body_quotes_are_data_and_substitutions_live() {
    // manual 3.6.6
    check("cat <<E\nit's $(a) \"$(b)\"\nE", "cat · <<<E(it's $(a) \"$(b)\"\n)> ; a ; b");
    check("cat <<'E'\n$(a)\nE", "cat · <<<'E'($(a)\n)>");
    check("cat <<E\n\\$(a)\nE", "cat · <<<E(\\$(a)\n)>");
    check("cat <<E\n`a`\nE", "cat · <<<E(`a`\n)> ; a");
    check("cat <<E\n$\\\n(a)\nE", "cat · <<<E($\\\n(a)\n)> ; a");
    check("cat <<E\n${x:-it's} $(a)\nE", "cat · <<<E(${x:-it's} $(a)\n)> ; a");
    check("cat <<E\n$(a) ${\nE\nb", "cat · <<<E($(a) ${\n)> ; a ; b");
    check("cat <<E\nunpaired ` here\nE\na", "cat · <<<E(unpaired ` here\n)> ; a");
}

#[test]
fn quotes_and_expansions_end_where_bash_ends_them() {
    check("a \"${x:-it's}\"", "syntax error");
    // parse.y, parse_matched_pair: parsed in any `${ }`, run outside of double quotes only.
    check("a ${x:-<(b)}", "a · ${x:-<(b)} ; b");
    check("a \"${x:-<(b)}\"", "a · \"${x:-<(b)}\"");
    check("a \"${<(}\"", "syntax error");
    check("a $[ ']' ] \"$[ \"]\" ]\"", "a · $[ ']' ] · \"$[ \"]\" ]\"");
    check("a $[ ' ]", "syntax error");
    check("a \"${x:-'}'}\" b", "a · \"${x:-'}'}\" · b");
    check("a \"${x:-'$(b)'}\"", "a · \"${x:-'$(b)'}\" ; b");
    check("a \"${x#'$(b)'}\"", "a · \"${x#'$(b)'}\"");
    check("a ${x:-'$(b)'}", "a · ${x:-'$(b)'}");
    check("a ${a:-{b} c", "a · ${a:-{b} · c");
    check("a ${#a} $# a#b #c", "a · ${#a} · $# · a#b");
    check("a;#b\nc", "a ; c");
    check("a $'it\\'s' b", "a · $'it\\'s' · b");
    check("echo $'a\\\\'; b", "echo · $'a\\\\' ; b");
    check("a \"$'b'\"", "a · \"$'b'\"");
    // The body comes from the next line of the text, quotes or not.
    check("a \"$(b <<E)\n\"", "syntax error");
    check("a $(b <<E)\\\nc", "syntax error");
    check("a <<E\n$(b 'c\\\nd')\nE", "syntax error");
    check("a 'b", "syntax error");
    check("a \"b", "syntax error");
    check("a $(b", "syntax error");
    check("a `b", "syntax error");
    check("a \\", "a · \\");
    check("a \"${v%%$(x)}\"", "a · \"${v%%$(x)}\" ; x");
    check("a $\"b$(c)\"", "a · $\"b$(c)\" ; c");
    check("$D/$B/git push", "$D/$B/git · push");
    check("a 'a'`echo b`\"c\"", "a · 'a'`echo b`\"c\" ; echo · b");
}

#[test]
fn double_parentheses_are_arithmetic_only_if_they_close_together() {
    // manual 3.5.5, 3.2.5.2
    check("a $((1 + 2))", "a · $((1 + 2))");
    check("a $((echo a) | b)", "a · $((echo a) | b) ; echo · a ; b");
    check("a $(( $(b) + 1 ))", "a · $(( $(b) + 1 )) ; b");
    check(": $(( F << S ))\nx\nS=1", ": · $(( F << S )) ; x ; S=1");
    check("((x=1<<2)); a", "a");
    check("((echo a) | b)", "echo · a ; b");
    check("((a b);(true))", "a · b ; true");
    check(": $((a b);(true))", ": · $((a b);(true)) ; a · b ; true");
    check("(( ))", "");
    check("a $((0$(b $'it\\'s') + 1))", "a · $((0$(b $'it\\'s') + 1)) ; b · $'it\\'s'");
    check("a $((\"$(b \")\")\" + 1))", "a · $((\"$(b \")\")\" + 1)) ; b · \")\"");
    check("a $(( ${x:-)} ))", "a · $(( ${x:-)} ))");
    check("$((", "syntax error");
    check("a $[1+$(b)]", "a · $[1+$(b)] ; b");
}

#[test]
fn backticks_lose_their_backslashes_before_they_are_read() {
    // manual 3.5.4
    check("echo `a b`", "echo · `a b` ; a · b");
    check("echo `echo \\`a\\``", "echo · `echo \\`a\\`` ; [echo `a`]");
    check("echo \"`a \\\"b\\\"`\"", "echo · \"`a \\\"b\\\"`\" ; [a \"b\"]");
    check("`if`; b", "`if` ; b ; [if]");
    check("$(if); b", "syntax error");
    check("echo `cat <<E`\nb", "echo · `cat <<E` ; cat · <<<E()> ; b");
}

#[test]
fn compounds_hold_commands_and_their_heads_do_not() {
    check("case x in a|b) c;; (d) e;& *) f; esac", "c ; e ; f");
    check("$(case x in a) b;; esac)", "$(case x in a) b;; esac) ; b");
    check("case x in esac; a", "a");
    check("for in in in; do do=do; done", "do=do");
    check("for x do a; done", "a");
    check("for x\nin a; do b; done", "b");
    check("for x in a; { b; }", "b");
    check("for ((i=$(a);;)) { b; }", "a ; b");
    check("for ((;;)); do a; done", "a");
    check("for x in $(a) `b`; do c; done", "a ; b ; c");
    check("select x in a b; do c; break; done", "c ; break");
    check("while a; b; do c; done < <(d)", "a ; b ; c ; d");
    check("until a\ndo\nb\ndone", "a ; b");
    check("if a; then b; elif c; then d; else e; fi", "a ; b ; c ; d ; e");
    check("( )", "syntax error");
    check("{ }", "syntax error");
    check("if ; then a; fi", "syntax error");
    check("for i\n; do a; done", "syntax error");
    check("for i;\ndo a; done", "a");
    check("for( (;;)) do a; done", "syntax error");
    check("if a; then fi", "syntax error");
    check("a;; b", "syntax error");
    check("a; ; b", "syntax error");
    check("a && || b", "syntax error");
    check("a | | b", "syntax error");
    check("a )", "syntax error");
    check("a && # c\n\n b", "a ; b");
}

#[test]
fn functions_take_any_compound_as_body() {
    // manual 3.3
    check("f() { a; }; b", "a ; b");
    check("f () ( a )", "a");
    check("function f { a; }", "a");
    check("function f() ( a )", "a");
    check("function f ( a )", "a");
    check("f()\n{ a; } >x", "a");
    check("f() if a; then b; fi", "a ; b");
    check("f() a", "syntax error");
    check("declare() { a; }", "a");
}

#[test]
fn tests_pair_their_parentheses_and_hide_no_command() {
    // manual 3.2.5.2
    check("[[ a =~ (b|c d) && x ]] && e", "e");
    check("[[ a =~ [;&] ]]", "syntax error");
    check("[[ a.md == *.@(md|txt) ]] && b", "b");
    check("[[ $(a) == b ]]", "a");
    check("[[ ( a || b ) && c ]]; d", "d");
    check("[[ a < b ]]; c", "c");
    check("[[ a; b ]]", "syntax error");
    check("[ \\( a = b \\) ] && c", "[ · \\( · a · = · b · \\) · ] ; c");
    check("[ a != b || c ]", "[ · a · != · b ; c · ]");
}

#[test]
fn assignments_reach_over_blanks_where_bash_lets_them() {
    // manual 6.7
    check("a[1 2]=3 b", "a[1 2]=3 · b");
    check("a=(b 'c d' # e\n f) g", "a=(b 'c d' # e\n f) · g");
    check("export a=(b c) d", "export · a=(b c) · d");
    check("echo a=(b)", "syntax error");
    check("a=(x $(b) [k]=v)", "a=(x $(b) [k]=v) ; b");
    check("a+=(b)", "a+=(b)");
    check("unset a[2]", "unset · a[2]");
    check("a= c=\nb=\nif d; then :; fi", "a= · c= ; b= ; d ; :");
    check("x=<(b)", "x=<(b) ; b");
    check("a<(b)c", "a<(b)c ; b");
    check("A=$(b c) d", "A=$(b c) · d ; b · c");
}

#[test]
fn coproc_has_a_name_only_before_a_compound() {
    // manual 3.2.6
    check("coproc a b", "a · b");
    check("coproc a { b; }", "b");
    check("coproc { a; }", "a");
    check("coproc a=1 b", "a=1 · b");
}

#[test]
fn other_control_characters_are_ordinary() {
    // shell_blank
    check("a\r\nb", "a\r ; b");
    check("a\u{a0}b", "a\u{a0}b");
    check("\u{feff}a", "\u{feff}a");
    check("a\u{b}b", "a\u{b}b");
}

#[test]
fn nesting_has_a_limit_and_nothing_is_read_twice() {
    let nested =
        |open: &str, n: usize, inner: &str, close: &str| open.repeat(n) + inner + &close.repeat(n);
    for (open, inner, close) in
        [("( ", "a", " )"), ("$(", "a", ")"), ("{ ", "a;", " }"), ("\"$(", "a", ")\"")]
    {
        check(&nested(open, 10_000, inner, close), "too deep");
    }
    check(&("a ".to_owned() + &"$((".repeat(20_000)), "syntax error");
    check(&"`".repeat(20_001), "syntax error");
    check(&")".repeat(12_000), "syntax error");
    check(&"<<".repeat(12_000), "syntax error");
    check(&"|".repeat(12_000), "syntax error");
}
