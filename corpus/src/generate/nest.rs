//! What can stand around commands: the table of compounds, substitutions and code strings. Each is built in a file of its own.

mod code;
mod compound;
mod substitution;

use super::maker::Maker;
use super::syntax::{Chunk, Flow, Node, Simple};
use super::truth::Effect;

/// Puts something around commands.
type Around = fn(&mut Maker, Node) -> Node;

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
    pub(super) build: Around,
}

const fn nest(name: &'static str, weight: u32, build: Around) -> Nest {
    Nest { name, weight, takes: Takes::Row, head_only: false, build }
}

const fn line(name: &'static str, weight: u32, build: Around) -> Nest {
    Nest { name, weight, takes: Takes::Line, head_only: false, build }
}

const fn head(name: &'static str, weight: u32, build: Around) -> Nest {
    Nest { name, weight, takes: Takes::Line, head_only: true, build }
}

/// Every kind of nest.
pub(super) const NESTS: [Nest; 44] = [
    nest("subshell", 8, compound::subshell),
    nest("group", 6, compound::group),
    nest("redirected-compound", 3, compound::redirected),
    nest("fed-compound", 2, compound::fed),
    nest("piped-compound", 4, compound::piped),
    nest("if", 6, compound::if_then),
    nest("elif", 2, compound::elif),
    nest("if-else", 3, compound::if_else),
    nest("condition", 3, compound::condition),
    nest("while", 3, compound::while_loop),
    nest("for", 4, compound::for_loop),
    nest("for-words", 4, compound::for_words),
    nest("for-files", 3, compound::for_files),
    nest("for-arithmetic", 2, compound::for_arithmetic),
    nest("while-read", 4, compound::while_read),
    nest("select", 1, compound::select),
    nest("case-expansion", 3, compound::case_of_expansion),
    nest("for-substitution", 2, substitution::for_substitution),
    nest("case", 3, compound::case),
    nest("function", 4, compound::function),
    head("negation", 3, compound::negation),
    head("coproc", 2, compound::coproc),
    Nest { takes: Takes::Row, ..head("coproc-group", 1, compound::coproc_group) },
    nest("substitution", 5, substitution::substitution),
    nest("bare-substitution", 3, substitution::bare_substitution),
    nest("assignment-substitution", 4, substitution::assignment),
    nest("declaration-substitution", 2, substitution::declaration),
    line("backticks", 3, substitution::backticks),
    nest("process-substitution", 3, substitution::process_in),
    nest("process-substitution-out", 2, substitution::process_out),
    line("redirect-target", 1, substitution::redirect_target),
    line("arithmetic", 1, substitution::arithmetic),
    line("live-heredoc", 3, substitution::live_heredoc),
    nest("bash -c", 8, code::shell_c),
    nest("eval", 3, code::eval),
    nest("heredoc-fed shell", 4, code::shell_heredoc),
    nest("here-string-fed shell", 2, code::shell_here_string),
    nest("trap", 2, code::trap),
    nest("find -exec sh -c", 2, code::find_shell),
    nest("xargs sh -c", 2, code::xargs_shell),
    nest("script -c", 1, code::script),
    nest("code that git runs", 2, code::git_code),
    nest("pipe-fed shell", 2, code::pipe_shell),
    nest("timeout bash -c", 3, code::timeout_shell),
];

fn plain(line: &str) -> Simple {
    Simple::program(line, Effect::none())
}

fn builtin(line: &str) -> Node {
    plain(line).builtin().into()
}

fn compound(make: &mut Maker, flow: Flow, chunks: Vec<Chunk>) -> Node {
    let lines = make.chance(40);
    Node::Compound { flow, chunks, lines }
}

/// A keyword and the test behind it: `if X;`
fn head_of(keyword: &'static str, test: Node) -> Vec<Chunk> {
    vec![Chunk::Text(keyword), Chunk::Body(test), Chunk::End]
}

/// A keyword and the commands behind it: `then X;`
fn block(keyword: &'static str, body: Node) -> Vec<Chunk> {
    vec![Chunk::Text(keyword), Chunk::Gap, Chunk::Body(body), Chunk::End]
}

/// The parts of a compound in order, and the keyword that closes it.
fn closed(parts: impl IntoIterator<Item = Vec<Chunk>>, keyword: &'static str) -> Vec<Chunk> {
    parts.into_iter().flatten().chain([Chunk::Text(keyword)]).collect()
}
