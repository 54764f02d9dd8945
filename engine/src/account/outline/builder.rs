//! Builds the tree of a text out of what happens in it, place after place. What stands at a mark is for its neighbour to say.

use super::{Event, Kind, Node};
use crate::span::Span;
use crate::tokens::{HoleKind, Tokens};

pub(super) struct Building {
    join: &'static str,
    pub(super) kind: Kind,
    background: bool,
    span: Span,
    pub(super) children: Vec<usize>,
}

/// An open part: its node, or the whole text.
struct Open {
    node: usize,
    /// What to take up again behind a substitution.
    join: &'static str,
    hole: Option<u32>,
}

pub(super) struct Builder<'t> {
    pub(super) text: &'t str,
    pub(super) tokens: &'t Tokens,
    pub(super) nodes: Vec<Building>,
    roots: Vec<usize>,
    open: Vec<Open>,
    /// The operator in front of what comes next; empty at the beginning of a list.
    join: &'static str,
    /// The last command or compound of each open part, the whole text first.
    last: Vec<Option<usize>>,
    /// The nodes of the commands, by number.
    owners: Vec<(u32, usize)>,
    /// Where the words and redirects of each command end.
    ends: Vec<Option<u32>>,
    /// The redirects around: where the target or body ends, how many parts are open there, whose it is.
    aims: Vec<(u32, usize, Option<usize>)>,
    /// The word `coproc` has just been passed.
    pub(super) coproc: bool,
    /// Marks before this place belong to the head of a function.
    pub(super) behind_name: u32,
}

impl<'t> Builder<'t> {
    /// Nothing built yet; `ends` is where the words and redirects of each command end.
    pub(super) fn new(text: &'t str, tokens: &'t Tokens, ends: Vec<Option<u32>>) -> Builder<'t> {
        Builder {
            text,
            tokens,
            nodes: Vec::new(),
            roots: Vec::new(),
            open: Vec::new(),
            join: "",
            last: Vec::new(),
            ends,
            owners: Vec::new(),
            aims: Vec::new(),
            coproc: false,
            behind_name: 0,
        }
    }

    /// Takes what happens next.
    pub(super) fn take(&mut self, at: u32, event: Event) {
        match event {
            Event::Hole(number) => self.open_hole(number),
            Event::HoleEnds(number) => self.close_hole(number, at),
            Event::Separator(number) => self.separator(number as usize),
            Event::Function(number) => {
                let function = self.tokens.functions[number as usize];
                self.behind_name = function.body;
                self.push(Kind::Function, function.span, None);
            }
            Event::Sum(number) => {
                let span = self.tokens.sums[number as usize];
                let of_loop = self.top().is_some_and(|node| {
                    self.nodes[node].kind == Kind::For && self.nodes[node].children.is_empty()
                });
                if !of_loop {
                    let is_body = self.top().is_some_and(|node| {
                        let Building { kind, children, .. } = &self.nodes[node];
                        *kind == Kind::Function && children.is_empty()
                    });
                    self.place(Kind::Arithmetic, span);
                    if is_body {
                        self.pop(span.end);
                    }
                }
            }
            Event::Command(number) => {
                let frame = self.tokens.commands[number as usize];
                self.coproc = false;
                let end = self.ends[number as usize];
                let start = frame.prefix.map_or(frame.start, |prefix| prefix.start);
                let span = Span { start, end: end.unwrap_or(frame.start) };
                let node = self.place(Kind::Command, span);
                self.owners.push((number, node));
            }
            Event::Redirect(number) => self.aim(number as usize, at),
            Event::Mark => self.mark(at),
        }
    }

    pub(super) fn top(&self) -> Option<usize> {
        self.open.last().map(|open| open.node)
    }

    pub(super) fn top_kind(&self) -> Option<Kind> {
        self.top().map(|node| self.nodes[node].kind)
    }

    /// A new node at the end of `parent`, or of the open part.
    fn add(&mut self, kind: Kind, span: Span, parent: Option<usize>, join: &'static str) -> usize {
        let node = self.nodes.len();
        self.nodes.push(Building { join, kind, background: false, span, children: Vec::new() });
        match parent.or_else(|| self.top()) {
            Some(parent) => self.nodes[parent].children.push(node),
            None => self.roots.push(node),
        }
        node
    }

    /// Adds a command or a compound to the list, or to the pipeline that its operator goes on with.
    fn place(&mut self, kind: Kind, span: Span) -> usize {
        let level = self.open.len();
        self.last.resize(level + 1, None);
        let before = self.last[level];
        let join = match (self.join, before) {
            ("", Some(_)) => ";",
            (join, _) => join,
        };
        self.join = "";
        let piped = join.starts_with('|') && join != "||";
        match before {
            Some(before) if piped => {
                let pipeline = self.pipeline(before);
                let node = self.add(kind, span, Some(pipeline), join);
                self.nodes[pipeline].span = self.nodes[pipeline].span.join(span);
                self.last[level] = Some(pipeline);
                node
            }
            Some(_) | None => {
                let node = self.add(kind, span, None, join);
                self.last[level] = Some(node);
                node
            }
        }
    }

    /// The pipeline that this node is, or becomes the first command of.
    fn pipeline(&mut self, node: usize) -> usize {
        if self.nodes[node].kind == Kind::Pipeline {
            return node;
        }
        let (join, span) = (self.nodes[node].join, self.nodes[node].span);
        let pipeline = self.nodes.len();
        let children = vec![node];
        self.nodes.push(Building { join, kind: Kind::Pipeline, background: false, span, children });
        self.nodes[node].join = "";
        let top = self.top();
        let siblings = match top {
            Some(parent) => &mut self.nodes[parent].children,
            None => &mut self.roots,
        };
        if let Some(place) = siblings.iter_mut().rev().find(|it| **it == node) {
            *place = pipeline;
        }
        pipeline
    }

    /// Opens a compound command.
    pub(super) fn push(&mut self, kind: Kind, span: Span, part: Option<Kind>) {
        let kind = if std::mem::take(&mut self.coproc) && kind == Kind::Group {
            Kind::Coprocess
        } else {
            kind
        };
        let node = self.place(kind, span);
        self.enter(node, None);
        if let Some(part) = part {
            self.part(part, span.start);
        }
    }

    fn enter(&mut self, node: usize, hole: Option<u32>) {
        let join = std::mem::take(&mut self.join);
        self.open.push(Open { node, join, hole });
        self.last.truncate(self.open.len());
        self.last.push(None);
    }

    /// Opens a part of the compound that is open.
    pub(super) fn part(&mut self, kind: Kind, at: u32) {
        self.join = "";
        let node = self.add(kind, Span { start: at, end: at }, None, "");
        self.enter(node, None);
    }

    /// Ends the innermost open part; what it is in may begin right behind.
    fn pop(&mut self, end: u32) {
        let Some(open) = self.open.pop() else { return };
        let span = &mut self.nodes[open.node].span;
        span.end = span.end.max(end);
        self.join = open.join;
        self.last.truncate(self.open.len() + 1);
    }

    /// Ends what is open as far as one of these, which stays open.
    pub(super) fn back_to(&mut self, kinds: &[Kind], end: u32) {
        while let Some(top) = self.top_kind()
            && !kinds.contains(&top)
            && self.open.last().is_some_and(|open| open.hole.is_none())
        {
            self.pop(end);
        }
    }

    /// Ends one of these, and what is open in it; a function ends with its body.
    pub(super) fn close(&mut self, kinds: &[Kind], at: u32, length: usize) {
        self.back_to(kinds, at);
        let end = at + length as u32;
        self.pop(end);
        if self.top_kind() == Some(Kind::Function) {
            self.pop(end);
        }
    }

    fn separator(&mut self, number: usize) {
        let span = self.tokens.reading.separators[number];
        self.join = match &*self.text[span.range()].replace("\\\n", "") {
            "&&" => "&&",
            "||" => "||",
            "|" => "|",
            "|&" => "|&",
            _ => {
                if let Some(Some(last)) = self.last.get(self.open.len()) {
                    self.nodes[*last].background = true;
                }
                "&"
            }
        };
    }

    fn open_hole(&mut self, number: u32) {
        let hole = self.tokens.holes[number as usize];
        let kind = match hole.kind {
            HoleKind::Process => Kind::Process,
            HoleKind::Parameter | HoleKind::Command | HoleKind::Arithmetic => Kind::Substitution,
        };
        let parent = self.holder(hole.span);
        let node = self.add(kind, hole.span, parent, "");
        self.enter(node, Some(number));
    }

    fn close_hole(&mut self, number: u32, at: u32) {
        if !self.open.iter().any(|open| open.hole == Some(number)) {
            return;
        }
        while let Some(hole) = self.open.last().map(|open| open.hole) {
            self.pop(at);
            if hole == Some(number) {
                break;
            }
        }
    }

    /// Notes whose redirect begins, or its heredoc's body.
    fn aim(&mut self, number: usize, at: u32) {
        let redirect = self.tokens.redirects[number];
        let target = self.tokens.reading.redirects[number].target;
        let owner = match redirect.command {
            Some(command) => {
                let owner = self.owners.binary_search_by_key(&command, |(number, _)| *number);
                owner.ok().map(|at| self.owners[at].1)
            }
            // A compound's, which has just ended.
            None => self.last.get(self.open.len()).copied().flatten(),
        };
        let body = redirect.heredoc.filter(|heredoc| heredoc.body.start == at);
        let end = body.map_or(target.end, |heredoc| heredoc.body.end);
        self.aims.push((end, self.open.len(), owner));
    }

    /// What a substitution belongs to: the command whose word, redirect or heredoc it is in; the compound whose redirect it
    /// is in; or the open part itself (the words of a loop, a test).
    fn holder(&mut self, hole: Span) -> Option<usize> {
        while self.aims.last().is_some_and(|(end, ..)| *end <= hole.start) {
            self.aims.pop();
        }
        if let Some((_, level, owner)) = self.aims.last()
            && *level == self.open.len()
        {
            return *owner;
        }
        let command = self.owners.last().map(|(_, node)| *node);
        let last = self.last.get(self.open.len()).copied().flatten();
        [command, last].into_iter().flatten().find(|node| self.nodes[*node].span.covers(hole))
    }

    /// Parents before children. Parts of a substitution that ended in the open have been closed by then.
    pub(super) fn flat(self) -> Vec<Node> {
        let mut flat = Vec::with_capacity(self.nodes.len());
        let mut waiting: Vec<(usize, u16)> =
            self.roots.iter().rev().map(|&node| (node, 0)).collect();
        while let Some((at, depth)) = waiting.pop() {
            let Building { join, kind, background, span, children } = &self.nodes[at];
            let join = if kind.is_part() { "" } else { join };
            flat.push(Node { depth, join, kind: *kind, background: *background, span: *span });
            waiting.extend(children.iter().rev().map(|&child| (child, depth.saturating_add(1))));
        }
        flat
    }
}
