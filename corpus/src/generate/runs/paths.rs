//! The ways in which bash can come to a place: what the shell remembers there, the last status, and whether some choice of exit codes surely leads to it.

use std::collections::BTreeMap;

use super::super::act::Exit;

/// What a shell remembers that decides what it runs later.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub(super) struct State {
    /// A command that fails ends the shell.
    pub(super) errexit: bool,
    /// The grammar's directory variable is set.
    pub(super) directory: bool,
    /// The grammar's declared variable can't be set again.
    pub(super) readonly: bool,
    /// The code to run at the end.
    pub(super) exit_trap: Option<usize>,
    /// The code to run when a command fails.
    pub(super) error_trap: Option<usize>,
    /// The functions.
    pub(super) functions: BTreeMap<&'static str, usize>,
}

impl State {
    /// What a shell that is forked from this one remembers.
    pub(super) fn forked(&self) -> State {
        State { exit_trap: None, error_trap: None, ..self.clone() }
    }
}

/// How a process can end: for success and for failure, none when it can't, else whether it surely can.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Ends {
    /// With success.
    pub(super) success: Option<bool>,
    /// With a failure.
    pub(super) failure: Option<bool>,
}

impl Ends {
    /// How a command ends that is reached like this.
    pub(super) fn of(exit: Exit, sure: bool) -> Ends {
        match exit {
            Exit::Zero => Ends { success: Some(sure), failure: None },
            Exit::NonZero => Ends { success: None, failure: Some(sure) },
            Exit::Chosen => Ends { success: Some(sure), failure: Some(sure) },
            Exit::Unsure => Ends { success: Some(false), failure: Some(false) },
        }
    }

    /// One more way to end.
    pub(super) fn add(&mut self, success: bool, sure: bool) {
        let end = if success { &mut self.success } else { &mut self.failure };
        *end = Some(end.unwrap_or(false) || sure);
    }

    /// The ways of both.
    pub(super) fn absorb(&mut self, other: Ends) {
        for (success, sure) in other.each() {
            self.add(success, sure);
        }
    }

    /// The same ways, none of them sure.
    pub(super) fn doubtful(self) -> Ends {
        Ends { success: self.success.map(|_| false), failure: self.failure.map(|_| false) }
    }

    /// Each way: whether it is success, and whether it is sure.
    pub(super) fn each(self) -> impl Iterator<Item = (bool, bool)> {
        [(true, self.success), (false, self.failure)]
            .into_iter()
            .filter_map(|(success, sure)| Some((success, sure?)))
    }
}

/// Ways to a place: the shell's memory and whether the last command succeeded, each with whether it is sure.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Paths(BTreeMap<(State, bool), bool>);

impl Paths {
    /// One way, after success.
    pub(super) fn one(state: State, sure: bool) -> Paths {
        Paths::ended(state, Ends::of(Exit::Zero, sure))
    }

    /// The ways after a command that ended like this.
    pub(super) fn ended(state: State, ends: Ends) -> Paths {
        let ways = ends.each().map(|(success, sure)| ((state.clone(), success), sure));
        Paths(ways.collect())
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One more way.
    pub(super) fn add(&mut self, state: State, success: bool, sure: bool) {
        *self.0.entry((state, success)).or_default() |= sure;
    }

    /// The ways of both.
    pub(super) fn absorb(&mut self, other: Paths) {
        for (state, success, sure) in other.each() {
            self.add(state, success, sure);
        }
    }

    /// Each way.
    pub(super) fn each(self) -> impl Iterator<Item = (State, bool, bool)> {
        self.0.into_iter().map(|((state, success), sure)| (state, success, sure))
    }

    /// The ways after success, and those after failure.
    pub(super) fn split(self) -> (Paths, Paths) {
        let (success, failure) = self.0.into_iter().partition(|&((_, success), _)| success);
        (Paths(success), Paths(failure))
    }

    /// The same ways, all after success.
    pub(super) fn succeeded(self) -> Paths {
        let mut out = Paths::default();
        for (state, _, sure) in self.each() {
            out.add(state, true, sure);
        }
        out
    }

    /// The same ways with the status turned around.
    pub(super) fn negated(self) -> Paths {
        Paths(
            self.0.into_iter().map(|((state, success), sure)| ((state, !success), sure)).collect(),
        )
    }

    /// The same ways, none of them sure.
    pub(super) fn doubtful(mut self) -> Paths {
        self.0.values_mut().for_each(|sure| *sure = false);
        self
    }
}
