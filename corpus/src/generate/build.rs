//! Short ways to build the parts of a syntax tree. A word is built together with its value.

use super::Parts;
use super::act::{Act, Exit};
use super::render::quoted;
use super::syntax::{
    Chunk, Flow, Front, Heredoc, Item, ItemKind, Join, Node, Piece, Quote, Redirect, Simple,
    Target, Word,
};
use super::truth::Effect;
use super::value::Value;

impl Word {
    /// A word of one of these pieces whose value nobody asks for, or can tell.
    pub(super) fn untold(pieces: Vec<Piece>) -> Word {
        Word { pieces, value: Value::Untold }
    }

    /// This text, quoted.
    pub(super) fn quoted(text: &str, quote: Quote) -> Word {
        Word { pieces: vec![Piece::Text(quoted(text, quote))], value: Value::text(text) }
    }

    /// This text, which needs no quotes, and right behind it a word that begins with text.
    pub(super) fn joined(before: &str, mut word: Word) -> Word {
        if let Some(Piece::Text(text)) = word.pieces.first_mut() {
            text.insert_str(0, before);
        }
        if let Value::Words(words) = &mut word.value
            && let Some(first) = words.first_mut()
        {
            first.insert_str(0, before);
        }
        word
    }

    /// The spelling when it is one text.
    pub(super) fn as_text(&self) -> Option<&str> {
        match self.pieces.as_slice() {
            [Piece::Text(text)] => Some(text),
            _ => None,
        }
    }
}

impl Item {
    /// A word.
    pub(super) fn word(word: impl Into<Word>) -> Item {
        Item { gap: " ", kind: ItemKind::Word { word: word.into(), trailer: false } }
    }

    /// An assignment that is spelled like this.
    pub(super) fn assignment(spelling: impl Into<String>) -> Item {
        Item {
            gap: " ",
            kind: ItemKind::Assignment(Word::untold(vec![Piece::Text(spelling.into())])),
        }
    }

    /// A redirect to a word that is spelled like this.
    pub(super) fn redirect(operator: &'static str, target: impl Into<String>) -> Item {
        Item::to(Redirect::new(operator, Word::untold(vec![Piece::Text(target.into())])))
    }

    /// A redirect.
    pub(super) fn to(redirect: Redirect) -> Item {
        Item { gap: " ", kind: ItemKind::Redirect(redirect) }
    }

    /// A heredoc.
    pub(super) fn heredoc(heredoc: Heredoc) -> Item {
        Item::to(Redirect { operator: "", target: Target::Heredoc(heredoc) })
    }
}

impl Simple {
    /// A program with these words, blanks between them.
    pub(super) fn program(line: &str, effect: Effect) -> Simple {
        Simple::of(line.split(' ').map(Item::word).collect(), effect)
    }

    /// A program with these parts.
    pub(super) fn of(items: Vec<Item>, effect: Effect) -> Simple {
        Simple {
            items,
            effect,
            external: true,
            stdin_taken: false,
            piped: false,
            keyword_head: false,
            act: Act::Words,
            piped_code: None,
            front: Front::default(),
            parts: Parts::default(),
        }
    }

    /// The same command, of which no program wrapper can take hold: a builtin, a function, an assignment.
    pub(super) fn builtin(self) -> Simple {
        Simple { external: false, ..self }
    }

    /// The same command with one more word.
    pub(super) fn arg(mut self, word: impl Into<Word>) -> Simple {
        self.items.push(Item::word(word));
        self
    }

    /// The same command with one more part.
    pub(super) fn item(mut self, item: Item) -> Simple {
        self.items.push(item);
        self
    }

    /// Its words in order.
    pub(super) fn words(&self) -> impl Iterator<Item = &Word> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Word { word, .. } => Some(word),
            ItemKind::Assignment(_) | ItemKind::Redirect(_) => None,
        })
    }

    /// Its redirects in order.
    pub(super) fn redirects(&self) -> impl Iterator<Item = &Redirect> {
        self.items.iter().filter_map(|item| match &item.kind {
            ItemKind::Redirect(redirect) => Some(redirect),
            ItemKind::Assignment(_) | ItemKind::Word { .. } => None,
        })
    }

    /// The same command, with what running it means.
    pub(super) fn acting(self, act: Act) -> Simple {
        Simple { act, ..self }
    }

    /// The same command, which starts no program of interest and ends like this.
    pub(super) fn exits(self, exit: Exit) -> Simple {
        self.acting(Act::Idle(exit))
    }

    /// The same command, read by the next one; no wrapper comes between.
    pub(super) fn piped(self) -> Simple {
        Simple { piped: true, external: false, ..self }
    }

    /// The same command, fed by a pipe.
    pub(super) fn fed_by_pipe(self) -> Simple {
        Simple { stdin_taken: true, ..self }
    }

    /// The same command with a part that feeds its standard input.
    pub(super) fn fed(mut self, item: Item) -> Simple {
        self.items.push(item);
        self.stdin_taken = true;
        self
    }
}

impl Redirect {
    /// A redirect to a word.
    pub(super) fn new(operator: &'static str, target: Word) -> Redirect {
        Redirect { operator, target: Target::Word(target) }
    }
}

impl From<&str> for Word {
    /// A word as the grammar's tables spell it.
    fn from(spelling: &str) -> Word {
        Word { pieces: vec![Piece::Text(spelling.to_owned())], value: Value::of(spelling) }
    }
}

impl From<String> for Word {
    fn from(spelling: String) -> Word {
        Word::from(spelling.as_str())
    }
}

impl From<Simple> for Node {
    fn from(simple: Simple) -> Node {
        Node::Simple(Box::new(simple))
    }
}

impl Node {
    /// A compound on one line.
    pub(super) fn compound(flow: Flow, chunks: Vec<Chunk>) -> Node {
        Node::Compound { flow, chunks, lines: false }
    }

    /// Two commands with a join between them.
    pub(super) fn pair(first: impl Into<Node>, join: Join, second: impl Into<Node>) -> Node {
        Node::Row(vec![(first.into(), join), (second.into(), Join::END)])
    }
}
