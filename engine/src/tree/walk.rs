//! One pass over a tree that writes down what a [`Reading`] holds, from the nodes and the source bytes. It keeps
//! its own stack, so that no depth of tree can exhaust the thread's; it repairs nothing but the everyday
//! misreadings that the source bytes prove.

use tree_sitter::{Node, Tree, TreeCursor};

use super::TreeReading;
use super::commands::{Commands, NONE};
use super::kinds::{Kinds, Role};
use crate::reading::Reading;
use crate::span::Span;

/// How the children of an open node are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    /// Statements and separators.
    Statements,
    /// Patterns and statements: `|` is no pipe.
    CaseItem,
    /// The head of an arithmetic `for` and its body.
    ArithmeticFor,
    /// A statement, then its redirects.
    Redirected,
    /// Words, and redirects between them.
    Command,
    /// Words of a `[ … ]`, at any depth of its expression.
    Test,
    /// An operator and its target.
    Redirect,
    /// An operator, a delimiter, and all that the grammar hangs behind it.
    Heredoc,
    /// The inside of a word or of arithmetic: only substitutions hold commands.
    Inside,
}

/// What the end of a node means for the redirects behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Close {
    /// Nothing: they belong to the last command inside.
    Transparent,
    /// They belong to no command.
    Compound,
    /// They belong to this node's command.
    Command,
}

/// An open node.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pub(super) place: Place,
    pub(super) close: Close,
    /// Whether a redirected statement's command is settled.
    pub(super) settled: bool,
    /// Whether a redirect has its target.
    pub(super) aimed: bool,
    /// The command that words go to; [`NONE`] begins one.
    pub(super) command: u32,
    /// Index of the frame that holds the command of a redirect's words or of a test's.
    pub(super) owner: u32,
    /// Index of a redirect in the reading.
    pub(super) redirect: u32,
    /// Offset behind the last child in front of a heredoc's body.
    pub(super) head: u32,
    /// Offset of the end of the node.
    pub(super) end: u32,
}

/// The buffers of the walk, kept between texts.
#[derive(Default)]
pub(super) struct Walk {
    frames: Vec<Frame>,
    commands: Commands,
}

impl Walk {
    /// Reads `tree`, which was made from `text`, into `into`, which is empty.
    pub(super) fn read(&mut self, tree: &Tree, kinds: &Kinds, text: &str, into: &mut TreeReading) {
        self.frames.clear();
        self.commands.clear();
        let root = tree.root_node();
        let mut pass = Pass {
            text: text.as_bytes(),
            broken: root.has_error(),
            frames: &mut self.frames,
            commands: &mut self.commands,
            last: NONE,
            reading: &mut into.reading,
            errors: &mut into.errors,
        };
        pass.run(&mut tree.walk(), kinds);
        self.commands.lay_out(&mut into.reading);
        sort(&mut into.reading.redirects);
        sort(&mut into.reading.heredocs);
        sort(&mut into.reading.separators);
        into.has_error = !into.errors.is_empty();
    }
}

/// Sorts what nearly always is sorted.
fn sort<T: Ord>(list: &mut [T]) {
    if !list.is_sorted() {
        list.sort();
    }
}

/// One walk over one tree.
pub(super) struct Pass<'a> {
    pub(super) text: &'a [u8],
    /// Whether the tree has an ERROR or a MISSING node somewhere.
    pub(super) broken: bool,
    pub(super) frames: &'a mut Vec<Frame>,
    pub(super) commands: &'a mut Commands,
    /// The command that ended last, if a redirect right behind it would be its own.
    pub(super) last: u32,
    pub(super) reading: &'a mut Reading,
    pub(super) errors: &'a mut Vec<Span>,
}

/// A node as the walk sees it.
pub(super) struct Item<'tree> {
    pub(super) node: Node<'tree>,
    pub(super) role: Role,
    pub(super) span: Span,
}

impl Pass<'_> {
    fn run(&mut self, cursor: &mut TreeCursor<'_>, kinds: &Kinds) {
        let node = cursor.node();
        let item = Item { node, role: kinds.role(node.kind_id()), span: span(node) };
        let root = self
            .statement(&item)
            .unwrap_or_else(|| frame(Place::Statements, Close::Transparent, item.span));
        if !cursor.goto_first_child() {
            return;
        }
        self.frames.push(root);
        loop {
            let node = cursor.node();
            let item = Item { node, role: kinds.role(node.kind_id()), span: span(node) };
            if self.broken && node.is_missing() {
                self.errors.push(item.span);
            }
            if let Some(inner) = self.visit(&item) {
                if cursor.goto_first_child() {
                    self.frames.push(inner);
                    continue;
                }
                self.leave(inner);
            }
            while !cursor.goto_next_sibling() {
                let Some(frame) = self.frames.pop() else { return };
                self.leave(frame);
                if self.frames.is_empty() || !cursor.goto_parent() {
                    return;
                }
            }
        }
    }

    /// Takes note of a node in its place; returns how to read its children, if they are worth it.
    fn visit(&mut self, item: &Item<'_>) -> Option<Frame> {
        match self.frames.last()?.place {
            Place::Statements => self.statement(item),
            Place::CaseItem if item.role == Role::Pipe => None,
            Place::ArithmeticFor if !matches!(item.role, Role::Sequence | Role::Compound) => {
                self.inside(item)
            }
            Place::CaseItem | Place::ArithmeticFor => self.statement(item),
            Place::Redirected => self.part_of_redirected(item),
            Place::Command => self.part_of_command(item),
            Place::Test => self.part_of_test(item),
            Place::Redirect => self.part_of_redirect(item),
            Place::Heredoc => self.part_of_heredoc(item),
            Place::Inside => self.inside(item),
        }
    }

    /// A node among statements.
    pub(super) fn statement(&mut self, item: &Item<'_>) -> Option<Frame> {
        let span = item.span;
        match item.role {
            Role::Separator => self.separator(span),
            Role::Pipe => self.pipe(span),
            Role::Sequence => Some(frame(Place::Statements, Close::Transparent, span)),
            Role::Block => Some(frame(Place::Statements, Close::Compound, span)),
            Role::Substitution => Some(frame(Place::Statements, Close::Transparent, span)),
            Role::CaseItem => Some(frame(Place::CaseItem, Close::Transparent, span)),
            Role::ArithmeticFor => Some(frame(Place::ArithmeticFor, Close::Compound, span)),
            Role::Compound if self.starts_with(span, b"((") => {
                Some(frame(Place::Inside, Close::Compound, span))
            }
            Role::Compound => Some(frame(Place::Statements, Close::Compound, span)),
            Role::Redirected => {
                self.last = NONE;
                Some(frame(Place::Redirected, Close::Command, span))
            }
            Role::Command => {
                let command = self.commands.begin(span.start);
                Some(Frame { command, ..frame(Place::Command, Close::Command, span) })
            }
            Role::Assignment => {
                let command = self.commands.begin(span.start);
                self.last = self.commands.word(self.text, command, span);
                let inner = self.inside_of_word(item)?;
                Some(Frame { command: self.last, close: Close::Command, ..inner })
            }
            Role::Test if self.starts_with(span, b"[[") => {
                Some(frame(Place::Inside, Close::Compound, span))
            }
            Role::Test => {
                let command = self.commands.begin(span.start);
                let owner = self.frames.len() as u32;
                Some(Frame { command, owner, ..frame(Place::Test, Close::Command, span) })
            }
            Role::Redirect | Role::Heredoc => {
                let owner = self.frames.len().saturating_sub(1);
                self.redirect(item, owner)
            }
            Role::Error => self.error(item),
            Role::Leaf | Role::Composite => self.inside_of_word(item),
            Role::Expression | Role::HeredocBody => {
                Some(frame(Place::Inside, Close::Transparent, span))
            }
            Role::Token
            | Role::Comment
            | Role::Descriptor
            | Role::HeredocStart
            | Role::HeredocEnd => None,
        }
    }

    /// A redirected statement's statement, or one of its redirects: their words belong to the last command of
    /// the statement, however far out the grammar hangs the redirect.
    fn part_of_redirected(&mut self, item: &Item<'_>) -> Option<Frame> {
        match item.role {
            Role::Redirect | Role::Heredoc => {
                let here = self.frames.len() - 1;
                let last = self.last;
                let frame = &mut self.frames[here];
                if !frame.settled {
                    frame.settled = true;
                    frame.command = last;
                }
                self.redirect(item, here)
            }
            Role::Comment | Role::Error => {
                let frame = self.frames.last()?;
                let command = if frame.settled { frame.command } else { self.last };
                self.commands.pass(command, item.span.end);
                self.statement(item)
            }
            _ => self.statement(item),
        }
    }

    /// A child of a simple command.
    fn part_of_command(&mut self, item: &Item<'_>) -> Option<Frame> {
        let here = self.frames.len() - 1;
        match item.role {
            Role::Redirect | Role::Heredoc => self.redirect(item, here),
            // `time ( … )` is a command with a subshell in it.
            Role::Comment | Role::Error | Role::Block | Role::Compound => {
                self.commands.pass(self.frames[here].command, item.span.end);
                self.statement(item)
            }
            _ => self.word(item, here),
        }
    }

    /// A child of `[ … ]` or of an expression in it.
    fn part_of_test(&mut self, item: &Item<'_>) -> Option<Frame> {
        let owner = self.frames.last()?.owner;
        let span = item.span;
        match item.role {
            Role::Expression => {
                Some(Frame { owner, ..frame(Place::Test, Close::Transparent, span) })
            }
            Role::Comment => None,
            Role::Error => self.error(item),
            Role::Redirected | Role::Command | Role::Test | Role::Block => self.statement(item),
            _ => {
                let command = self.frames[owner as usize].command;
                self.frames[owner as usize].command =
                    self.commands.test_word(self.text, command, span);
                self.inside_of_word(item)
            }
        }
    }

    /// A node inside a word, inside arithmetic or inside `[[ … ]]`.
    fn inside(&mut self, item: &Item<'_>) -> Option<Frame> {
        match item.role {
            Role::Substitution => Some(frame(Place::Statements, Close::Transparent, item.span)),
            Role::Token
            | Role::Comment
            | Role::Leaf
            | Role::Separator
            | Role::Pipe
            | Role::Descriptor => None,
            Role::Error => {
                self.errors.push(item.span);
                Some(frame(Place::Inside, Close::Transparent, item.span))
            }
            _ => Some(frame(Place::Inside, Close::Transparent, item.span)),
        }
    }

    /// Gives a word to the command of the frame `owner`.
    pub(super) fn word(&mut self, item: &Item<'_>, owner: usize) -> Option<Frame> {
        let command = self.frames.get(owner)?.command;
        self.frames[owner].command = self.commands.word(self.text, command, item.span);
        self.inside_of_word(item)
    }

    /// How to read the inside of a word, if it holds a command or an error.
    pub(super) fn inside_of_word(&mut self, item: &Item<'_>) -> Option<Frame> {
        let worth = match item.role {
            Role::Substitution => {
                return Some(frame(Place::Statements, Close::Transparent, item.span));
            }
            Role::Composite | Role::Assignment => holds_substitution(self.text, item.span),
            Role::Expression => true,
            _ => false,
        };
        let worth = worth || (self.broken && item.node.has_error());
        worth.then(|| frame(Place::Inside, Close::Transparent, item.span))
    }

    /// Notes an error; what it holds is read as statements.
    pub(super) fn error(&mut self, item: &Item<'_>) -> Option<Frame> {
        self.errors.push(item.span);
        Some(frame(Place::Statements, Close::Transparent, item.span))
    }

    fn separator(&mut self, span: Span) -> Option<Frame> {
        self.reading.separators.push(span);
        None
    }

    fn pipe(&mut self, span: Span) -> Option<Frame> {
        self.commands.pipe(span.end);
        self.separator(span)
    }

    fn leave(&mut self, frame: Frame) {
        match frame.close {
            Close::Transparent => {}
            Close::Compound => self.last = NONE,
            Close::Command => self.last = frame.command,
        }
        if frame.place == Place::Redirect {
            self.pass(frame.owner, frame.end);
        }
    }

    fn starts_with(&self, span: Span, prefix: &[u8]) -> bool {
        self.text.get(span.range()).is_some_and(|bytes| bytes.starts_with(prefix))
    }
}

pub(super) fn frame(place: Place, close: Close, span: Span) -> Frame {
    Frame {
        place,
        close,
        settled: false,
        aimed: false,
        command: NONE,
        owner: NONE,
        redirect: NONE,
        head: 0,
        end: span.end,
    }
}

fn span(node: Node<'_>) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// Whether a substitution could begin in the word: each one begins with `` ` ``, `$(`, `<(` or `>(`.
fn holds_substitution(text: &[u8], span: Span) -> bool {
    let word = text.get(span.range()).unwrap_or_default();
    memchr::memchr2_iter(b'(', b'`', word)
        .any(|at| word[at] == b'`' || (at > 0 && matches!(word[at - 1], b'$' | b'<' | b'>')))
}
