//! Substitutions, wherever bash makes them: words, assignments, heads of loops, redirects, heredoc bodies.

use super::super::act::Act;
use super::super::commit;
use super::super::maker::Maker;
use super::super::render::text_of;
use super::super::syntax::{
    Body, Chunk, Flow, Item, ItemKind, Node, Piece, Redirect, Simple, Word,
};
use super::super::truth::{Effect, Told, Tri};
use super::{block, builtin, closed, compound, plain};

pub(super) fn substituted(before: &str, open: &'static str, body: Node, after: &str) -> Word {
    Word::untold(vec![
        Piece::Text(before.to_owned()),
        Piece::Substitution { open, body },
        Piece::Text(after.to_owned()),
    ])
}

pub(super) fn substitution(make: &mut Maker, body: Node) -> Node {
    let (before, after) = make.pick(&[("\"made: ", "\""), ("\"", "\""), ("\"it's ", " (done)\"")]);
    plain("echo").item(Item::word(substituted(before, "$(", body, after))).into()
}

pub(super) fn bare_substitution(make: &mut Maker, body: Node) -> Node {
    let before = make.pick(&["", "at-", "x="]);
    plain("echo").item(Item::word(substituted(before, "$(", body, ""))).into()
}

pub(super) fn assignment(make: &mut Maker, body: Node) -> Node {
    let (before, after) = make.pick(&[("out=", ""), ("out=\"", "\""), ("LIST=(", ")")]);
    // An array takes the substitution as one of its words.
    let word = substituted(before, "$(", body, after);
    let items = vec![Item { gap: " ", kind: ItemKind::Assignment(word) }];
    Simple::of(items, Effect::none()).builtin().into()
}

pub(super) fn declaration(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["export", "readonly", "declare -r"]);
    let act = Act::Declares { readonly: head != "export" };
    plain(head)
        .item(Item::word(substituted("OUT=\"", "$(", body, "\"")))
        .builtin()
        .acting(act)
        .into()
}

/// The commands, or a plain commit where they hold what would have to be escaped in backticks.
pub(super) fn fit_for_backticks(body: Node) -> Node {
    if text_of(&body).contains(['\\', '`', '"', '#', '\n']) {
        let told = Told::Texts(vec!["wip".to_owned()]);
        let commit = Simple::program("git commit -n -m wip", Effect::commit(Tri::Yes, told));
        return commit::marked(commit).into();
    }
    body
}

pub(super) fn backticks(make: &mut Maker, body: Node) -> Node {
    let body = fit_for_backticks(body);
    let (before, after) = make.pick(&[("", ""), ("\"made: ", "\"")]);
    let pieces =
        vec![Piece::Text(before.to_owned()), Piece::Backticks(body), Piece::Text(after.to_owned())];
    plain("echo").item(Item::word(Word::untold(pieces))).into()
}

pub(super) fn process_in(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["cat", "wc -l", "diff /dev/null"]);
    plain(head).item(Item::word(substituted("", "<(", body, ""))).into()
}

pub(super) fn process_out(_: &mut Maker, body: Node) -> Node {
    plain("tee").item(Item::word(substituted("", ">(", body, ""))).into()
}

pub(super) fn redirect_target(_: &mut Maker, body: Node) -> Node {
    let target = substituted("\"out", "$(", body, ".txt\"");
    plain("echo hi").item(Item::to(Redirect::new("> ", target))).into()
}

pub(super) fn arithmetic(_: &mut Maker, body: Node) -> Node {
    plain("echo").item(Item::word(substituted("$(( 0", "$(", body, " + 1 ))"))).into()
}

/// An unquoted heredoc, in whose body bash runs substitutions.
pub(super) fn live_heredoc(make: &mut Maker, body: Node) -> Node {
    let piece = if make.chance(30) {
        Piece::Backticks(fit_for_backticks(body))
    } else {
        Piece::Substitution { open: "$(", body }
    };
    let before = make.pick(&["id: ", "it's \"", "a\nb "]);
    let pieces = vec![Piece::Text(before.to_owned()), piece, Piece::Text(" end".to_owned())];
    let heredoc = make.heredoc(Body::Live(pieces));
    let head = make.pick(&["cat", "tee notes.md"]);
    plain(head).fed(Item::heredoc(heredoc)).into()
}

pub(super) fn for_substitution(make: &mut Maker, body: Node) -> Node {
    // However often: the commands in it are the substitution's.
    let words = Chunk::Word(substituted("", "$(", body, ""));
    let head = vec![Chunk::Text("for f in "), words, Chunk::End];
    let chunks = closed([head, block("do", builtin("echo item"))], "done");
    compound(make, Flow::For(&[""]), chunks)
}
