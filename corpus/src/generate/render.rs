//! Writes a syntax tree as bash text and adds up its truth on the way. Heredoc bodies wait for the next new line of their level.

use crate::planted::Planted;

use super::syntax::{
    Body, Chunk, Heredoc, Item, ItemKind, Join, JoinKind, Layout, Node, Piece, Quote, Redirect,
    Simple, Target, Word,
};
use super::truth::{Effect, Tally};

/// What trailer-splice puts behind a commit's last word by default.
pub const TRAILER: &str = " --trailer 'Co-Authored-By: guarddiff <guarddiff@example.invalid>'";

/// The text of a tree and what is true of it.
pub(super) fn render(node: &Node) -> (String, Planted) {
    let plain = Renderer::run(node, false);
    let spliced = Renderer::run(node, true).text;
    (plain.text, plain.tally.planted(spliced))
}

/// The text of a tree alone.
pub(super) fn text_of(node: &Node) -> String {
    Renderer::run(node, false).text
}

/// The text of a tree that echo or printf writes to a shell, and the effect of that shell. What echo makes of a backslash
/// depends on an option, so that the text alone does not tell.
pub(super) fn printed(node: &Node, echo: bool) -> (String, Effect) {
    let renderer = Renderer::run(node, false);
    let (text, tally) = (renderer.text, renderer.tally);
    let effect = if echo && text.contains('\\') { tally.opened() } else { tally.fed() };
    (text, effect)
}

/// A text as one quoted word.
pub(super) fn quoted(text: &str, quote: Quote) -> String {
    match quote {
        Quote::Single => format!("'{}'", text.replace('\'', r"'\''")),
        Quote::Double => {
            let mut out = String::from("\"");
            for c in text.chars() {
                if matches!(c, '"' | '\\' | '$' | '`') {
                    out.push('\\');
                }
                out.push(c);
            }
            out + "\""
        }
        Quote::AnsiC => {
            let text = text.replace('\\', r"\\").replace('\'', r"\'");
            format!("$'{}'", text.replace('\n', r"\n").replace('\t', r"\t"))
        }
    }
}

/// One level of new lines: the text itself, or the inside of a substitution.
#[derive(Default)]
struct Level {
    /// Heredoc bodies, end lines included, that the next new line brings.
    pending: Vec<String>,
    /// A pending body holds commands: nothing may follow on this line, so that they stand in the order in which
    /// they are counted.
    must_break: bool,
    /// The last command ended in `&`, which needs no `;`.
    ended: bool,
}

struct Renderer {
    with_trailers: bool,
    text: String,
    levels: Vec<Level>,
    code_depth: u32,
    tally: Tally,
}

impl Renderer {
    fn run(node: &Node, with_trailers: bool) -> Renderer {
        let mut renderer = Renderer {
            with_trailers,
            text: String::new(),
            levels: vec![Level::default()],
            code_depth: 0,
            tally: Tally::new(),
        };
        renderer.node(node);
        renderer.flush();
        // The end line of the last heredoc needs no newline behind it.
        if renderer.text.ends_with('\n') {
            renderer.text.pop();
        }
        renderer
    }

    fn level(&mut self) -> &mut Level {
        if self.levels.is_empty() {
            self.levels.push(Level::default());
        }
        let last = self.levels.len() - 1;
        &mut self.levels[last]
    }

    fn newline(&mut self) {
        self.text.push('\n');
        let level = self.level();
        level.must_break = false;
        let bodies = std::mem::take(&mut level.pending);
        self.text.extend(bodies);
    }

    /// A new line if a heredoc still waits for one.
    fn flush(&mut self) {
        if !self.level().pending.is_empty() {
            self.newline();
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Simple(simple) => self.simple(simple),
            Node::Row(row) => {
                for (node, join) in row {
                    self.node(node);
                    self.join(*join);
                }
            }
            Node::Compound { chunks, lines, .. } => {
                for chunk in chunks {
                    self.chunk(chunk, *lines);
                }
            }
        }
    }

    fn join(&mut self, join: Join) {
        let must_break = self.level().must_break;
        let operator = match join.kind {
            JoinKind::End => return,
            JoinKind::Newline => return self.newline(),
            JoinKind::Comment(comment) => {
                self.text.push_str(" # ");
                self.text.push_str(comment);
                return self.newline();
            }
            JoinKind::Semi if must_break => return self.newline(),
            JoinKind::Semi => {
                self.text.push_str(if join.layout == Layout::Tight { ";" } else { "; " });
                return;
            }
            JoinKind::Background => {
                self.text.push_str(" &");
                if must_break {
                    self.newline();
                } else {
                    self.text.push(' ');
                }
                self.level().ended = true;
                return;
            }
            JoinKind::And => "&&",
            JoinKind::Or => "||",
            JoinKind::Pipe => "|",
            JoinKind::PipeBoth => "|&",
        };
        let layout = if must_break { Layout::Broken } else { join.layout };
        match layout {
            Layout::Spaced => self.text.extend([" ", operator, " "]),
            Layout::Tight => self.text.push_str(operator),
            Layout::Continued => self.text.extend([" \\\n  ", operator, " "]),
            Layout::Broken => {
                self.text.extend([" ", operator]);
                self.newline();
            }
        }
    }

    fn chunk(&mut self, chunk: &Chunk, lines: bool) {
        match chunk {
            Chunk::Text(text) => {
                self.text.push_str(text);
                self.level().ended = false;
            }
            Chunk::Body(node) => self.node(node),
            Chunk::Word(word) => {
                self.word(word);
                self.level().ended = false;
            }
            Chunk::Gap if lines => {
                self.newline();
                self.text.push_str("  ");
            }
            Chunk::Gap => self.text.push(' '),
            Chunk::End if lines || self.level().must_break => self.newline(),
            Chunk::End if self.level().ended => {}
            Chunk::End => self.text.push_str("; "),
            Chunk::Close if self.level().must_break => self.newline(),
            Chunk::Close => self.text.push(' '),
            Chunk::Redirect(redirect) => {
                self.text.push(' ');
                self.redirect(redirect);
            }
        }
    }

    fn simple(&mut self, simple: &Simple) {
        self.level().ended = false;
        let marked = |item: &Item| matches!(item.kind, ItemKind::Word { trailer: true, .. });
        let reachable = self.code_depth == 0 && simple.items.iter().any(marked);
        self.tally.add(&simple.effect, reachable);
        let mut unit = None;
        let mut slice = 0..0;
        for (nth, item) in simple.items.iter().enumerate() {
            if nth > 0 {
                self.text.push_str(item.gap);
            }
            match &item.kind {
                ItemKind::Assignment(word) => self.word(word),
                ItemKind::Redirect(redirect) => self.redirect(redirect),
                ItemKind::Word { word, trailer } => {
                    if slice.end == 0 {
                        slice.start = self.text.len();
                        unit = self.tally.open_unit(simple.effect.denied);
                    }
                    self.word(word);
                    slice.end = self.text.len();
                    if *trailer && self.with_trailers && self.code_depth == 0 {
                        self.text.push_str(TRAILER);
                    }
                }
            }
        }
        if let Some(place) = unit {
            self.tally.close_unit(place, &self.text[slice]);
        }
    }

    fn word(&mut self, word: &Word) {
        self.pieces(&word.pieces);
    }

    fn pieces(&mut self, pieces: &[Piece]) {
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.text.push_str(text),
                Piece::Substitution { open, body } => {
                    self.text.push_str(open);
                    let start = self.text.len();
                    self.inside(body);
                    // `$((` would be read as arithmetic first.
                    if self.text[start..].starts_with('(') {
                        self.text.insert(start, ' ');
                    }
                    self.text.push(')');
                }
                Piece::Backticks(body) => {
                    self.text.push('`');
                    self.inside(body);
                    self.text.push('`');
                }
                Piece::Code { body, quote } => {
                    let code = self.code(body);
                    self.text.push_str(&quoted(&code, *quote));
                }
            }
        }
    }

    /// Commands at a level of new lines of their own.
    fn inside(&mut self, body: &Node) {
        self.levels.push(Level::default());
        self.node(body);
        self.flush();
        self.levels.pop();
    }

    /// Commands as a text of their own, which no insertion reaches.
    fn code(&mut self, body: &Node) -> String {
        self.tally.meet_code();
        self.code_depth += 1;
        let outer = std::mem::take(&mut self.text);
        self.inside(body);
        self.code_depth -= 1;
        std::mem::replace(&mut self.text, outer)
    }

    fn redirect(&mut self, redirect: &Redirect) {
        self.text.push_str(redirect.operator);
        match &redirect.target {
            Target::Word(word) => self.word(word),
            Target::Heredoc(heredoc) => self.heredoc(heredoc),
        }
    }

    fn heredoc(&mut self, heredoc: &Heredoc) {
        self.text.push_str(heredoc.operator);
        self.text.push_str(&heredoc.spelling);
        let indent = if heredoc.operator == "<<-" { "\t" } else { "" };
        let mut lines = match &heredoc.body {
            Body::Text(text) => {
                text.split('\n').map(|line| format!("{indent}{line}\n")).collect::<String>()
            }
            Body::Code(node) => {
                let mut code = self.code(node);
                if !code.ends_with('\n') {
                    code.push('\n');
                }
                code
            }
            Body::Live(pieces) => {
                let outer = std::mem::take(&mut self.text);
                self.levels.push(Level::default());
                self.pieces(pieces);
                self.levels.pop();
                std::mem::replace(&mut self.text, outer) + "\n"
            }
        };
        lines.extend([indent, &heredoc.delimiter, "\n"]);
        let level = self.level();
        level.pending.push(lines);
        level.must_break |= !matches!(heredoc.body, Body::Text(_));
    }
}
