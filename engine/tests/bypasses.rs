//! Commands that run `git commit -n` in a roundabout way, each seen in bash 5.2 with a stub git: none may be a firm No.

use guarddiff_engine::Engine;
use guarddiff_engine::checks::{Settings, facts};
use guarddiff_engine::facts::{Check, Fact};

#[track_caller]
fn check(commands: &[&str]) {
    let mut engine = Engine::new();
    let settings = Settings::default();
    for command in commands {
        let analysis = engine.analyze(command);
        let Some(facts) = facts(command, &analysis, &settings) else { continue };
        for check in [Check::GuardRelevant, Check::NoVerify] {
            let fact = facts.answer(check).unwrap().fact;
            assert_ne!(fact, Fact::No, "{check:?} of {command:?}");
        }
    }
}

#[test]
fn a_variable_changed_out_of_sight_is_not_known() {
    check(&[
        "f(){ M=-n; }; M=-q; f; git commit $M",
        "M=-q; M=-n N=$M; git commit $N",
        "M=-n; N=$(git commit $M) M=-q",
        "M=-n; cat <<EOF; M=-q\n$(git commit $M)\nEOF",
        "M=; git commit -m \"${M:=-n}\" \"$M\"",
        "trap 'M=-n' DEBUG; M=-q; git commit $M",
        "declare -n R=M; M=-q; R=-n; git commit $M",
        "declare -l M; M=-N; git commit $M",
        "export M={-q,-n}; git commit $M",
        "M=-; export M+=n; git commit $M",
        "export M=(-n); git commit $M",
        "readonly M=-n; export M=-q; git commit $M",
        "M=-n\n: $((1/0)); M=-q\ngit commit $M",
        "M=-q; M=-n export M; git commit $M",
        "M=-n; coproc M=-q; git commit $M",
        "shopt -s expand_aliases\nalias q='M=-n'\nM=-q\nq\ngit commit $M",
        "declare IFS=,; M=--quiet,-n; git commit $M",
        "IFS=,; M=--quiet,-n; git commit $M",
        "shopt -s extglob; M='@(-n)'; git commit $M",
    ]);
}

#[test]
fn words_that_become_several_are_not_one() {
    check(&[
        "a=(x -n); p=a[@]; git commit -m \"${!p}\"",
        "declare -n R='a[@]'; a=(x -n); git commit -m \"$R\"",
        "git commit {-q}x,-n}",
        "git commit --no-verif{y.\\\n.y}",
        "cat(){ printf %s -n; }; git commit \"$(cat <<'A'\nx\nA\n)\"",
    ]);
}

#[test]
fn commands_in_odd_places_are_read() {
    check(&[
        "echo \"${x:-'$(git commit -n)'}\"",
        "echo \"${x:-${y:-'`git commit -n`'}}\"",
        "((git commit -n);(true))",
        ": $((git commit -n);(true))",
        "tee >(bash) <<< 'git commit -n'",
        "echo 'git commit -n' > >(bash)",
        "echo 'git commit -n' | { x=$(bash); }",
        "bash /dev/fd/3 3<<'E'\ngit commit -n\nE",
        ". /dev/fd/3 3<<'E'\ngit commit -n\nE",
        "command exec <<'E'\ngit commit -n\nE\nbash",
        "eval 'exec <<< \"git commit -n\"'; bash",
        "{ read x; bash; } <<'E'\ncat <<'F'\ngit commit -n\nF\nE",
    ]);
}

#[test]
fn wrappers_that_get_their_command_later_are_unknown() {
    check(&[
        "echo git commit -n | xargs nice",
        "echo git commit -n | xargs env",
        "echo git commit -n | xargs timeout 5",
        "echo git commit -n | xargs bash -c",
        "shopt -s expand_aliases\nalias x=nice\nx git commit -n",
    ]);
}

#[test]
fn aliases_count_however_they_are_switched_on() {
    check(&[
        "set -o posix\nalias x='git commit -n'\nx",
        "shopt -qs expand_aliases\nalias x='git commit -n'\nx",
        "builtin shopt -s expand_aliases\ncommand alias x='git commit -n'\nx",
        "shopt -s expand_aliases\neval 'alias x=\"git commit -n\"'\nx",
        "shopt -s expand_aliases\nBASH_ALIASES[x]='git commit -n'\nx",
        "bash -O expand_aliases -c $'alias x=\"git commit -n\"\\nx'",
    ]);
}

#[test]
fn a_posix_shell_may_read_its_code_otherwise() {
    check(&[
        "sh -c 'true &>/dev/null git commit -n'",
        "sh -c '((git commit -n))'",
        "sh -c '[[ a || git commit -n ]]'",
    ]);
}

#[test]
fn git_may_run_git_for_a_commit() {
    check(&["GIT_EDITOR='git commit -n #' git commit --allow-empty"]);
}

/// The value doubles with each assignment.
#[test]
fn a_value_that_grows_without_end_is_given_up() {
    let text = format!("M=a;{} git commit -m $M", "M=$M$M;".repeat(60));
    let analysis = Engine::new().analyze(&text);
    assert_eq!(
        analysis.commands.last().and_then(|command| command.argv.last()).and_then(|w| w.literal()),
        None
    );
}
