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
    let spelled = "{ while false\ndo\n  export A=1\ndone; }; $'git' status";
    check(102, spelled, &[(&["git", "status"], true)]);
    check(
        2705,
        "{ 'git' add .; } <<-\\EOF\n\tgit add .\n\tnote\n\tEOF",
        &[(&["git", "add", "."], true)],
    );
    check(1567, "git \"$SUB\"", &[(&["git", ""], true)]);
    check(344, "\"$GIT\" add .", &[]);
    check(1572, "S=add\ngit $S . 2>/dev/null 2>&1", &[(&["git", "add", "."], true)]);
    let trap = "trap 'git switch - main' EXIT";
    check(1515, trap, &[(&["git", "switch", "-", "main"], true)]);
}

#[test]
fn what_hands_commands_on_gives_the_words_of_the_last_program() {
    check(3743, "find . -maxdepth 0 -exec rm {} \\;", &[(&["rm", "."], true)]);
    check(2979, "env -S \"git commit -m x\"", &[(&["git", "commit", "-m", "x"], true)]);
    check(381, "ci() { git commit \"$@\"; }; ci -m x", &[(&["git", "commit", "-m", "x"], true)]);
    check(681, "printf a.md | xargs -n1 git add", &[(&["git", "add", "a.md"], true)]);
    // The redirect takes from xargs what it would read.
    check(5424, "echo a.md >out.txt | xargs -0 -P  2 ls", &[(&["ls"], true)]);
    check(
        1453,
        "for flag in -n -q; do git commit $flag -m x; done",
        &[(&["git", "commit", "-n", "-m", "x"], true), (&["git", "commit", "-q", "-m", "x"], true)],
    );
}

#[test]
fn what_bash_cannot_come_to_is_planted_as_not_reached() {
    let never = "while false; do git commit -m \"docs: use <<EOF in examples\"; done";
    check(263, never, &[(&["git", "commit", "-m", "docs: use <<EOF in examples"], false)]);
    check(
        414,
        "if true\nthen\n  echo clean\nelse\n  git add -- src/main.rs\nfi",
        &[(&["git", "add", "--", "src/main.rs"], false)],
    );
    let trap = "trap 'git commit -m\"costs \\$5, \\`not run\\`\"' EXIT";
    check(1668, trap, &[(&["git", "commit", "-mcosts $5, `not run`"], true)]);
    // Behind `||` a definition may not have been read: then the call is one of a program.
    check(
        3881,
        "time stdbuf -oL ionice -c2 -n 7 man git commit || f() { find . -maxdepth 0 -exec git status \\;; }; f",
        &[(&["man", "git", "commit"], true), (&["f"], true), (&["git", "status"], true)],
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
    let wrapped = runs(3881);
    assert!(wrapped[0].parts.wrappers.contains("ionice") && wrapped[2].parts.wrappers.is_empty());
    assert!(runs(263)[0].parts.joins.contains("while") && runs(102)[0].parts.joins.is_empty());
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
    assert!(asked > 3, "{asked}");
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
        let absent = [
            "sudo", "doas", "strace", "busybox", "pnpm", "npx", "bunx", "bun", "rtk", "mise",
            "yarn",
        ];
        let foreign = ["script -c", "select", "code that git runs"];
        if absent.iter().any(|wrapper| made.parts.wrappers.contains(wrapper)) {
            assert!(made.runnable.is_none(), "{index}: {text}");
            other += 1;
        } else if text.contains("bash -lc")
            && !foreign.iter().any(|nest| made.parts.joins.contains(nest))
            && !text.contains("alias.")
        {
            assert!(made.runnable.is_some(), "{index}: {text}");
            login += 1;
        }
    }
    assert!(login > 5 && other > 50, "{login} {other}");
}
