//! What code does to the variables of the shell that runs it, all of it together. It says what may be, not what is.

/// Most names that one list keeps: whoever needs more is not followed.
pub(super) const MOST_NAMES: usize = 256;

/// What code may do to the variables of the shell that runs it.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Outcome {
    /// Variables that may have another value.
    pub(super) names: Vec<String>,
    /// Variables that can't be followed any more, whatever they are now.
    pub(super) fixed: Vec<String>,
    /// Any variable may have another value.
    pub(super) any: bool,
    /// How the shell reads may be otherwise.
    pub(super) lost: bool,
    /// It may fail in a way that leaves out the rest of the line.
    pub(super) fails: bool,
    /// Names of the commands in it, which may be functions.
    pub(super) calls: Vec<String>,
}

impl Outcome {
    /// What code does of which nothing is known.
    pub(super) fn unknown() -> Outcome {
        Outcome { any: true, ..Outcome::default() }
    }

    /// Adds what other code may do.
    pub(super) fn add(&mut self, other: Outcome) {
        self.names.extend(other.names);
        self.fixed.extend(other.fixed);
        self.any |= other.any;
        self.lost |= other.lost;
        self.fails |= other.fails;
        self.calls.extend(other.calls);
        if self.names.len().max(self.calls.len()) > MOST_NAMES {
            self.any = true;
            self.names.clear();
            self.calls.clear();
        }
        if self.fixed.len() > MOST_NAMES {
            self.lost = true;
            self.fixed.clear();
        }
    }

    /// The same for code that may run at any time.
    pub(super) fn at_any_time(self) -> Outcome {
        let lost = self.lost || self.any;
        let fixed = [self.fixed, self.names].concat();
        Outcome { lost, fixed, calls: self.calls, ..Outcome::default() }
    }
}
