//! Atoms that name git and run none: prose, fixtures, arguments of other programs, opaque code.

use super::act::Exit;
use super::maker::Maker;
use super::syntax::{Body, Heredoc, Item, Join, JoinKind, Node, Quote, Redirect, Simple, Word};
use super::truth::{Effect, Tri};

const SENTENCES: [&str; 8] = [
    "Next step: git commit -m 'save work'",
    "run git add . and then git commit",
    "never git commit --no-verify",
    "git add -A && git commit -m demo",
    "glab mr create; git push",
    "use git commit -n only on wip",
    "done",
    "(git status) | tee log",
];

const BODIES: [&str; 7] = [
    "git add -A\ngit commit -m demo",
    "expect(block('git commit --no-verify -m x')).toBe(true)",
    "# How to\n\nFirst git add files; then git commit -n.\nIt's that easy.",
    "{\"note\":\"never git commit --no-verify\"}",
    "note\nEOF_2\ngit add .\ngit commit -m x",
    "if git diff --quiet; then\n  git add . && git commit -am 'x'\nfi",
    "set -e\ngit push origin main\nrm -rf build",
];

fn harmless(line: &str) -> Simple {
    Simple::program(line, Effect::none())
}

/// A quoted argument of echo.
pub(super) fn echo(make: &mut Maker) -> Node {
    let text = make.pick(&SENTENCES);
    let quote = make.pick(&[Quote::Single, Quote::Double, Quote::Double]);
    harmless("echo").arg(Word::quoted(text, quote)).into()
}

/// Bare words behind echo.
pub(super) fn echo_words(make: &mut Maker) -> Node {
    harmless(make.pick(&[
        "echo git commit --no-verify -m x",
        "echo git add .",
        "echo running git commit -n",
    ]))
    .into()
}

/// A format or an argument of printf.
pub(super) fn printf(make: &mut Maker) -> Node {
    let text = make.pick(&SENTENCES);
    harmless("printf").arg("'%s\\n'").arg(Word::quoted(text, Quote::Single)).into()
}

/// JSON with a command in it, piped to a program.
pub(super) fn json(_: &mut Maker) -> Node {
    let payload = harmless("printf").arg("'%s'").arg("'{\"command\":\"git commit -n -m t\"}'");
    Node::pair(payload, Join::PIPE, harmless("node guard.js").fed_by_pipe())
}

/// A search pattern.
pub(super) fn search(make: &mut Maker) -> Node {
    let (head, pattern, tail) = make.pick(&[
        ("grep -rn", "\"git commit\"", "docs/"),
        ("grep -E", "'git commit|git add'", "msg.txt"),
        ("rg", "'\\bgit\\b'", "src"),
        ("sed -n", "'/git commit/p'", "notes.md"),
        ("grep -c", "'x$'", "git.txt"),
        ("find . -name", "'*.git'", "-print"),
    ]);
    harmless(head).arg(pattern).arg(tail).into()
}

/// The comments that a row may end a line with.
pub(super) const COMMENTS: [&str; 5] = [
    "later: git commit -n -m x",
    "then git add and git commit",
    "don't --no-verify",
    "; git commit --no-verify -m bad",
    "see <<EOF below",
];

/// A comment behind a harmless command.
pub(super) fn comment(make: &mut Maker) -> Node {
    let comment = make.pick(&COMMENTS);
    Node::pair(harmless("ls docs"), Join::plain(JoinKind::Comment(comment)), harmless("true"))
}

/// A heredoc that is written to a file.
pub(super) fn document(make: &mut Maker) -> Node {
    let body = Body::Text(make.pick(&BODIES).to_owned());
    let heredoc = Item::heredoc(make.heredoc(body));
    let (head, file) = make.pick(&[
        ("cat", Some((">", "howto.md"))),
        ("cat", Some(("> ", "guard.test.js"))),
        ("tee -a CHANGES.md", Some((">", "/dev/null"))),
        ("cat", None),
        ("cat -", Some((">>", "notes.txt"))),
    ]);
    let mut items = vec![heredoc];
    if let Some((operator, file)) = file {
        items.push(Item::redirect(operator, file));
        if make.chance(50) {
            items.reverse();
        }
    }
    let mut simple = harmless(head);
    simple.items.extend(items);
    simple.stdin_taken = true;
    simple.into()
}

/// A test fixture of a guard.
pub(super) fn fixture(make: &mut Maker) -> Node {
    let heredoc = Heredoc {
        operator: "<<",
        spelling: make.pick(&["'JS'", "\"JS\"", " 'JS'"]).to_owned(),
        delimiter: "JS".to_owned(),
        body: Body::Text(BODIES[1].to_owned()),
    };
    harmless("cat").item(Item::redirect("> ", "guard.test.js")).fed(Item::heredoc(heredoc)).into()
}

/// Two heredocs of one command.
pub(super) fn two_heredocs(make: &mut Maker) -> Node {
    let first = make.heredoc(Body::Text("first".to_owned()));
    let second = make.heredoc(Body::Text("git add .\ngit commit -n -m x".to_owned()));
    harmless("cat").fed(Item::heredoc(first)).fed(Item::heredoc(second)).into()
}

/// An unquoted heredoc whose substitution is escaped, so that it is text.
pub(super) fn escaped_heredoc(make: &mut Maker) -> Node {
    let delimiter = make.delimiter();
    let body = make.pick(&[
        "\\$(git add .)",
        "use \\`git commit -n\\` here",
        "costs \\$5: git commit -m x",
    ]);
    let body = Body::Text(body.to_owned());
    let heredoc = Heredoc { operator: "<<", spelling: delimiter.clone(), delimiter, body };
    harmless("cat").fed(Item::heredoc(heredoc)).into()
}

/// A here-string.
pub(super) fn here_string(make: &mut Maker) -> Node {
    let text = make.pick(&SENTENCES);
    let head = make.pick(&["grep -c git", "cat", "wc -w"]);
    harmless(head).fed(Item::to(Redirect::new("<<<", Word::quoted(text, Quote::Single)))).into()
}

/// The body of an issue.
pub(super) fn issue(make: &mut Maker) -> Node {
    let text = make.pick(&SENTENCES);
    harmless("gh issue create --title t --body").arg(Word::quoted(text, Quote::Double)).into()
}

/// Paths with git in their name.
pub(super) fn path(make: &mut Maker) -> Node {
    const ABSENT: &str = "cat .git/HEAD";
    let line = make.pick(&[
        "ls -la repo/.git",
        ABSENT,
        "make --directory=build/.git commit",
        "ls git-notes.md",
        "cp .git/config /dev/null",
    ]);
    let simple = harmless(line);
    if line == ABSENT { simple.exits(Exit::NonZero).into() } else { simple.into() }
}

/// git as an argument of another program.
pub(super) fn argument(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "npm run git -- commit -n",
        "man git commit",
        "make git commit",
        "apt-cache show git",
        "cargo test --no-verify",
    ]);
    harmless(line).into()
}

/// Questions about git that run none.
pub(super) fn introspection(make: &mut Maker) -> Node {
    let line = make.pick(&[
        "command -v git commit --no-verify",
        "type git",
        "which git",
        "hash git",
        "command -V git",
    ]);
    harmless(line).builtin().into()
}

/// Code for another interpreter that mentions git. Whether it runs git is not read from its text.
pub(super) fn opaque(make: &mut Maker) -> Node {
    let effect = Effect { guard: Tri::Open(false), ..Effect::none() };
    let (head, code) = make.pick(&[
        ("python3 -c", "print('git status')"),
        ("python -c", "print('ok')\n# then git push"),
        ("node -e", "console.log(\"git log\")"),
        ("perl -e", "print \"git\\n\""),
        ("awk", "/git/ { print $1 }"),
    ]);
    Simple::program(head, effect).arg(Word::quoted(code, Quote::Single)).into()
}

/// A program for another interpreter in a heredoc.
pub(super) fn opaque_heredoc(make: &mut Maker) -> Node {
    let effect = Effect { guard: Tri::Open(false), ..Effect::none() };
    let heredoc = Heredoc {
        operator: "<<",
        spelling: "'PY'".to_owned(),
        delimiter: "PY".to_owned(),
        body: Body::Text("import sys\nprint('no git here')\n".to_owned()),
    };
    let head = make.pick(&["python3 -", "python3"]);
    Simple::program(head, effect).fed(Item::heredoc(heredoc)).into()
}
