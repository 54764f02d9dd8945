//! Trees that are rarely drawn, and what bash 5.2 was seen to do with each.

use super::super::act::{Act, Exit, Shell, Signal};
use super::super::syntax::{
    Body, Chunk, Flow, Front, Heredoc, Item, Join, JoinKind, Node, Piece, Quote, Simple, Word,
};
use super::super::truth::Effect;
use super::*;

fn git(line: &str) -> Simple {
    Simple::program(line, Effect::git())
}

fn substitution(body: Node) -> Node {
    let pieces = vec![Piece::Substitution { open: "$(", body }];
    Simple::program("echo", Effect::none()).item(Item::word(Word::untold(pieces))).into()
}

fn shell(shell: Shell, body: Node) -> Node {
    let code = Word::untold(vec![Piece::Code { body, quote: Quote::Single }]);
    Simple::program("bash -c", Effect::none())
        .item(Item::word(code))
        .acting(Act::Shell(shell))
        .into()
}

fn function(name: &'static str, body: Node) -> Node {
    Node::compound(Flow::Function(name), vec![Chunk::Text("f() "), Chunk::Body(body)])
}

fn fed_by_heredoc(line: &str) -> Simple {
    let body = Body::Text("x".to_owned());
    let delimiter = "EOF".to_owned();
    let heredoc = Heredoc { operator: "<<", spelling: delimiter.clone(), delimiter, body };
    git(line).fed(Item::heredoc(heredoc))
}

fn joined(first: impl Into<Node>, kind: JoinKind, second: impl Into<Node>) -> Node {
    Node::pair(first, Join::plain(kind), second)
}

/// Each run as its words, `?` for any word and `...` for any number, behind a `-` when it is not reached.
#[track_caller]
fn check(node: &Node, expected: &[&str]) {
    let shown = of(node).planted.into_iter().map(|run| {
        let words = run.argv.iter().map(|word| match word {
            PlantedWord::Text(text) => text.as_str(),
            PlantedWord::Any => "?",
            PlantedWord::Rest => "...",
        });
        let words: Vec<&str> = words.collect();
        format!("{}{}", if run.reached { "" } else { "- " }, words.join(" "))
    });
    assert_eq!(shown.collect::<Vec<_>>(), expected);
}

#[test]
fn both_branches_are_reached_by_a_choice_and_neither_by_a_known_status() {
    check(&joined(git("git a"), JoinKind::Or, git("git b")), &["git a", "git b"]);
    let known = git("true").exits(Exit::Zero);
    check(&joined(known.clone(), JoinKind::Or, git("git b")), &["- git b"]);
    let unclear = git("cat x").exits(Exit::Unsure);
    check(&joined(unclear.clone(), JoinKind::And, git("git b")), &["- git b"]);
    check(&joined(unclear, JoinKind::Semi, git("git b")), &["git b"]);
}

#[test]
fn exec_ends_its_own_shell_only() {
    let mut exec = git("git a");
    exec.front = Front { exec: true, ..Front::default() };
    check(&joined(exec.clone(), JoinKind::Semi, git("git b")), &["git a", "- git b"]);
    check(&joined(exec.clone(), JoinKind::Pipe, git("git b")), &["git a", "git b"]);
    let inner = Node::compound(Flow::Subshell, vec![Chunk::Body(exec.into())]);
    check(&joined(inner, JoinKind::Or, git("git b")), &["git a", "git b"]);
}

#[test]
fn errexit_goes_on_while_everything_succeeds() {
    let errexit = Shell { errexit: true, ..Shell::default() };
    let failed = joined(git("false"), JoinKind::Semi, git("git b"));
    check(&shell(errexit, failed), &["- git b"]);
    check(&shell(errexit, joined(git("git a"), JoinKind::Semi, git("git b"))), &["git a", "git b"]);
    let tested =
        joined(joined(git("false"), JoinKind::Or, git("true")), JoinKind::Semi, git("git b"));
    check(&shell(errexit, tested), &["git b"]);
}

#[test]
fn a_call_before_the_definition_is_a_program() {
    let call = || git("f x").builtin();
    let body = || Node::from(git("git commit \"$@\""));
    check(&joined(function("f", body()), JoinKind::Semi, call()), &["git commit x"]);
    // Each command of a pipeline has a shell of its own, which takes the definition with it.
    check(&joined(function("f", body()), JoinKind::Pipe, call()), &["f x", "- git commit ..."]);
    check(&function("f", body()), &["- git commit ..."]);
}

#[test]
fn a_function_that_calls_itself_is_endless() {
    let endless = joined(git("git a"), JoinKind::And, git("f").builtin());
    let node = joined(function("f", endless), JoinKind::Semi, git("f").builtin());
    assert!(of(&node).endless);
    assert!(!of(&function("f", git("f").builtin().into())).endless);
}

#[test]
fn a_substitution_that_bash_misprints_is_not_told() {
    let last = joined(git("git a"), JoinKind::Semi, fed_by_heredoc("git b"));
    check(&substitution(last), &["git a", "git b"]);
    // bash 5.2 loses the `;`: it runs `git a git b`.
    let piped = joined(git("ls"), JoinKind::Pipe, git("git a"));
    let lost =
        joined(joined(fed_by_heredoc("ls"), JoinKind::Pipe, git("git a")), JoinKind::Semi, piped);
    let behind = joined(substitution(lost), JoinKind::Semi, git("git b"));
    check(&behind, &["- ls ...", "- git a ...", "- ls ...", "- git a ...", "- git b"]);
    // It prints `coproc COPROC git a`, whose name it then takes for the program.
    let mut coprocess = git("coproc git a");
    coprocess.front = Front { words: 1, coproc: true, ..Front::default() };
    check(&substitution(coprocess.clone().into()), &["- COPROC git a", "- git a"]);
    check(&coprocess.into(), &["git a"]);
}

#[test]
fn a_trap_on_the_end_of_a_background_list_is_not_sure_to_run() {
    let trap = || {
        let code =
            Word::untold(vec![Piece::Code { body: git("git a").into(), quote: Quote::Single }]);
        Simple::program("trap", Effect::none())
            .item(Item::word(code))
            .arg("EXIT")
            .acting(Act::Trap(Signal::Exit))
    };
    let background = |node: Node| Node::Row(vec![(node, Join::plain(JoinKind::Background))]);
    check(&trap().into(), &["git a"]);
    check(&background(trap().into()), &["git a"]);
    check(&background(joined(git("true"), JoinKind::And, trap())), &["- git a"]);
    let inner = joined(git("true"), JoinKind::And, trap());
    let subshell = Node::compound(Flow::Subshell, vec![Chunk::Body(inner)]);
    check(&background(subshell), &["git a"]);
}

#[test]
fn time_is_a_program_where_the_shell_may_not_reserve_it() {
    let mut timed = git("time git a");
    timed.front = Front { words: 1, time: true, ..Front::default() };
    check(&shell(Shell::default(), timed.clone().into()), &["git a"]);
    let plain_sh = Shell { plain_sh: true, ..Shell::default() };
    check(&shell(plain_sh, timed.into()), &["- time git a", "- git a"]);
}

#[test]
fn a_program_that_may_be_refused_is_not_sure_to_run() {
    let chrt = |batches, idles, refused| Front { batches, idles, refused, ..Front::default() };
    let front = |front| Simple { front, ..git("git a") };
    check(&front(chrt(true, false, false)).into(), &["git a"]);
    check(&front(chrt(true, true, false)).into(), &["git a"]);
    let refused = front(chrt(true, true, true));
    check(&joined(refused, JoinKind::Semi, git("git b")), &["- git a", "git b"]);
    let Node::Simple(idle) = shell(Shell::default(), front(chrt(true, false, false)).into()) else {
        panic!("a shell is a simple command");
    };
    check(&Simple { front: chrt(false, true, false), ..*idle }.into(), &["- git a"]);
}

#[test]
fn a_program_that_reads_the_script_takes_what_follows() {
    let reads_code = Shell { reads_code: true, ..Shell::default() };
    let tee = git("tee notes.md");
    let body = |tee: Simple| joined(tee, JoinKind::Newline, git("git a"));
    let behind = |shell| joined(shell, JoinKind::Newline, git("git b"));
    check(&behind(shell(reads_code, body(tee.clone()))), &["- git a", "git b"]);
    let own = tee.fed(Item::redirect("<", "/dev/null"));
    check(&behind(shell(reads_code, body(own))), &["git a", "git b"]);
}
