//! Tells every command in a tree what it was built with: its atom, and the nests around it. It changes no spelling.

use super::Parts;
use super::syntax::{Body, Chunk, ItemKind, Node, Piece, Redirect, Simple, Target};

/// Every command in a tree belongs to an atom.
pub(super) fn atom(node: &mut Node, name: &'static str) {
    each(node, &mut |parts| {
        parts.atoms.insert(name);
    });
}

/// Every command in a tree stands in a nest, or is one of the nest's own.
pub(super) fn nest(node: &mut Node, name: &'static str) {
    each(node, &mut |parts| {
        parts.joins.insert(name);
    });
}

type Mark<'m> = &'m mut dyn FnMut(&mut Parts);

fn each(node: &mut Node, mark: Mark) {
    match node {
        Node::Simple(simple) => each_of_simple(simple, mark),
        Node::Row(row) => row.iter_mut().for_each(|(node, _)| each(node, mark)),
        Node::Compound { chunks, .. } => {
            for chunk in chunks {
                match chunk {
                    Chunk::Body(body) => each(body, mark),
                    Chunk::Word(word) => each_of_pieces(&mut word.pieces, mark),
                    Chunk::Redirect(redirect) => each_of_redirect(redirect, mark),
                    Chunk::Text(_) | Chunk::Gap | Chunk::End | Chunk::Close => {}
                }
            }
        }
    }
}

fn each_of_simple(simple: &mut Simple, mark: Mark) {
    mark(&mut simple.parts);
    if let Some(code) = &mut simple.piped_code {
        each(code, mark);
    }
    for item in &mut simple.items {
        match &mut item.kind {
            ItemKind::Assignment(word) | ItemKind::Word { word, .. } => {
                each_of_pieces(&mut word.pieces, mark);
            }
            ItemKind::Redirect(redirect) => each_of_redirect(redirect, mark),
        }
    }
}

fn each_of_redirect(redirect: &mut Redirect, mark: Mark) {
    match &mut redirect.target {
        Target::Word(word) => each_of_pieces(&mut word.pieces, mark),
        Target::Heredoc(heredoc) => match &mut heredoc.body {
            Body::Text(_) => {}
            Body::Code(code) => each(code, mark),
            Body::Live(pieces) => each_of_pieces(pieces, mark),
        },
    }
}

fn each_of_pieces(pieces: &mut [Piece], mark: Mark) {
    for piece in pieces {
        match piece {
            Piece::Text(_) => {}
            Piece::Substitution { body, .. }
            | Piece::Backticks(body)
            | Piece::Code { body, .. } => {
                each(body, mark);
            }
        }
    }
}
