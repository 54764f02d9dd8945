//! Where two opinions part, in which direction, and on what evidence. It names no culprit: that is classification.

use guarddiff_engine::facts::Check;
use guarddiff_engine::span::Span;

use crate::decision::Decision;

/// One check on which structure and the legacy matcher decide differently.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The check.
    pub check: Check,
    /// Which way structure parts from text.
    pub direction: Direction,
    /// What structure decides.
    pub structural: Decision,
    /// What the legacy matcher decides.
    pub legacy: Decision,
    /// Whether the structural fact behind the decision was Unknown.
    pub unknown: bool,
    /// What decided: the structural answer's span, else the legacy matcher's match.
    pub span: Option<Span>,
}

/// Which way structure parts from text; what weakens a deny comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Direction {
    /// Structure no longer fires where text did: must be proved.
    Narrowed,
    /// Both fire, with different values.
    Changed,
    /// Structure fires where text was blind: must name what hid the command.
    Widened,
}

impl Direction {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Narrowed => "narrowed",
            Direction::Changed => "changed",
            Direction::Widened => "widened",
        }
    }
}
