//! Planted truth of a command that a person wrote, in a form that a constant table can hold.

use crate::generate::TRAILER;
use crate::planted::{Planted, PlantedMessages, PlantedUnit, Truth};

/// What is told of one command.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    guard_relevant: Truth,
    stages_and_commits: Truth,
    no_verify: Truth,
    messages: Option<&'static [&'static str]>,
    splice: Splice,
    units: Option<&'static [(&'static str, bool)]>,
    /// Whether the execution box has all that it needs.
    pub(crate) runnable: bool,
    /// Whether it calls git as `/usr/bin/git`.
    pub(crate) needs_git_in_usr_bin: bool,
}

/// What is told of the splice.
#[derive(Clone, Copy, Debug)]
enum Splice {
    Untold,
    Unchanged,
    /// The text with `{}` for each trailer.
    Spliced(&'static str),
}

const NO: Truth = Truth::known(false);
const YES: Truth = Truth::known(true);

/// No git runs.
pub(crate) const NOTHING: Told = Told {
    guard_relevant: NO,
    stages_and_commits: NO,
    no_verify: NO,
    messages: Some(&[]),
    splice: Splice::Unchanged,
    units: None,
    runnable: true,
    needs_git_in_usr_bin: false,
};

/// git runs, and no commit.
pub(crate) const GIT: Told = Told { guard_relevant: YES, ..NOTHING };

/// Whatever an unknown program or code may do; bash would do nothing of interest.
pub(crate) const ANYTHING: Told = Told {
    guard_relevant: OPEN,
    stages_and_commits: OPEN,
    no_verify: OPEN,
    messages: None,
    splice: Splice::Untold,
    ..NOTHING
};

const OPEN: Truth = Truth { holds: false, knowable: false };

/// A commit with these messages. Its splice is untold until it is told.
pub(crate) const fn commit(messages: &'static [&'static str]) -> Told {
    Told { messages: Some(messages), splice: Splice::Untold, ..GIT }
}

/// A commit whose message the text does not decide.
pub(crate) const fn commit_untold() -> Told {
    Told { messages: None, splice: Splice::Untold, ..GIT }
}

impl Told {
    /// The hooks are skipped by a flag.
    pub(crate) const fn skipping(self) -> Told {
        Told { no_verify: YES, ..self }
    }

    /// git runs, and the text leaves that open: the code of another interpreter runs it.
    pub(crate) const fn maybe_git(self) -> Told {
        Told { guard_relevant: Truth { holds: true, knowable: false }, ..self }
    }

    /// The text leaves open whether the hooks are skipped; bash would come to `holds`.
    pub(crate) const fn maybe_skipping(self, holds: bool) -> Told {
        Told { no_verify: Truth { holds, knowable: false }, ..self }
    }

    /// A stage runs beside the commit.
    pub(crate) const fn staging(self) -> Told {
        Told { stages_and_commits: YES, ..self }
    }

    /// git runs beside the rest, for certain.
    pub(crate) const fn with_git(self) -> Told {
        Told { guard_relevant: YES, ..self }
    }

    /// The text with `{}` for each trailer.
    pub(crate) const fn spliced(self, text: &'static str) -> Told {
        Told { splice: Splice::Spliced(text), ..self }
    }

    /// The units in order, and whether the gate's policy denies each.
    pub(crate) const fn units(self, units: &'static [(&'static str, bool)]) -> Told {
        Told { units: Some(units), ..self }
    }

    /// The execution box has not all that it needs.
    pub(crate) const fn not_in_the_box(self) -> Told {
        Told { runnable: false, ..self }
    }

    /// It calls git as `/usr/bin/git`.
    pub(crate) const fn by_path(self) -> Told {
        Told { needs_git_in_usr_bin: true, ..self }
    }

    /// The planted truth of `command`.
    pub(crate) fn planted(&self, command: &str) -> Planted {
        Planted {
            readable: true,
            guard_relevant: self.guard_relevant,
            stages_and_commits: self.stages_and_commits,
            no_verify: self.no_verify,
            messages: self.messages.map(PlantedMessages::known),
            splice: match self.splice {
                Splice::Untold => None,
                Splice::Unchanged => Some(command.to_owned()),
                Splice::Spliced(text) => Some(text.replace("{}", TRAILER)),
            },
            units: self.units.map(|units| {
                let unit =
                    |&(text, denied): &(&str, bool)| PlantedUnit { text: text.to_owned(), denied };
                units.iter().map(unit).collect()
            }),
            runs: None,
        }
    }
}
