//! Subshells, groups, control flow, functions: keywords around commands.

use super::super::act::Exit;
use super::super::maker::Maker;
use super::super::syntax::{Chunk, Flow, Item, Join, JoinKind, Node, Redirect, Simple, Word};
use super::super::truth::Effect;
use super::{builtin, compound, plain};

fn redirect(operator: &'static str, target: &str) -> Chunk {
    Chunk::Redirect(Redirect::new(operator, Word::from(target)))
}

pub(super) fn subshell(_: &mut Maker, body: Node) -> Node {
    Node::compound(
        Flow::Subshell,
        vec![Chunk::Text("( "), Chunk::Body(body), Chunk::Close, Chunk::Text(")")],
    )
}

pub(super) fn group(make: &mut Maker, body: Node) -> Node {
    compound(
        make,
        Flow::Group,
        vec![Chunk::Text("{"), Chunk::Gap, Chunk::Body(body), Chunk::End, Chunk::Text("}")],
    )
}

pub(super) fn redirected(make: &mut Maker, body: Node) -> Node {
    let mut node = if make.chance(50) { subshell(make, body) } else { group(make, body) };
    if let Node::Compound { chunks, .. } = &mut node {
        let redirects: &[(&str, &str)] = make.pick(&[
            [(">", "out.txt"), ("2>&", "1")].as_slice(),
            &[("2>", "/dev/null")],
            &[("&>", "log.txt")],
            &[("<", "/dev/null"), (">", "log.txt")],
        ]);
        chunks.extend(redirects.iter().map(|&(operator, target)| redirect(operator, target)));
    }
    node
}

pub(super) fn test(make: &mut Maker) -> Node {
    let (line, exit) = make.pick(&[
        ("true", Exit::Zero),
        ("[ -d .git ]", Exit::NonZero),
        ("test -n x", Exit::Zero),
        ("false", Exit::NonZero),
        ("git diff --quiet", Exit::Chosen),
    ]);
    if exit == Exit::Chosen {
        return Simple::program(line, Effect::git()).into();
    }
    plain(line).builtin().exits(exit).into()
}

pub(super) fn if_then(make: &mut Maker, body: Node) -> Node {
    let test = test(make);
    compound(
        make,
        Flow::If,
        vec![
            Chunk::Text("if "),
            Chunk::Body(test),
            Chunk::End,
            Chunk::Text("then"),
            Chunk::Gap,
            Chunk::Body(body),
            Chunk::End,
            Chunk::Text("fi"),
        ],
    )
}

pub(super) fn if_else(make: &mut Maker, body: Node) -> Node {
    let test = test(make);
    let first = builtin(make.pick(&["true", ":", "echo clean"]));
    compound(
        make,
        Flow::If,
        vec![
            Chunk::Text("if "),
            Chunk::Body(test),
            Chunk::End,
            Chunk::Text("then"),
            Chunk::Gap,
            Chunk::Body(first),
            Chunk::End,
            Chunk::Text("else"),
            Chunk::Gap,
            Chunk::Body(body),
            Chunk::End,
            Chunk::Text("fi"),
        ],
    )
}

pub(super) fn condition(make: &mut Maker, body: Node) -> Node {
    let keyword = make.pick(&["if ", "if ! "]);
    // `! a` takes one pipeline, so that a row needs braces.
    let body = if keyword == "if " { body } else { group(make, body) };
    let then = builtin(make.pick(&["echo ok", ":"]));
    compound(
        make,
        Flow::If,
        vec![
            Chunk::Text(keyword),
            Chunk::Body(body),
            Chunk::End,
            Chunk::Text("then"),
            Chunk::Gap,
            Chunk::Body(then),
            Chunk::End,
            Chunk::Text("fi"),
        ],
    )
}

/// Loops that end by themselves in the execution box, where every program succeeds.
pub(super) fn while_loop(make: &mut Maker, body: Node) -> Node {
    let (keyword, test, ends) = make.pick(&[
        ("while ", "false", true),
        ("until ", "true", true),
        ("while ", "true", false),
    ]);
    let mut chunks = vec![
        Chunk::Text(keyword),
        Chunk::Body(builtin(test)),
        Chunk::End,
        Chunk::Text("do"),
        Chunk::Gap,
        Chunk::Body(body),
        Chunk::End,
    ];
    if !ends {
        chunks.extend([Chunk::Body(builtin("break")), Chunk::End]);
    }
    chunks.push(Chunk::Text("done"));
    compound(make, Flow::Loop { until: keyword == "until " }, chunks)
}

pub(super) fn for_loop(make: &mut Maker, body: Node) -> Node {
    let (header, values): (&str, &[&str]) = make.pick(&[
        ("for f in a b", ["a", "b"].as_slice()),
        ("for i in 1 2 3", &["1", "2", "3"]),
        ("for in in in", &["in"]),
        ("for repo in git glab", &["git", "glab"]),
    ]);
    compound(
        make,
        Flow::For(values),
        vec![
            Chunk::Text(header),
            Chunk::End,
            Chunk::Text("do"),
            Chunk::Gap,
            Chunk::Body(body),
            Chunk::End,
            Chunk::Text("done"),
        ],
    )
}

pub(super) fn case(make: &mut Maker, body: Node) -> Node {
    let pattern = make.pick(&["x)", "(x)", "git*|x)", "*)"]);
    compound(
        make,
        Flow::Group,
        vec![
            Chunk::Text("case x in"),
            Chunk::Gap,
            Chunk::Text(pattern),
            Chunk::Text(" "),
            Chunk::Body(body),
            Chunk::Close,
            Chunk::Text(";;"),
            Chunk::Gap,
            Chunk::Text("esac"),
        ],
    )
}

pub(super) fn function(make: &mut Maker, body: Node) -> Node {
    let (head, name) = make.pick(&[
        ("ci() ", "ci"),
        ("function deploy ", "deploy"),
        ("run_it () ", "run_it"),
        ("f() ", "f"),
    ]);
    let braces = if make.chance(80) { group(make, body) } else { subshell(make, body) };
    let definition =
        Node::compound(Flow::Function(name), vec![Chunk::Text(head), Chunk::Body(braces)]);
    let kind = make.pick(&[JoinKind::Semi, JoinKind::Newline]);
    Node::pair(definition, Join::plain(kind), builtin(name))
}

pub(super) fn negation(_: &mut Maker, body: Node) -> Node {
    Node::compound(Flow::Not, vec![Chunk::Text("! "), Chunk::Body(body)])
}

/// `coproc` stands before a simple command like a wrapper, and belongs to its unit.
pub(super) fn coproc(_: &mut Maker, body: Node) -> Node {
    match body {
        Node::Simple(mut simple) => {
            simple.items.insert(0, Item::word("coproc"));
            simple.keyword_head = true;
            simple.external = false;
            simple.front.words += 1;
            simple.front.coproc = true;
            Node::Simple(simple)
        }
        Node::Row(_) | Node::Compound { .. } => body,
    }
}

pub(super) fn coproc_group(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["coproc ", "coproc JOB "]);
    let group = group(make, body);
    let job = Node::compound(Flow::Coproc, vec![Chunk::Text(head), Chunk::Body(group)]);
    Node::pair(job, Join::SEMI, builtin("wait"))
}
