//! How a text is built, from its tokens: lists, pipelines, compounds and substitutions as one tree. It reads no word.

use crate::span::Span;
use crate::tokens::{HoleKind, Tokens};

/// One part of a text, in the tree that its depth tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Node {
    /// How many parts it lies in.
    pub depth: u16,
    /// The operator in front of it: `&&`, `||`, `|`, `|&`, `&`, or `;` for that or a newline. Empty for the first.
    pub join: &'static str,
    /// What it is.
    pub kind: Kind,
    /// Whether a `&` behind it puts it in the background (of an and-or list: its last pipeline).
    pub background: bool,
    /// From its first to behind its last byte, redirects of a compound left out.
    pub span: Span,
}

/// What a part of a text is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A simple command.
    Command,
    /// Several commands joined by `|`.
    Pipeline,
    /// `( … )`
    Subshell,
    /// `{ …; }`
    Group,
    /// `coproc` and a compound command.
    Coprocess,
    /// `if … fi`
    If,
    /// `while …; do …; done`
    While,
    /// `until …; do …; done`
    Until,
    /// `for …; do …; done`
    For,
    /// `select …; do …; done`
    Select,
    /// `case … esac`
    Case,
    /// What an if or a loop asks.
    Condition,
    /// What an if does.
    Then,
    /// What an if does otherwise.
    Else,
    /// What a loop does.
    Do,
    /// A pattern of a case, and what is done for it.
    Pattern,
    /// The definition of a function.
    Function,
    /// `[[ … ]]`
    Test,
    /// `(( … ))`
    Arithmetic,
    /// `$( … )` or backticks.
    Substitution,
    /// `<( … )` or `>( … )`.
    Process,
}

impl Kind {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Command => "command",
            Kind::Pipeline => "pipeline",
            Kind::Subshell => "subshell",
            Kind::Group => "group",
            Kind::Coprocess => "coprocess",
            Kind::If => "if",
            Kind::While => "while",
            Kind::Until => "until",
            Kind::For => "for",
            Kind::Select => "select",
            Kind::Case => "case",
            Kind::Condition => "condition",
            Kind::Then => "then",
            Kind::Else => "else",
            Kind::Do => "do",
            Kind::Pattern => "pattern",
            Kind::Function => "function",
            Kind::Test => "test",
            Kind::Arithmetic => "arithmetic",
            Kind::Substitution => "substitution",
            Kind::Process => "process",
        }
    }

    /// Whether it is a part of a compound command and no command itself.
    fn is_part(self) -> bool {
        matches!(self, Kind::Condition | Kind::Then | Kind::Else | Kind::Do | Kind::Pattern)
    }
}

/// What happens at a place, in the order in which it happens there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    HoleEnds(u32),
    Separator(u32),
    Function(u32),
    Mark,
    Sum(u32),
    Command(u32),
    Redirect(u32),
    Hole(u32),
}

/// The tree of a text that was read.
pub(super) fn of(text: &str, tokens: &Tokens) -> Vec<Node> {
    let mut events: Vec<(u32, Event)> = Vec::new();
    for (number, hole) in (0_u32..).zip(&tokens.holes) {
        // One that is never closed holds nothing that is certain.
        let runs = matches!(hole.kind, HoleKind::Command | HoleKind::Process);
        if runs && !hole.span.is_empty() {
            events.push((hole.span.start, Event::Hole(number)));
            events.push((hole.span.end, Event::HoleEnds(number)));
        }
    }
    for (number, separator) in (0_u32..).zip(&tokens.reading.separators) {
        events.push((separator.start, Event::Separator(number)));
    }
    for (number, function) in (0_u32..).zip(&tokens.functions) {
        events.push((function.span.start, Event::Function(number)));
    }
    for (number, sum) in (0_u32..).zip(&tokens.sums) {
        events.push((sum.start, Event::Sum(number)));
    }
    let mut ends: Vec<Option<u32>> = (0..tokens.commands.len())
        .map(|number| tokens.words(number).last().map(|word| word.end))
        .collect();
    let redirects = tokens.redirects.iter().zip(&tokens.reading.redirects);
    for (number, (redirect, place)) in (0_u32..).zip(redirects) {
        if let Some(end) = redirect.command.and_then(|command| ends.get_mut(command as usize)) {
            *end = (*end).max(Some(place.target.end));
        }
        events.push((place.target.start, Event::Redirect(number)));
        if let Some(heredoc) = redirect.heredoc {
            events.push((heredoc.body.start, Event::Redirect(number)));
        }
    }
    for (number, frame) in (0_u32..).zip(&tokens.commands) {
        // A slot without words and redirects turned out to be the name of a function or a coprocess.
        if ends[number as usize].is_some() {
            events.push((frame.start, Event::Command(number)));
        }
    }
    events.extend(tokens.structure.iter().map(|&mark| (mark, Event::Mark)));
    events.sort_unstable();
    events.dedup();
    let mut builder = Builder {
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
    };
    for (at, event) in events {
        builder.take(at, event);
    }
    builder.flat()
}

struct Building {
    join: &'static str,
    kind: Kind,
    background: bool,
    span: Span,
    children: Vec<usize>,
}

/// An open part: its node, or the whole text.
struct Open {
    node: usize,
    /// What to take up again behind a substitution.
    join: &'static str,
    hole: Option<u32>,
}

struct Builder<'t> {
    text: &'t str,
    tokens: &'t Tokens,
    nodes: Vec<Building>,
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
    coproc: bool,
    /// Marks before this place belong to the head of a function.
    behind_name: u32,
}

impl Builder<'_> {
    fn take(&mut self, at: u32, event: Event) {
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

    fn top(&self) -> Option<usize> {
        self.open.last().map(|open| open.node)
    }

    fn top_kind(&self) -> Option<Kind> {
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
        let node = match before {
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
        };
        node
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
    fn push(&mut self, kind: Kind, span: Span, part: Option<Kind>) {
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
    fn part(&mut self, kind: Kind, at: u32) {
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
    fn back_to(&mut self, kinds: &[Kind], end: u32) {
        while let Some(top) = self.top_kind()
            && !kinds.contains(&top)
            && self.open.last().is_some_and(|open| open.hole.is_none())
        {
            self.pop(end);
        }
    }

    /// Ends one of these, and what is open in it; a function ends with its body.
    fn close(&mut self, kinds: &[Kind], at: u32, length: usize) {
        self.back_to(kinds, at);
        let end = at + length as u32;
        self.pop(end);
        if self.top_kind() == Some(Kind::Function) {
            self.pop(end);
        }
    }

    fn mark(&mut self, at: u32) {
        if at < self.behind_name {
            return;
        }
        const LOOPS: &[Kind] = &[Kind::While, Kind::Until, Kind::For, Kind::Select];
        let here = self.text.get(at as usize..).unwrap_or_default();
        let rest: String = here.chars().take(24).collect::<String>().replace("\\\n", "");
        let whole = Span { start: at, end: at };
        let is = |word: &str| {
            let behind = rest.strip_prefix(word).map(|rest| rest.as_bytes().first().copied());
            behind.is_some_and(|next| next.is_none_or(|byte| b" \t\n;&|()<>".contains(&byte)))
        };
        // The pattern of a case may look like anything.
        if self.top_kind() == Some(Kind::Case) && !is("esac") {
            self.part(Kind::Pattern, at);
            return;
        }
        if rest.starts_with("((")
            && self.tokens.sums.binary_search_by_key(&at, |sum| sum.start).is_ok()
        {
            // An event of its own.
        } else if rest.starts_with('(') {
            self.push(Kind::Subshell, whole, None);
        } else if rest.starts_with(')') {
            self.close(&[Kind::Subshell], at, 1);
        } else if is("{") {
            let waits = self.top().is_some_and(|top| {
                let Building { kind, children, .. } = &self.nodes[top];
                let begun = children.iter().any(|child| self.nodes[*child].kind == Kind::Do);
                matches!(kind, Kind::For | Kind::Select) && !begun
            });
            if waits { self.part(Kind::Do, at) } else { self.push(Kind::Group, whole, None) }
        } else if is("}") {
            self.close(&[Kind::Group, Kind::Coprocess, Kind::For, Kind::Select], at, 1);
        } else if is("[[") {
            self.push(Kind::Test, whole, None);
        } else if is("]]") {
            self.close(&[Kind::Test], at, 2);
        } else if is("if") {
            self.push(Kind::If, whole, Some(Kind::Condition));
        } else if is("elif") {
            self.back_to(&[Kind::If], at);
            self.part(Kind::Condition, at);
        } else if is("then") {
            self.back_to(&[Kind::If], at);
            self.part(Kind::Then, at);
        } else if is("else") {
            self.back_to(&[Kind::If], at);
            self.part(Kind::Else, at);
        } else if is("fi") {
            self.close(&[Kind::If], at, 2);
        } else if is("while") {
            self.push(Kind::While, whole, Some(Kind::Condition));
        } else if is("until") {
            self.push(Kind::Until, whole, Some(Kind::Condition));
        } else if is("for") {
            self.push(Kind::For, whole, None);
        } else if is("select") {
            self.push(Kind::Select, whole, None);
        } else if is("do") {
            self.back_to(LOOPS, at);
            self.part(Kind::Do, at);
        } else if is("done") {
            self.close(LOOPS, at, 4);
        } else if is("case") {
            self.push(Kind::Case, whole, None);
        } else if is("esac") {
            self.close(&[Kind::Case], at, 4);
        } else if rest.starts_with(';') {
            self.back_to(&[Kind::Case], at);
        } else if is("coproc") {
            self.coproc = true;
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
    fn flat(self) -> Vec<Node> {
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
