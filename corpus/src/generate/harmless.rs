//! Atoms without git: reads and builds beside which a denied unit must not stand accused, tests, and what the gate's policy denies.

use super::maker::Maker;
use super::syntax::{Chunk, Item, Node, Simple};
use super::truth::Effect;

/// Reads and builds.
pub(super) fn reading(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "ls",
        "ls -la docs",
        "cat /tmp/x",
        "head -5 /tmp/report.log",
        "tail -3 build.log",
        "wc -l docs/a.md",
        "cargo test",
        "pnpm test",
        "sleep 0",
        "mkdir -p build",
        "echo done",
        "head -n 2 README.md",
    ]);
    Simple::program(line, Effect::none()).into()
}

/// Commands that bash itself runs.
pub(super) fn builtin(make: &mut Maker) -> Node {
    let line = make.pick(&["true", ":", "pwd", "cd repo", "export A=1", "set -e", "wait", "cd .."]);
    Simple::program(line, Effect::none()).builtin().into()
}

/// Tests, one of them on a path that a text matcher takes for git.
pub(super) fn test(make: &mut Maker) -> Node {
    let text = make.pick(&["[[ -d .git ]]", "[[ $x == git* ]]", "(( 1 + 1 ))"]);
    if make.chance(40) {
        return Node::compound(vec![Chunk::Text(text)]);
    }
    let line = make.pick(&["[ -d .git ]", "test -f .git/MERGE_HEAD", "[ 1 -lt 2 ]"]);
    Simple::program(line, Effect::none()).builtin().into()
}

/// `rm`, which the gate's policy denies.
pub(super) fn remove(make: &mut Maker) -> Node {
    let line = make.pick(&["rm -rf build", "rm a.md", "rm -f out.txt log.txt", "\"rm\" -r build"]);
    Simple::program(line, Effect::denied()).into()
}

/// A lone assignment.
pub(super) fn assignment(make: &mut Maker) -> Node {
    let text = make.pick(&["A=1", "NOTE='git commit -n'", "DIR=repo/.git", "LIST=(git add)"]);
    Simple::of(vec![Item::assignment(text)], Effect::none()).builtin().into()
}
