//! Code in strings and on standard input, for a shell that runs it.

use super::super::maker::Maker;
use super::super::render::{opened, quoted, text_of};
use super::super::syntax::{Body, Item, Join, Node, Piece, Quote, Redirect, Simple, Target, Word};
use super::super::truth::Effect;
use super::plain;

pub(super) fn code(make: &mut Maker, body: Node) -> Item {
    let quote = match make.stream.below(10) {
        0 => Quote::AnsiC,
        1..4 => Quote::Double,
        _ => Quote::Single,
    };
    Item::of(Word(vec![Piece::Code { body, quote }]))
}

/// The words of `line`, with bash for sh where the code is not one that every sh reads as bash does.
pub(super) fn shell(make: &mut Maker, line: &str, body: &Node) -> Simple {
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

pub(super) fn shell_c(make: &mut Maker, body: Node) -> Node {
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

pub(super) fn timeout_shell(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["timeout 300 bash -c", "timeout -k 5 300 bash -lc", "env A=1 sh -c"]);
    make.parts.wrappers.insert(if head.starts_with("env") { "env" } else { "timeout" });
    let shell = shell(make, head, &body);
    shell.item(code(make, body)).into()
}

pub(super) fn eval(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["eval", "eval", "builtin eval", "command eval"]);
    let code = code(make, body);
    plain(head).item(code).builtin().into()
}

pub(super) fn shell_heredoc(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["bash", "bash -s", "sh", "bash -x", "bash -s --"]);
    let shell = shell(make, head, &body);
    let heredoc = make.heredoc(Body::Code(Box::new(body)));
    shell.fed(Item::heredoc(heredoc)).into()
}

pub(super) fn shell_here_string(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["bash", "sh", "bash -s"]);
    let quote = make.pick(&[Quote::Single, Quote::Double]);
    let shell = shell(make, head, &body);
    let target = Target::Word(Word(vec![Piece::Code { body, quote }]));
    let operator = make.pick(&["<<<", "<<< "]);
    shell.fed(Item::to(Redirect { operator, target })).into()
}

pub(super) fn trap(make: &mut Maker, body: Node) -> Node {
    let signal = make.pick(&["EXIT", "ERR", "INT TERM"]);
    let code = code(make, body);
    let mut simple = plain("trap").item(code).builtin();
    simple.items.extend(signal.split(' ').map(Item::word));
    simple.into()
}

/// find and `xargs -I{}` put names for `{}` within the code too: the commands, or plain ones where they hold it.
fn without_braces(body: Node) -> Node {
    if text_of(&body).contains("{}") {
        return Simple::program("git status", Effect::git()).into();
    }
    body
}

pub(super) fn find_shell(make: &mut Maker, body: Node) -> Node {
    let body = without_braces(body);
    let shell = shell(make, "find . -maxdepth 0 -exec sh -c", &body);
    shell.item(code(make, body)).arg(make.pick(&["\\;", "';'"])).into()
}

pub(super) fn xargs_shell(make: &mut Maker, body: Node) -> Node {
    let body = without_braces(body);
    let head = make.pick(&["xargs sh -c", "xargs -n1 bash -c", "xargs -I{} sh -c"]);
    let shell = shell(make, head, &body).item(code(make, body));
    Node::pair(plain("echo a.md"), Join::PIPE, shell.fed_by_pipe())
}

pub(super) fn script(make: &mut Maker, body: Node) -> Node {
    make.runnable = false;
    let head = make.pick(&["script -qc", "script -q -c"]);
    let code = code(make, body);
    plain(head).item(code).arg("/dev/null").into()
}

/// Text that some program pipes into a shell: bash runs it, but what the program prints is not read.
pub(super) fn pipe_shell(make: &mut Maker, body: Node) -> Node {
    let (text, effect) = opened(&body);
    let (head, line) =
        make.pick(&[("echo", "sh"), ("printf '%s\\n'", "bash"), ("echo", "bash -s")]);
    let source = plain(head).arg(quoted(&text, Quote::Single));
    let shell = Simple { effect, ..shell(make, line, &body) };
    Node::pair(source.piped(), Join::PIPE, shell.fed_by_pipe())
}
