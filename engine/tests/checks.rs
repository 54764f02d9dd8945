//! The six checks from the text on: what both readers, the descent and the flag walk say together.

use std::path::PathBuf;

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::checks::{Settings, facts};
use guarddiff_engine::facts::{Answer, Fact, Facts, Splice, UnitVerdict};
use guarddiff_engine::policy::Action;
use guarddiff_engine::word::Value;

fn read(text: &str) -> Option<(Analysis, Facts)> {
    let analysis = Engine::new().analyze(text);
    let facts = facts(text, &analysis, &Settings::default())?;
    Some((analysis, facts))
}

/// Guard-relevant, stages-and-commits, no-verify: `y`, `n` or `?` each.
#[track_caller]
fn check(text: &str, expected: &str) {
    let (_, facts) = read(text).expect("the text can be read");
    let mark = |answer: Answer| match answer.fact {
        Fact::Yes => 'y',
        Fact::No => 'n',
        Fact::Unknown => '?',
    };
    let answers = [facts.guard_relevant, facts.stages_and_commits, facts.no_verify];
    assert_eq!(answers.map(mark).iter().collect::<String>(), expected, "{text}");
}

#[test]
fn prose_and_data_that_name_git_are_no_git() {
    check("echo \"then git add . && git commit -n\"", "nnn");
    check("cat > how.md <<'EOF'\ngit add -A\ngit commit --no-verify\nEOF", "nnn");
    check("ls # git commit -n", "nnn");
    check("git commit -m \"never pass --no-verify; git add first\"", "ynn");
}

#[test]
fn wrappers_and_code_strings_hide_nothing() {
    check("timeout -k 5 300 git commit -anm x", "yny");
    check("nice -n 5 env A=1 git add . && sh -c 'git commit -m x'", "yyn");
    check("bash <<'EOF'\ngit add .\ngit commit -n\nEOF", "yyy");
    check("find . -exec git commit -n -m x \\;", "yny");
    check("eval git commit \"-n\"", "yny");
    check("git rebase --exec 'git commit --amend -n' HEAD~2", "yny");
    check("git submodule foreach 'git add . && git commit -m x'", "yyn");
    check("git bisect run git commit -nm x", "yny");
}

#[test]
fn aliases_that_the_text_sets_are_followed() {
    check("git -c alias.ci='commit -n' ci -m x", "yny");
    check("git -c alias.ci='!git commit' ci -n", "yny");
    check("git -c alias.ci='!git add . && git commit' ci -m x", "yyn");
    check("git config alias.ci commit && git ci -n", "y??");
    check("git ci -n", "ynn");
}

#[test]
fn values_that_the_text_gives_are_known() {
    check("M='fix: -n'; git commit -m \"$M\"", "ynn");
    check("SUB=log; git $SUB -n 5", "ynn");
    check("git commit {-n,-m} x", "yny");
    check("git commit $ARGS", "yn?");
    check("git commit -m \"${M:--n}\" -- \"${F:--n}\"", "ynn");
    check("git log ${F:--n} 3", "ynn");
    check("git commit -m \"$(date)\"", "ynn");
}

#[test]
fn a_value_outlives_what_cannot_change_it() {
    for between in [
        "f() { local M=-q; echo $M; }; f",
        "f() { N=x; }\nf",
        "trap 'rm -f x' INT TERM; ls",
        "trap 'M=-q' EXIT",
        "readonly X=1; export Y",
        "declare -r OUT=\"$(git log)\"",
        "coproc ls",
        "builtin command ls; command -v M",
        "eval 'ls -l'; eval 'N=1'",
        "wait; shift; set -euo pipefail; shopt -s nullglob",
        "read -r N; printf -v N %s x; unset N; mapfile -t N",
        "echo M | read M; echo $(M=-q)",
        "ls ${N:-x=y} ${N#[a]} \"${N[@]}\" ${N:=x} $((1 + $(git log --oneline | wc -l)))",
        "M=-q ls",
    ] {
        check(&format!("M=-n; {between}; git commit $M"), "yny");
    }
    check("eval \"$CMD\"\nM=-n\ngit commit $M", "y?y");
    check("f() { M=-n; git commit $M; }; f", "yny");
    check("if x; then M=-n; git commit $M; else M=-q; git commit $M; fi", "yny");
    check("M=-q; f() { M=-n; }; git commit $M", "ynn");
    check("M=-q; X=$(date) git commit $M; N=$(git log $M); git commit $M", "ynn");
}

#[test]
fn data_that_nothing_evaluates_is_data() {
    check("x='a[$(git commit -n)]'; echo \"$x\"", "nnn");
    check("x='[$(git commit -n)]'; ((y++))", "nnn");
    check("for i in 1 2; do echo 'see a[0] and `git commit -n`'; done; ((i + 1))", "nnn");
    check("((i = 1)); git commit -m \"${M@Q}\"", "ynn");
}

#[test]
fn variables_and_options_without_code_run_nothing() {
    check("PS4='+ ${LINENO}: '; set -x; git commit -m x", "ynn");
    check("PS1=\"(venv) $PS1\"; git commit -m x", "ynn");
    check("export GIT_EDITOR=vim EDITOR=vim; git commit", "ynn");
    check("export BASH_ENV=~/.env; bash -c 'git commit -m x'", "ynn");
    check("git -c core.hooksPath=/dev/null commit -m x", "ynn");
    check("tar czf git.tgz --exclude=.git . && make -j4 test", "nnn");
    check("sort \"$F\" git-commit.txt | split -l 5; rsync -a .git/ b/", "nnn");
    check("git config core.editor 'code --wait'", "ynn");
}

#[test]
fn a_coprocess_may_have_any_name_and_a_functions_name_runs_nothing() {
    check("coproc $N { git commit -n; }", "yny");
    check("coproc $(git add .) { git commit -n; }", "yyy");
    check("foo-$(git commit -n)() { ls; }", "nnn");
    check("[[ -f a && ! ( $(git log) == b ) ]] || git commit -n", "yny");
}

#[test]
fn what_literal_text_on_a_pipe_to_a_shell_does_is_certain() {
    check("echo 'git commit -n' | sh", "yny");
    check("echo git add . '&&' git commit -m x | bash -s", "yyn");
    check("echo -n \"git status\" 2>/dev/null </dev/null | bash", "ynn");
    check("printf '%s\\n' 'git add .' 'git commit -n' | bash", "yyy");
    check("printf 'git commit %s%%\\n' -n | bash", "yny");
    check("printf '%s' | bash; echo - git | bash", "nnn");
    check("f() { g; }; bash -c 'echo ls | sh'", "nnn");
    for open in [
        "echo -e 'git commit -n' | bash",
        "echo 'git commit \\x2dn' | bash",
        "printf 'git commit %b' -n | bash",
        "printf 'git commit \\055n' | bash",
        "echo \"$X\" | bash",
        "echo 'ls' | tee x | bash",
        "echo 'git commit -n' >x | bash",
        "echo() { command echo git commit -n; }; echo ls | bash",
        "eval 'echo () { command echo git commit -n; }'; echo ls | bash",
        "function echo { command echo git commit -n; }; bash -c 'echo ls | bash'",
        "enable -n echo; echo ls | bash",
        "shopt -s expand_aliases\nalias echo='echo git commit -n;'\necho ls | bash",
    ] {
        check(open, "???");
    }
}

#[test]
fn a_pattern_beside_certain_text_is_no_option() {
    check("git commit -m x ./*.rs", "ynn");
    check("git commit src/[ab]?.rs -m x", "ynn");
    check("git commit -m x -- *.rs", "ynn");
    check("git commit -m x *.rs", "yn?");
    check("git commit -m x -*", "yn?");
    check("git commit -m x $D/*.rs", "yn?");
    check("git commit -m *.rs", "yn?");
    check("shopt -s nullglob; git commit -m x*y -n", "yn?");
}

#[test]
fn a_loop_over_literals_gives_its_variable_each_of_them() {
    check("for r in a b; do git -C $r status; done", "ynn");
    check("for r in a b\ndo\n  git -C $r commit -n -m $r\ndone", "yny");
    check("for g in git; do $g commit -n; done", "yny");
    check("for f in docs/a docs/b; do git add $f && git commit -m x $f; done", "yyn");
    check("for f in -q -v; do f=-n; git commit $f; done", "yny");
    check("for f in -q -n; do git commit $f; done", "yny");
    check("for f in {-q,-v}; do git commit $f; done", "ynn");
    check("for f in '-q -n' x; do git commit -m $f; done", "yny");
    for open in [
        "for f in -q $X; do git commit $f; done",
        "for f in -q *; do git commit $f; done",
        "for f in -q; do read f <<< -n; git commit $f; done",
        "for f in -q; do for f in -n; do :; done; git commit $f; done",
        "for f in -q; do if x; then f=-n; fi; git commit $f; done",
        "for f in -q; do (f=-n; git commit $f); done",
        "g() { f=-n; }; for f in -q; do g; git commit $f; done",
        "IFS=q; for f in -qn; do git commit -q$f; done",
        "readonly f=-n; for f in -q; do git commit $f; done",
        "for f in -q; do :; done; git commit $f",
    ] {
        check(open, "yn?");
    }
}

#[track_caller]
fn check_messages(text: &str, expected: Option<&[&str]>) {
    let (_, facts) = read(text).expect("the text can be read");
    assert_eq!(facts.literal_messages().as_deref(), expected, "{text}");
}

#[test]
fn literal_messages_are_told_wherever_they_stand() {
    check_messages(
        "git commit -m \"$(cat <<'EOF'\nfix: it's\n\nbody\nEOF\n)\"",
        Some(&["fix: it's\n\nbody"]),
    );
    check_messages("git commit -F - <<'EOF'\nfeat: x\nEOF", Some(&["feat: x"]));
    check_messages("cat <<'EOF' | git commit -F -\nfeat: x\nEOF", Some(&["feat: x"]));
    check_messages("git commit -F- <<< 'a b'", Some(&["a b"]));
    check_messages("git commit -m $'a\\nb' -m c && git commit -m d", Some(&["a\nb", "c", "d"]));
    check_messages("git commit --amend --no-edit", Some(&[]));
    check_messages("a=(-m 'x\n\ny'\n-q); git commit \"${a[@]}\"", Some(&["x\n\ny"]));
    check_messages("f() { git commit -m \"$*\"; }; IFS=_; f a b", None);
    check_messages("while IFS= read -r f; do :; done; M=x; git commit -m $M", Some(&["x"]));
    check_messages("M='a b'; D=$(date); git commit -m \"$M\"", Some(&["a b"]));
    check_messages("git commit -F msg", None);
    check_messages("git commit -m \"$(cat msg)\"", None);
    check_messages("$CMD", None);
}

/// The words of every command, and of one with a trailer without it.
fn words(analysis: &Analysis) -> Vec<Vec<Value>> {
    let is_trailer = |value: &Value| *value == Value::Literal("--trailer".into());
    let each = analysis.commands.iter().map(|command| {
        let mut words: Vec<Value> = command.argv.iter().map(|word| word.value.clone()).collect();
        if let Some(at) = words.iter().position(is_trailer) {
            words.drain(at..at + 2);
        }
        words
    });
    each.collect()
}

/// The laws of the splice: the same commands but for the trailer, and nothing left to do.
#[track_caller]
fn check_laws(text: &str) {
    let (before, facts) = read(text).expect("the text can be read");
    let Splice::Spliced(spliced) = facts.splice else { panic!("{text}: {:?}", facts.splice) };
    let (after, again) = read(&spliced).expect("the spliced text can be read");
    assert_eq!(words(&before), words(&after), "{spliced}");
    assert_eq!(again.splice, Splice::Unchanged, "{spliced}");
    let commits = |facts: &Facts| facts.messages.len();
    assert_eq!(commits(&again), spliced.matches("--trailer").count(), "{spliced}");
}

#[test]
fn a_spliced_text_runs_the_same_commands_and_needs_no_second_splice() {
    for text in [
        "git commit -m x",
        "git commit -m x>out 2>&1 | cat # git commit",
        "git commit -F - <<'EOF' 2>&1 | tail -3\nfix\n\ngit commit\nEOF",
        "git \\\n  commit \\\n  -m x \\\n  -- f",
        "echo \"$(git commit -m 'a b')\" `git commit -m c`",
        "if git commit -m \"a; b\"; then (git commit --amend); fi",
        "f() { git commit -m x; }; f",
        "timeout 5 git commit -m \"$MSG\" -- $FILES",
        "git commit {-q,-m} x",
        "find . -exec git commit -m x \\;",
        "<<< msg git commit -F -",
        "git commit -m \"$(cat <<'EOF'\ngit commit\nEOF\n)\"; git commit",
    ] {
        check_laws(text);
    }
}

#[test]
fn a_commit_in_a_string_or_from_xargs_is_out_of_reach() {
    for text in [
        "sh -c 'git commit -m x'",
        "echo a | xargs git commit -m x --",
        "xargs -I{} git commit -m {}",
        "bash <<'EOF'\ngit commit\nEOF",
        "git commit $ARGS",
        "eval \"$X\"",
    ] {
        let (_, facts) = read(text).expect("the text can be read");
        assert_eq!(facts.splice, Splice::Unknown(text.into()), "{text}");
    }
}

#[test]
fn one_denied_unit_is_named_and_its_neighbours_run() {
    let text = "A=1 cat f >o | head; timeout 5 git push --force && /bin/rm x; sh -c 'rm y; ls'";
    let (_, facts) = read(text).expect("the text can be read");
    let denied = |verdict| verdict == UnitVerdict::Firm(Action::Deny);
    let units: Vec<(&str, bool)> =
        facts.units.iter().map(|unit| (unit.text.as_str(), denied(unit.verdict))).collect();
    let expected = [
        ("cat f", false),
        ("head", false),
        ("timeout 5 git push --force", true),
        ("/bin/rm x", true),
        ("sh -c 'rm y; ls'", false),
        ("rm y", true),
        ("ls", false),
    ];
    assert_eq!(units, expected);
}

/// The folder with texts for reading, beside the checkout or named by `GUARDDIFF_SHARED`.
fn shared() -> PathBuf {
    match std::env::var_os("GUARDDIFF_SHARED") {
        Some(folder) => folder.into(),
        None => PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../shared"),
    }
}

#[test]
fn no_fact_contradicts_what_bash_ran_in_publicly_reported_cases() {
    let file = shared().join("cases/cases.jsonl");
    let Ok(cases) = std::fs::read_to_string(&file) else {
        eprintln!("skipped: {} is not there", file.display());
        return;
    };
    let (mut answers, mut open) = (0, 0);
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case is JSON");
        let text = case["command"].as_str().expect("a case has a command");
        let Some((_, facts)) = read(text) else { continue };
        let expected = &case["expect"];
        for (name, answer) in [
            ("guard_relevant", facts.guard_relevant),
            ("stages_and_commits", facts.stages_and_commits),
            ("no_verify", facts.no_verify),
        ] {
            answers += 1;
            match answer.fact {
                Fact::Unknown => open += 1,
                fact => assert_eq!(fact == Fact::Yes, expected[name] == true, "{name} of {text:?}"),
            }
        }
        // Where the case knows no message the engine may: a variable's value is in the text.
        if let (Some(texts), Some(found)) =
            (expected["commit_messages"].as_array(), facts.literal_messages())
        {
            assert_eq!(
                texts.iter().map(|text| text.as_str().unwrap_or_default()).collect::<Vec<_>>(),
                found,
                "{text:?}"
            );
        }
    }
    assert!(open * 20 <= answers, "{open} of {answers} answers are open");
}
