//! git and glab atoms other than commits, with what each contributes to the checks.

mod everyday;

use super::commit;
use super::expansion;
use super::maker::{Build, Maker};
use super::mark;
use super::syntax::{Item, Join, JoinKind, Node, Simple};
use super::truth::{Effect, Told, Tri};

pub(super) use everyday::{bare, everyday};

/// `git status` and its like.
pub(super) fn reading(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "git status",
        "git status --short",
        "git log --oneline -5",
        "git diff --stat",
        "git diff --cached",
        "git branch --show-current",
        "git show --stat HEAD",
        "git rev-parse HEAD",
        "git -C repo status",
        "git --no-pager log -1",
        "git stash list",
        "git fetch origin",
    ]);
    Simple::program(line, Effect::git()).into()
}

/// Other subcommands that know `-n` or `--no-verify`, which skip no commit hook there.
pub(super) fn flag_elsewhere(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "git log -n 5",
        "git cherry-pick -n HEAD",
        "git clean -n",
        "git merge --no-verify topic",
        "git rev-list -n 1 HEAD",
        "git fetch -n origin",
        "git revert -n HEAD",
    ]);
    Simple::program(line, Effect::git()).into()
}

/// Subcommands and arguments that look like a commit.
pub(super) fn lookalike(make: &mut Maker) -> Node {
    let words: &[&str] = make.pick(&[
        ["git commit-graph write --reachable"].as_slice(),
        &["git switch -c docs/record-merge-commit"],
        &["git log --grep", "'git commit'"],
        &["git stash push -m", "\"before git commit\""],
        &["git help commit"],
        &["git branch commit"],
        &["git log add..commit"],
        &["git config --get commit.template"],
    ]);
    let mut simple = Simple::program(words[0], Effect::git());
    simple.items.extend(words[1..].iter().map(|word| Item::word(*word)));
    simple.into()
}

/// `git add`.
pub(super) fn add(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "git add .",
        "git add -A",
        "git add -A docs",
        "git add -u",
        "git add -- src/main.rs",
        "git add src/lib.rs tests",
        "git -C repo add .",
        "git add -p",
        "git add --all --verbose",
        "git add -N docs",
        "git add 'my file.md'",
    ]);
    match line.split_once(" '") {
        Some((head, _)) => Simple::program(head, Effect::stage()).arg("'my file.md'").into(),
        None => Simple::program(line, Effect::stage()).into(),
    }
}

/// Words that expand, behind a subcommand that the text decides.
pub(super) fn expanded(make: &mut Maker) -> Node {
    let (line, effect): (_, fn() -> Effect) = make.pick(&[
        ("git log", Effect::git),
        ("git diff --stat", Effect::git),
        ("git show", Effect::git),
        ("git checkout -q", Effect::git),
        ("git -C repo rev-parse", Effect::git),
        ("git add --", Effect::stage),
        ("git add", Effect::stage),
    ]);
    let mut simple = Simple::program(line, effect());
    if make.chance(20) {
        simple = Simple::program("git -C", effect()).arg(expansion::quoted(make));
        simple.items.extend(
            line.split(' ').filter(|word| !matches!(*word, "git" | "-C" | "repo")).map(Item::word),
        );
    }
    for _ in 0..1 + make.stream.below(2) {
        simple = simple.arg(expansion::told(make));
    }
    simple.into()
}

/// `git stage`, the other name of `git add`.
pub(super) fn stage(make: &mut Maker) -> Node {
    let line = make.pick(&["git stage x", "git stage -A", "git --no-pager stage ."]);
    Simple::program(line, Effect::stage()).into()
}

/// `git push`, which the gate's policy denies; with `--no-verify` it skips hooks, but not those of a commit.
pub(super) fn push(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "git push origin main",
        "git push",
        "git push --force-with-lease",
        "git push -u origin HEAD",
        "git push --no-verify origin main",
        "git push --dry-run",
        "git push --delete origin topic",
        "git push -f",
        "git push --tags",
    ]);
    Simple::program(line, Effect { denied: Some(true), ..Effect::git() }).into()
}

/// glab.
pub(super) fn glab(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "glab mr list",
        "glab ci status",
        "glab issue view 14",
        "glab mr create --fill",
    ]);
    Simple::program(line, Effect::git()).into()
}

/// Ways to spell `git` and `commit` that a text matcher doesn't see through. bash gives both as they are.
const PROGRAMS: [&str; 11] = [
    "g''it",
    r"\git",
    "\"git\"",
    "'git'",
    "$'git'",
    "gi\\\nt",
    "g\"i\"t",
    r"$'\x67it'",
    "g\\it",
    "$\"git\"",
    IN_USR_BIN,
];

const IN_USR_BIN: &str = "/usr/bin/git";

/// git under a quoted or absolute name.
pub(super) fn quoted_program(make: &mut Maker) -> Node {
    let program = make.pick(&PROGRAMS);
    make.needs_git_in_usr_bin |= program == IN_USR_BIN;
    let verb = make.pick(&["commit", "commit", "c'omm'it", "\"commit\"", "com\\mit"]);
    let (rest, effect): (&[&str], Effect) = match make.stream.below(4) {
        0 => (&["status"], Effect::git()),
        1 => (&["add", "."], Effect::stage()),
        _ => return commit::hooks_skipped_by(make, program, verb).into(),
    };
    let mut simple = Simple::program(program, effect);
    simple.items.extend(rest.iter().map(|word| Item::word(*word)));
    simple.into()
}

/// `git $SUB`: any subcommand.
pub(super) fn unknown_subcommand(make: &mut Maker) -> Node {
    let line = make.pick(&["git $SUB -n 5", "git \"$SUB\"", "git -C \"$DIR\" $SUB --no-verify"]);
    let open = Tri::Open(false);
    let effect = Effect {
        stage: open,
        commit: open,
        no_verify: open,
        told: Told::Untold,
        denied: None,
        ..Effect::git()
    };
    Simple::program(line, effect).into()
}

/// A program whose name the text does not decide.
pub(super) fn unknown_program(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "$GIT commit -n -m x",
        "\"$GIT\" add .",
        "${GIT:-true} commit --no-verify",
        "$CMD",
    ]);
    // With the variable unset bash would run a program named commit or add, or nothing.
    Simple::program(line, Effect::open()).builtin().into()
}

/// A default value that bash splits into words.
pub(super) fn default_expansion(_: &mut Maker) -> Node {
    let effect = Effect {
        guard: Tri::Open(true),
        stage: Tri::Open(false),
        commit: Tri::Open(true),
        no_verify: Tri::Open(true),
        ..Effect::open()
    };
    Simple::of(vec![Item::word("${UNSET_X:-git commit -n -m x}")], effect).builtin().into()
}

/// An alias that the text itself sets: `-c` wins over every configuration file, so that the text decides.
pub(super) fn alias(make: &mut Maker) -> Node {
    // The stub in the box has no aliases.
    make.runnable = false;
    let (line, no_verify) = make.pick(&[
        ("git -c alias.ci=commit ci -n -m x", Tri::Yes),
        ("git -c alias.co=commit co -m x", Tri::No),
    ]);
    let told = Told::Texts(vec!["x".to_owned()]);
    Simple::program(line, Effect::commit(no_verify, told)).into()
}

/// Words made by brace expansion.
pub(super) fn braces(make: &mut Maker) -> Node {
    let x = || Told::Texts(vec!["x".to_owned()]);
    match make.stream.below(4) {
        0 => commit::marked(Simple::program("git commit {-n,-m} x", Effect::commit(Tri::Yes, x())))
            .into(),
        1 => commit::marked(Simple::program(
            "git commit -m x {a,b}.md",
            Effect::commit(Tri::No, x()),
        ))
        .into(),
        2 => {
            let words = vec![Item::word("{git,commit,-n,-m,x}")];
            commit::marked(Simple::of(words, Effect::commit(Tri::Yes, x()))).into()
        }
        _ => Simple::program("git add {src,docs}", Effect::stage()).into(),
    }
}

/// A variable that is set in the same straight line and used at once, so that its value is known.
pub(super) fn variable(make: &mut Maker) -> Node {
    let assign = |text: &str| Simple::of(vec![Item::assignment(text)], Effect::none()).builtin();
    let commit = |line: &str, no_verify, text: &str| {
        commit::marked(Simple::program(
            line,
            Effect::commit(no_verify, Told::Texts(vec![text.to_owned()])),
        ))
    };
    let (set, used) = match make.stream.below(4) {
        0 => ("M='fix: v'", commit("git commit -m \"$M\"", Tri::No, "fix: v")),
        1 => ("F=--no-verify", commit("git commit $F -m x", Tri::Yes, "x")),
        2 => ("G=git", commit("$G commit -n -m x", Tri::Yes, "x")),
        _ => ("S=add", Simple::program("git $S .", Effect::stage())),
    };
    // Where the rest of a line may be left out, both stand on one.
    let kinds = [JoinKind::Semi, JoinKind::Newline];
    let kind = if make.may_abort { kinds[0] } else { make.pick(&kinds) };
    Node::pair(assign(set), Join::plain(kind), used)
}

/// rtk, which shortens what a program prints. It has commands of its own beside those of others, so that it can't stand
/// before just any program.
pub(super) fn through_rtk(make: &mut Maker) -> Node {
    make.runnable = false;
    make.parts.wrappers.insert("rtk");
    let build: Build = make.pick(&[reading, add, push, everyday, skipping]);
    let mut node = build(make);
    if let Node::Simple(simple) = &mut node {
        simple.items.insert(0, Item::word("rtk"));
        simple.front.words += 1;
        simple.parts.wrappers.insert("rtk");
    }
    node
}

/// One plain line of git: for places that take no more.
pub(super) fn line(make: &mut Maker) -> Node {
    const LINES: [(&str, Build); 6] = [
        ("git add", add),
        ("git stage", stage),
        ("git push", push),
        ("git reading", reading),
        ("commit skipping", skipping),
        ("commit skipping", skipping),
    ];
    let (name, build) = make.pick(&LINES);
    make.parts.atoms.insert(name);
    let mut node = build(make);
    mark::atom(&mut node, name);
    node
}

fn skipping(make: &mut Maker) -> Node {
    commit::hooks_skipped_by(make, "git", "commit").into()
}
