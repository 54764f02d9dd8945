//! What programs do with their words, as tables: `?` in a word stands for the unknown part of one field, `¤` for
//! one that may be split, and single quotes hold blanks together.

use super::*;
use crate::span::Span;

fn word(text: &str) -> Word {
    let fields = if text.contains('¤') { Fields::Any } else { Fields::One };
    let value = match (text.find(['?', '¤']), text.rfind(['?', '¤'])) {
        (Some(first), Some(last)) => Value::Unknown(Shape {
            prefix: text[..first].to_owned(),
            suffix: text[last..][text[last..].chars().next().map_or(0, char::len_utf8)..]
                .to_owned(),
            fields,
        }),
        _ => Value::Literal(text.to_owned()),
    };
    Word { value, span: Span::default() }
}

fn words(text: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let mut current: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '\'' => {
                quoted = !quoted;
                current.get_or_insert_default();
            }
            ' ' if !quoted => words.extend(current.take().map(|text| word(&text))),
            c => current.get_or_insert_default().push(c),
        }
    }
    words.extend(current.take().map(|text| word(&text)));
    words
}

fn value(value: &Value) -> String {
    match value {
        Value::Literal(text) => text.clone(),
        Value::Unknown(shape) => {
            let mark = if shape.fields == Fields::One { '?' } else { '¤' };
            format!("{}{mark}{}", shape.prefix, shape.suffix)
        }
    }
}

fn text(words: &[Word]) -> String {
    words.iter().map(|word| value(&word.value)).collect::<Vec<_>>().join(" ")
}

fn describe(role: &Role, argv: &[Word]) -> String {
    let runs = match role {
        Role::Plain => return "plain".to_owned(),
        Role::Rewritten { argv, .. } => return describe(&super::role(argv, Lookup::Path), argv),
        Role::Runs(runs) => runs,
    };
    let placed = |placeholder: &Option<String>| {
        placeholder.as_ref().map_or(String::new(), |p| format!(" with {p}"))
    };
    let runs: Vec<String> = runs
        .iter()
        .map(|run| match run {
            Run::Words { from, to, assignments, open_ended, placeholder, .. } => {
                let mut line = text(&argv[*from..*to]);
                if *open_ended {
                    line.push_str(" ...");
                }
                if !assignments.is_empty() {
                    line.push_str(&format!(" in {}", text(&argv[assignments.clone()])));
                }
                line + &placed(placeholder)
            }
            Run::Code { text: code, arguments, placeholder, .. } => {
                let mut line = format!("code: {}", value(code));
                if !arguments.is_empty() {
                    line.push_str(&format!(" for {}", text(&argv[arguments.clone()])));
                }
                line + &placed(placeholder)
            }
            Run::CodeFromStdin => "stdin".to_owned(),
            Run::Opaque { interpreter, text, .. } => format!("{interpreter}: {}", value(text)),
            Run::OpaqueFromStdin { interpreter } => format!("{interpreter} from stdin"),
            Run::Unknown => "unknown".to_owned(),
        })
        .collect();
    runs.join(" & ")
}

#[track_caller]
fn check(table: &[(&str, &str)]) {
    for (command, expected) in table {
        let argv = words(command);
        assert_eq!(describe(&role(&argv, Lookup::Shell), &argv), *expected, "{command}");
    }
}

fn all_rows() -> impl Iterator<Item = &'static wrappers::Wrapper> {
    rows::TABLES.into_iter().flatten()
}

/// The words that the innermost program gets.
fn innermost(argv: Vec<Word>, lookup: Lookup) -> Option<Vec<Word>> {
    let (mut argv, mut lookup) = (argv, lookup);
    for _ in 0..20 {
        let next = match role(&argv, lookup) {
            Role::Plain => return Some(argv),
            Role::Rewritten { argv, .. } => (argv, lookup),
            Role::Runs(runs) => match runs.as_slice() {
                [Run::Words { from, to, lookup, .. }] => (argv[*from..*to].to_vec(), *lookup),
                _ => return None,
            },
        };
        (argv, lookup) = next;
    }
    None
}

#[test]
fn rows_are_sorted_by_name_and_each_name_stands_once() {
    for rows in rows::TABLES {
        for pair in rows.windows(2) {
            assert!(pair[0].name < pair[1].name, "{} {}", pair[0].name, pair[1].name);
        }
    }
    let mut names: Vec<&str> = all_rows().map(|row| row.name).collect();
    names.sort_unstable();
    assert_eq!(names.windows(2).find(|pair| pair[0] == pair[1]), None);
}

#[test]
fn every_sample_is_seen_through() {
    let samples = wrapper_samples();
    assert!(samples.len() > 60);
    for sample in samples {
        for prefix in [Some(sample.plain), sample.valued].into_iter().flatten() {
            let argv: Vec<Word> =
                format!("{prefix} git commit -n -m x").split(' ').map(word).collect();
            assert_eq!(program_name(&argv[0]), Some(sample.program), "{prefix}");
            let inner = innermost(argv, Lookup::Shell).map(|words| text(&words));
            assert_eq!(inner.as_deref(), Some("git commit -n -m x"), "{prefix}");
        }
    }
}

#[test]
fn samples_stack() {
    let samples = wrapper_samples();
    for outer in &samples {
        for inner in samples.iter().filter(|inner| !inner.builtin && outer.program != "builtin") {
            // `rtk env` is rtk's own way to print the environment.
            if (outer.program, inner.program) == ("rtk", "env") {
                continue;
            }
            let line = format!(
                "{} {} git commit -n -m x",
                outer.plain,
                inner.valued.unwrap_or(inner.plain)
            );
            let found = innermost(line.split(' ').map(word).collect(), Lookup::Shell);
            assert_eq!(
                found.map(|words| text(&words)).as_deref(),
                Some("git commit -n -m x"),
                "{line}"
            );
        }
    }
}

#[test]
fn an_option_that_no_row_knows_hides_the_command() {
    for row in all_rows() {
        let plain_words =
            matches!(row.then, wrappers::Then::Command | wrappers::Then::CommandOrShell);
        if plain_words && !row.options.contains("--*") && !row.options.is_empty() {
            check(&[(&format!("{} --guarddiff-no-such-option git commit", row.name), "unknown")]);
            check(&[(&format!("{} -% git commit", row.name), "unknown")]);
        }
    }
}

#[test]
fn no_row_gives_an_option_twice() {
    for row in all_rows() {
        if matches!(row.then, wrappers::Then::Own(_)) && matches!(row.name, "tmux" | "cmd" | "pwsh")
        {
            continue;
        }
        let mut names: Vec<&str> = row
            .options
            .split_ascii_whitespace()
            .flat_map(|item| item.trim_end_matches([':', '!', '?', '@', '%', '=', '~']).split(','))
            .collect();
        names.sort_unstable();
        for pair in names.windows(2) {
            // perl's `-V` and `-V:name`.
            assert!(pair[0] != pair[1] || row.name == "perl", "{}: {}", row.name, pair[0]);
        }
    }
}

#[test]
fn options_take_their_values_as_getopt_does() {
    check(&[
        ("timeout 300 git x", "git x"),
        ("timeout -k5 300 git x", "git x"),
        ("timeout -k 5 300 git x", "git x"),
        ("timeout -vk 5 300 git x", "git x"),
        ("timeout --kill-after=5 300 git x", "git x"),
        ("timeout --kill-after 5 300 git x", "git x"),
        ("timeout --sig KILL 5 git x", "git x"),
        ("timeout --s=KILL 5 git x", "git x"),
        ("timeout -- 300 git x", "git x"),
        ("timeout 300 -k 5 git x", "-k 5 git x"),
        ("timeout --ver 5 git x", "unknown"),
        ("timeout --nonsense 5 git x", "unknown"),
        ("timeout --foreground=1 5 git x", "unknown"),
        ("timeout -q 5 git x", "unknown"),
        ("timeout --help git x", "plain"),
        ("timeout 300", "plain"),
        ("timeout", "plain"),
        ("/usr/bin/timeout 300 git x", "git x"),
        ("?/timeout 300 git x", "git x"),
        ("¤/timeout 300 git x", "plain"),
        ("timeout 5 timeout 6 git x", "timeout 6 git x"),
    ]);
}

#[test]
fn unknown_words_hide_the_boundary_where_they_could_be_options() {
    check(&[
        ("timeout ? git x", "unknown"),
        ("timeout 3? git x", "git x"),
        ("timeout ?s git x", "unknown"),
        ("timeout -k ? 300 git x", "git x"),
        ("timeout -k? 300 git x", "unknown"),
        ("timeout -k5? 300 git x", "git x"),
        ("timeout -k?s 300 git x", "git x"),
        ("timeout --kill-after=? 300 git x", "git x"),
        ("timeout --kill? 300 git x", "unknown"),
        ("timeout -v? 300 git x", "unknown"),
        ("timeout -- ? git x", "git x"),
        ("timeout 3¤ git x", "unknown"),
        ("timeout -k ¤ 300 git x", "unknown"),
        ("timeout 300 ? x", "? x"),
        ("timeout 300 ¤ x", "¤ x"),
        ("timeout 300 git ¤", "git ¤"),
        ("nohup ?/run x", "?/run x"),
        ("nohup ? x", "unknown"),
        ("sudo ? x", "unknown"),
        ("sudo ?/run x", "?/run x"),
        ("env ?/run x", "unknown"),
        ("? git x", "plain"),
    ]);
}

#[test]
fn rows_know_their_peculiarities() {
    check(&[
        ("nice git x", "git x"),
        ("nice -5 git x", "git x"),
        ("nice --5 git x", "git x"),
        ("nice -5? git x", "git x"),
        ("nice -n5 git x", "git x"),
        ("nice --adj=5 git x", "git x"),
        ("ionice -c2 -n 7 git x", "git x"),
        ("ionice -p 12", "plain"),
        ("chrt -f 10 git x", "git x"),
        ("chrt -p 10 12", "plain"),
        ("taskset -c 0,1 git x", "git x"),
        ("taskset -cp 0 12", "plain"),
        ("setsid -fw git x", "git x"),
        ("stdbuf -i0 --output=L -e L git x", "git x"),
        ("time -f %e -o log git x", "git x"),
        ("time -pv git x", "git x"),
        ("sudo -u git git x", "git x"),
        ("sudo --user cat rm x", "rm x"),
        ("sudo A=1 -n B=? git x", "git x in A=1 -n B=?"),
        ("sudo -EH git x", "git x"),
        ("sudo -s git x", "git x"),
        ("sudo -i git $x", "unknown"),
        ("sudo -i", "stdin"),
        ("sudo -l git x", "plain"),
        ("sudo -h host git x", "unknown"),
        ("doas -u root git x", "git x"),
        ("doas -s", "stdin"),
        ("chroot /mnt", "stdin"),
        ("chroot --userspec=a:b /mnt git x", "git x"),
        ("unshare -rm --propagation slave git x", "git x"),
        ("flock lock git x", "git x"),
        ("flock -n lock -c 'git x'", "code: git x"),
        ("flock 9", "plain"),
        ("flock lock ? 'git x'", "unknown"),
        ("sg docker -c 'git x'", "code: git x"),
        ("strace -f -e trace=file -o log git x", "git x"),
        ("busybox sh -c x", "sh -c x"),
        ("firejail --net=none git x", "git x"),
        ("gdb -q --args git x", "git x"),
        ("ssh host git commit", "plain"),
        ("git commit", "plain"),
        ("make git", "plain"),
        ("npm run git", "plain"),
        ("docker run x git commit", "plain"),
        (
            "hyperfine -w 3 'git x' --prepare 'git y' 'git z'",
            "code: git x & code: git y & code: git z",
        ),
        ("watch git x '&&' y", "code: git x && y"),
        ("watch -n 2 -x git x", "git x"),
        ("watch -d=permanent git ?", "code: git ?"),
        ("at now", "stdin"),
        ("entr -s 'git x'", "unknown"),
    ]);
}

#[test]
fn env_splits_and_assigns() {
    check(&[
        ("env", "plain"),
        ("env A=1", "plain"),
        ("env A=1 B=? git x", "git x in A=1 B=?"),
        ("env -i -u FOO --chdir=d git x", "git x"),
        ("env -uFOO git x", "git x"),
        ("env - git x", "git x"),
        ("env - A=1 git x", "git x in A=1"),
        ("env -- A=1 git x", "git x in A=1"),
        ("env A=1 -i git", "-i git in A=1"),
        ("env ?", "unknown"),
        ("env A=1 ?", "? in A=1"),
        ("env A=1 ? x", "unknown"),
        ("env ¤ git", "unknown"),
        ("env --nonsense git x", "unknown"),
        ("env -S 'git commit -n'", "git commit -n"),
        ("env '-Sgit commit' -n", "git commit -n"),
        ("env -vS '-u FOO git x' y", "git x y"),
        ("env '--split-string=A=1 git' x", "git x in A=1"),
        ("env --split 'A=1 git' x", "git x in A=1"),
        ("env -S 'git -m \"a b\" # end'", "git -m a b"),
        ("env -S 'git \\_x \\c y'", "git x"),
        ("env -S 'git a${B}c'", "git a?c"),
        ("env -S 'git $B'", "unknown"),
        ("env -S ?", "unknown"),
        ("env -S '-S git' x", "git x"),
        ("env -Srm cat", "rm cat"),
    ]);
    let argv = words("env -u A -S 'git x' y");
    let Role::Rewritten { word, .. } = role(&argv, Lookup::Path) else { panic!("env -S rewrites") };
    assert_eq!(word, 4..5);
    let deep = format!("env {}", "-S".repeat(2000));
    assert_eq!(role(&words(&deep), Lookup::Shell), Role::unknown());
}

#[test]
fn xargs_and_parallel_complete_their_commands() {
    check(&[
        ("xargs", "plain"),
        ("xargs git add", "git add ..."),
        ("xargs -n 1 git commit -m", "git commit -m ..."),
        ("xargs -0 -r -P4 git add --", "git add -- ..."),
        ("xargs -I {} git add {}", "git add {} with {}"),
        ("xargs -I% git add %", "git add % with %"),
        ("xargs -i rm cat x", "rm cat x with {}"),
        ("xargs --replace=R git R", "git R with R"),
        ("xargs -I{} -n 1 git {}", "git {} ... with {}"),
        ("xargs -I ? git", "unknown"),
        ("xargs -d '\n' -a file git add", "git add ..."),
        ("xargs A=1 git", "A=1 git ..."),
        ("xargs --nonsense git", "unknown"),
        ("xargs sh -c 'git add \"$@\"' _", "sh -c git add \"$@\" _ ..."),
        ("parallel git add ::: a b", "code: git add {} with {}"),
        ("parallel -j4 'git add {} && x' ::: a", "code: git add {} && x with {}"),
        ("parallel git add {.} {#} ::: a", "code: git add {} {} with {}"),
        ("parallel 'f() { git x {2}; }; f' ::: a", "code: f() { git x {}; }; f with {}"),
        ("parallel 'git {= uc =}' ::: a", "unknown"),
        ("parallel ::: 'git x' y", "code: git x & code: y"),
        ("parallel -k", "stdin"),
    ]);
}

#[test]
fn find_and_fd_run_what_stands_between_their_marks() {
    check(&[
        ("find . -type f", "plain"),
        ("find . -name -exec", "plain"),
        ("find ? -name a", "plain"),
        ("find . -name ? -print", "plain"),
        ("find ¤ -name a", "unknown"),
        ("find . -name ¤", "unknown"),
        ("find . -exec git add {} ;", "git add {} with {}"),
        ("find . -exec git add {} +", "git add {} ... with {}"),
        ("find . -exec git add + {} ;", "git add + {} with {}"),
        ("find . -ok git x ; -o -execdir sh -c y ;", "git x with {} & sh -c y with {}"),
        ("find . -exec git x", "plain"),
        ("find ? -exec rm {} ;", "rm {} with {}"),
        ("find ? -name a -exec rm {} ;", "rm {} with {}"),
        ("find ? git -exec rm {} ;", "rm {} with {} & unknown"),
        ("find . -exec grep ? {} ;", "grep ? {} with {}"),
        ("find . -exec chmod ¤ {} ;", "chmod ¤ {} with {} & unknown"),
        ("find . -fprintf f %p -exec git x ;", "git x with {}"),
        ("fd -e rs", "plain"),
        ("fd -e rs -x git add {}", "git add {} with {"),
        ("fd -e rs -X git add", "git add ..."),
        ("fd -Hx git add", "unknown"),
        ("fdfind a --exec wc ; b", "wc ..."),
        ("fd -tx", "plain"),
    ]);
}

#[test]
fn shells_take_code_from_words_or_from_standard_input() {
    check(&[
        ("bash -c 'git x'", "code: git x"),
        ("bash -lc 'git x' name a b", "code: git x for name a b"),
        ("bash -c -e 'git x'", "code: git x"),
        ("bash -euo pipefail -c 'git x'", "code: git x"),
        ("bash -ceo pipefail 'git x'", "code: git x"),
        ("bash +e -O extglob -c 'git x'", "code: git x"),
        ("bash --norc --rcfile f -c 'git x'", "code: git x"),
        ("bash -norc -c 'git x'", "code: git x"),
        ("bash -c -- 'git x'", "code: git x"),
        ("bash -c ?", "code: ?"),
        ("bash -c ¤", "code: ¤"),
        ("bash -c", "plain"),
        ("bash", "stdin"),
        ("bash -s a b", "stdin"),
        ("bash -", "stdin"),
        ("bash -x", "stdin"),
        ("sh /dev/stdin", "stdin"),
        ("bash script.sh -c 'git x'", "plain"),
        ("bash -n script.sh", "plain"),
        ("bash -n -c 'git x'", "plain"),
        ("bash -o noexec -c 'git x'", "plain"),
        ("bash -n +n -c 'git x'", "code: git x"),
        ("bash --version", "plain"),
        ("bash --nonsense -c x", "unknown"),
        ("zsh --extendedglob -c x", "code: x"),
        ("zsh -oerrexit -c x", "code: x"),
        ("zsh -eo errexit -c x", "code: x"),
        ("bash ?", "plain"),
        ("bash ?/run.sh 'git x'", "plain"),
        ("bash ? build --all", "plain"),
        ("bash ? 'git x'", "unknown"),
        ("bash ? git", "unknown"),
        ("bash ¤ x", "unknown"),
        ("bash -? x", "unknown"),
        ("bash /dev/fd/?", "unknown"),
    ]);
}

#[test]
fn builtins_run_code() {
    check(&[
        ("eval", "plain"),
        ("eval git commit -n", "code: git commit -n"),
        ("eval -- 'git commit'", "code: git commit"),
        ("eval git ¤ -m b?c d", "code: git ?c d"),
        ("trap 'git x' EXIT INT", "code: git x"),
        ("trap -- 'git x' EXIT", "code: git x"),
        ("trap - INT", "plain"),
        ("trap '' INT", "plain"),
        ("trap EXIT", "plain"),
        ("trap 0 1 2", "plain"),
        ("trap -p", "plain"),
        ("trap ? EXIT", "code: ?"),
        ("jobs -x git x", "git x"),
        ("jobs -lx -- git x", "git x"),
        ("jobs -l", "plain"),
        ("jobs ? git x", "unknown"),
        ("hash -p /usr/bin/git x", "unknown"),
        ("hash -p/usr/bin/git x", "unknown"),
        ("hash -p /bin/ls x", "plain"),
        ("hash -r", "plain"),
        ("hash git", "plain"),
        ("compgen -C 'git x'", "code: git x"),
        ("compgen -W 'a b' -- c", "plain"),
        ("compgen -W '$(git x)'", "unknown"),
        ("complete -C 'git x' y", "code: git x"),
        ("complete -F f y", "plain"),
        ("bash -kc 'git x'", "unknown"),
        (". ./file", "plain"),
        (". /dev/stdin", "stdin"),
        ("source /dev/fd/?", "unknown"),
        ("command git x", "git x"),
        ("command -p git x", "git x"),
        ("command -v git", "plain"),
        ("command -pV git", "plain"),
        ("builtin eval x", "eval x"),
        ("builtin git x", "plain"),
        ("exec", "plain"),
        ("exec git x", "git x"),
        ("exec -a tool -cl git x", "git x"),
        ("exec ?", "unknown"),
        ("mapfile -t lines", "plain"),
        ("mapfile -C 'git x' -c 1", "code: git x {} {} with {}"),
    ]);
    let argv = words("eval git x");
    assert_eq!(role(&argv, Lookup::Path), Role::Plain);
}

#[test]
fn users_may_change_and_options_may_follow() {
    check(&[
        ("su -c 'git x'", "code: git x"),
        ("su - user -c 'git x'", "code: git x"),
        ("su user --command='git x' -s /bin/sh", "code: git x"),
        ("su - user", "stdin"),
        ("su user -- -c 'git x'", "code: git x"),
        ("su user script.sh", "plain"),
        ("su ? -c 'git x'", "code: git x"),
        ("su - ¤ -c 'git x'", "code: git x"),
        ("su ? x", "unknown"),
        ("su ?", "unknown"),
        ("runuser -u user -- git x", "git x"),
        ("runuser user -c 'git x'", "code: git x"),
        ("script -qc 'git x' /dev/null", "code: git x"),
        ("script -q /dev/null -c 'git x'", "code: git x"),
        ("script --command 'git x'", "code: git x"),
        ("script -q /dev/null git x -n", "git x -n"),
        ("script log", "stdin"),
    ]);
}

#[test]
fn package_managers_run_commands_under_some_subcommands() {
    check(&[
        ("npx git x", "git x"),
        ("npx -y -p tool git x", "git x"),
        ("npx -c 'git x'", "code: git x"),
        ("npm exec -- git x -n", "git x -n"),
        ("npm exec git x", "git x"),
        ("npm exec git x -n", "unknown"),
        ("npm --prefix d x -c 'git x'", "code: git x"),
        ("npm install", "plain"),
        ("npm --nonsense install git", "plain"),
        ("npm --nonsense exec git", "unknown"),
        ("npm ?", "unknown"),
        ("npm e?", "unknown"),
        ("npm t?", "plain"),
        ("pnpm exec git x", "git x"),
        ("pnpm -r --filter a exec git x", "git x"),
        ("pnpm dlx git x", "git x"),
        ("pnpm git x", "git x"),
        ("pnpm install git", "plain"),
        ("yarn exec git x", "git x"),
        ("yarn workspace a exec git x", "git x"),
        ("yarn add git", "plain"),
        ("bunx git x", "git x"),
        ("bun x git x", "git x"),
        ("bun run git x", "git x"),
        ("bun -e 'code'", "bun: code"),
        ("bun exec 'git x'", "code: git x"),
        ("bun test", "plain"),
        ("deno eval -p 'code'", "deno: code"),
        ("uv run git x", "git x"),
        ("uv run --with a -- python -c x", "python -c x"),
        ("uv --directory d run git x", "git x"),
        ("uv tool run git x", "git x"),
        ("uv pip install git", "plain"),
        ("poetry -C d run git x", "git x"),
        ("bundle exec git x", "git x"),
        ("conda run -n a git x", "git x"),
        ("mise exec -- git x", "git x"),
        ("mise x node@20 -- git x", "git x"),
        ("mise x node@20 -c 'git x'", "code: git x"),
        ("mise run git", "plain"),
        ("direnv exec . git x", "git x"),
        ("dotenv -e .env -- git x", "git x"),
        ("dotenv -f .env run git x", "git x"),
        ("dotenv set A git", "plain"),
        ("nix-shell -p git --run 'git x'", "code: git x"),
        ("nix develop -c git x", "git x"),
        ("nix build git", "plain"),
        ("op run --env-file=a -- git x", "git x"),
        ("rtk git commit", "git commit"),
        ("rtk proxy git commit", "git commit"),
        ("rtk gain git", "plain"),
    ]);
}

#[test]
fn interpreters_hold_code_that_is_not_read() {
    check(&[
        ("python -c 'import x' a", "python: import x"),
        ("python3.11 -uc 'import x'", "python: import x"),
        ("python3 -m pytest", "plain"),
        ("python3 -X dev -W error file.py -c x", "plain"),
        ("python3 -", "python from stdin"),
        ("python3", "python from stdin"),
        ("python3 -c ?", "python: ?"),
        ("python3 ? x", "unknown"),
        ("perl -pi -e 's/a/b/' f", "perl: s/a/b/"),
        ("perl -0777ne 'a' -e 'b' f", "perl: a\nb"),
        ("perl -i.bak -pe x", "perl: x"),
        ("perl -MPOSIX -le x", "perl: x"),
        ("perl f -e x", "plain"),
        ("ruby -rjson -e x", "ruby: x"),
        ("node -e x", "node: x"),
        ("node -pe x", "node: x"),
        ("node --eval=x", "node: x"),
        ("node --some-flag=1 f.js", "plain"),
        ("node --some-flag f.js -e x", "node: x"),
        ("node f.js -e x", "plain"),
        ("node", "node from stdin"),
        ("node --version", "plain"),
        ("php -r x", "php: x"),
        ("osascript -e a -e b", "osascript: a\nb"),
        ("lua5.4 -e x", "lua: x"),
        ("fish -c 'git x'", "fish: git x"),
        ("pwsh -NoProfile -Command git x", "pwsh: git x"),
        ("cmd.exe /c git x", "cmd.exe: git x"),
        ("tmux send-keys -t a 'git x' Enter", "tmux: send-keys -t a git x Enter"),
        ("tmux list-sessions", "plain"),
        ("awk '{print $1}' git", "plain"),
        ("awk -F, -v a=1 '{system(a)}'", "awk: {system(a)}"),
        ("awk 'a||b {print}' f", "plain"),
        ("awk '{print | \"sh\"}' f", "awk: {print | \"sh\"}"),
        ("awk -f prog.awk f", "plain"),
        ("awk p? f", "awk: p?"),
        ("sed -n 1,2p f", "plain"),
        ("sed -i.bak 's/a/e/' f", "plain"),
        ("sed 's/.*/git x/e' f", "sed: s/.*/git x/e"),
        ("sed -e 1d -e '1e git x' f", "sed: 1e git x"),
        ("sed 1d ? ¤ f", "plain"),
        ("sed -n ?,5p f", "sed: ?,5p"),
        ("sed -n ¤ f -e '1e git'", "sed: 1e git"),
        ("awk ? f", "awk: ?"),
        ("python3 ?/run.py x", "plain"),
        ("sed s/a/?/ f", "sed: s/a/?/"),
        ("sed --sandbox 1e f", "plain"),
    ]);
}

#[test]
fn options_with_code_are_found_among_many() {
    check(&[
        ("split -l 5 --filter='git x' f", "code: git x"),
        ("split -5 --filt 'git x'", "code: git x"),
        ("split -5 -b 1M --verbose f", "plain"),
        ("split ? f", "plain"),
        ("split ? 'git x'", "unknown"),
        ("tar -cf a.tar ? git.md", "plain"),
        ("tar -I 'git x' -cf a.tar b", "code: git x"),
        ("tar -cIf 'git x' a", "code: f"),
        ("tar cIf 'git x' a.tar b", "code: git x"),
        ("tar cfI a.tar 'git x' b", "code: git x"),
        ("tar czf a.tar.gz --exclude=.git .", "plain"),
        ("tar xf a --to-command='git x'", "code: git x"),
        ("tar cf a --checkpoint-action=exec='git x' b", "code: git x"),
        ("tar cf a --checkpoint-action=dot b", "plain"),
        ("make -j4 -C dir test", "plain"),
        ("make -f - all", "make from stdin"),
        ("make -f-", "make from stdin"),
        ("make -f rules.mk", "plain"),
        ("make --eval='a: ; git x'", "make: a: ; git x"),
        ("sort --compress-program 'git x' f", "code: git x"),
        ("sort -t, -k 2 git", "plain"),
        ("man -P 'git x' ls", "code: git x"),
        ("man git commit", "plain"),
        ("rsync -avze 'git x' a b:", "code: git x"),
        ("rsync -av --rsync-path='git x' a b:", "plain"),
        ("rsync -av --exclude .git a b", "plain"),
        ("ssh host git x", "plain"),
        ("ssh -o ProxyCommand='git x' host", "ssh: ProxyCommand=git x"),
        ("vim -c '!git x' f", "vim: !git x"),
        ("vim +'!git x'", "vim: +!git x"),
        ("vim git commit", "plain"),
        ("emacs --batch --eval '(git)'", "emacs: (git)"),
        ("emacs -eval x", "emacs: x"),
        ("setarch x86_64 -R git x", "git x"),
        ("setarch -R git x", "git x"),
        ("x86_64 git x", "git x"),
    ]);
}

#[test]
fn long_commands_are_read_to_the_end_or_given_up() {
    let argv = words(&format!("find {} -exec git x ;", "? ".repeat(20_000)));
    assert_eq!(describe(&role(&argv, Lookup::Shell), &argv), "git x with {} & unknown");
    let argv = words(&format!("timeout {} 5 git x", "-v ".repeat(2_000)));
    assert_eq!(role(&argv, Lookup::Shell), Role::unknown());
    let argv = words(&format!("strace -{} git x", "f".repeat(200_000)));
    assert_eq!(role(&argv, Lookup::Shell), Role::unknown());
    let argv = words(&format!("xargs -0 git add {}", "x ".repeat(20_000)));
    assert!(matches!(role(&argv, Lookup::Shell), Role::Runs(_)));
}

/// Words that mean something to some row, and some that mean nothing.
const ALPHABET: [&str; 12] =
    ["-c", "-xu", "-S", "-k5", "--", "-exec", ";", "run", "A=1", "git", "git x", "s/a/git/e"];

fn every_short_command(mut visit: impl FnMut(&[&str])) {
    for row in all_rows() {
        for a in ALPHABET {
            visit(&[row.name, a]);
            for b in ALPHABET {
                visit(&[row.name, a, b]);
                for c in ALPHABET {
                    visit(&[row.name, a, b, c]);
                }
            }
        }
    }
}

fn ranges_are_sound(role: &Role, len: usize) -> bool {
    let sound = |range: &std::ops::Range<usize>| range.start <= range.end && range.end <= len;
    match role {
        Role::Plain => true,
        Role::Rewritten { word, argv } => sound(word) && !word.is_empty() && !argv.is_empty(),
        Role::Runs(runs) => {
            !runs.is_empty()
                && runs.iter().all(|run| match run {
                    Run::Words { from, to, assignments, .. } => {
                        0 < *from
                            && from < to
                            && *to <= len
                            && sound(assignments)
                            && assignments.end <= *from
                    }
                    Run::Code { word, arguments, .. } => {
                        sound(word) && !word.is_empty() && sound(arguments)
                    }
                    Run::Opaque { word, .. } => sound(word) && !word.is_empty(),
                    Run::CodeFromStdin | Run::OpaqueFromStdin { .. } | Run::Unknown => true,
                })
        }
    }
}

#[test]
fn every_range_lies_in_the_words() {
    every_short_command(|spelled| {
        let argv: Vec<Word> = spelled.iter().map(|text| word(text)).collect();
        let role = role(&argv, Lookup::Shell);
        assert!(ranges_are_sound(&role, argv.len()), "{spelled:?} {role:?}");
    });
}

/// Where something runs that a reader minds: the program's word, or the code.
fn places_that_matter(role: &Role, argv: &[Word]) -> Vec<(usize, usize)> {
    let Role::Runs(runs) = role else { return Vec::new() };
    let place = |run: &Run| match run {
        Run::Words { from, to, .. } => could_matter(&argv[*from]).then_some((*from, *to)),
        Run::Code { text, word, .. } => {
            let minded = !matches!(text, Value::Literal(text) if !text.starts_with("git"));
            minded.then_some((word.start, word.end))
        }
        Run::Opaque { .. } | Run::CodeFromStdin | Run::OpaqueFromStdin { .. } | Run::Unknown => {
            None
        }
    };
    runs.iter().filter_map(place).collect()
}

fn is_unknown(run: &Run) -> bool {
    matches!(run, Run::Unknown | Run::Code { text: Value::Unknown(_), .. })
}

/// What is certain of a command stays certain, or becomes unknown, when one of its words is not known.
#[test]
fn hiding_a_word_never_turns_a_run_into_none() {
    every_short_command(|spelled| {
        let argv: Vec<Word> = spelled.iter().map(|text| word(text)).collect();
        let places = places_that_matter(&role(&argv, Lookup::Shell), &argv);
        for hidden in (1..argv.len()).filter(|_| !places.is_empty()) {
            for mark in ["?", "¤"] {
                let mut blurred = argv.clone();
                blurred[hidden] = word(mark);
                let found = role(&blurred, Lookup::Shell);
                let left = places_that_matter(&found, &blurred);
                let covered =
                    |(from, to)| left.iter().any(|place| place.0 <= from && to <= place.1);
                let unknown = matches!(&found, Role::Runs(runs) if runs.iter().any(is_unknown));
                assert!(
                    unknown || places.iter().copied().all(covered),
                    "{} with {mark} at {hidden}: {}",
                    spelled.join(" | "),
                    describe(&found, &blurred)
                );
            }
        }
    });
}
