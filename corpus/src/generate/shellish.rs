//! Atoms that hand commands on: xargs, find, `env -S`, eval of words, functions that pass arguments, and code that is not literal.

use super::act::{Act, Exit};
use super::commit;
use super::maker::Maker;
use super::syntax::{Chunk, Flow, Item, Join, JoinKind, Node, Simple};
use super::truth::{Effect, Told, Tri};

fn told(text: &str) -> Told {
    Told::Texts(vec![text.to_owned()])
}

/// A row of the tables below: the words, what they contribute, and the program that they start.
type Row = (&'static str, fn() -> Effect, &'static [&'static str]);

/// What xargs does with its input in one row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Input {
    /// Puts it behind the words, and starts the program without it too.
    Appended,
    /// The same, with the new line at its end.
    Whole,
    /// Puts it behind the words, and starts nothing without it.
    Needed,
}

/// What feeds xargs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source {
    /// `echo a.md`
    Echo,
    /// `printf a.md`
    Printf,
    /// `echo note`
    Note,
    /// `cat list.txt`, which is not there.
    Absent,
}

/// `source | xargs …`
fn fed(source: Source, row: (Row, Input)) -> Node {
    let ((line, effect, argv), input) = row;
    let word = match (source, input) {
        (Source::Absent, _) => None,
        (Source::Echo, Input::Whole) => Some("a.md\n"),
        (Source::Echo | Source::Printf, _) => Some("a.md"),
        (Source::Note, _) => Some("note"),
    };
    let needs_input = input == Input::Needed;
    let act = Act::Xargs { argv, input: word, needs_input };
    let xargs = Simple::program(line, effect()).acting(act);
    let source = match source {
        Source::Echo => Simple::program("echo a.md", Effect::none()),
        Source::Printf => Simple::program("printf a.md", Effect::none()),
        Source::Note => Simple::program("echo note", Effect::none()),
        Source::Absent => Simple::program("cat list.txt", Effect::none()).exits(Exit::NonZero),
    };
    Node::pair(source, Join::PIPE, xargs.fed_by_pipe())
}

/// xargs with git or rm behind it: more words follow than the text shows.
pub(super) fn xargs(make: &mut Maker) -> Node {
    const ROWS: [(Row, Input); 8] = [
        (("xargs git add", Effect::stage, &["git", "add"]), Input::Appended),
        (("xargs -n1 git add", Effect::stage, &["git", "add"]), Input::Appended),
        (("xargs -r -n 1 git add --", Effect::stage, &["git", "add", "--"]), Input::Needed),
        (("xargs -I{} git add {}", Effect::stage, &["git", "add"]), Input::Needed),
        (("xargs -n1 git log -1 --", Effect::git, &["git", "log", "-1", "--"]), Input::Appended),
        (("xargs rm -f", Effect::denied, &["rm", "-f"]), Input::Appended),
        (("xargs grep -n git", Effect::none, &["grep", "-n", "git"]), Input::Appended),
        (("xargs -0 -P 2 ls", Effect::none, &["ls"]), Input::Whole),
    ];
    let source = make.pick(&[Source::Echo, Source::Printf, Source::Absent]);
    let row = make.pick(&ROWS);
    fed(source, row)
}

/// xargs with a commit behind it, whose further words may be anything.
pub(super) fn xargs_commit(make: &mut Maker) -> Node {
    const OPEN: fn() -> Effect = || Effect::commit(Tri::Open(false), Told::Untold);
    const SKIPS: fn() -> Effect = || Effect::commit(Tri::Open(true), Told::Untold);
    const ROWS: [(Row, Input); 4] = [
        (("xargs git commit -m", OPEN, &["git", "commit", "-m"]), Input::Appended),
        (("xargs -n 1 git commit -m", OPEN, &["git", "commit", "-m"]), Input::Appended),
        (("xargs git commit -n -m x", SKIPS, &["git", "commit", "-n", "-m", "x"]), Input::Appended),
        (("xargs -r git commit -m x", OPEN, &["git", "commit", "-m", "x"]), Input::Needed),
    ];
    fed(Source::Note, make.pick(&ROWS))
}

/// `find -exec`
pub(super) fn find(make: &mut Maker) -> Node {
    const SKIPS: fn() -> Effect = || Effect::commit(Tri::Yes, told("x"));
    const COMMIT: fn() -> Effect = || Effect::commit(Tri::No, told("x"));
    // Only `+` gives a failure on.
    const ALL_AT_ONCE: &str = "find . -maxdepth 0 -exec git add {} +";
    const ROWS: [Row; 7] = [
        ("find . -maxdepth 0 -exec git status \\;", Effect::git, &["git", "status"]),
        (ALL_AT_ONCE, Effect::stage, &["git", "add", "."]),
        ("find . -maxdepth 0 -exec git add {} \\;", Effect::stage, &["git", "add", "."]),
        (
            "find . -maxdepth 0 -exec git commit -n -m x \\;",
            SKIPS,
            &["git", "commit", "-n", "-m", "x"],
        ),
        ("find . -maxdepth 0 -exec git commit -m x ';'", COMMIT, &["git", "commit", "-m", "x"]),
        ("find . -maxdepth 0 -exec rm {} \\;", Effect::denied, &["rm", "."]),
        ("find . -maxdepth 0 -name .git -print", Effect::none, &[]),
    ];
    let (line, effect, argv) = make.pick(&ROWS);
    let exit = if line == ALL_AT_ONCE { Exit::Chosen } else { Exit::Zero };
    Simple::program(line, effect()).acting(Act::Starts { argv: argv.to_vec(), exit }).into()
}

/// `env -S`, which splits its value into words.
pub(super) fn env_split(make: &mut Maker) -> Node {
    let commit = |no_verify| Effect::commit(no_verify, told("x"));
    let denied = Effect { denied: Some(true), ..Effect::git() };
    type Words = &'static [&'static str];
    let (words, effect, argv): (Words, Effect, Words) = match make.stream.below(6) {
        0 => {
            (&["-S", "'git commit -n -m x'"], commit(Tri::Yes), &["git", "commit", "-n", "-m", "x"])
        }
        1 => (
            &["-S", "'-u FOO git commit -m x'", "--no-verify"],
            commit(Tri::Yes),
            &["git", "commit", "-m", "x", "--no-verify"],
        ),
        2 => (&["-S", "\"git commit -m x\""], commit(Tri::No), &["git", "commit", "-m", "x"]),
        3 => (&["-S", "'git push origin main'"], denied, &["git", "push", "origin", "main"]),
        4 => (&["-S'git add .'"], Effect::stage(), &["git", "add", "."]),
        _ => (&["--split-string='git status'"], Effect::git(), &["git", "status"]),
    };
    make.parts.wrappers.insert("env");
    let mut simple = Simple::program("env", effect);
    simple.parts.wrappers.insert("env");
    simple.items.extend(words.iter().map(|word| Item::word(*word)));
    simple.acting(Act::Starts { argv: argv.to_vec(), exit: Exit::Chosen }).into()
}

/// eval of several words, which it joins.
pub(super) fn eval_words(make: &mut Maker) -> Node {
    const SKIPS: fn() -> Effect = || Effect::commit(Tri::Yes, told("x"));
    const COMMIT: fn() -> Effect = || Effect::commit(Tri::No, told("x"));
    const ROWS: [Row; 4] = [
        ("eval git commit \"-n\" -m x", SKIPS, &["git", "commit", "-n", "-m", "x"]),
        ("eval git commit -m x", COMMIT, &["git", "commit", "-m", "x"]),
        ("eval git 'add' .", Effect::stage, &["git", "add", "."]),
        ("eval echo git commit -n", Effect::none, &["echo", "git", "commit", "-n"]),
    ];
    let (line, effect, argv) = make.pick(&ROWS);
    let act = Act::Starts { argv: argv.to_vec(), exit: Exit::Chosen };
    Simple::program(line, Effect { denied: None, ..effect() }).builtin().acting(act).into()
}

/// Code that the text does not hold.
pub(super) fn unknown_code(make: &mut Maker) -> Node {
    const ARGUMENT: &str = "sh -lc \"$1\"";
    let line = make.pick(&[
        "bash -c \"$CMD\"",
        "eval \"$CMD\"",
        "eval $CMD",
        ARGUMENT,
        "bash <<<\"$CMD\"",
    ]);
    let (act, told) = match line {
        // The shell around it may have been given a word that is no commit.
        ARGUMENT => (Act::FirstArgument, Told::Open(Vec::new())),
        _ => (Act::Idle(Exit::Zero), Told::Untold),
    };
    Simple::program(line, Effect { told, ..Effect::open() })
        .builtin()
        .fed_by_pipe()
        .acting(act)
        .into()
}

/// A function that hands its arguments to a commit.
pub(super) fn passing_function(make: &mut Maker) -> Node {
    let (call, skips, texts): (_, _, &[&str]) = make.pick(&[
        ("ci --no-verify -m x", true, &["x"]),
        ("ci -n -m x", true, &["x"]),
        ("ci -m x", false, &["x"]),
        ("ci", false, &[]),
    ]);
    let told = Told::Open(texts.iter().map(|&text| text.to_owned()).collect());
    let body = Simple::program("git commit \"$@\"", Effect::commit(Tri::Open(skips), told));
    let definition = Node::compound(
        Flow::Function("ci"),
        vec![Chunk::Text("ci() { "), Chunk::Body(body.into()), Chunk::End, Chunk::Text("}")],
    );
    let kind = make.pick(&[JoinKind::Semi, JoinKind::Newline]);
    Node::pair(definition, Join::plain(kind), Simple::program(call, Effect::none()).builtin())
}

/// A loop over literal words, one of which may be an option.
pub(super) fn loop_variable(make: &mut Maker) -> Node {
    let commit = |line, skips, texts: [&str; 2]| {
        let told = Told::Open(texts.map(str::to_owned).to_vec());
        Simple::program(line, Effect::commit(skips, told))
    };
    const FILES: (&str, &[&str]) = ("for f in a.md b.md", &["a.md", "b.md"]);
    let ((head, values), body): ((&str, &'static [&'static str]), Simple) =
        match make.stream.below(4) {
            0 => (FILES, Simple::program("git add $f", Effect::stage())),
            1 => (FILES, Simple::program("git add \"$f\"", Effect::stage())),
            2 => {
                let commit =
                    commit::marked(commit("git commit -m \"$m\"", Tri::No, ["one", "two"]));
                (("for m in one two", &["one", "two"]), commit)
            }
            _ => {
                let commit = commit("git commit $flag -m x", Tri::Open(true), ["x", "x"]);
                (("for flag in -n -q", &["-n", "-q"]), commit)
            }
        };
    Node::Compound {
        flow: Flow::For(values),
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
