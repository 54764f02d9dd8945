//! Atoms that hand commands on: xargs, find, `env -S`, eval of words, functions that pass arguments, and code that is not literal.

use super::commit;
use super::maker::Maker;
use super::syntax::{Chunk, Item, Join, JoinKind, Node, Simple};
use super::truth::{Effect, Told, Tri};

fn told(text: &str) -> Told {
    Told::Texts(vec![text.to_owned()])
}

/// A row of the tables below: the words, and what they contribute.
type Row = (&'static str, fn() -> Effect);

fn build((line, effect): Row) -> Simple {
    Simple::program(line, effect())
}

/// xargs with git or rm behind it: more words follow than the text shows.
pub(super) fn xargs(make: &mut Maker) -> Node {
    const ROWS: [Row; 8] = [
        ("xargs git add", Effect::stage),
        ("xargs -n1 git add", Effect::stage),
        ("xargs -r -n 1 git add --", Effect::stage),
        ("xargs -I{} git add {}", Effect::stage),
        ("xargs -n1 git log -1 --", Effect::git),
        ("xargs rm -f", Effect::denied),
        ("xargs grep -n git", Effect::none),
        ("xargs -0 -P 2 ls", Effect::none),
    ];
    let source = make.pick(&["echo a.md", "printf a.md", "cat list.txt"]);
    Node::pair(
        Simple::program(source, Effect::none()),
        Join::PIPE,
        build(make.pick(&ROWS)).fed_by_pipe(),
    )
}

/// xargs with a commit behind it, whose further words may be anything.
pub(super) fn xargs_commit(make: &mut Maker) -> Node {
    const ROWS: [Row; 4] = [
        ("xargs git commit -m", || Effect::commit(Tri::Open(false), Told::Untold)),
        ("xargs -n 1 git commit -m", || Effect::commit(Tri::Open(false), Told::Untold)),
        ("xargs git commit -n -m x", || Effect::commit(Tri::Open(true), Told::Untold)),
        ("xargs -r git commit -m x", || Effect::commit(Tri::Open(false), Told::Untold)),
    ];
    let source = Simple::program("echo note", Effect::none());
    Node::pair(source, Join::PIPE, build(make.pick(&ROWS)).fed_by_pipe())
}

/// `find -exec`
pub(super) fn find(make: &mut Maker) -> Node {
    const ROWS: [Row; 7] = [
        ("find . -maxdepth 0 -exec git status \\;", Effect::git),
        ("find . -maxdepth 0 -exec git add {} +", Effect::stage),
        ("find . -maxdepth 0 -exec git add {} \\;", Effect::stage),
        ("find . -maxdepth 0 -exec git commit -n -m x \\;", || Effect::commit(Tri::Yes, told("x"))),
        ("find . -maxdepth 0 -exec git commit -m x ';'", || Effect::commit(Tri::No, told("x"))),
        ("find . -maxdepth 0 -exec rm {} \\;", Effect::denied),
        ("find . -maxdepth 0 -name .git -print", Effect::none),
    ];
    build(make.pick(&ROWS)).into()
}

/// `env -S`, which splits its value into words.
pub(super) fn env_split(make: &mut Maker) -> Node {
    let commit = |no_verify| Effect::commit(no_verify, told("x"));
    let denied = Effect { denied: Some(true), ..Effect::git() };
    let (words, effect): (&[&str], Effect) = match make.stream.below(6) {
        0 => (&["-S", "'git commit -n -m x'"], commit(Tri::Yes)),
        1 => (&["-S", "'-u FOO git commit -m x'", "--no-verify"], commit(Tri::Yes)),
        2 => (&["-S", "\"git commit -m x\""], commit(Tri::No)),
        3 => (&["-S", "'git push origin main'"], denied),
        4 => (&["-S'git add .'"], Effect::stage()),
        _ => (&["--split-string='git status'"], Effect::git()),
    };
    make.parts.wrappers.insert("env");
    let mut simple = Simple::program("env", effect);
    simple.items.extend(words.iter().map(|word| Item::word(*word)));
    simple.into()
}

/// eval of several words, which it joins.
pub(super) fn eval_words(make: &mut Maker) -> Node {
    const ROWS: [Row; 4] = [
        ("eval git commit \"-n\" -m x", || Effect::commit(Tri::Yes, told("x"))),
        ("eval git commit -m x", || Effect::commit(Tri::No, told("x"))),
        ("eval git 'add' .", Effect::stage),
        ("eval echo git commit -n", Effect::none),
    ];
    let (line, effect) = make.pick(&ROWS);
    Simple::program(line, Effect { denied: None, ..effect() }).builtin().into()
}

/// Code that the text does not hold.
pub(super) fn unknown_code(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "bash -c \"$CMD\"",
        "eval \"$CMD\"",
        "eval $CMD",
        "sh -lc \"$1\"",
        "bash <<<\"$CMD\"",
    ]);
    Simple::program(line, Effect::open()).builtin().fed_by_pipe().into()
}

/// A function that hands its arguments to a commit.
pub(super) fn passing_function(make: &mut Maker) -> Node {
    let (call, skips) = make.pick(&[
        ("ci --no-verify -m x", true),
        ("ci -n -m x", true),
        ("ci -m x", false),
        ("ci", false),
    ]);
    let body = Simple::program("git commit \"$@\"", Effect::commit(Tri::Open(skips), Told::Untold));
    let definition = Node::compound(vec![
        Chunk::Text("ci() { "),
        Chunk::Body(body.into()),
        Chunk::End,
        Chunk::Text("}"),
    ]);
    let kind = make.pick(&[JoinKind::Semi, JoinKind::Newline]);
    Node::pair(definition, Join::plain(kind), Simple::program(call, Effect::none()).builtin())
}

/// A loop over literal words, one of which may be an option.
pub(super) fn loop_variable(make: &mut Maker) -> Node {
    let commit = |line, skips| Simple::program(line, Effect::commit(skips, Told::Untold));
    let (head, body) = match make.stream.below(4) {
        0 => ("for f in a.md b.md", Simple::program("git add $f", Effect::stage())),
        1 => ("for f in a.md b.md", Simple::program("git add \"$f\"", Effect::stage())),
        2 => ("for m in one two", commit::marked(commit("git commit -m \"$m\"", Tri::No))),
        _ => ("for flag in -n -q", commit("git commit $flag -m x", Tri::Open(true))),
    };
    Node::Compound {
        chunks: vec![
            Chunk::Text(head),
            Chunk::End,
            Chunk::Text("do"),
            Chunk::Gap,
            Chunk::Body(body.into()),
            Chunk::End,
            Chunk::Text("done"),
        ],
        lines: make.chance(40),
    }
}
