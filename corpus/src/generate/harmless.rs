//! Atoms without git: reads and builds beside which a denied unit must not stand accused, words that expand, and what
//! the gate's policy denies.

use super::act::{Act, Exit};
use super::expansion;
use super::maker::Maker;
use super::syntax::{Body, Item, Node, Piece, Redirect, Simple};
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

/// Commands that change what the shell remembers, and nothing that the grammar uses.
pub(super) fn setting(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "unset name",
        "unset -v name arr",
        "unset -f helper",
        "umask 022",
        "alias ll=ls",
        "declare -l low=x",
        "typeset v=1",
        "export v",
        "declare -x v=1",
        "hash -r",
        "export -n v",
    ]);
    Simple::program(line, Effect::none()).builtin().exits(Exit::Zero).into()
}

/// echo and its like with words that expand.
pub(super) fn expansion(make: &mut Maker) -> Node {
    let head = make.pick(&["echo", "echo", "echo -n", "printf %s", "cat"]);
    let mut simple = Simple::program(head, Effect::none());
    if head == "cat" {
        let operator = make.pick(&["<<<", "<<< "]);
        return simple.fed(Item::to(Redirect::new(operator, expansion::any(make)))).into();
    }
    for _ in 0..1 + make.stream.below(3) {
        simple = simple.arg(expansion::any(make));
    }
    if make.chance(15) {
        let target =
            make.pick(&["\"${name:-out}.txt\"", "$name.log", "${name%/}.txt", "\"out$n\".txt"]);
        simple = simple.item(Item::redirect(make.pick(&[">", "2>", ">> "]), target));
    }
    simple.into()
}

/// A live heredoc with expansions in it.
pub(super) fn expanding_document(make: &mut Maker) -> Node {
    let text = make.pick(&[
        "id: $name",
        "a ${name:-main} $((1 + 2))\n$base",
        "it's \"$name\" \\$5",
        "${arr[@]}",
        "- [ ] ${name^^}\n# $?",
    ]);
    let heredoc = make.heredoc(Body::Live(vec![Piece::Text(text.to_owned())]));
    let head = make.pick(&["cat", "tee notes.md", "wc -l"]);
    Simple::program(head, Effect::none()).fed(Item::heredoc(heredoc)).into()
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

/// Assignments of what expands, to variables that nothing reads.
pub(super) fn expanding_assignment(make: &mut Maker) -> Node {
    const SPELLINGS: [&str; 25] = [
        "v=$name",
        "v=\"$name\"",
        "v=${name:-x}/y",
        "v=$((1 + 2))",
        "v=$(( n * 2 - 1 ))",
        "v+=x",
        "v=$'a\\tb'",
        "v=a'b'\"c\"",
        "v=\"a ${name}\"'x'",
        "v=",
        "v=$?",
        "v=~/x",
        "list=(a \"b c\" $name)",
        "list=('git commit' -n)",
        "list[0]=x",
        "list[n]=\"y\"",
        "list+=(c d)",
        "v=*.md",
        "v=a:~/b",
        "v=${name%.md}.html",
        "v=\"${name//\\//-}\"",
        "v=${#name}",
        "list=(1 a$name {x,y}.md)",
        "list[1+1]=x",
        "v=$\"a b\"",
    ];
    let count = 1 + make.stream.weighted([80, 15, 5].into_iter());
    let items = (0..count).map(|_| Item::assignment(make.pick(&SPELLINGS))).collect();
    Simple::of(items, Effect::none()).builtin().into()
}
