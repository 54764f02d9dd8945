//! Evidence made ready for proofs: places are indexed and the cause is found once, so that a hostile text of many
//! commands costs little more than its reading.

use std::cell::OnceCell;

use guarddiff_engine::analysis::{Analysis, SimpleCommand};
use guarddiff_engine::facts::Facts;
use guarddiff_engine::policy::Policy;
use guarddiff_engine::span::Span;
use guarddiff_oracle::divergence::Divergence;

use crate::cause::{self, Cause};
use crate::evidence::Evidence;
use crate::place::{Holder, Places};

/// What a rule looks at.
#[derive(Debug)]
pub struct Scene<'a> {
    pub(crate) command: &'a str,
    pub(crate) analysis: &'a Analysis,
    pub(crate) facts: Option<&'a Facts>,
    pub(crate) policy: &'a Policy,
    pub(crate) divergence: &'a Divergence,
    places: Places<'a>,
    cause: OnceCell<Option<Cause>>,
}

impl<'a> Scene<'a> {
    /// The evidence, indexed.
    pub fn of(evidence: &Evidence<'a>) -> Scene<'a> {
        let Evidence { command, analysis, facts, policy, divergence } = *evidence;
        let places = Places::of(command, analysis);
        Scene { command, analysis, facts, policy, divergence, places, cause: OnceCell::new() }
    }

    /// What made the old matcher wrong, if that can be proved.
    pub(crate) fn cause(&self) -> Option<Cause> {
        *self.cause.get_or_init(|| cause::of(self))
    }

    /// The smallest word, assignment, target, body or code that covers the stretch.
    pub(crate) fn holder(&self, at: Span) -> Option<Holder<'a>> {
        self.places.holder(at)
    }

    /// The commands inside the code that a word or body holds.
    pub(crate) fn code_in(&self, holder: Span) -> impl Iterator<Item = &'a SimpleCommand> {
        self.places.code_in(holder)
    }

    /// Whether the word or body is code that was read.
    pub(crate) fn is_code(&self, holder: Span) -> bool {
        self.code_in(holder).next().is_some()
    }

    /// Whether the stretch, which no word covers, lies behind a `#` that opens a comment on its line.
    pub(crate) fn in_comment(&self, at: Span) -> bool {
        self.places.in_comment(self.command, at)
    }

    /// Whether the stretch lies in a substitution of its holder, where a command could stand that the analysis
    /// doesn't list: a listed one would hold the stretch itself.
    pub(crate) fn in_open_substitution(&self, held: Holder<'_>, at: Span) -> bool {
        self.places.in_open_substitution(self.command, held, at)
    }
}
