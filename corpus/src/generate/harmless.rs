//! Atoms without git: reads and builds beside which a denied unit must not stand accused, tests, and what the gate's policy denies.

use super::act::{Act, Exit};
use super::maker::Maker;
use super::syntax::{Chunk, Flow, Item, Node, Simple};
use super::truth::Effect;

/// A file that may be there.
const UNSURE: &str = "cat /tmp/x";

/// Reads and builds.
pub(super) fn reading(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "ls",
        "ls -la docs",
        UNSURE,
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
    let simple = Simple::program(line, Effect::none());
    if line == UNSURE { simple.exits(Exit::Unsure).into() } else { simple.into() }
}

/// Commands that bash itself runs.
pub(super) fn builtin(make: &mut Maker) -> Node {
    const ABSENT: &str = "cd repo";
    let line = make.pick(&["true", ":", "pwd", ABSENT, "export A=1", "set -e", "wait", "cd .."]);
    let simple = Simple::program(line, Effect::none()).builtin();
    if line == ABSENT { simple.exits(Exit::NonZero).into() } else { simple.into() }
}

/// Tests, one of them on a path that a text matcher takes for git.
pub(super) fn test(make: &mut Maker) -> Node {
    let (text, exit) = make.pick(&[
        ("[[ -d .git ]]", Exit::NonZero),
        ("[[ $x == git* ]]", Exit::NonZero),
        ("(( 1 + 1 ))", Exit::Zero),
    ]);
    if make.chance(40) {
        return Node::compound(Flow::Test(exit), vec![Chunk::Text(text)]);
    }
    let (line, exit) = make.pick(&[
        ("[ -d .git ]", Exit::NonZero),
        ("test -f .git/MERGE_HEAD", Exit::NonZero),
        ("[ 1 -lt 2 ]", Exit::Zero),
    ]);
    Simple::program(line, Effect::none()).builtin().exits(exit).into()
}

/// `rm`, which the gate's policy denies.
pub(super) fn remove(make: &mut Maker) -> Node {
    let line = make.pick(&["rm -rf build", "rm a.md", "rm -f out.txt log.txt", "\"rm\" -r build"]);
    Simple::program(line, Effect::denied()).into()
}

/// A lone assignment.
pub(super) fn assignment(make: &mut Maker) -> Node {
    const DIRECTORY: &str = "DIR=repo/.git";
    let text = make.pick(&["A=1", "NOTE='git commit -n'", DIRECTORY, "LIST=(git add)"]);
    let act = if text == DIRECTORY { Act::SetsDirectory } else { Act::Words };
    Simple::of(vec![Item::assignment(text)], Effect::none()).builtin().acting(act).into()
}
