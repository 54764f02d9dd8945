//! What can stand around commands: subshell, group, control flow, functions, substitutions, and code in strings.

use super::commit;
use super::maker::Maker;
use super::render::{opened, quoted, text_of};
use super::syntax::{
    Body, Chunk, Item, Join, JoinKind, Node, Piece, Quote, Redirect, Simple, Target, Word,
};
use super::truth::{Effect, Told, Tri};

/// Which commands a nest takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Takes {
    /// A row of any.
    Row,
    /// One plain command on one line.
    Line,
}

/// One kind of nest.
#[derive(Debug)]
pub(super) struct Nest {
    /// Its name in reports of coverage.
    pub(super) name: &'static str,
    /// How often it is drawn.
    pub(super) weight: u32,
    /// What it takes.
    pub(super) takes: Takes,
    /// Only at the head of a pipeline.
    pub(super) head_only: bool,
    /// Puts it around commands.
    pub(super) build: fn(&mut Maker, Node) -> Node,
}

const fn nest(name: &'static str, weight: u32, build: fn(&mut Maker, Node) -> Node) -> Nest {
    Nest { name, weight, takes: Takes::Row, head_only: false, build }
}

const fn line(name: &'static str, weight: u32, build: fn(&mut Maker, Node) -> Node) -> Nest {
    Nest { name, weight, takes: Takes::Line, head_only: false, build }
}

const fn head(name: &'static str, weight: u32, build: fn(&mut Maker, Node) -> Node) -> Nest {
    Nest { name, weight, takes: Takes::Line, head_only: true, build }
}

/// Every kind of nest.
pub(super) const NESTS: [Nest; 34] = [
    nest("subshell", 8, subshell),
    nest("group", 6, group),
    nest("redirected-compound", 3, redirected),
    nest("if", 6, if_then),
    nest("if-else", 3, if_else),
    nest("condition", 3, condition),
    nest("while", 3, while_loop),
    nest("for", 4, for_loop),
    nest("for-substitution", 2, for_substitution),
    nest("case", 3, case),
    nest("function", 4, function),
    head("negation", 3, negation),
    head("coproc", 2, coproc),
    Nest { takes: Takes::Row, ..head("coproc-group", 1, coproc_group) },
    nest("substitution", 5, substitution),
    nest("bare-substitution", 3, bare_substitution),
    nest("assignment-substitution", 4, assignment),
    nest("declaration-substitution", 2, declaration),
    line("backticks", 3, backticks),
    nest("process-substitution", 3, process_in),
    nest("process-substitution-out", 2, process_out),
    line("redirect-target", 1, redirect_target),
    line("arithmetic", 1, arithmetic),
    line("live-heredoc", 3, live_heredoc),
    nest("bash -c", 8, shell_c),
    nest("eval", 3, eval),
    nest("heredoc-fed shell", 4, shell_heredoc),
    nest("here-string-fed shell", 2, shell_here_string),
    nest("trap", 2, trap),
    nest("find -exec sh -c", 2, find_shell),
    nest("xargs sh -c", 2, xargs_shell),
    nest("script -c", 1, script),
    nest("pipe-fed shell", 2, pipe_shell),
    nest("timeout bash -c", 3, timeout_shell),
];

fn plain(line: &str) -> Simple {
    Simple::program(line, Effect::none())
}

fn builtin(line: &str) -> Node {
    plain(line).builtin().into()
}

fn compound(make: &mut Maker, chunks: Vec<Chunk>) -> Node {
    let lines = make.chance(40);
    Node::Compound { chunks, lines }
}

fn redirect(operator: &'static str, target: &str) -> Chunk {
    Chunk::Redirect(Redirect { operator, target: Target::Word(Word::text(target)) })
}

fn subshell(_: &mut Maker, body: Node) -> Node {
    Node::compound(vec![Chunk::Text("( "), Chunk::Body(body), Chunk::Close, Chunk::Text(")")])
}

fn group(make: &mut Maker, body: Node) -> Node {
    compound(
        make,
        vec![Chunk::Text("{"), Chunk::Gap, Chunk::Body(body), Chunk::End, Chunk::Text("}")],
    )
}

fn redirected(make: &mut Maker, body: Node) -> Node {
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

fn test(make: &mut Maker) -> Node {
    let line = make.pick(&["true", "[ -d .git ]", "test -n x", "false", "git diff --quiet"]);
    if line.starts_with("git") {
        return Simple::program(line, Effect::git()).into();
    }
    builtin(line)
}

fn if_then(make: &mut Maker, body: Node) -> Node {
    let test = test(make);
    compound(
        make,
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

fn if_else(make: &mut Maker, body: Node) -> Node {
    let test = test(make);
    let first = builtin(make.pick(&["true", ":", "echo clean"]));
    compound(
        make,
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

fn condition(make: &mut Maker, body: Node) -> Node {
    let keyword = make.pick(&["if ", "if ! "]);
    // `! a` takes one pipeline, so that a row needs braces.
    let body = if keyword == "if " { body } else { group(make, body) };
    let then = builtin(make.pick(&["echo ok", ":"]));
    compound(
        make,
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
fn while_loop(make: &mut Maker, body: Node) -> Node {
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
    compound(make, chunks)
}

fn for_loop(make: &mut Maker, body: Node) -> Node {
    let header =
        make.pick(&["for f in a b", "for i in 1 2 3", "for in in in", "for repo in git glab"]);
    compound(
        make,
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

fn for_substitution(make: &mut Maker, body: Node) -> Node {
    compound(
        make,
        vec![
            Chunk::Text("for f in "),
            Chunk::Word(substituted("", "$(", body, "")),
            Chunk::End,
            Chunk::Text("do"),
            Chunk::Gap,
            Chunk::Body(builtin("echo item")),
            Chunk::End,
            Chunk::Text("done"),
        ],
    )
}

fn case(make: &mut Maker, body: Node) -> Node {
    let pattern = make.pick(&["x)", "(x)", "git*|x)", "*)"]);
    compound(
        make,
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

fn function(make: &mut Maker, body: Node) -> Node {
    let (head, name) = make.pick(&[
        ("ci() ", "ci"),
        ("function deploy ", "deploy"),
        ("run_it () ", "run_it"),
        ("f() ", "f"),
    ]);
    let braces = if make.chance(80) { group(make, body) } else { subshell(make, body) };
    let definition = Node::compound(vec![Chunk::Text(head), Chunk::Body(braces)]);
    let kind = make.pick(&[JoinKind::Semi, JoinKind::Newline]);
    Node::pair(definition, Join::plain(kind), builtin(name))
}

fn negation(_: &mut Maker, body: Node) -> Node {
    Node::compound(vec![Chunk::Text("! "), Chunk::Body(body)])
}

/// `coproc` stands before a simple command like a wrapper, and belongs to its unit.
fn coproc(_: &mut Maker, body: Node) -> Node {
    match body {
        Node::Simple(mut simple) => {
            simple.items.insert(0, Item::word("coproc"));
            simple.keyword_head = true;
            simple.external = false;
            Node::Simple(simple)
        }
        Node::Row(_) | Node::Compound { .. } => body,
    }
}

fn coproc_group(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["coproc ", "coproc JOB "]);
    let group = group(make, body);
    let job = Node::compound(vec![Chunk::Text(head), Chunk::Body(group)]);
    Node::pair(job, Join::SEMI, builtin("wait"))
}

fn substituted(before: &str, open: &'static str, body: Node, after: &str) -> Word {
    Word(vec![
        Piece::Text(before.to_owned()),
        Piece::Substitution { open, body },
        Piece::Text(after.to_owned()),
    ])
}

fn substitution(make: &mut Maker, body: Node) -> Node {
    let (before, after) = make.pick(&[("\"made: ", "\""), ("\"", "\""), ("\"it's ", " (done)\"")]);
    plain("echo").item(Item::of(substituted(before, "$(", body, after))).into()
}

fn bare_substitution(make: &mut Maker, body: Node) -> Node {
    let before = make.pick(&["", "at-", "x="]);
    plain("echo").item(Item::of(substituted(before, "$(", body, ""))).into()
}

fn assignment(make: &mut Maker, body: Node) -> Node {
    let (before, after) = make.pick(&[("out=", ""), ("out=\"", "\""), ("LIST=(", ")")]);
    // An array takes the substitution as one of its words.
    let word = substituted(before, "$(", body, after);
    let items = vec![Item { gap: " ", kind: super::syntax::ItemKind::Assignment(word) }];
    Simple::of(items, Effect::none()).builtin().into()
}

fn declaration(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["export", "readonly", "declare -r"]);
    plain(head).item(Item::of(substituted("OUT=\"", "$(", body, "\""))).builtin().into()
}

/// The commands, or a plain commit where they hold what would have to be escaped in backticks.
fn fit_for_backticks(body: Node) -> Node {
    if text_of(&body).contains(['\\', '`', '"', '#', '\n']) {
        let told = Told::Texts(vec!["wip".to_owned()]);
        let commit = Simple::program("git commit -n -m wip", Effect::commit(Tri::Yes, told));
        return commit::marked(commit).into();
    }
    body
}

fn backticks(make: &mut Maker, body: Node) -> Node {
    let body = fit_for_backticks(body);
    let (before, after) = make.pick(&[("", ""), ("\"made: ", "\"")]);
    let pieces =
        vec![Piece::Text(before.to_owned()), Piece::Backticks(body), Piece::Text(after.to_owned())];
    plain("echo").item(Item::of(Word(pieces))).into()
}

fn process_in(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["cat", "wc -l", "diff /dev/null"]);
    plain(head).item(Item::of(substituted("", "<(", body, ""))).into()
}

fn process_out(_: &mut Maker, body: Node) -> Node {
    plain("tee").item(Item::of(substituted("", ">(", body, ""))).into()
}

fn redirect_target(_: &mut Maker, body: Node) -> Node {
    let target = Target::Word(substituted("\"out", "$(", body, ".txt\""));
    plain("echo hi").item(Item::to(Redirect { operator: "> ", target })).into()
}

fn arithmetic(_: &mut Maker, body: Node) -> Node {
    plain("echo").item(Item::of(substituted("$(( 0", "$(", body, " + 1 ))"))).into()
}

/// An unquoted heredoc, in whose body bash runs substitutions.
fn live_heredoc(make: &mut Maker, body: Node) -> Node {
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

fn code(make: &mut Maker, body: Node) -> Item {
    let quote = match make.stream.below(10) {
        0 => Quote::AnsiC,
        1..4 => Quote::Double,
        _ => Quote::Single,
    };
    Item::of(Word(vec![Piece::Code { body, quote }]))
}

/// The words of `line`, with bash for sh where the code is not one that every sh reads as bash does.
fn shell(make: &mut Maker, line: &str, body: &Node) -> Simple {
    const BASHISMS: [&str; 18] = [
        "$'",
        "$\"",
        "<<<",
        "[[",
        "((",
        "&>",
        "|&",
        "function ",
        "coproc",
        "<(",
        ">(",
        "{",
        "=(",
        "builtin",
        "exec -a",
        "declare",
        "ERR",
        "for in",
    ];
    // A login shell reads /etc/profile, which sets another PATH than the execution box.
    make.runnable &= !line.contains(" -l");
    let code = text_of(body);
    let bash = BASHISMS.iter().any(|text| code.contains(text));
    let word = |word| if word == "sh" && bash { "bash" } else { word };
    Simple::of(line.split(' ').map(|text| Item::word(word(text))).collect(), Effect::none())
}

fn shell_c(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&[
        "bash -c",
        "bash -c",
        "sh -c",
        "bash -lc",
        "sh -lc",
        "bash -ec",
        "bash -o pipefail -c",
        "bash -x -c",
        "/bin/bash -c",
        "bash --norc -c",
    ]);
    let shell = shell(make, head, &body);
    let simple = shell.item(code(make, body));
    if make.chance(10) { simple.arg("_").arg("arg").into() } else { simple.into() }
}

fn timeout_shell(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["timeout 300 bash -c", "timeout -k 5 300 bash -lc", "env A=1 sh -c"]);
    make.parts.wrappers.insert(if head.starts_with("env") { "env" } else { "timeout" });
    let shell = shell(make, head, &body);
    shell.item(code(make, body)).into()
}

fn eval(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["eval", "eval", "builtin eval", "command eval"]);
    let code = code(make, body);
    plain(head).item(code).builtin().into()
}

fn shell_heredoc(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["bash", "bash -s", "sh", "bash -x", "bash -s --"]);
    let shell = shell(make, head, &body);
    let heredoc = make.heredoc(Body::Code(Box::new(body)));
    shell.fed(Item::heredoc(heredoc)).into()
}

fn shell_here_string(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["bash", "sh", "bash -s"]);
    let quote = make.pick(&[Quote::Single, Quote::Double]);
    let shell = shell(make, head, &body);
    let target = Target::Word(Word(vec![Piece::Code { body, quote }]));
    let operator = make.pick(&["<<<", "<<< "]);
    shell.fed(Item::to(Redirect { operator, target })).into()
}

fn trap(make: &mut Maker, body: Node) -> Node {
    let signal = make.pick(&["EXIT", "ERR", "INT TERM"]);
    let code = code(make, body);
    let mut simple = plain("trap").item(code).builtin();
    simple.items.extend(signal.split(' ').map(Item::word));
    simple.into()
}

fn find_shell(make: &mut Maker, body: Node) -> Node {
    let shell = shell(make, "find . -maxdepth 0 -exec sh -c", &body);
    shell.item(code(make, body)).arg(make.pick(&["\\;", "';'"])).into()
}

fn xargs_shell(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["xargs sh -c", "xargs -n1 bash -c", "xargs -I{} sh -c"]);
    let shell = shell(make, head, &body).item(code(make, body));
    Node::pair(plain("echo a.md"), Join::PIPE, shell.fed_by_pipe())
}

fn script(make: &mut Maker, body: Node) -> Node {
    make.runnable = false;
    let head = make.pick(&["script -qc", "script -q -c"]);
    let code = code(make, body);
    plain(head).item(code).arg("/dev/null").into()
}

/// Text that some program pipes into a shell: bash runs it, but what the program prints is not read.
fn pipe_shell(make: &mut Maker, body: Node) -> Node {
    let (text, effect) = opened(&body);
    let (head, line) =
        make.pick(&[("echo", "sh"), ("printf '%s\\n'", "bash"), ("echo", "bash -s")]);
    let source = plain(head).arg(quoted(&text, Quote::Single));
    let shell = Simple { effect, ..shell(make, line, &body) };
    Node::pair(source.piped(), Join::PIPE, shell.fed_by_pipe())
}
