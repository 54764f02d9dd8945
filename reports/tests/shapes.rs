//! The shapes of commands: those that agents type are among the generator's, and `guarddiff corpus gaps` names the
//! others.

use guarddiff_corpus::generate::{GATE_SEED, generate};
use guarddiff_engine::Engine;
use guarddiff_reports::shapes::{Shapes, Sort};

use crate::support::{Folder, exits, run, stdout};

/// Cases of the gate's seed that hold every shape of the list.
const CASES: u64 = 25_000;

/// The names of the shapes of one sort, in order.
fn names(command: &str, sort: Sort) -> Vec<String> {
    let mut shapes = Shapes::default();
    shapes.add(command, &mut Engine::new());
    shapes.iter().filter(|(of, ..)| *of == sort).map(|(_, name, _)| name.to_owned()).collect()
}

#[test]
fn the_gate_seed_makes_every_shape_that_9381_commands_of_agents_have() {
    let mut engine = Engine::new();
    let mut made = Shapes::default();
    for index in 0..CASES {
        made.add(&generate(GATE_SEED, index).case.command, &mut engine);
    }
    let listed: Vec<&str> = include_str!("data/agent-shapes.txt").lines().collect();
    assert_eq!(listed.len(), 664);
    let missing: Vec<&str> = listed
        .into_iter()
        .filter(|line| {
            let (sort, name) = line.split_once(' ').unwrap();
            let sort = Sort::ALL.into_iter().find(|known| known.name() == sort).unwrap();
            !made.has(sort, name)
        })
        .collect();
    assert_eq!(missing, Vec::<&str>::new(), "not in the first {CASES} cases of the gate's seed");
}

#[test]
fn options_of_git_are_told_with_their_subcommand() {
    #[track_caller]
    fn check(command: &str, options: &[&str]) {
        assert_eq!(names(command, Sort::GitOption), options, "{command}");
    }
    check("git -C x log -5 --format=%s -p", &["git -C", "log --format=", "log -N", "log -p"]);
    check("git commit -am 'x' --amend -- -n", &["commit --amend", "commit -am"]);
    check("timeout 5 git commit \"-n\" -mx", &["commit -mx"]);
    check("git status $X", &[]);
    check("echo git log -p", &[]);
}

#[test]
fn a_message_is_told_by_how_it_is_given() {
    #[track_caller]
    fn check(arguments: &str, form: &str) {
        assert_eq!(names(&format!("git commit {arguments}"), Sort::Message), [form], "{arguments}");
    }
    check("", "none");
    check("-n -m 'a b'", "-m '…'");
    check("-m \"a\nb\"", "-m \"… lines\"");
    check("-am \"$M\"", "-…m \"…$…\"");
    check("-m\"x\" --message=y", "-m\"…\", --message=bare");
    check("-m \"$(cat <<'E'\na\nE\n)\"", "-m \"$(cat <<…)\"");
    check("-F - <<E\na\nE", "-F - <<");
    check("-F m.txt --amend --no-edit", "-F bare, --amend, --no-edit");
    check("-m a -m b -m c -m d", "-m bare, -m bare, -m bare");
    assert_eq!(names("git -C x commit", Sort::Message), ["none"]);
    assert_eq!(names("echo x | git commit -F -", Sort::Message), ["-F - | known"]);
}

#[test]
fn what_the_grammar_cannot_read_has_no_shape() {
    assert_eq!(names("if", Sort::Node), Vec::<String>::new());
    let pairs = names("a | b", Sort::Pair);
    assert!(pairs.iter().any(|pair| pair == "pipeline > command"), "{pairs:?}");
}

#[test]
fn gaps_are_counted_and_named_with_an_example() {
    let folder = Folder::new();
    let typed = folder.write(
        "typed.txt",
        "git frobnicate --hard\ngit frobnicate --hard x\ngit status --odd\nls\n",
    );
    let output = run(&["corpus", "gaps", &typed, "--count", "200"]);
    exits(&output, 0);
    let text = stdout(&output);
    assert!(text.contains("git-verb frobnicate  2\n    git frobnicate --hard\n"), "{text}");
    assert!(text.contains("git-option status --odd  1\n"), "{text}");
    let often = stdout(&run(&["corpus", "gaps", &typed, "--count", "200", "--least", "2"]));
    assert!(often.contains("git-option frobnicate --hard  2"), "{often}");
    assert!(!often.contains("--odd"), "{often}");
    let every = stdout(&run(&["corpus", "gaps", &typed, "--count", "0"]));
    assert!(every.contains("node command  4"), "{every}");
    exits(&run(&["corpus", "gaps", &folder.path("nothing"), "--count", "1"]), 4);
}
