//! Puts atoms, wrappers, nests and joins together to one compound. The one place that knows how deep and how long.

use super::atom::ATOMS;
use super::dress::dress;
use super::git;
use super::maker::Maker;
use super::mark;
use super::nest::{NESTS, Takes};
use super::prose::COMMENTS;
use super::syntax::{Join, JoinKind, Layout, Node, Simple};
use super::wrapper::{self, WRAPPERS};

/// Nests inside nests, at most.
const DEEPEST: u32 = 3;

/// The separators between commands, how often each is drawn, and its name.
pub(super) const JOINS: [(&str, u32, JoinKind); 8] = [
    (";", 24, JoinKind::Semi),
    ("&&", 34, JoinKind::And),
    ("||", 7, JoinKind::Or),
    ("|", 12, JoinKind::Pipe),
    ("|&", 2, JoinKind::PipeBoth),
    ("&", 4, JoinKind::Background),
    ("newline", 17, JoinKind::Newline),
    ("comment", 5, JoinKind::Comment("")),
];

/// The one thing that a case must hold, so that everything comes up in turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Focus {
    Atom(usize),
    Wrapper(usize),
    Nest(usize),
    Join(usize),
    Free,
}

/// How many cases go by until a focus comes again.
pub(super) const ROUND: usize = ATOMS.len() + WRAPPERS.len() + NESTS.len() + JOINS.len();

impl Focus {
    fn of(index: u64) -> Focus {
        let mut place = (index % ROUND as u64) as usize;
        type Kind = fn(usize) -> Focus;
        let kinds: [(usize, Kind); 4] = [
            (ATOMS.len(), Focus::Atom),
            (WRAPPERS.len(), Focus::Wrapper),
            (NESTS.len(), Focus::Nest),
            (JOINS.len(), Focus::Join),
        ];
        for (count, kind) in kinds {
            if place < count {
                return kind(place);
            }
            place -= count;
        }
        Focus::Free
    }
}

/// What may stand at a place.
#[derive(Clone, Copy, Debug)]
struct Place {
    depth: u32,
    /// At the head of a pipeline, where reserved words are read.
    head: bool,
    /// In the shell itself, behind commands that surely ran.
    straight: bool,
}

/// The compound of one case.
pub(super) fn compound(make: &mut Maker, index: u64) -> Node {
    let focus = Focus::of(index);
    let count = 1 + make.stream.weighted([26, 32, 20, 12, 6, 4].into_iter());
    let count = if matches!(focus, Focus::Join(_)) { count.max(2) } else { count };
    row(make, count, Place { depth: 0, head: true, straight: true }, focus)
}

fn row(make: &mut Maker, count: usize, place: Place, focus: Focus) -> Node {
    let mut items: Vec<(Node, Join)> = Vec::new();
    for nth in 0..count {
        let before = items.last().map_or(JoinKind::Newline, |(_, join)| join.kind);
        let here = Place {
            head: !matches!(before, JoinKind::Pipe | JoinKind::PipeBoth),
            straight: place.straight
                && matches!(
                    before,
                    JoinKind::Semi
                        | JoinKind::Newline
                        | JoinKind::Comment(_)
                        | JoinKind::Background
                ),
            ..place
        };
        let node = element(make, here, if nth == 0 { focus } else { Focus::Free });
        let join = if nth + 1 < count {
            join(make, if nth == 0 { focus } else { Focus::Free })
        } else if make.chance(3) {
            make.parts.joins.insert("&");
            Join::plain(JoinKind::Background)
        } else {
            Join::END
        };
        items.push((node, join));
    }
    Node::Row(items)
}

fn join(make: &mut Maker, focus: Focus) -> Join {
    let place = match focus {
        Focus::Join(place) => place,
        _ => make.stream.weighted(JOINS.iter().map(|&(_, weight, _)| weight)),
    };
    let (name, _, kind) = JOINS[place];
    make.parts.joins.insert(name);
    let kind = match kind {
        JoinKind::Comment(_) => JoinKind::Comment(make.pick(&COMMENTS)),
        other => other,
    };
    let layout = match make.stream.below(20) {
        0 => Layout::Tight,
        1..3 => Layout::Broken,
        3 => Layout::Continued,
        _ => Layout::Spaced,
    };
    Join { kind, layout }
}

fn element(make: &mut Maker, place: Place, focus: Focus) -> Node {
    match focus {
        Focus::Wrapper(forced) => {
            let node = git::line(make);
            match node {
                Node::Simple(simple) => {
                    let simple = wrapper::wrap(make, *simple, place.head, Some(forced));
                    dress(make, simple, false).into()
                }
                Node::Row(_) | Node::Compound { .. } => node,
            }
        }
        Focus::Nest(which) => nest(make, place, which),
        Focus::Atom(which) => atom(make, place, which),
        Focus::Join(_) | Focus::Free => {
            if place.depth < DEEPEST && make.chance(if place.depth == 0 { 22 } else { 12 }) {
                let which = make.stream.weighted(NESTS.iter().map(|nest| nest.weight));
                if place.head || !NESTS[which].head_only {
                    return nest(make, place, which);
                }
            }
            let which = make.stream.weighted(ATOMS.iter().map(|atom| atom.weight));
            let which = if ATOMS[which].straight && !place.straight { 0 } else { which };
            atom(make, place, which)
        }
    }
}

fn atom(make: &mut Maker, place: Place, which: usize) -> Node {
    let atom = &ATOMS[which];
    make.parts.atoms.insert(atom.name);
    let mut node = (atom.build)(make);
    mark::atom(&mut node, atom.name);
    dressed(make, node, place)
}

fn nest(make: &mut Maker, place: Place, which: usize) -> Node {
    let nest = &NESTS[which];
    make.parts.joins.insert(nest.name);
    let body = match nest.takes {
        Takes::Line => git::line(make),
        Takes::Row => {
            let count = 1 + make.stream.weighted([60, 30, 10].into_iter());
            let inside = Place { depth: place.depth + 1, head: true, straight: false };
            row(make, count, inside, Focus::Free)
        }
    };
    let mut node = (nest.build)(make, body);
    mark::nest(&mut node, nest.name);
    dressed(make, node, place)
}

/// Wraps and dresses the simple commands of an atom.
fn dressed(make: &mut Maker, node: Node, place: Place) -> Node {
    match node {
        Node::Simple(simple) => one_dressed(make, *simple, place).into(),
        Node::Row(row) => {
            let mut head = place.head;
            let mut out = Vec::with_capacity(row.len());
            for (node, join) in row {
                let node = match node {
                    Node::Simple(simple) => {
                        one_dressed(make, *simple, Place { head, ..place }).into()
                    }
                    Node::Row(_) | Node::Compound { .. } => node,
                };
                head = !matches!(join.kind, JoinKind::Pipe | JoinKind::PipeBoth);
                out.push((node, join));
            }
            Node::Row(out)
        }
        Node::Compound { .. } => node,
    }
}

fn one_dressed(make: &mut Maker, simple: Simple, place: Place) -> Simple {
    let wraps = simple.external && make.chance(11);
    let simple = if wraps { wrapper::wrap(make, simple, place.head, None) } else { simple };
    dress(make, simple, false)
}
