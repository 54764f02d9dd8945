//! Subshells, groups, control flow, functions: keywords around commands.

use super::super::act::Exit;
use super::super::conditions;
use super::super::expansion;
use super::super::maker::Maker;
use super::super::syntax::{
    Body, Chunk, Flow, Item, Join, JoinKind, Node, Piece, Redirect, Simple, Target, Word,
};
use super::super::truth::Effect;
use super::substitution::substituted;
use super::{block, builtin, closed, compound, head_of, plain};

fn redirect(operator: &'static str, target: &str) -> Chunk {
    let word = Word::untold(vec![Piece::Text(target.to_owned())]);
    Chunk::Redirect(Redirect::new(operator, word))
}

pub(super) fn subshell(_: &mut Maker, body: Node) -> Node {
    Node::compound(
        Flow::Subshell,
        vec![Chunk::Text("( "), Chunk::Body(body), Chunk::Close, Chunk::Text(")")],
    )
}

pub(super) fn group(make: &mut Maker, body: Node) -> Node {
    compound(make, Flow::Group, closed([block("{", body)], "}"))
}

/// A compound with redirects behind it.
pub(super) fn redirected(make: &mut Maker, body: Node) -> Node {
    let build = make.pick(&[subshell, group, subshell, group, for_loop, while_loop, if_then, case]);
    let mut node = build(make, body);
    if let Node::Compound { chunks, .. } = &mut node {
        let redirects: &[(&str, &str)] = make.pick(&[
            [(">", "out.txt"), ("2>&", "1")].as_slice(),
            &[("2>", "/dev/null")],
            &[("&>", "log.txt")],
            &[("<", "/dev/null"), (">", "log.txt")],
            &[(">> ", "log.txt")],
        ]);
        chunks.extend(redirects.iter().map(|&(operator, target)| redirect(operator, target)));
    }
    node
}

/// A compound that is fed a heredoc.
pub(super) fn fed(make: &mut Maker, body: Node) -> Node {
    let build = make.pick(&[subshell, group, for_loop, if_then]);
    let mut node = build(make, body);
    let heredoc = make.heredoc(Body::Text("git add .\nnote".to_owned()));
    if let Node::Compound { chunks, .. } = &mut node {
        let redirect = Redirect { operator: "", target: Target::Heredoc(heredoc) };
        chunks.push(Chunk::Redirect(redirect));
    }
    node
}

/// A compound whose output goes on.
pub(super) fn piped(make: &mut Maker, body: Node) -> Node {
    let build = make.pick(&[subshell, group, for_loop, while_loop, if_else, case]);
    let compound = build(make, body);
    let reader = make.pick(&["tail -5", "head -n 2", "wc -l", "tee log.txt", "sort"]);
    Node::pair(compound, Join::PIPE, plain(reader).fed_by_pipe())
}

pub(super) fn test(make: &mut Maker) -> Node {
    if make.chance(50) {
        return conditions::any(make);
    }
    let (line, exit) = make.pick(&[
        ("true", Exit::Zero),
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
    compound(make, Flow::If, closed([head_of("if ", test), block("then", body)], "fi"))
}

pub(super) fn if_else(make: &mut Maker, body: Node) -> Node {
    let test = test(make);
    let first = builtin(make.pick(&["true", ":", "echo clean"]));
    let parts = [head_of("if ", test), block("then", first), block("else", body)];
    compound(make, Flow::If, closed(parts, "fi"))
}

/// Tests one after the other, and what runs when they fail.
pub(super) fn elif(make: &mut Maker, body: Node) -> Node {
    let (first, second) = (test(make), test(make));
    let (one, other) = (builtin(make.pick(&["true", ":", "echo clean"])), builtin("echo other"));
    let mut last = [head_of("elif ", second), block("then", body)].concat();
    if make.chance(40) {
        last.extend(block("else", other));
    }
    let lines = make.chance(50);
    let last = vec![Chunk::Body(Node::Compound { flow: Flow::If, chunks: last, lines })];
    let chunks = closed([head_of("if ", first), block("then", one), last], "fi");
    Node::Compound { flow: Flow::If, chunks, lines }
}

pub(super) fn condition(make: &mut Maker, body: Node) -> Node {
    let keyword = make.pick(&["if ", "if ! "]);
    // `! a` takes one pipeline, so that a row needs braces.
    let body = if keyword == "if " { body } else { group(make, body) };
    let then = builtin(make.pick(&["echo ok", ":"]));
    compound(make, Flow::If, closed([head_of(keyword, body), block("then", then)], "fi"))
}

/// Loops that end by themselves in the execution box, where every program succeeds.
pub(super) fn while_loop(make: &mut Maker, body: Node) -> Node {
    let (keyword, test, ends) = make.pick(&[
        ("while ", "false", true),
        ("until ", "true", true),
        ("while ", "true", false),
    ]);
    let last = if ends { Vec::new() } else { vec![Chunk::Body(builtin("break")), Chunk::End] };
    let chunks = closed([head_of(keyword, builtin(test)), block("do", body), last], "done");
    compound(make, Flow::Loop { until: keyword == "until " }, chunks)
}

pub(super) fn for_loop(make: &mut Maker, body: Node) -> Node {
    let (header, values): (&str, &[&str]) = make.pick(&[
        ("for f in a b", ["a", "b"].as_slice()),
        ("for i in 1 2 3", &["1", "2", "3"]),
        ("for in in in", &["in"]),
        ("for repo in git glab", &["git", "glab"]),
    ]);
    let head = vec![Chunk::Text(header), Chunk::End];
    compound(make, Flow::For(values), closed([head, block("do", body)], "done"))
}

fn loop_over(make: &mut Maker, head: Vec<Chunk>, body: Node) -> Node {
    let parts = [head, vec![Chunk::End], block("do", body)];
    compound(make, Flow::For(&[""]), closed(parts, "done"))
}

/// A loop over words that expand. One of them stays, so that it runs.
pub(super) fn for_words(make: &mut Maker, body: Node) -> Node {
    let mut head = vec![Chunk::Text("for word in main")];
    for _ in 0..1 + make.stream.below(2) {
        head.extend([Chunk::Text(" "), Chunk::Word(expansion::any(make))]);
    }
    loop_over(make, head, body)
}

/// A loop over files that are not there: the pattern stays.
pub(super) fn for_files(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&[
        "for file in none/*.md",
        "for file in \"$name\"/none-*.rs b-*.none",
        "for file in {a,b}/none*.md",
        "for file in none-[0-9]?.log",
    ]);
    loop_over(make, vec![Chunk::Text(head)], body)
}

/// A loop that counts.
pub(super) fn for_arithmetic(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&[
        "for ((j = 0; j < 2; j++))",
        "for (( j=1, l=2; j <= l; ++j ))",
        "for ((j = 3; j > 2; j -= 1))",
    ]);
    loop_over(make, vec![Chunk::Text(head)], body)
}

/// A loop over lines that something prints: how many, the text doesn't tell.
pub(super) fn while_read(make: &mut Maker, body: Node) -> Node {
    let mut test = plain(make.pick(&["read -r line", "read -r line", "read -r a b"]));
    if make.chance(30) {
        test.items.insert(0, Item::assignment("IFS="));
    }
    let test = test.builtin().exits(Exit::Unsure);
    let chunks = closed([head_of("while ", test.into()), block("do", body)], "done");
    let mut node = compound(make, Flow::Loop { until: false }, chunks);
    if make.chance(50) {
        let source = make.pick(&["git branch", "git ls-files", "git log --oneline -5"]);
        let source = Simple::program(source, Effect::git()).piped();
        return Node::pair(source, Join::PIPE, node);
    }
    let source = make.pick(&["list.txt", "\"$name.txt\""]);
    if let Node::Compound { chunks, .. } = &mut node {
        chunks.push(match make.stream.below(3) {
            0 => redirect("< ", source),
            1 => {
                let heredoc = make.heredoc(Body::Text("a.md\ngit commit -n".to_owned()));
                Chunk::Redirect(Redirect { operator: "", target: Target::Heredoc(heredoc) })
            }
            _ => {
                let files = Simple::program("git ls-files", Effect::git()).into();
                Chunk::Redirect(Redirect::new("< ", substituted("", "<(", files, "")))
            }
        });
    }
    node
}

/// A menu, which waits for an answer: the box gives none.
pub(super) fn select(make: &mut Maker, body: Node) -> Node {
    make.runnable = false;
    let mut node = loop_over(make, vec![Chunk::Text("select word in a b")], body);
    if let Node::Compound { chunks, .. } = &mut node {
        let done = chunks.pop();
        chunks.extend([Chunk::Body(builtin("break")), Chunk::End]);
        chunks.extend(done);
    }
    node
}

/// A word that expands to nothing, and patterns of which the last fits.
pub(super) fn case_of_expansion(make: &mut Maker, body: Node) -> Node {
    let (pattern, end) = make.pick(&[
        ("main|master)", ";;"),
        ("v[0-9]*)", ";;"),
        ("(\"git commit\")", ";;"),
        ("fix/*|feat/*)", ";;&"),
        ("'a b'|\"$base\"x)", ";;"),
    ]);
    let other = builtin(make.pick(&[":", "echo other", "true"]));
    let mut chunks = vec![
        Chunk::Text("case "),
        Chunk::Word(expansion::quoted(make)),
        Chunk::Text(" in"),
        Chunk::Gap,
    ];
    chunks.extend([
        Chunk::Text(pattern),
        Chunk::Text(" "),
        Chunk::Body(other),
        Chunk::Close,
        Chunk::Text(end),
        Chunk::Gap,
    ]);
    chunks.extend([Chunk::Text("*)"), Chunk::Text(" "), Chunk::Body(body), Chunk::Close]);
    chunks.extend([Chunk::Text(";;"), Chunk::Gap, Chunk::Text("esac")]);
    compound(make, Flow::Group, chunks)
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
