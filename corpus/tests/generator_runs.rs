//! The programs that the generator plants: what bash starts for a command, word by word, and whether it comes there.

use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_corpus::incidents;
use guarddiff_corpus::planted::{PlantedRun, PlantedWord};

fn runs(index: u64) -> Vec<PlantedRun> {
    let planted = generate(GATE_SEED, index).case.planted.expect("a generated case is planted");
    planted.runs.expect("and so are its runs")
}

fn text(text: &str) -> PlantedWord {
    PlantedWord::Text(text.to_owned())
}

fn run(argv: &[PlantedWord]) -> PlantedRun {
    PlantedRun { argv: argv.to_vec(), reached: true, parts: Default::default() }
}

/// The command is repeated here so that the expectation can be judged by reading.
#[track_caller]
fn check(index: u64, command: &str, expected: &[(&[&str], bool)]) {
    assert_eq!(generate(GATE_SEED, index).case.command, command);
    let found: Vec<_> = runs(index).into_iter().map(|run| (run.argv, run.reached)).collect();
    let expected: Vec<_> = (expected.iter())
        .map(|&(argv, reached)| (argv.iter().map(|word| text(word)).collect(), reached))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn a_run_has_the_words_that_bash_makes() {
    let quoted = "'git' c'omm'it -n -m \"revert: git commit -n -m oops\"";
    check(30, quoted, &[(&["git", "commit", "-n", "-m", "revert: git commit -n -m oops"], true)]);
    let heredoc = "timeout 300 git commit -m \"$(cat <<-EOF\n\tfix: narrow the guard\n\t\n\tgit add -A no \
                   longer counts\n\tEOF\n)\"; g''it status";
    let message = "fix: narrow the guard\n\ngit add -A no longer counts";
    check(140, heredoc, &[(&["git", "commit", "-m", message], true), (&["git", "status"], true)]);
    check(287, "git \"$SUB\"", &[(&["git", ""], true)]);
    check(800, "$GIT commit -n -m x >out.txt", &[(&["commit", "-n", "-m", "x"], true)]);
    let braces = "S=add\ngit $S . && git add {src,docs} >>log.txt";
    check(164, braces, &[(&["git", "add", "."], true), (&["git", "add", "src", "docs"], true)]);
}

#[test]
fn what_hands_commands_on_gives_the_words_of_the_last_program() {
    check(189, "find . -maxdepth 0 -exec git add {} \\;", &[(&["git", "add", "."], true)]);
    check(190, "env -S \"git commit -m x\"", &[(&["git", "commit", "-m", "x"], true)]);
    check(193, "ci() { git commit \"$@\"; }\nci -m x", &[(&["git", "commit", "-m", "x"], true)]);
    check(
        533,
        "git commit $ARGS; GIT_AUTHOR_NAME=\"A B\"\techo\ta.md | xargs \\\n  -n1 git add",
        &[(&["git", "commit"], true), (&["git", "add", "a.md"], true)],
    );
    // The redirect takes from xargs what it would read.
    check(
        316,
        "nice -n 5 echo note>>log.txt 2>&1 | xargs git commit -n -m x\ntime env -u X git add src/lib.rs tests",
        &[
            (&["git", "commit", "-n", "-m", "x"], true),
            (&["git", "add", "src/lib.rs", "tests"], true),
        ],
    );
    check(
        194,
        "for flag in -n -q; do git commit $flag -m x; done\nenv -u X -u Y git commit -m \"first git add, then \
         git commit\"",
        &[
            (&["git", "commit", "-n", "-m", "x"], true),
            (&["git", "commit", "-q", "-m", "x"], true),
            (&["git", "commit", "-m", "first git add, then git commit"], true),
        ],
    );
}

#[test]
fn what_bash_cannot_come_to_is_planted_as_not_reached() {
    check(
        92,
        "while false; do git commit -m \"wip\" 2>/dev/null; done\n{ git stage -A; }",
        &[(&["git", "commit", "-m", "wip"], false), (&["git", "stage", "-A"], true)],
    );
    check(
        474,
        "if true\nthen\n  true\nelse\n  git commit -m 'it'\\''s done'\nfi\nbash -x -c 'find . -maxdepth 0 -name \
         .git -print </dev/null'",
        &[(&["git", "commit", "-m", "it's done"], false)],
    );
    check(
        197,
        "exec -a tool git push origin main # see <<EOF below\ngit commit --no-verif --quiet -m \"feat: x && y | \
         z; w\" > out.txt",
        &[
            (&["git", "push", "origin", "main"], true),
            (&["git", "commit", "--no-verif", "--quiet", "-m", "feat: x && y | z; w"], false),
        ],
    );
    // `trap` stands in the background, in a shell that ends with it.
    check(
        370,
        "trap $'glab mr list' INT TERM\ngit commit -m \"x\" -m \"refactor: a > b & c < d\" & ",
        &[
            (&["git", "commit", "-m", "x", "-m", "refactor: a > b & c < d"], true),
            (&["glab", "mr", "list"], false),
        ],
    );
    // Behind `||` a definition may not have been read: then the call is one of a program.
    check(
        725,
        "pnpm exec timeout 300 git commit -n -m x ||\nfunction deploy { env -S'git add .'; }\ndeploy",
        &[
            (&["git", "commit", "-n", "-m", "x"], true),
            (&["deploy"], true),
            (&["git", "add", "."], true),
        ],
    );
}

#[test]
fn a_certain_answer_about_git_is_the_one_that_the_runs_give() {
    for index in 0..2_000 {
        let case = generate(GATE_SEED, index).case;
        let guard = case.planted.expect("planted").guard_relevant;
        let git = |run: &PlantedRun| matches!(run.program(), Some("git" | "glab"));
        if guard.knowable {
            assert_eq!(runs(index).iter().any(git), guard.holds, "{}: {}", case.id, case.command);
        }
    }
}

#[test]
fn a_run_names_what_it_was_built_with() {
    let mut atoms = 0;
    for index in 0..2_000 {
        let made = generate(GATE_SEED, index);
        for run in runs(index) {
            let parts = &run.parts;
            assert!(parts.atoms.is_subset(&made.parts.atoms), "{index}: {run:?}");
            assert!(parts.wrappers.is_subset(&made.parts.wrappers), "{index}: {run:?}");
            assert!(parts.joins.is_subset(&made.parts.joins), "{index}: {run:?}");
            // A nest has commands of its own, which are no atoms.
            assert!(!parts.atoms.is_empty() || !parts.joins.is_empty(), "{index}: {run:?}");
            atoms += usize::from(!parts.atoms.is_empty());
        }
    }
    assert!(atoms > 4_000, "{atoms}");
    let wrapped = runs(140);
    assert!(wrapped[0].parts.wrappers.contains("timeout") && wrapped[1].parts.wrappers.is_empty());
    assert!(
        runs(92)[0].parts.joins.contains("while") && !runs(92)[1].parts.joins.contains("while")
    );
}

#[test]
fn most_runs_are_told_to_the_last_word_and_reached() {
    let every: Vec<PlantedRun> = (0..2_000).flat_map(runs).collect();
    let reached = every.iter().filter(|run| run.reached).count();
    let texts =
        |run: &&PlantedRun| !run.argv.iter().any(|word| !matches!(word, PlantedWord::Text(_)));
    let told = every.iter().filter(texts).count();
    assert!(reached * 100 > every.len() * 85, "{reached} of {}", every.len());
    assert!(told * 100 > every.len() * 98, "{told} of {}", every.len());
}

#[test]
fn a_run_matches_its_words_and_its_program_by_name() {
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
    let by_path = run(&[text("/usr/bin/git"), text("add"), PlantedWord::Any]);
    assert_eq!(by_path.program(), Some("git"));
    assert!(by_path.matches(&words(&["git", "add", "x"])));
    assert!(!by_path.matches(&words(&["git", "add"])));
    assert!(!by_path.matches(&words(&["git", "add", "x", "y"])));
    assert!(!by_path.matches(&words(&["glab", "add", "x"])));
    let open = run(&[text("git"), text("add"), PlantedWord::Rest]);
    assert!(open.matches(&words(&["git", "add"])) && open.matches(&words(&["git", "add", "x"])));
    assert!(!open.matches(&words(&["git"])));
    // A path is the same as its last part for the program only.
    assert!(!run(&[text("ls"), text("a/b")]).matches(&words(&["ls", "b"])));
}

#[test]
fn the_box_is_asked_for_git_by_path_where_a_command_calls_it_so() {
    let mut asked = 0;
    for index in 0..2_000 {
        let made = generate(GATE_SEED, index);
        let by_path = runs(index).iter().any(|run| run.argv.first() == Some(&text("/usr/bin/git")));
        if let Some(runnable) = made.runnable {
            assert_eq!(runnable.needs_git_in_usr_bin(), by_path, "{index}");
            asked += u32::from(by_path);
        }
    }
    assert!(asked > 5, "{asked}");
    for incident in incidents::incidents() {
        let (_, runnable) = incidents::case(incident, false);
        let needs = runnable.is_some_and(|runnable| runnable.needs_git_in_usr_bin());
        assert_eq!(needs, incident.regression.contains("/usr/bin/git"), "{}", incident.slug);
    }
}

#[test]
fn a_login_shell_runs_in_the_box_and_a_change_of_user_does_not() {
    let (mut login, mut other) = (0, 0);
    for index in 0..2_000 {
        let made = generate(GATE_SEED, index);
        let text = &made.case.command;
        let absent = ["sudo", "doas", "strace", "busybox", "pnpm"];
        if absent.iter().any(|wrapper| made.parts.wrappers.contains(wrapper)) {
            assert!(made.runnable.is_none(), "{index}: {text}");
            other += 1;
        } else if text.contains("bash -lc")
            && !text.contains("script -q")
            && !text.contains("alias.")
        {
            assert!(made.runnable.is_some(), "{index}: {text}");
            login += 1;
        }
    }
    assert!(login > 5 && other > 50, "{login} {other}");
}
