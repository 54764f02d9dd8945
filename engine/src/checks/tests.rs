//! The six checks over hand-made analyses, so that a fault of a reader cannot hide one of theirs.

use proptest::strategy::Strategy as _;

use super::sample::analysis;
use super::*;
use crate::analysis::{Opaque, Reason, Redirect, Stdin, Target};
use crate::facts::{Contained, Message, Splice, UnitVerdict};
use crate::policy::Action;
use crate::word::Value;

fn facts_of(text: &str, analysis: &Analysis) -> Facts {
    facts(text, analysis, &Settings::default()).expect("the analysis is available")
}

/// Guard-relevant, stages-and-commits, no-verify: `y`, `n` or `?` each.
fn marks(facts: &Facts) -> String {
    let mark = |answer: Answer| match answer.fact {
        Fact::Yes => 'y',
        Fact::No => 'n',
        Fact::Unknown => '?',
    };
    [facts.guard_relevant, facts.stages_and_commits, facts.no_verify].map(mark).iter().collect()
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let facts = facts_of(text, &analysis(text));
    assert_eq!(marks(&facts), expected, "{text}\n{facts:#?}");
}

#[test]
fn an_unavailable_analysis_has_no_facts() {
    let analysis = Analysis::unavailable(Reason::Cold);
    assert_eq!(facts("git commit -n", &analysis, &Settings::default()), None);
}

#[test]
fn only_git_and_glab_as_programs_are_guard_relevant() {
    check("echo git commit -n", "nnn");
    check("git status", "ynn");
    check("glab mr list", "ynn");
    check("/usr/bin/git log", "ynn");
    check("git-lfs pull", "nnn");
    check("git.exe status", "nnn");
    check("/usr/lib/git-core/git-commit -n", "yny");
    check("git-commit -m x ; git-add .", "yyn");
    check("", "nnn");
}

#[test]
fn a_stage_and_a_commit_make_the_pair_in_any_order() {
    check("git add . && git commit -m x", "yyn");
    check("git commit -m x ; git -C d stage .", "yyn");
    check("git commit -am x", "ynn");
    check("git add . ; git commit-tree x", "ynn");
    check("git add . ; git --help commit", "ynn");
    check("git add . ; git log commit", "ynn");
    check("git -c commit add ; git commit -n", "yyy");
}

#[test]
fn a_foreign_subcommand_counts_where_the_text_sets_an_alias() {
    check("git ci -n", "ynn");
    check("git -c alias.ci='commit -n' ci -m x", "yny");
    check("git -c alias.ci=commit ci -n ; git add .", "yyy");
    check("git -c alias.a=b -c alias.b='-c x.y=z commit' a -n", "yny");
    check("git -c alias.a=b -c alias.b=a a -n", "y??");
    check("git -c alias.log='commit -n' log", "ynn");
    check("git --config-env=alias.q=V q -n", "y??");
    check("git config alias.q commit ; git q -n", "y??");
    check("GIT_CONFIG_KEY_0=alias.q git q -n", "y??");
    check("git -c alias.q='!git commit' q -n", "ynn");
    check("git -c alias.p=q -c alias.q='!git commit' p -n", "y??");
    check("git for-each-repo --config=k -- commit -n", "yny");
    check("git for-each-repo --config k --keep-going -- -C x add .", "ynn");
    check("git for-each-repo --odd --config=k commit -n", "yn?");
    check("git for-each-repo commit -n", "ynn");
}

#[test]
fn an_unknown_word_makes_unknown_only_where_it_could_matter() {
    check("git commit -m \"$MSG\"", "ynn");
    check("git commit $ARGS", "yn?");
    check("git add . ; git commit $ARGS", "yy?");
    check("git -C \"$D\" commit -m x", "ynn");
    check("git -C $D commit -m x", "yn?");
    check("git \"$SUB\"", "ynn");
    check("git \"$SUB\" -n", "yn?");
    check("git \"$SUB\" -m x ; git add .", "y?n");
    check("git com\"$SUB\" -n ; git add .", "y??");
    check("git lo\"$SUB\" -n ; git add .", "ynn");
    check("git \"$SUB\" ; git \"$SUB\"", "y?n");
    check("echo \"$X\" $Y", "nnn");
    check("git log \"$X\" $Y", "ynn");
}

#[test]
fn code_in_a_variable_that_git_runs_is_unknown_where_it_mentions_git() {
    check("GIT_EDITOR='git commit -n' git rebase -i", "yn?");
    check("GIT_EDITOR=true git commit -m x", "ynn");
    check("GIT_EDITOR='git commit -n' make", "nnn");
    check("GIT_PAGER='git add .' git commit -m x", "y?n");
}

#[test]
fn an_unknown_program_could_be_anything_that_its_end_allows() {
    check("$CMD", "???");
    check("$CMD x", "?n?");
    check("git add . ; $CMD x", "y??");
    check("\"$DIR/run.sh\" x", "nnn");
    check("\"$DIR/git\" commit -n", "yny");
    check("\"$DIR/run.sh\" git commit -n", "?n?");
    check("\"$PY\" -m pytest", "?nn");
    check("\"$PY\" -n", "?n?");
    check("\"$X\" commit -nm x", "?n?");
    check("\"$X\" status ; git add .", "y?n");
    check("\"$SH\" -c 'git add . && git commit -n'", "???");
}

#[test]
fn one_open_command_is_a_stage_or_a_commit_but_not_both_unless_it_repeats() {
    let mut text = analysis("git \"$SUB\"");
    assert_eq!(marks(&facts_of("git \"$SUB\"", &text)), "ynn");
    text.commands[0].context.control_flow = true;
    assert_eq!(marks(&facts_of("git \"$SUB\"", &text)), "y?n");
}

#[test]
fn words_that_may_follow_leave_open_what_they_could_decide() {
    let with_more = |line: &str| {
        let mut text = analysis(line);
        text.commands[0].open_ended = true;
        marks(&facts_of(line, &text))
    };
    assert_eq!(with_more("git commit -m x"), "yn?");
    assert_eq!(with_more("git commit -n -m x"), "yny");
    assert_eq!(with_more("git commit -m x --"), "ynn");
    assert_eq!(with_more("git add"), "ynn");
    assert_eq!(with_more("git"), "y??");
    assert_eq!(with_more("rm"), "nnn");
}

#[test]
fn opaque_code_is_unknown_where_it_mentions_the_thing() {
    let with_code = |code: &str| {
        let mut text = analysis("python3");
        let (interpreter, span) = ("python3".to_owned(), Span::new(0, 7));
        text.opaque.push(Opaque { interpreter, text: Value::Literal(code.to_owned()), span });
        let facts = facts_of("python3", &text);
        (marks(&facts), facts.hidden_commit, facts.splice)
    };
    assert_eq!(with_code("print('github')"), ("nnn".into(), false, Splice::Unchanged));
    assert_eq!(with_code("run(['git', 'status'])"), ("?nn".into(), false, Splice::Unchanged));
    let unknown = Splice::Unknown("python3".into());
    assert_eq!(with_code("os.system('git commit -n')"), ("?n?".into(), true, unknown.clone()));
    assert_eq!(with_code("git('add'); git('commit')"), ("???".into(), true, unknown));
    assert_eq!(with_code("run(c + ' --no-verify')"), ("nn?".into(), false, Splice::Unchanged));
}

#[track_caller]
fn check_spans(text: &str, pick: fn(&Facts) -> Answer, expected: &str) {
    let span = pick(&facts_of(text, &analysis(text))).span.expect("something decided");
    assert_eq!(&text[span.range()], expected, "{text}");
}

#[test]
fn an_answer_points_at_what_decided_it() {
    check_spans("ls ; git log", |facts| facts.guard_relevant, "git log");
    check_spans("git commit -m x -anq", |facts| facts.no_verify, "-anq");
    check_spans("git commit $ARGS", |facts| facts.no_verify, "$ARGS");
    check_spans("git add . ; git commit -m x", |facts| facts.stages_and_commits, "git commit -m x");
    check_spans("git add . ; $CMD x", |facts| facts.stages_and_commits, "$CMD x");
}

#[track_caller]
fn check_message(text: &str, expected: Message) {
    let facts = facts_of(text, &analysis(text));
    let found: Vec<&Message> = facts.messages.iter().map(|fact| &fact.message).collect();
    assert_eq!(found, [&expected], "{text}");
}

fn texts(texts: &[&str]) -> Message {
    Message::Texts(texts.iter().map(|text| (*text).to_owned()).collect())
}

fn file(path: &str, contained: Contained) -> Message {
    Message::File { path: path.to_owned(), contained }
}

#[test]
fn a_message_comes_from_the_options_that_git_would_take_it_from() {
    check_message("git commit -m a -m 'b c' --message=d -qame", texts(&["a", "b c", "d", "e"]));
    check_message("git commit -m -n", texts(&["-n"]));
    check_message("git commit --fixup HEAD -m x", texts(&["x"]));
    check_message("git commit -m \"$X\"", Message::Unknown);
    check_message("git commit -m x $F", Message::Unknown);
    check_message("git commit -m x -F f", Message::Unknown);
    check_message("git commit -m x -C HEAD", Message::Unknown);
    check_message("git commit -m", Message::Unknown);
    check_message("git commit --amend --no-edit", Message::Editor);
    check_message("git commit -t f", Message::Editor);
    check_message("git commit -C HEAD", Message::Reused);
    check_message("git commit --squash=HEAD -c HEAD", Message::Reused);
    check_message("git commit --fixup HEAD", Message::Reused);
}

#[test]
fn a_message_file_is_judged_by_the_spelling_of_its_path() {
    check_message("git commit -F msg", file("msg", Contained::Yes));
    check_message("git commit -Fa/../../msg", file("a/../../msg", Contained::No));
    check_message("git commit -F /tmp/msg", file("/tmp/msg", Contained::No));
    check_message("cd sub && git commit -F ../msg", file("../msg", Contained::Yes));
    check_message("git -C .. commit -F msg", file("msg", Contained::No));
    check_message("git -C a -C .. commit -F msg", file("msg", Contained::Yes));
    check_message("git -C \"$D\" commit -F msg", file("msg", Contained::Unknown));
    check_message("git commit -F \"$D/msg\"", file("\"$D/msg\"", Contained::Unknown));
    check_message("git commit --file=\"$D/msg\"", file("\"$D/msg\"", Contained::Unknown));
    check_message("git commit -F \"$F\"", Message::Unknown);
    check_message("git commit -F a -F b", file("b", Contained::Yes));
}

#[test]
fn a_message_on_standard_input_is_the_last_text_fed_to_it() {
    let line = "git commit -F -";
    let mut text = analysis(line);
    let mut message = |change: &dyn Fn(&mut SimpleCommand)| {
        change(&mut text.commands[0]);
        facts_of(line, &text).messages[0].message.clone()
    };
    let heredoc = |body: &str| Redirect {
        fd: None,
        op: "<<",
        target: Target::Heredoc { body: Value::Literal(body.into()), span: Span::default() },
        span: Span::default(),
    };
    let word = |op, text: &str| Redirect {
        fd: Some(0),
        op,
        target: Target::Word(Word { value: Value::Literal(text.into()), span: Span::default() }),
        span: Span::default(),
    };
    assert_eq!(message(&|_| {}), Message::Stdin(None));
    assert_eq!(
        message(&|command| command.context.stdin = Stdin::Piped("a\n\n".into())),
        Message::Stdin(Some("a\n".into()))
    );
    assert_eq!(
        message(&|command| command.redirects.push(heredoc("b\nc\n"))),
        Message::Stdin(Some("b\nc".into()))
    );
    assert_eq!(
        message(&|command| command.redirects.push(word("<<<", "d"))),
        Message::Stdin(Some("d".into()))
    );
    assert_eq!(message(&|command| command.redirects.push(word("<", "f"))), Message::Stdin(None));
}

const TRAILER: &str = " --trailer 'Co-Authored-By: guarddiff <guarddiff@example.invalid>'";

/// `@` in `expected` stands for the trailer.
#[track_caller]
fn check_splice(text: &str, expected: &str, sure: bool) {
    let expected = expected.replace('@', TRAILER);
    let splice = facts_of(text, &analysis(text)).splice;
    let (spliced, found_sure) = match splice {
        Splice::Unchanged => (text.to_owned(), true),
        Splice::Spliced(text) => (text, true),
        Splice::Unknown(text) => (text, false),
    };
    assert_eq!((spliced.as_str(), found_sure), (expected.as_str(), sure), "{text}");
    if sure {
        let again = facts_of(&spliced, &analysis(&spliced)).splice;
        assert_eq!(again, Splice::Unchanged, "a second splice of {spliced}");
    }
}

#[test]
fn the_trailer_goes_behind_each_commits_last_word() {
    check_splice("git commit -m x", "git commit -m x@", true);
    check_splice("git commit -m x && git push", "git commit -m x@ && git push", true);
    check_splice(
        "git commit -m a ; git commit -m 'b;c'",
        "git commit -m a@ ; git commit -m 'b;c'@",
        true,
    );
    check_splice("git commit", "git commit@", true);
    check_splice("git commit -m \"$MSG\" ; ls", "git commit -m \"$MSG\"@ ; ls", true);
    check_splice("echo 'git commit'", "echo 'git commit'", true);
}

#[test]
fn the_trailer_goes_before_the_word_that_ends_the_options() {
    check_splice("git commit -m x  -- f", "git commit -m x@  -- f", true);
    check_splice("git commit -m -- f", "git commit -m -- f@", true);
    check_splice("git commit --end-of-options f", "git commit@ --end-of-options f", true);
    check_splice("git commit -m x -- $F", "git commit -m x@ -- $F", true);
}

#[test]
fn a_commit_whose_words_are_open_or_elsewhere_stays_as_it_is() {
    check_splice(
        "git commit $ARGS ; git commit -m x",
        "git commit $ARGS ; git commit -m x@",
        false,
    );
    check_splice("git commit -m x \"$F\"", "git commit -m x \"$F\"", false);
    check_splice("git commit -m", "git commit -m", false);
    check_splice("$CMD x", "$CMD x", false);
    check_splice("git -c alias.ci=commit ci -m x", "git -c alias.ci=commit ci -m x", false);
    let line = "xargs git commit -m x";
    let mut text = analysis(line);
    text.commands[0].wrappers = vec![vec![text.commands[0].argv.remove(0)]];
    assert_eq!(facts_of(line, &text).splice, Splice::Unknown(line.into()));
    let line = "sh -c 'git commit'";
    let mut text = analysis("git commit");
    text.commands[0].context.code_depth = 1;
    assert_eq!(facts_of(line, &text).splice, Splice::Unknown(line.into()));
    let line = "env -S 'git commit'";
    let mut text = analysis(line);
    let string = text.commands[0].argv[2].span;
    text.commands[0].wrappers = vec![text.commands[0].argv.clone()];
    text.commands[0].argv = super::sample::words("git commit");
    text.commands[0].argv.iter_mut().for_each(|word| word.span = string);
    assert_eq!(facts_of(line, &text).splice, Splice::Unknown(line.into()));
}

#[test]
fn the_trailer_is_quoted_for_the_shell_whatever_its_name_holds() {
    let trailer = Trailer { name: "O'Neil $x".into(), mail: "o@n".into() };
    let settings = Settings { trailer, ..Settings::default() };
    let text = "git commit";
    let facts = facts(text, &analysis(text), &settings).expect("the analysis is available");
    let expected = "git commit --trailer 'Co-Authored-By: O'\\''Neil $x <o@n>'";
    assert_eq!(facts.splice, Splice::Spliced(expected.into()));
}

#[track_caller]
fn check_units(text: &str, expected: &[(&str, UnitVerdict)]) {
    let units = facts_of(text, &analysis(text)).units;
    let found: Vec<(&str, UnitVerdict)> =
        units.iter().map(|unit| (unit.text.as_str(), unit.verdict)).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn each_unit_gets_its_own_verdict_by_its_most_restrictive_spelling() {
    let (allow, deny) = (UnitVerdict::Firm(Action::Allow), UnitVerdict::Firm(Action::Deny));
    check_units("cat f ; git push ; ls", &[("cat f", allow), ("git push", deny), ("ls", allow)]);
    check_units("'git' push", &[("'git' push", deny)]);
    check_units("/usr/bin/git push x", &[("/usr/bin/git push x", deny)]);
    check_units("A=1 rm f", &[("rm f", deny)]);
    check_units("git pushy ; A=1", &[("git pushy", allow)]);
    check_units("echo 'git push'", &[("echo 'git push'", allow)]);
}

#[test]
fn an_unknown_word_softens_a_verdict_only_where_a_rule_could_turn_on_it() {
    let (allow, deny) = (UnitVerdict::Firm(Action::Allow), UnitVerdict::Firm(Action::Deny));
    let worst = UnitVerdict::AtWorst(Action::Deny);
    check_units("git commit -m \"$M\"", &[("git commit -m \"$M\"", allow)]);
    check_units("git push \"$R\"", &[("git push \"$R\"", deny)]);
    check_units("rm $F", &[("rm $F", deny)]);
    check_units("git \"$S\" x", &[("git \"$S\" x", worst)]);
    check_units("git $S push", &[("git $S push", worst)]);
    check_units("$C", &[("$C", worst)]);
    check_units("\"$D/git\" push", &[("\"$D/git\" push", deny)]);
    check_units("\"$D/python\" x", &[("\"$D/python\" x", allow)]);
}

#[test]
fn the_unwrapped_command_and_words_that_may_follow_are_judged_too() {
    let line = "xargs rm";
    let mut text = analysis(line);
    text.commands[0].wrappers = vec![super::sample::words("xargs")];
    text.commands[0].argv.remove(0);
    let verdict = |text: &Analysis| facts_of(line, text).units[0].verdict;
    assert_eq!(verdict(&text), UnitVerdict::Firm(Action::Deny));
    text.commands[0].open_ended = true;
    assert_eq!(verdict(&text), UnitVerdict::Firm(Action::Deny));
    let line = "xargs git";
    text.commands[0].argv = super::sample::words("git");
    assert_eq!(facts_of(line, &text).units[0].verdict, UnitVerdict::AtWorst(Action::Deny));
}

#[cfg(feature = "sabotage")]
#[test]
fn each_fault_of_the_flag_walk_changes_what_it_says_it_does() {
    let broken = |text: &str, name: &str| {
        let fault = sabotage::Fault::by_name(name).expect("the fault has this name");
        let settings = Settings { fault: Some(fault), ..Settings::default() };
        let facts = facts(text, &analysis(text), &settings).expect("the analysis is available");
        facts.no_verify.fact
    };
    assert_eq!(broken("git commit -nm x", "clusters-ignored"), Fact::No);
    assert_eq!(broken("git commit -n -m x", "clusters-ignored"), Fact::Yes);
    assert_eq!(broken("git commit -m -n", "message-is-flag"), Fact::Yes);
    assert_eq!(broken("git commit -m x", "message-is-flag"), Fact::No);
}

/// A line with unknown words, and what the unknown part of all of them could be.
fn templates() -> impl proptest::strategy::Strategy<Value = (String, &'static str)> {
    use proptest::sample::select;
    let words = select(vec![
        "git",
        "commit",
        "add",
        "-n",
        "-m",
        "x",
        "--",
        "-am",
        "-C",
        "-c",
        "alias.ci=commit",
        "ci",
        "--verify",
        "--trailer=a",
        "-F",
        "-",
        ";",
        "git commit",
        "git add",
        "git-commit",
        "glab",
        "--git-dir",
        "for-each-repo",
        "--config=k",
        "cd",
        "..",
        "-u",
        "\"$X\"",
        "$X",
        "-m\"$X\"",
        "-am\"$X\"",
        "-\"$X\"",
        "--no-\"$X\"",
        "--message=\"$X\"",
        "\"$X\"it",
        "\"$X/git\"",
        "\"$X/run.sh\"",
        "--git-dir=\"$X\"",
        "-c\"$X\"",
        "com\"$X\"",
        "-F\"$X\"",
        "alias.ci=\"$X\"",
        "--config=\"$X\"",
        "-u\"$X\"",
    ]);
    let values = select(vec![
        "",
        "x",
        "-n",
        "--no-verify",
        "-m",
        "--",
        "-",
        "commit",
        "add",
        "-C",
        "-nm",
        "git",
        "glab",
        "/git",
        "verify",
        "mit",
        "n",
        "no-verify",
        "cd",
        "-c",
        "--git-dir",
        "commit -n",
        "git add",
        "git commit -n -m",
        "git-commit",
        "for-each-repo",
        "--config=k commit -n",
        "!git commit",
        "alias.ci=commit",
        "m -n",
    ]);
    let start = select(vec!["git commit ", "git ", "git add ; ", ""]);
    (start, proptest::collection::vec(words, 1..7), values)
        .prop_map(|(start, words, value)| (start.to_owned() + &words.join(" "), value))
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(4000))]

    #[test]
    fn a_firm_answer_holds_whatever_the_unknown_words_turn_out_to_be((line, value) in templates()) {
        let with_value = |text: &str| {
            let attached = text.replace("$X/", &format!("{value}/")).replace("\"$X\"", &format!("'{value}'"));
            attached.replace("$X", value)
        };
        let known = with_value(&line);
        let open = facts_of(&line, &analysis(&line));
        let closed = facts_of(&known, &analysis(&known));
        let pairs = [
            (open.guard_relevant, closed.guard_relevant),
            (open.stages_and_commits, closed.stages_and_commits),
            (open.no_verify, closed.no_verify),
        ];
        for (at, (open, closed)) in pairs.into_iter().enumerate() {
            let holds = match open.fact {
                Fact::Unknown => true,
                // Behind a plain -n an unknown word is not taken for a --verify.
                Fact::Yes => closed.fact != Fact::No || value.contains("verify"),
                // An alias that an unknown word would set is out of sight, as a user's own is; a text that
                // names one is read with more caution.
                Fact::No if at == 1 || known.contains("alias") => closed.fact != Fact::Yes,
                Fact::No => closed.fact == Fact::No,
            };
            proptest::prop_assert!(holds, "{line}\n{known}\n{open:?} {closed:?}");
        }
        proptest::prop_assert!(open.hidden_commit || closed.hidden_commit || open.messages.len() == closed.messages.len(), "{line}\n{known}");
        if let Splice::Spliced(spliced) = &open.splice {
            let expected = Splice::Spliced(with_value(spliced));
            proptest::prop_assert_eq!(&closed.splice, &expected, "{}\n{}", line, known);
        }
    }

    #[test]
    fn no_words_make_the_checks_panic(line in "[-=a-f\u{e9}$\"'/.!~; \u{1F600}]{0,60}", git in proptest::bool::ANY) {
        let line = if git { format!("git commit {line}") } else { line };
        facts_of(&line, &analysis(&line));
    }
}
