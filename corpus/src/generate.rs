//! The seeded generator: bash compounds as agents write them, each with the truth that was planted in it. It never reads what it wrote.
//!
//! A case is a function of (generator version, seed, index): one ChaCha8 stream per index, so that any case is
//! made alone, without its predecessors. A change of the grammar is a change of [`VERSION`].

mod act;
mod atom;
mod build;
mod commit;
mod conditions;
mod dress;
mod expansion;
mod git;
mod grammar;
mod harmless;
mod maker;
mod mark;
mod nest;
mod prose;
mod render;
mod runs;
mod shellish;
mod stream;
mod syntax;
mod truth;
mod value;
mod wrapper;

use std::collections::BTreeSet;

use crate::case::{Case, CaseId};
use crate::runnable::Runnable;

pub use render::TRAILER;

/// The generator's version: part of each case id, raised when the same numbers would give another command.
pub const VERSION: u32 = 2;

/// The gate's seed. The first 500 cases of this seed hold every atom, wrapper and join, and every answer.
pub const GATE_SEED: u64 = 20260901;

/// One generated case.
#[derive(Clone, Debug)]
pub struct Generated {
    /// The command with its planted truth.
    pub case: Case,
    /// The right to run it in the execution box; none for what needs more than the box has (sudo, strace, git's
    /// aliases) and for what may never end.
    pub runnable: Option<Runnable>,
    /// What it was built with.
    pub parts: Parts,
}

/// What a case was built with, by the names of the grammar's tables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Parts {
    /// Kinds of commands.
    pub atoms: BTreeSet<&'static str>,
    /// Programs that run the rest of their words.
    pub wrappers: BTreeSet<&'static str>,
    /// Separators, and what stands around commands: compounds, substitutions, code strings.
    pub joins: BTreeSet<&'static str>,
}

impl Parts {
    /// Everything that the grammar can use.
    pub fn every() -> Parts {
        let separators = grammar::JOINS.iter().map(|&(name, ..)| name);
        Parts {
            atoms: atom::ATOMS.iter().map(|atom| atom.name).collect(),
            wrappers: wrapper::WRAPPERS.iter().map(|wrapper| wrapper.name).collect(),
            joins: separators.chain(nest::NESTS.iter().map(|nest| nest.name)).collect(),
        }
    }
}

/// The case of a seed and an index. Constant time in the index, and never fails.
pub fn generate(seed: u64, index: u64) -> Generated {
    let mut make = maker::Maker::new(stream::Stream::new(seed, index));
    let node = grammar::compound(&mut make, index);
    let (command, mut planted) = render::render(&node);
    let runs = runs::of(&node);
    planted.runs = Some(runs.planted);
    let needs_git = make.needs_git_in_usr_bin;
    let runs_in_box = make.runnable && !runs.endless;
    let runnable = runs_in_box.then(|| Runnable::new(command.clone(), needs_git));
    let id = CaseId::Generated { version: VERSION, seed, index };
    Generated { case: Case { id, command, planted: Some(planted) }, runnable, parts: make.parts }
}
