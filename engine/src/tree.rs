//! The tree's side of the double entry: reads a text by tree-sitter-bash. The only place that names tree-sitter;
//! it sees the tree and the source bytes, never the tokens of the other reader.

mod commands;
mod kinds;
mod nodes;
mod redirects;
#[cfg(test)]
mod tests;
mod walk;

use std::cell::Cell;
use std::ops::ControlFlow;

use tree_sitter::{Language, ParseOptions, ParseState, Parser, Tree};

use crate::limits::MAX_BYTES;
use crate::reading::Reading;
use crate::span::Span;
use kinds::Kinds;
pub use nodes::NodeKind;
use walk::Walk;

/// A parser with the buffers that it keeps between texts. No tree outlives a call.
pub(crate) struct TreeParser {
    parser: Parser,
    kinds: Kinds,
    walk: Walk,
}

/// What the tree says about a text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct TreeReading {
    /// Words, redirects, heredocs and separators by place.
    pub reading: Reading,
    /// Whether the parser marked anything as wrong. The `>` of a `<>`, for which the grammar has no rule, does
    /// not count: it is read.
    pub has_error: bool,
    /// What the parser marked: ERROR nodes, and MISSING ones as empty spans, in the order of the text.
    pub errors: Vec<Span>,
}

impl TreeReading {
    /// Empties it and keeps its buffers.
    fn clear(&mut self) {
        let Reading { commands, words, redirects, heredocs, separators } = &mut self.reading;
        commands.clear();
        words.clear();
        redirects.clear();
        heredocs.clear();
        separators.clear();
        self.errors.clear();
        self.has_error = false;
    }
}

/// Why a text was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stopped {
    /// The parser needed more operations than a text of this length is allowed. Also the answer for NUL bytes
    /// and for texts over [`MAX_BYTES`]: what they would need can't be bounded.
    BudgetSpent,
    /// The tree has more nodes than a text of this length is allowed.
    TooManyNodes,
}

// Allowances are linear in the length of the text: so much for every text, and more for so many bytes. Of 23,014
// commands that agents, documents and test suites hold, none needs more than the share stated of any.

/// Bytes that the lexer is handed at a time. It asks again when it runs on and when it comes back, so that what
/// it asks for measures how much it reads over and over.
const CHUNK: usize = 256;
/// Chunks for every text (at most 18 % used). Runs of `)`, `|`, `<<` and the like make the lexer look for an end
/// from each byte to the last.
const CHUNKS: usize = 300;
/// Bytes that allow one chunk more.
const BYTES_PER_CHUNK: usize = 32;
/// Progress reports (one per 100 parser operations) for every text (at most 21 % used). Ambiguous text makes the
/// parser carry several readings on, and join them at its end, where it can't be stopped.
const REPORTS: usize = 200;
/// Bytes that allow one report more.
const BYTES_PER_REPORT: usize = 40;
/// Nodes for every text.
const NODES: usize = 100;
/// Nodes that each byte adds (at most 20 % used; no unit of garbage makes more than 2 per byte).
const NODES_PER_BYTE: usize = 8;
/// Nodes that no text may exceed (at most 3 % used).
const MAX_NODES: usize = 250_000;

impl TreeParser {
    /// A parser for bash, or `None` when the grammar can't be loaded or isn't the one that the reader knows.
    pub(crate) fn new() -> Option<TreeParser> {
        let language: Language = tree_sitter_bash::LANGUAGE.into();
        let kinds = Kinds::of(&language)?;
        let mut parser = Parser::new();
        parser.set_language(&language).ok()?;
        Some(TreeParser { parser, kinds, walk: Walk::default() })
    }

    /// Reads `text` into `into`, whose buffers are used again. On an error `into` is empty.
    pub(crate) fn read(&mut self, text: &str, into: &mut TreeReading) -> Result<(), Stopped> {
        into.clear();
        let tree = self.parse(text)?;
        if tree.root_node().descendant_count() > MAX_NODES.min(NODES + text.len() * NODES_PER_BYTE)
        {
            return Err(Stopped::TooManyNodes);
        }
        self.walk.read(&tree, &self.kinds, text, into);
        Ok(())
    }

    /// The tree of `text`, unless it takes more operations than the text's length allows.
    fn parse(&mut self, text: &str) -> Result<Tree, Stopped> {
        let bytes = text.as_bytes();
        // A run of NULs is quadratic inside one call of the lexer, where no progress is reported.
        if bytes.len() > MAX_BYTES || memchr::memchr(0, bytes).is_some() {
            return Err(Stopped::BudgetSpent);
        }
        let mut reports = REPORTS + bytes.len() / BYTES_PER_REPORT;
        let chunks = Cell::new(CHUNKS + bytes.len() / BYTES_PER_CHUNK);
        let mut read = |offset: usize, _| {
            chunks.set(chunks.get().saturating_sub(1));
            // The lexer can't be stopped inside a token; it stops at what it takes for the end of the text.
            if chunks.get() == 0 {
                return &[][..];
            }
            chunk(text, offset)
        };
        let mut progress = |_: &ParseState| {
            reports = reports.saturating_sub(1);
            if reports == 0 || chunks.get() == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = self
            .parser
            .parse_with_options(&mut read, None, Some(options))
            .filter(|_| chunks.get() > 0);
        // A parser that broke off goes on with the old text when it is asked for the next one.
        tree.ok_or_else(|| {
            self.parser.reset();
            Stopped::BudgetSpent
        })
    }
}

/// What the lexer is handed at `offset`. Whole characters: tree-sitter 0.26 reads through a null pointer when a
/// chunk ends inside one and the next is empty.
fn chunk(text: &str, offset: usize) -> &[u8] {
    let mut end = text.len().min(offset.saturating_add(CHUNK));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text.as_bytes().get(offset..end).unwrap_or_default()
}
