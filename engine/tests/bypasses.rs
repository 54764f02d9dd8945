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
fn a_function_or_a_trap_may_change_what_is_known() {
    check(&[
        "M=-q; f() { M=-n; }; f; git commit $M",
        "g() { M=-q; f; git commit $M; }; f() { M=-n; }; g",
        "f() { for M in -n; do [[ x ]]; done; }; M=-q; f; git commit $M",
        "f () { g() { M=-n; }; }; f; M=-q; g; git commit $M",
        "f() { local -n R=$1; R=-n; }; M=-q; f M; git commit $M",
        "f() { read \"$1\" <<< -n; }; M=-q; f M; git commit $M",
        "f() { printf -v \"$1\" %s -n; }; M=-q; f M; git commit $M",
        "f() { eval \"$1\"; }; M=-q; f M=-n; git commit $M",
        "f() { IFS=,; }; f; M=-q,-n; git commit $M",
        "f() { : ${M:=-n}; }; M=; f; git commit $M",
        "f() { M=-n; }; M=-q; eval f; git commit $M",
        "f() { M=-n; }; eval 'M=-q; f; git commit $M'",
        "eval 'f() { M=-n; }'; M=-q; f; git commit $M",
        "M=-q; trap 'M=-n' DEBUG; git commit $M",
        "trap f DEBUG; f() { M=-n; }; M=-q; git commit $M",
        "M=-q; eval 'M=-n'; git commit $M",
        "M=-q; command eval M=-n; git commit $M",
        "M=-q; source /dev/stdin <<< M=-n; git commit $M",
    ]);
}

#[test]
fn a_builtin_may_change_what_is_known() {
    check(&[
        "M=-q; read M <<< -n; git commit $M",
        "M=-q; builtin read M <<< -n; git commit $M",
        "M=-q; mapfile -t M <<< -n; git commit $M",
        "M=-q; printf -v M %s -n; git commit $M",
        "readonly M=-n; M=-q\ngit commit $M",
        "shopt -s lastpipe; M=-q; printf %s -n | read M; git commit $M",
        "set -o posix; M=-q; M=-n :; git commit $M",
        "POSIXLY_CORRECT=1; M=-q; M=-n :; git commit $M",
        "read X <<< readonly; \"$X\" M=-n; M=-q\ngit commit $M",
    ]);
}

#[test]
fn a_function_may_be_called_in_ways_that_are_not_spelled_as_a_call() {
    check(&[
        "f() { git commit \"$@\"; }; f -q; eval 'f -n'",
        "f() { git commit \"$@\"; }; f -q; g=f; $g -n",
        "f() { git commit \"$@\"; }; f -q; trap 'f -n' EXIT",
        "f() { git commit \"$@\"; }; f -q; export -f f; bash -c 'f -n'",
        "f() { git commit \"$@\"; }; f -q; `f -n`",
        "f() { git commit \"$@\"; }; f -q; echo \"`f -n`\"",
        "f() { git commit \"$@\"; }; f -q; PROMPT_COMMAND='f -n'",
        "f() { git commit \"$@\"; }; f -q; \\f -n",
        "f() { git commit \"$@\"; }; f -q; 'f' -n",
        "f() { git commit \"$@\"; }; f -q; $'\\x66' -n",
        "f() { git commit \"$@\"; }; f -q; {f,-n}",
        "f() { git commit \"$@\"; }; f -q; X=-n; f $X",
        "f() { git commit \"$@\"; }; f -q; f {-q,-n}",
        "f() { git commit \"$@\"; }; f -q; f -n -m x > log &",
        "f() { :; }; f() { git commit \"$@\"; }; f -n",
        "g() { f() { git commit \"$@\"; }; f -n; }; g",
        "g() { f() { git commit \"$@\"; }; f -n; }; g -q",
        "eval 'f() { git commit \"$@\"; }; f -q'; f -n",
        "shopt -s expand_aliases; alias g='f -n'\nf() { git commit \"$@\"; }; f -q\ng",
    ]);
}

#[test]
fn a_process_substitution_stands_in_a_parameter() {
    check(&[
        "echo ${x:-<(git commit -n)}",
        "echo ${x:->(git commit -n)}",
        "echo ${x:-a <(git commit -n) b}",
        "cat ${x+<(git commit -n)}",
    ]);
}

#[test]
fn positional_parameters_change() {
    check(&[
        "f() { set -- -n; git commit \"$@\"; }; f -q",
        "f() { while [ $# -gt 0 ]; do git commit $1; shift; done; }; f -q -n",
        "f() { while true; do git commit $1; shift; break; done; }; f -q -n",
        "f() { shift; git commit $1; }; f -q -n",
        "set -- -q -n; shift; git commit $1",
        "set -- -q; eval 'set -- -n'; git commit $1",
        "set -- -q; . ./x; git commit $1",
        "set -- -q; for i in 1 2; do git commit $1; set -- -n; done",
        "set -- -q && set -- -n; git commit $1",
        "false && set -- -q; git commit $1",
        "set -- -q; set - -n; git commit $1",
        "set -- -q; set -e -n; set x -n; git commit $2",
        "f() { git commit ${1:--n}; }; f ''",
        "f() { git commit ${2--n}; }; f -q",
        "echo -n | xargs bash -c 'git commit $1' _",
        "find . -exec bash -c 'git commit $1' _ {} +",
        "bash -c 'git commit \"$2\"' _ -q -n",
        "bash -c 'shift; git commit \"$1\"' _ -q -n",
        "bash -c 'f $1' _ -n; f() { git commit $1; }; export -f f; f -q; bash -c 'f -n'",
        "f() { M=-n; }; export -f f; bash -c 'M=-q; f; git commit $M'",
    ]);
}

#[test]
fn fields_are_split_at_what_ifs_says_when_a_body_runs() {
    check(&[
        "IFS=,; eval 'M=x,-n; git commit $M'",
        "IFS=,; trap 'M=x,-n; git commit $M' EXIT",
        "f() { git commit $1; }; IFS=,; f x,-n",
        "f() { for i in x,-n; do git commit $i; done; }; IFS=,; f",
        "f() { M=x,-n; git commit $M; }; IFS=,; f",
        "M=x,-n; f() { git commit $M; }; IFS=,; f",
        "M=x,-n; f() { git commit $M; }; read IFS <<< ,; f",
        "f() { a=(x,-n y); git commit ${a[0]}; }; IFS=,; f",
        "f() { git commit \"$*\"; }; IFS=; f - n",
    ]);
}

#[test]
fn lists_change() {
    check(&[
        "a=(-q); a+=(-n); git commit \"${a[@]}\"",
        "a=(-q); a[1]=-n; git commit \"${a[@]}\"",
        "a=(-q); read -a a <<< -n; git commit \"${a[@]}\"",
        "a=(-q); mapfile -t a <<< -n; git commit \"${a[@]}\"",
        "a=(-q); for i in 1 2; do git commit \"${a[@]}\"; a=(-n); done",
        "a=([1]=-q [0]=-n); git commit $a",
        "a=(-n); git commit $a",
        "a=(-q -n); git commit ${a[1]}",
        "a=(-q -n); git commit ${a[*]}",
    ]);
}

#[test]
fn a_value_that_is_set_once_may_not_have_been_set() {
    check(&[
        "M=-n; true || M=-q && git commit $M",
        "M=-n; false && M=-q; git commit $M",
        "M=-n; false && M=-q && :; git commit $M",
        "M=-n; false && M=-q && : || git commit $M",
        "M=-n; x || # &&\n M=-q && git commit $M",
        "M=-q; for i in 1 2; do git commit $M; M=-n; done",
        "M=-q; for i in 1 2; do git commit $M; source f; done",
        "M=-q; for i in 1 2; do git commit $M; read \"$i\" <<< -n; done",
        "M=-q; f() { git commit $M; }; N=M; read $N <<< -n; f",
        "M=-q; f() { git commit $M; }; declare -n R=M; R=-n; f",
        "M=-q; if x; then eval 'M=-n'; fi; git commit $M",
        "M=-q; f() { git commit $M; }; M=-n f",
        "A=M; M=-q; while x; do git commit $M; printf -v ''$A -- -n; done",
        "M=-q; while x; do git commit $M; ((M=1)); done",
        "MMM=-q; for i in 1 2; do git commit $MMM; M\\\nMM=-n; done",
        "M=-q; copro\\\nc M { :; }; sleep 1; git commit $M -n",
    ]);
}

#[test]
fn what_a_substitution_prints_may_be_another_text() {
    check(&[
        "printf() { builtin printf %s -n; }; git commit \"$(printf -- -q)\"",
        "echo() { builtin echo -n -- -n; }; git commit \"$(echo -q)\"",
        "git commit \"$(printf '%b' '\\055n')\"",
        "git commit \"$(printf '\\055n')\"",
        "git commit \"$(echo -e '\\055n')\"",
        "git commit \"$(printf '%s' -n)\"",
        "git commit \"$(echo --no-verify)\"",
    ]);
}

#[test]
fn a_line_that_fails_leaves_assignments_out() {
    check(&[
        "M=-n\n: $((1/0)) \"\n\"; M=-q\ngit commit $M",
        "f() { : $((1/0)); }; M=-n\nf; M=-q\ngit commit $M",
        "M=-n\n: ${!M}; M=-q\ngit commit $M",
        "M=-n\nUID=5; M=-q\ngit commit $M",
        "M=-n\ndeclare -i X=1/0; M=-q\ngit commit $M",
        "readonly A=1\nM=-n\nA=2; M=-q\ngit commit $M",
        "shopt -s failglob; M=-n\nls nope*; M=-q\ngit commit $M",
    ]);
}

#[test]
fn what_feeds_a_compound_is_expanded_before_it() {
    check(&[
        "M='git commit -n'; { M=ls; bash; } <<< \"$M\"",
        "M='git commit -n'; { M=ls; bash; } <<EOF\n$M\nEOF",
        "f() { M=ls; bash; }; M='git commit -n'; f <<< \"$M\"",
    ]);
}

#[test]
fn a_value_may_be_evaluated_as_code() {
    check(&[
        "x='a[$(git commit -n -m x)]'; ((x))",
        "x='a[$(git commit -n -m x)]'; echo $((x))",
        "x='a[$(git commit -n -m x)]'; [[ x -eq 1 ]]",
        "x='a[$(git commit -n -m x)]'; [[ -v $x ]]",
        "x='a[$(git commit -n -m x)]'; test -v \"$x\"",
        "x='a[$(git commit -n -m x)]'; [ -v \"$x\" ]",
        "x='a[`git commit -n -m x`]'; let x",
        "let 'a[$(git commit -n -m x)]'",
        "x='a[$(git commit -n -m x)]'; declare -i y=x",
        "x='a[$(git commit -n -m x)]'; echo ${z[x]}",
        "x='a[$(git commit -n -m x)]'; echo ${!x}",
        "x='a[$(git commit -n -m x)]'; printf -v \"$x\" y",
        "x='a[$(git commit -n -m x)]'; read \"$x\" <<< y",
        "read x <<< 'a[$(git commit -n -m x)]'; ((x))",
        "for x in 'a[$(git commit -n -m x)]'; do ((x)); done",
        "f() { (($1)); }; f 'a[$(git commit -n -m x)]'",
        "x='$(git commit -n -m x)'; echo ${x@P}",
        "x='a[$(git commit -n -m x)]'; a[x]=1",
        "x='a[$(git commit -n -m x)]'; for ((;x;)); do break; done",
        "x=$'a[\\x24(git commit -n -m x)]'; ((x))",
        "x='a[$(git commit -n -m x)]'; echo $[x]",
    ]);
}

#[test]
fn defaults_parts_and_parameters_may_be_anything() {
    check(&[
        "${GIT:-git} commit -n",
        "${GIT-git} commit -n",
        "${GIT:=git} commit -n",
        "\"${GIT:-git}\" commit -n",
        "x=1; ${x:+git} commit -n",
        "x=1; \"${x:+git}\" commit -n",
        "git ${c:-commit} -n",
        "git \"${c:-commit}\" -n",
        "git commit ${f:--n}",
        "git commit \"${f:--n}\"",
        "git commit \"${f:---no-verify}\" -m x",
        "x=1; git commit ${x:+-n}",
        "x=1; git commit ${x+--no-verify} -m y",
        "git commit -m x ${1---no-verify}",
        "${GIT:-git commit -n}",
        "${U:-git} ${V:-commit} ${W:--n}",
        "bash -c \"${C:-git commit -n}\"",
        "eval \"${C:-git commit -n}\"",
        "eval ${C:-'git commit -n'}",
        "${C:-bash} -c 'git commit -n'",
        "${C:-env} git commit -n",
        "env ${C:-git} commit -n",
        "git commit -m \"${m:-x}\" ${f:--n}",
        "git -C \"${d:-.}\" commit -n",
        "git commit -m ${m:--n}",
        "p=git; ${p%x} commit -n",
        "p=xgit; ${p#x} commit -n",
        "p=git-x; \"${p%%-*}\" commit -n",
        "p=GIT; ${p,,} commit -n",
        "p=gXt; ${p/X/i} commit -n",
        "p=xgit; ${p:1} commit -n",
        "a=(git commit -n); \"${a[@]}\"",
        "a=(git commit -n); ${a[*]}",
        "a=(commit -n); git \"${a[@]}\"",
        "set -- git commit -n; \"$@\"",
        "set -- -n; git commit \"$@\"",
        "set -- -n; git commit \"$1\"",
        "f() { \"$@\"; }; f git commit -n",
        "f() { git \"$@\"; }; f commit -n",
        "f() { git commit \"$1\"; }; f -n",
        "f() { local x=$1; git commit $x; }; f -n",
        "f() { git commit \"${@:2}\"; }; f x -n",
        "f() { git commit \"${1:--n}\"; }; f",
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
    check(&[
        "GIT_EDITOR='git commit -n #' git commit --allow-empty",
        "export GIT_EDITOR='git commit -n #'; git commit --allow-empty",
        "GIT_EDITOR='git commit -n #'; export GIT_EDITOR; git commit --allow-empty",
        "GIT_EDITOR='git commit -n #' bash -c 'git commit --allow-empty'",
        "git config core.editor 'git commit -n #'; git commit --allow-empty",
        "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.pager GIT_CONFIG_VALUE_0='git commit -n' git log",
        "git clone 'ext::git commit -n'",
        "git grep -O'git commit -n' x",
        "git config foo.x 'commit -n'; git config --rename-section foo alias; git x",
        "read GIT_CONFIG_KEY_0 <<< alias.x; git x -n",
        "git config alias.x commit; export GIT_CONFIG_KEY_0; git x -n",
    ]);
}

#[test]
fn builtins_and_variables_hold_commands() {
    check(&[
        "compgen -C 'git commit -n'",
        "compgen -W '$(git commit -n)'",
        "sleep 9 & jobs -x git commit -n",
        "hash -p /usr/bin/git x; x commit -n",
        "BASH_CMDS[x]=/usr/bin/git; x commit -n",
        "declare -A BASH_CMDS=([x]=/usr/bin/git); x commit -n",
        "PS4='$(git commit -n)'; set -x; ls",
        "export PS4=\"+ \\`git commit -n\\`\"; bash -xc ls",
        "read PS4 <<< '$(git commit -n)'; set -x; ls",
        "PROMPT_COMMAND='git commit -n' bash -i",
        "env PROMPT_COMMAND='git commit -n' bash -i",
        "BASH_ENV=/dev/stdin bash -c ls <<< 'git commit -n'",
        "BASH_ENV=<(echo git commit -n) bash -c ls",
        "env BASH_ENV='$(git commit -n)' bash -c ls",
        "ENV='$(git commit -n)' sh -i",
        "set -k; git commit -C A=1 -m -n",
        "make -f - <<'E'\na: ; git commit -n\nE",
    ]);
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

/// In a heredoc's body bash finds the end of `$((` when it expands it, and knows comments there.
#[test]
fn a_quote_in_a_comment_of_a_body_s_substitution_opens_nothing() {
    check(&[
        "cat <<E\n$(( echo a # don't\ngit commit -n )\n)\nE",
        "cat <<E\n$((\n# (it's\ngit commit -n ) # \"a\n)\nE",
        "cat <<E\n$(( echo \"$(cat <<F\nit's (a\nF\n)\" )\ngit commit -n\n)\nE",
        "cat <<E\n$(( echo $(cat <<F\nit's (a\nF\n) )\ngit commit -n\n)\nE",
        "cat <<E\n$(( echo $(echo a # it's\n) )\ngit commit -n\n)\nE",
    ]);
}
