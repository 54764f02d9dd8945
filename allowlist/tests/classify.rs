//! Divergences over hand-made structure: what a rule proves, and what no rule proves.

use guarddiff_corpus::planted::{Planted, Truth};
use guarddiff_engine::facts::{Answer, Check, Fact, Facts};
use guarddiff_engine::policy::gate_policy;
use guarddiff_oracle::decision::{decide, legacy_decisions};
use guarddiff_oracle::truth::{Fault, against_planted};

use crate::sketch::{Sketch, TRAILER, check, no_facts};

fn yes(check: Check) -> Facts {
    answered(check, Fact::Yes)
}

fn answered(check: Check, fact: Fact) -> Facts {
    let answer = Answer { fact, span: None };
    let mut facts = no_facts();
    match check {
        Check::GuardRelevant => facts.guard_relevant = answer,
        Check::StagesAndCommits => facts.stages_and_commits = answer,
        Check::NoVerify => facts.no_verify = answer,
        Check::CommitMessage | Check::TrailerSplice | Check::UnitVerdicts => {}
    }
    facts
}

#[track_caller]
fn narrowed(sketch: Sketch, of: Check, expected: Option<&str>) {
    check(&sketch, of, &no_facts(), expected);
}

#[track_caller]
fn widened(sketch: Sketch, of: Check, expected: Option<&str>) {
    check(&sketch, of, &yes(of), expected);
}

#[test]
fn a_name_that_is_data_excuses_a_silent_guard() {
    let guard = Check::GuardRelevant;
    let quoted = Sketch::of("echo \"run git\"").command(&["echo", "\"run git\"=>run git"]);
    narrowed(quoted, guard, Some("prose-in-quotes"));
    narrowed(Sketch::of("echo git x").command(&["echo", "git", "x"]), guard, Some("plain-word"));
    narrowed(Sketch::of("ls a/.git").command(&["ls", "a/.git"]), guard, Some("part-of-word"));
    narrowed(Sketch::of("git-lfs x").command(&["git-lfs", "x"]), guard, Some("part-of-word"));
    narrowed(Sketch::of("ls # git").command(&["ls"]), guard, Some("comment"));
    let asked = Sketch::of("command -v git").command(&["command", "-v", "git"]);
    narrowed(asked, guard, Some("introspection"));
    let body = Sketch::of("cat <<E\ngit log\nE").command(&["cat"]).heredoc("<<E", "git log\n");
    narrowed(body, guard, Some("prose-in-heredoc"));
    let list = Sketch::of("for t in git ls; do echo x; done").command(&["echo", "x"]);
    narrowed(list, guard, Some("plain-word"));
    let pattern = Sketch::of("case $1 in\n git) echo x;; esac").command(&["echo", "x"]);
    narrowed(pattern, guard, Some("plain-word"));
    let test = Sketch::of("[[ $x == git ]] && echo y").command(&["echo", "y"]);
    narrowed(test, guard, Some("plain-word"));
}

#[test]
fn a_no_without_proof_is_the_engines_failure() {
    let guard = Check::GuardRelevant;
    // The engine says No though it read a git.
    narrowed(Sketch::of("git log").command(&["git", "log"]), guard, None);
    // The engine lost the second command: nothing shows that its words are data.
    narrowed(Sketch::of("ls; git log").command(&["ls"]), guard, None);
    narrowed(Sketch::of("if git log; then ls; fi").command(&["ls"]), guard, None);
    // A substitution that the analysis does not account for.
    let lost = Sketch::of("echo \"$(git log)\"").command(&["echo", "\"$(git log)\"=>?"]);
    narrowed(lost, guard, None);
    let lost =
        Sketch::of("cat <<E\n$(git log)\nE").command(&["cat"]).heredoc("<<E", "$(git log)\n");
    narrowed(lost, guard, None);
    // One match is data, the other is not.
    let both = Sketch::of("echo git; git log").command(&["echo", "git"]);
    narrowed(both, guard, None);
    // A hash inside a word opens no comment.
    narrowed(Sketch::of("ls a#git").command(&["ls"]), guard, None);
}

#[test]
fn the_same_body_is_data_when_its_delimiter_is_quoted() {
    let body =
        Sketch::of("cat <<'E'\n$(git log)\nE").command(&["cat"]).heredoc("<<'E'", "$(git log)\n");
    narrowed(body, Check::GuardRelevant, Some("prose-in-heredoc"));
}

#[test]
fn stages_in_a_heredoc_or_in_quotes_are_data() {
    let stages = Check::StagesAndCommits;
    let text = "cat <<'E'\ngit add -A\ngit commit\nE";
    let body = Sketch::of(text).command(&["cat"]).heredoc("<<'E'", "git add -A\ngit commit\n");
    narrowed(body, stages, Some("heredoc-names-both"));
    let text = "git add x && echo \"a; git commit; b\"";
    let quoted = Sketch::of(text)
        .command(&["git", "add", "x"])
        .command(&["echo", "\"a; git commit; b\"=>x"]);
    narrowed(quoted, stages, Some("quoted-data"));
    let text = "git add x && git commit -m y";
    let real =
        Sketch::of(text).command(&["git", "add", "x"]).command(&["git", "commit", "-m", "y"]);
    narrowed(real, stages, None);
}

#[test]
fn flags_that_are_no_flags_of_a_commit_excuse_silence() {
    let flag = Check::NoVerify;
    let commit = |text: &str, words: &[&str], expected| {
        narrowed(Sketch::of(text).command(words), flag, expected);
    };
    let body = Sketch::of("cat <<'E'\n--no-verify\nE").command(&["cat"]);
    narrowed(body.heredoc("<<'E'", "--no-verify\n"), flag, Some("flag-in-heredoc"));
    commit("echo '--no-verify'", &["echo", "'--no-verify'=>x"], Some("flag-in-quoted-data"));
    commit("git push --no-verify", &["git", "push", "--no-verify"], Some("other-subcommand"));
    let words = ["git", "commit", "-m", "--no-verify"];
    commit("git commit -m --no-verify", &words, Some("option-value"));
    let words = ["git", "commit", "-m", "\"a -n b\"=>a -n b"];
    commit("git commit -m \"a -n b\"", &words, Some("flag-in-message"));
    commit("git commit -uno", &["git", "commit", "-uno"], Some("attached-value"));
    commit("git commit -- -n", &["git", "commit", "--", "-n"], Some("after-dashes"));
    let words = ["git", "commit", "-n", "--verify"];
    commit("git commit -n --verify", &words, Some("flag-undone"));
    let words = ["git", "commit", "--no-verify\r"];
    commit("git commit --no-verify\r", &words, Some("longer-word"));

    commit("git commit --no-verify", &["git", "commit", "--no-verify"], None);
    commit("git commit -qn", &["git", "commit", "-qn"], None);
    commit("git commit --verify -n", &["git", "commit", "--verify", "-n"], None);
    commit("git commit -n -m --verify", &["git", "commit", "-n", "-m", "--verify"], None);
}

#[test]
fn what_hid_a_commit_is_named_and_a_plain_one_is_not_hidden() {
    let flag = Check::NoVerify;
    let words = ["timeout", "300", "git", "commit", "-n"];
    let wrapped =
        |words: &[&str], count| Sketch::of(&words.join(" ")).command(words).wrapped(count);
    widened(wrapped(&words, 2), flag, Some("wrapper-value"));
    widened(wrapped(&["setsid", "git", "commit", "-n"], 1), flag, Some("unlisted-wrapper"));
    let plain = |words: &[&str]| Sketch::of(&words.join(" ")).command(words);
    widened(plain(&["/bin/git", "commit", "-n"]), flag, Some("program-path"));
    widened(plain(&["git", "-C", "r", "commit", "-n"]), flag, Some("global-option"));
    widened(plain(&["git", "commit", "--no-veri"]), flag, Some("short-spelling"));
    let prefixed = |text: &str| Sketch::of(text).command(&["git", "commit", "-n"]);
    widened(prefixed("! git commit -n"), flag, Some("compound-prefix"));
    widened(prefixed("(git commit -n)"), flag, Some("compound-prefix"));
    widened(prefixed("git commit \\\n -n"), flag, Some("line-continuation"));
    let quoted = Sketch::of("git commit \"-n\"").command(&["git", "commit", "\"-n\"=>-n"]);
    widened(quoted, flag, Some("quoted-flag"));
    let cut = Sketch::of("git commit -m 'a;b' -n");
    let cut = cut.command(&["git", "commit", "-m", "'a;b'=>a;b", "-n"]);
    widened(cut, flag, Some("quoted-separator"));
    // Nothing hides a flag that is not there.
    widened(plain(&["git", "commit", "-m", "x"]), flag, None);
    widened(plain(&["ls"]), flag, None);
}

#[test]
fn an_unknown_that_fires_is_named_and_a_needless_one_is_not_excused() {
    let guard = Check::GuardRelevant;
    let facts = answered(guard, Fact::Unknown);
    let name = Sketch::of("$X y").command(&["$X=>?", "y"]);
    check(&name, guard, &facts, Some("unknown-name"));
    let known = Sketch::of("ls y").command(&["ls", "y"]);
    check(&known, guard, &facts, None);
    let flag = Check::NoVerify;
    let word = Sketch::of("git commit $A").command(&["git", "commit", "$A=>?"]);
    check(&word, flag, &answered(flag, Fact::Unknown), Some("unknown-word"));
}

#[test]
fn a_rule_says_nothing_about_other_checks_and_directions() {
    let sketch = Sketch::of("ls # git commit -n").command(&["ls"]);
    let (rules, _) = sketch.examine(Check::GuardRelevant, &no_facts());
    assert_eq!(rules.iter().map(|rule| rule.name).collect::<Vec<_>>(), ["comment"]);
    let rule = rules[0];
    assert!(!rule.directions.contains(&guarddiff_oracle::divergence::Direction::Widened));
}

/// Here the rule is right about the text and the maker of the case knows better: a silent decision where the text
/// matcher fires is then a failure of its own, whatever `classify` says.
#[test]
fn a_planted_yes_that_is_missed_is_a_failure_even_where_a_rule_claims_the_divergence() {
    let sketch = Sketch::of("ls # ; git commit -n").command(&["ls"]);
    check(&sketch, Check::NoVerify, &no_facts(), Some("comment"));

    let policy = gate_policy();
    let (text, facts) = (sketch.text.as_str(), no_facts());
    let decisions = decide(text, &sketch.analysis, Some(&facts), &policy, TRAILER);
    let legacy = legacy_decisions(text, &policy, TRAILER);
    let planted = Planted {
        readable: true,
        guard_relevant: Truth::known(false),
        stages_and_commits: Truth::known(false),
        no_verify: Truth { holds: true, knowable: false },
        messages: None,
        splice: None,
        units: None,
        runs: None,
    };
    let failures = against_planted(text, Some(&facts), &decisions, &legacy, &planted);
    let faults: Vec<Fault> = failures.iter().map(|failure| failure.fault).collect();
    assert_eq!(faults, [Fault::WrongNo, Fault::Missed]);
}
