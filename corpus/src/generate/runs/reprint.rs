//! Where bash runs something else than the text says: it keeps `$( )` and `<( )` as its own print of the commands in them, and bash 5.2 misprints some.

use super::super::syntax::{Chunk, Node, Piece, Simple, Target};
use super::simple::item_pieces;

/// Whether the commands in a substitution come out of bash's printer as they went in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reprint {
    /// They are in none.
    None,
    /// They do.
    Faithful,
    /// A separator may be lost, so that two commands become one, or none can be read.
    Garbled,
}

impl Reprint {
    /// What becomes of the commands of a substitution.
    pub(super) fn inside(self, body: &Node) -> Reprint {
        match self {
            Reprint::Garbled => Reprint::Garbled,
            _ if loses_separator(body) => Reprint::Garbled,
            Reprint::None | Reprint::Faithful => Reprint::Faithful,
        }
    }
}

/// Whether more follows a heredoc: another command, or the end of a compound. A substitution within is printed with
/// what is around it.
fn loses_separator(body: &Node) -> bool {
    let mut commands = Vec::new();
    let mut words = Vec::new();
    collect(body, false, &mut commands, &mut words);
    let has_heredoc = |command: &Simple| {
        command.redirects().any(|redirect| matches!(redirect.target, Target::Heredoc(_)))
    };
    let more_follows = |(nth, &(command, in_compound)): (usize, &(&Simple, bool))| {
        has_heredoc(command) && (in_compound || nth + 1 < commands.len())
    };
    let inner = commands.iter().flat_map(|(command, _)| command.items.iter().flat_map(item_pieces));
    commands.iter().enumerate().any(more_follows)
        || inner.chain(words).any(|piece| match piece {
            Piece::Substitution { body, .. } => loses_separator(body),
            Piece::Text(_) | Piece::Backticks(_) | Piece::Code { .. } => false,
        })
}

/// The simple commands of a tree, each with whether a compound is around it, and the words in the heads of compounds.
fn collect<'t>(
    node: &'t Node,
    in_compound: bool,
    commands: &mut Vec<(&'t Simple, bool)>,
    words: &mut Vec<&'t Piece>,
) {
    match node {
        Node::Simple(simple) => commands.push((simple, in_compound)),
        Node::Row(row) => {
            row.iter().for_each(|(node, _)| collect(node, in_compound, commands, words));
        }
        Node::Compound { chunks, .. } => {
            for chunk in chunks {
                match chunk {
                    Chunk::Body(body) => collect(body, true, commands, words),
                    Chunk::Word(word) => words.extend(&word.pieces),
                    Chunk::Text(_)
                    | Chunk::Redirect(_)
                    | Chunk::Gap
                    | Chunk::End
                    | Chunk::Close => {}
                }
            }
        }
    }
}
