//! Code in strings and on standard input, for a shell that runs it.

use super::super::act::{Act, Shell, Signal, Starter};
use super::super::maker::Maker;
use super::super::render::{printed, text_of};
use super::super::syntax::{Body, Item, Join, Node, Piece, Quote, Redirect, Simple, Word};
use super::super::truth::Effect;
use super::plain;

pub(super) fn code(make: &mut Maker, body: Node) -> Item {
    let quote = match make.stream.below(10) {
        0 => Quote::AnsiC,
        1..4 => Quote::Double,
        _ => Quote::Single,
    };
    Item::word(Word::untold(vec![Piece::Code { body, quote }]))
}

/// The words of `line`, with bash for sh where the code is not one that every sh reads as bash does.
pub(super) fn shell(line: &str, body: &Node, shell: Shell) -> Simple {
    const BASHISMS: [&str; 22] = [
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
        "==",
        "+=",
        "typeset",
        ";&",
    ];
    let code = text_of(body);
    let bash = BASHISMS.iter().any(|text| code.contains(text));
    let word = |word| if word == "sh" && bash { "bash" } else { word };
    let items: Vec<Item> = line.split(' ').map(|text| Item::word(word(text))).collect();
    let plain_sh = !bash && line.split(' ').any(|word| word == "sh");
    Simple::of(items, Effect::none()).acting(Act::Shell(Shell { plain_sh, ..shell }))
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
    let options = Shell {
        errexit: head == "bash -ec",
        pipefail: head == "bash -o pipefail -c",
        traces: head == "bash -x -c",
        ..Shell::default()
    };
    let simple = shell(head, &body, options).item(code(make, body));
    if !make.chance(10) {
        return simple.into();
    }
    let Act::Shell(shell) = simple.act else { return simple.into() };
    let shell = Shell { arguments: &["arg"], ..shell };
    simple.arg("_").arg("arg").acting(Act::Shell(shell)).into()
}

pub(super) fn timeout_shell(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["timeout 300 bash -c", "timeout -k 5 300 bash -lc", "env A=1 sh -c"]);
    make.parts.wrappers.insert(if head.starts_with("env") { "env" } else { "timeout" });
    let shell = shell(head, &body, Shell::default());
    shell.item(code(make, body)).into()
}

pub(super) fn eval(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["eval", "eval", "builtin eval", "command eval"]);
    let code = code(make, body);
    plain(head).item(code).builtin().acting(Act::Eval).into()
}

pub(super) fn shell_heredoc(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["bash", "bash -s", "sh", "bash -x", "bash -s --"]);
    let options = Shell { reads_code: true, traces: head == "bash -x", ..Shell::default() };
    let shell = shell(head, &body, options);
    let heredoc = make.heredoc(Body::Code(Box::new(body)));
    shell.fed(Item::heredoc(heredoc)).into()
}

pub(super) fn shell_here_string(make: &mut Maker, body: Node) -> Node {
    let head = make.pick(&["bash", "sh", "bash -s"]);
    let quote = make.pick(&[Quote::Single, Quote::Double]);
    let shell = shell(head, &body, Shell { reads_code: true, ..Shell::default() });
    let code = Word::untold(vec![Piece::Code { body, quote }]);
    let operator = make.pick(&["<<<", "<<< "]);
    shell.fed(Item::to(Redirect::new(operator, code))).into()
}

pub(super) fn trap(make: &mut Maker, body: Node) -> Node {
    let (names, signal) =
        make.pick(&[("EXIT", Signal::Exit), ("ERR", Signal::Error), ("INT TERM", Signal::Never)]);
    let code = code(make, body);
    let mut simple = plain("trap").item(code).builtin().acting(Act::Trap(signal));
    simple.items.extend(names.split(' ').map(Item::word));
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
    let options = Shell { starter: Starter::Find, ..Shell::default() };
    let shell = shell("find . -maxdepth 0 -exec sh -c", &body, options);
    shell.item(code(make, body)).arg(make.pick(&["\\;", "';'"])).into()
}

pub(super) fn xargs_shell(make: &mut Maker, body: Node) -> Node {
    let body = without_braces(body);
    let head = make.pick(&["xargs sh -c", "xargs -n1 bash -c", "xargs -I{} sh -c"]);
    let starter = Starter::Xargs { needs_input: head == "xargs -I{} sh -c" };
    let shell = shell(head, &body, Shell { starter, ..Shell::default() }).item(code(make, body));
    Node::pair(plain("echo a.md"), Join::PIPE, shell.fed_by_pipe())
}

pub(super) fn script(make: &mut Maker, body: Node) -> Node {
    make.runnable = false;
    let head = make.pick(&["script -qc", "script -q -c"]);
    let code = code(make, body);
    let act = Act::Shell(Shell::default());
    plain(head).item(code).arg("/dev/null").acting(act).into()
}

/// Code that git runs for its caller. The stub in the box runs none.
pub(super) fn git_code(make: &mut Maker, body: Node) -> Node {
    make.runnable = false;
    let (head, last) = make.pick(&[
        ("git rebase --exec", "main"),
        ("git rebase -i -x", "HEAD~3"),
        ("git submodule foreach", ""),
        ("git submodule --quiet foreach --recursive", ""),
        ("git bisect run bash -c", ""),
    ]);
    let simple = Simple::program(head, Effect::git()).item(code(make, body));
    if last.is_empty() { simple.into() } else { simple.arg(last).into() }
}

/// Text that echo or printf pipes into a shell.
pub(super) fn pipe_shell(make: &mut Maker, body: Node) -> Node {
    let (head, line) =
        make.pick(&[("echo", "sh"), ("printf '%s\\n'", "bash"), ("echo", "bash -s")]);
    let (text, effect) = printed(&body, head == "echo");
    let source = plain(head).arg(Word::quoted(&text, Quote::Single));
    let options = Shell { reads_code: true, ..Shell::default() };
    let shell = Simple { effect, ..shell(line, &body, options) };
    let shell = Simple { piped_code: Some(body), ..shell };
    Node::pair(source.piped(), Join::PIPE, shell.fed_by_pipe())
}
