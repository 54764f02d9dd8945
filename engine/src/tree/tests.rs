//! What the tree reader makes of texts. The expectations are bash's reading, or, where the tree is wrong beyond
//! the everyday kinds, what must stay visible to the comparison.

use super::*;

fn read(text: &str) -> TreeReading {
    let mut parser = TreeParser::new().expect("the grammar loads");
    let mut into = TreeReading::default();
    assert_eq!(parser.read(text, &mut into), Ok(()), "{text:?}");
    into
}

/// The commands, separated by ` / `, each with its words separated by `·`.
fn commands(text: &str, tree: &TreeReading) -> String {
    let words = |command: &crate::reading::CommandWords| {
        let first = command.first as usize;
        let words = &tree.reading.words[first..first + command.count as usize];
        words.iter().map(|word| &text[word.range()]).collect::<Vec<_>>().join("·")
    };
    tree.reading.commands.iter().map(words).collect::<Vec<_>>().join(" / ")
}

/// One line per redirect, heredoc and run of separators.
fn around(text: &str, tree: &TreeReading) -> String {
    let mut lines = Vec::new();
    for place in &tree.reading.redirects {
        lines.push(format!("{} {}", &text[place.op.range()], &text[place.target.range()]));
    }
    for body in &tree.reading.heredocs {
        lines.push(format!("{:?}", &text[body.range()]));
    }
    if !tree.reading.separators.is_empty() {
        let spelled: Vec<_> =
            tree.reading.separators.iter().map(|span| &text[span.range()]).collect();
        lines.push(spelled.join(" "));
    }
    lines.join("\n")
}

#[track_caller]
fn check(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        let tree = read(text);
        assert_eq!(commands(text, &tree), *expected, "{text:?}");
        assert_sorted(text, &tree);
    }
}

#[track_caller]
fn check_around(rows: &[(&str, &str, &str)]) {
    for (text, words, expected) in rows {
        let tree = read(text);
        assert_eq!(commands(text, &tree), *words, "{text:?}");
        assert_eq!(around(text, &tree), *expected, "{text:?}");
        assert_eq!(tree.errors, [], "{text:?}");
        assert_sorted(text, &tree);
    }
}

#[track_caller]
fn assert_sorted(text: &str, tree: &TreeReading) {
    let Reading { commands, words, redirects, heredocs, separators } = &tree.reading;
    assert!(commands.is_sorted_by_key(|command| words[command.first as usize]), "{text:?}");
    for command in commands {
        let words = &words[command.first as usize..][..command.count as usize];
        assert!(words.is_sorted_by(|left, right| left.end <= right.start), "{text:?} {words:?}");
    }
    let firsts = commands
        .iter()
        .scan(0, |next, command| Some(std::mem::replace(next, *next + command.count)));
    assert!(firsts.eq(commands.iter().map(|command| command.first)), "{text:?}");
    assert!(redirects.is_sorted() && heredocs.is_sorted() && separators.is_sorted(), "{text:?}");
}

#[test]
fn words_are_whole_spellings() {
    check(&[
        ("git commit -m 'a b'", "git·commit·-m·'a b'"),
        ("a=1 B+=2 git add x", "a=1·B+=2·git·add·x"),
        ("git --no\"-ver\"ify $X'y'${z}w", "git·--no\"-ver\"ify·$X'y'${z}w"),
        ("a \\\n b \\\n", "a·b"),
        ("echo $ =~ == $'x' {1..3} a[b] -1", "echo·$·=~·==·$'x'·{1..3}·a[b]·-1"),
        ("a=(x 'y z') b=2", "a=(x 'y z')·b=2"),
        ("a=1", "a=1"),
        ("a[1 + 2]=(x) c", "a[1 + 2]=(x)·c"),
        ("", ""),
        ("# git add", ""),
        ("\n\n", ""),
    ]);
}

#[test]
fn declarations_and_unset_are_commands() {
    check(&[
        ("export A=b C 'd'=e", "export·A=b·C·'d'=e"),
        (
            "declare -a x=(1 2); typeset y; readonly z=1; local -r w",
            "declare·-a·x=(1 2) / typeset·y / readonly·z=1 / local·-r·w",
        ),
        ("unset a b; unset -v \"$c\"", "unset·a·b / unset·-v·\"$c\""),
        ("export", "export"),
    ]);
}

#[test]
fn tests_in_single_brackets_are_commands() {
    check(&[
        ("[ \"$a\" = b -a ! -f x ]", "[·\"$a\"·=·b·-a·!·-f·x·]"),
        ("[ -n \"$(git log)\" ] && x", "[·-n·\"$(git log)\"·] / git·log / x"),
        ("[ $# -lt -1 ] || [ !x ]", "[·$#·-lt·-1·] / [·!x·]"),
        ("[ a == b* ]", "[·a·==·b*·]"),
        ("[ ]", "[·]"),
        ("test -f x", "test·-f·x"),
    ]);
}

#[test]
fn conditions_arithmetic_and_heads_hold_commands_only_in_substitutions() {
    check_around(&[
        ("[[ -f x && $(git a) == b || -z $y ]]", "git·a", ""),
        ("(( x && y | $(git a) & 1 ))", "git·a", ""),
        ("echo $(( $(a) | 1 && `b` ))", "echo·$(( $(a) | 1 && `b` )) / a / b", ""),
        ("for ((i = $(a); i < 3; i++)); do git b; done", "a / git·b", ""),
        ("for x in a $(b) c; do d $x & done", "b / d·$x", "&"),
        ("select x in a; do b; done", "b", ""),
        ("case $(a) in b|c) d | e & ;; (*) f ;; esac", "a / d / e / f", "| &"),
        ("a[(1)]=2; a[$(b)]=3", "a[(1)]=2 / a[$(b)]=3 / b", ""),
    ]);
}

#[test]
fn commands_count_wherever_they_stand() {
    check(&[
        ("if a; then b; elif c; then d; else e; fi", "a / b / c / d / e"),
        ("while a; do b; done; until c; do d; done", "a / b / c / d"),
        ("( a; { b; } )", "a / b"),
        ("f() { a; }; function g { b; }; h() ( c )", "a / b / c"),
        ("! a && ! b", "a / b"),
        ("a \"x $(b \"$(c)\") y\" d", "a·\"x $(b \"$(c)\") y\"·d / b·\"$(c)\" / c"),
        ("a `b c` d", "a·`b c`·d / b·c"),
        ("diff <(a) <(b | c) >(d)", "diff·<(a)·<(b | c)·>(d) / a / b / c / d"),
        ("echo ${x:-$(a)} \"${y:+$(b)}\"", "echo·${x:-$(a)}·\"${y:+$(b)}\" / a / b"),
        ("x=$(a) y=$(b) c", "x=$(a)·y=$(b)·c / a / b"),
        ("x=$(a)", "x=$(a) / a"),
        ("$(a) b", "$(a)·b / a"),
        ("a > $(b) c", "a·c / b"),
        (">$(a) b", "a / b"),
    ]);
}

#[test]
fn separators_join_commands_only() {
    check_around(&[
        ("a && b || c | d |& e & f; g\nh", "a / b / c / d / e / f / g / h", "&& || | |& &"),
        ("a 'x && y' \"z | w\"", "a·'x && y'·\"z | w\"", ""),
        ("a &>f & b 2>&1", "a / b", "&> f\n>& 1\n&"),
        ("a $(b && c) && d", "a·$(b && c) / b / c / d", "&& &&"),
        ("a &&\n b ||\n c", "a / b / c", "&& ||"),
    ]);
}

#[test]
fn redirects_of_every_form_have_operator_and_target() {
    check_around(&[
        ("a > f", "a", "> f"),
        ("a >>f <g", "a", ">> f\n< g"),
        ("a 2>f 12>&1 1>&2", "a", "> f\n>& 1\n>& 2"),
        ("a &>f", "a", "&> f"),
        ("a &>>f", "a", "&>> f"),
        ("a >|f", "a", ">| f"),
        ("a >&f", "a", ">& f"),
        ("a 3<>f b", "a·b", "<> f"),
        ("a <> 'f' && b", "a / b", "<> 'f'\n&&"),
        ("a >&- 2>&- <&-", "a", ">& -\n>& -\n<& -"),
        ("a <&3- 2>&1-", "a", "<& 3-\n>& 1-"),
        ("a <<<x", "a", "<<< x"),
        ("a <<<\"$(b)\"", "a / b", "<<< \"$(b)\""),
        ("a > \"$(b)/c\"$d", "a / b", "> \"$(b)/c\"$d"),
        ("a > >(b) < <(c)", "a / b / c", "> >(b)\n< <(c)"),
        (">f", "", "> f"),
        ("x=$(<f)", "x=$(<f)", "< f"),
        ("{ a; } >f 2>&1 | ( b ) <g", "a / b", "> f\n>& 1\n< g\n|"),
        ("f() { a; } >g", "a", "> g"),
        ("while a; do b; done <<<x >f", "a / b", "<<< x\n> f"),
        ("[ -f a ] 2>f && [[ b ]] 2>g", "[·-f·a·]", "> f\n> g\n&&"),
    ]);
}

#[test]
fn words_after_a_redirect_belong_to_the_command() {
    check_around(&[
        ("git commit 2>/dev/null -n -m x", "git·commit·-n·-m·x", "> /dev/null"),
        ("git commit </dev/null -n >f -m x", "git·commit·-n·-m·x", "< /dev/null\n> f"),
        ("git 2>&1 push >&- --force", "git·push·--force", ">& 1\n>& -"),
        ("a >f b && c 2>g d | e", "a·b / c·d / e", "> f\n> g\n&& |"),
        ("a && b >f $(c) d", "a / b·$(c)·d / c", "> f\n&&"),
        (">f git push", "git·push", "> f"),
        ("2>f >g a=b c", "a=b·c", "> f\n> g"),
        ("a=b >f c", "a=b·c", "> f"),
        ("cat <<<x -n", "cat·-n", "<<< x"),
        ("[ a ] >f b", "[·a·]·b", "> f"),
        ("cat <<E -n\nx\nE\n", "cat·-n", "<< E\n\"x\\n\""),
        ("cat <<E >f -n\nx\nE\n", "cat·-n", "<< E\n> f\n\"x\\n\""),
    ]);
}

#[test]
fn bytes_in_front_of_a_heredoc_that_no_node_covers_are_words() {
    check_around(&[
        ("python3 - <<'PY'\nx\nPY\n", "python3·-", "<< 'PY'\n\"x\\n\""),
        (
            "git add . && git commit -F - <<E\nx\nE\n",
            "git·add·. / git·commit·-F·-",
            "<< E\n\"x\\n\"\n&&",
        ),
        ("a | cat -x - <<-E | b\nx\n\tE\n", "a / cat·-x·- / b", "<<- E\n\"x\\n\"\n| |"),
        ("cat a -<<E\nx\nE\n", "cat·a·-", "<< E\n\"x\\n\""),
        ("cat >f - <<E\nx\nE\n", "cat·-", "> f\n<< E\n\"x\\n\""),
        ("cat \\\n - \\\n <<E\nx\nE\n", "cat·-", "<< E\n\"x\\n\""),
        ("cat - >f <<E\nx\nE\n", "cat·-", "> f\n<< E\n\"x\\n\""),
        ("cat - 2>f <<E\nx\nE\n", "cat·-", "> f\n<< E\n\"x\\n\""),
        ("cat - 3<<E\nx\nE\n", "cat·-", "<< E\n\"x\\n\""),
        ("cat - 2>&1 -x - 3>f", "cat·-·-x·-", ">& 1\n> f"),
        ("( a ) <<E # - b\nx\nE\n", "a", "<< E\n\"x\\n\""),
        ("time ( a ) >f <<E\nx\nE\n", "a", "> f\n<< E\n\"x\\n\""),
        ("cat - <<<x", "cat·-", "<<< x"),
        ("cat - - x -", "cat·-·-·x·-", ""),
    ]);
}

#[test]
fn time_and_coproc_are_reserved_where_bash_takes_them_so() {
    check(&[
        ("time git commit", "git·commit"),
        ("time -p -- git commit", "git·commit"),
        ("time -- -p x", "-p·x"),
        ("time -f x a", "-f·x·a"),
        ("time -p -p a", "-p·a"),
        ("time A=1 git push", "A=1·git·push"),
        ("time ! a; ! time b; time time c", "a / b / c"),
        ("time; a", "a"),
        ("time -p", ""),
        ("time ( a; b )", "a / b"),
        ("time >f -p x", "-p·x"),
        ("a; time b && time c || ( time d )", "a / b / c / d"),
        ("$(time a) `time b`", "$(time a)·`time b` / a / b"),
        ("coproc git x", "git·x"),
        ("a | coproc b", "a / b"),
    ]);
}

#[test]
fn time_and_coproc_are_words_elsewhere() {
    check(&[
        ("a | time b", "a / time·b"),
        ("a |& time -p b", "a / time·-p·b"),
        ("a | # c\n time b", "a / time·b"),
        ("a |\\\n\ttime b", "a / time·b"),
        ("a | { time b; }", "a / b"),
        ("a || time b", "a / b"),
        ("'time' a", "'time'·a"),
        ("\\time a", "\\time·a"),
        ("x=1 time a", "x=1·time·a"),
        (">f time a", "time·a"),
        ("echo time -p", "echo·time·-p"),
        ("times; timeout 3 a", "times / timeout·3·a"),
        ("coproc time a", "time·a"),
        ("x=1 coproc a", "x=1·coproc·a"),
    ]);
}

#[test]
fn a_line_end_ends_the_command() {
    check_around(&[
        (
            "ls | grep md | head -2\ngit add docs && git commit -m x",
            "ls / grep·md / head·-2 / git·add·docs / git·commit·-m·x",
            "| | &&",
        ),
        (
            "true | cat | cat\n\ngit commit -n || a",
            "true / cat / cat / git·commit·-n / a",
            "| | ||",
        ),
        ("a | b | c # d \\\n# e\nX=1 f && g", "a / b / c / X=1·f / g", "| | &&"),
        ("a | b | c\ntime d && e", "a / b / c / d / e", "| | &&"),
        ("a | b | c\nexport X=1 && d", "a / b / c / export·X=1 / d", "| | &&"),
        ("a | b | c \\\n d && e", "a / b / c·d / e", "| | &&"),
        ("a | b | c 'x\ny' && e", "a / b / c·'x\ny' / e", "| | &&"),
        ("echo hi\n\\\ngit commit -n", "echo·hi / git·commit·-n", ""),
        ("echo hi\n\\git push", "echo·hi / \\git·push", ""),
    ]);
}

#[test]
fn heredoc_bodies_begin_behind_the_line_and_end_before_the_end_line() {
    check_around(&[
        ("cat <<E\na\nE\nb", "cat / b", "<< E\n\"a\\n\""),
        ("cat <<E\nE", "cat", "<< E\n\"\""),
        ("cat <<E\n\n\n  a\nE", "cat", "<< E\n\"\\n\\n  a\\n\""),
        ("cat <<'E'\n\n$(a) `b`\nE\n", "cat", "<< 'E'\n\"\\n$(a) `b`\\n\""),
        ("cat <<-E\n\t\ta\n\t\tE\n", "cat", "<<- E\n\"\\t\\ta\\n\""),
        ("cat <<E\n $x\n$(a | b)\nE", "cat / a / b", "<< E\n\" $x\\n$(a | b)\\n\"\n|"),
        ("cat <<E # \\\na\nE\n", "cat", "<< E\n\"a\\n\""),
        ("cat <<E \\\n | b\na\nE\n", "cat / b", "<< E\n\"a\\n\"\n|"),
        ("cat 3<<\"E\" 2>f\na\nE\n", "cat", "<< \"E\"\n> f\n\"a\\n\""),
        ("cat <<E\na\nE\ncat <<F\nb\nF\n", "cat / cat", "<< E\n<< F\n\"a\\n\"\n\"b\\n\""),
        (
            "git commit -m \"$(cat <<'E'\na b\nE\n)\" && c",
            "git·commit·-m·\"$(cat <<'E'\na b\nE\n)\" / cat / c",
            "<< 'E'\n\"a b\\n\"\n&&",
        ),
    ]);
}

#[test]
fn what_stands_behind_a_heredoc_operator_is_read() {
    check_around(&[
        ("cat <<E | git b\na\nE\n", "cat / git·b", "<< E\n\"a\\n\"\n|"),
        ("cat <<E && git b || c\na\nE\nd", "cat / git·b / c / d", "<< E\n\"a\\n\"\n&& ||"),
        (
            "cat <<E |& time b 2>f -n | c\na\nE\n",
            "cat / time·b·-n / c",
            "<< E\n> f\n\"a\\n\"\n|& |",
        ),
        ("cat <<E >f 2>&1\na\nE\n", "cat", "<< E\n> f\n>& 1\n\"a\\n\""),
        ("cat <<E >f && b\na\nE\n", "cat / b", "<< E\n> f\n\"a\\n\"\n&&"),
        ("a && b | cat <<E && c\na\nE\n", "a / b / cat / c", "<< E\n\"a\\n\"\n&& | &&"),
        ("( a ) <<E\nb\nE\n", "a", "<< E\n\"b\\n\""),
        ("f() { a; } <<E\nb\nE\n", "a", "<< E\n\"b\\n\""),
    ]);
}

#[test]
fn misreadings_of_other_kinds_stay_visible() {
    check(&[
        ("$D/$B/git commit", "$D/$·B/git·commit"),
        ("'a'`echo b`\"c\"", "'a'·`echo b`\"c\" / echo·b"),
        ("head -200>f", "head"),
        ("coproc N { a; }", "N·{·a / }"),
        ("cat <<E\n`git a`\nE", "cat"),
    ]);
    let tree = read("cat <<E\nE_2\nE\n");
    assert!(tree.has_error);
}

#[test]
fn errors_are_told_with_their_place() {
    for text in [
        "a )",
        "cat <<A <<B\na\nA\nb\nB",
        "if a; then b",
        "echo ${x:.2f}",
        "[ a",
        "\"",
        "a 2>f <<<x",
        "a > > b",
    ] {
        let tree = read(text);
        assert!(tree.has_error && !tree.errors.is_empty(), "{text:?}");
        assert!(
            tree.errors
                .iter()
                .all(|span| span.start <= span.end && text.len() >= span.end as usize),
            "{text:?}"
        );
    }
    for text in ["a", "3<>f", "exec 3<>/dev/tcp/h/1", "a 'if' \"(\" \\)"] {
        assert_eq!(read(text).errors, [], "{text:?}");
    }
    // Only a `>` that touches the `<` makes a `<>`.
    assert!(read("a < > b").has_error);
}

#[test]
fn a_parser_reads_the_same_when_it_is_used_again() {
    let texts = [
        "a | b >f c <<E && d\nx $(y)\nE\n",
        "",
        "if )",
        "git commit -m \"$(cat <<'E'\nx\nE\n)\"",
        "a <<E", // A body that never ends must not leave its delimiter in the scanner.
        "echo hi\nE\n",
        "time x | [ a = b ]",
    ];
    let mut parser = TreeParser::new().expect("the grammar loads");
    let mut into = TreeReading::default();
    for text in texts.iter().chain(texts.iter().rev()) {
        assert_eq!(parser.read(text, &mut into), Ok(()));
        assert_eq!(into, read(text), "{text:?}");
    }
}

#[test]
fn every_span_lies_in_the_text_and_every_list_is_sorted() {
    let pieces = [
        "a ",
        "'b'",
        "\"$(c)\" ",
        "`d` ",
        "é",
        "$x",
        ">",
        "<<E ",
        "\nE\n",
        "<<<",
        "2>&",
        "-",
        " - ",
        "\\\n",
        "\n",
        "| ",
        "&& ",
        "& ",
        "; ",
        "( ",
        ") ",
        "{ ",
        "} ",
        "[ ",
        " ]",
        "[[ ",
        "time ",
        "x=",
        "x=(",
        "if ",
        "case x in ",
        "${y:-",
    ];
    let mut parser = TreeParser::new().expect("the grammar loads");
    let mut into = TreeReading::default();
    for first in pieces {
        for second in pieces {
            for third in ["", "a", "- <<E", "\n\\git ", ")", "${z"] {
                let text = format!("{first}{second}{third}{first}\nE\n{second}");
                if parser.read(&text, &mut into).is_err() {
                    continue;
                }
                let Reading { words, redirects, heredocs, separators, .. } = &into.reading;
                let places = redirects.iter().flat_map(|place| [&place.op, &place.target]);
                let spans = words
                    .iter()
                    .chain(heredocs)
                    .chain(separators)
                    .chain(&into.errors)
                    .chain(places);
                for span in spans {
                    assert!(text.get(span.range()).is_some(), "{text:?} {span:?}");
                }
                assert!(words.iter().chain(separators).all(|span| !span.is_empty()), "{text:?}");
                assert_sorted(&text, &into);
            }
        }
    }
}

/// Texts on which the parser is quadratic, or can't be stopped from within.
fn garbage() -> Vec<String> {
    let units = [
        ")",
        ">",
        "<",
        "|",
        "<<",
        "<<<",
        "))]$",
        ")é",
        "@(2>",
        "|-$",
        "a=(",
        "[[ x =~ (",
        "\t2>in `",
    ];
    let mut texts: Vec<String> = units.iter().map(|unit| unit.repeat(3_000)).collect();
    texts.push(")".repeat(12_000));
    let operators: String = (0..500).map(|n| format!(" <<E{n}")).collect();
    let bodies: String = (0..500).map(|n| format!("\nb\nE{n}")).collect();
    texts.push(format!("cat{operators}{bodies}"));
    texts
}

#[test]
fn garbage_is_stopped_and_leaves_no_trace() {
    let mut parser = TreeParser::new().expect("the grammar loads");
    let mut into = TreeReading::default();
    let greeting = read("echo hi");
    for text in garbage() {
        assert_eq!(parser.read("a >f b | c <<E\nE\n", &mut into), Ok(()));
        let start = &text[..4];
        assert_eq!(parser.read(&text, &mut into), Err(Stopped::BudgetSpent), "{start:?}…");
        assert_eq!(into, TreeReading::default(), "{start:?}…");
        assert_eq!(parser.read("echo hi", &mut into), Ok(()));
        assert_eq!(into, greeting, "{start:?}…");
    }
}

#[test]
fn nul_bytes_and_oversize_are_refused() {
    let mut parser = TreeParser::new().expect("the grammar loads");
    let mut into = TreeReading::default();
    for text in ["\0".repeat(4_000), "git status\0".to_owned(), " ".repeat(MAX_BYTES + 1)] {
        assert_eq!(parser.read(&text, &mut into), Err(Stopped::BudgetSpent));
    }
}

#[test]
fn a_tree_of_too_many_nodes_is_refused() {
    let text = "cat <<E | b && c\n$x $(a)\nE\n".repeat(9_000);
    let mut into = TreeReading::default();
    let mut parser = TreeParser::new().expect("the grammar loads");
    assert_eq!(parser.read(&text, &mut into), Err(Stopped::TooManyNodes));
    assert_eq!(into, TreeReading::default());
}

#[test]
fn deep_and_long_texts_are_read_on_a_small_stack() {
    let count = |text: &str| read(text).reading.commands.len();
    let deep = move || {
        assert_eq!(count(&("git add a && ".repeat(20_000) + "true")), 20_001);
        assert_eq!(count(&("( ".repeat(16_000) + "x" + &" )".repeat(16_000))), 1);
        assert_eq!(count(&("echo $(".repeat(8_000) + "x" + &")".repeat(8_000))), 8_001);
        assert_eq!(count(&format!("echo $(( {}1 ))", "1+".repeat(4_000))), 1);
        assert_eq!(count(&("if a; then ".repeat(8_000) + "x; " + &"fi; ".repeat(8_000))), 8_001);
        assert_eq!(count(&("a".to_owned() + &" 2>f b".repeat(8_000))), 1);
        assert_eq!(count(&format!("a '{}'", "x(`".repeat(100_000))), 1);
        let stopped = TreeParser::new()
            .map(|mut parser| parser.read(&")".repeat(12_000), &mut TreeReading::default()));
        assert_eq!(stopped, Some(Err(Stopped::BudgetSpent)));
    };
    let thread = std::thread::Builder::new().stack_size(256 * 1024).spawn(deep);
    assert!(thread.expect("a thread").join().is_ok());
}
