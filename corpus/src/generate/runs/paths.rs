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

/// The status of the last command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Status {
    /// It succeeded.
    Success,
    /// It failed.
    Failure,
    /// It ended, and the choices alone don't decide how.
    Unclear,
}

/// How a process can end, and for each way whether it surely can.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Ends(BTreeMap<Status, bool>);

impl Ends {
    /// How a command ends that is reached like this.
    pub(super) fn of(exit: Exit, sure: bool) -> Ends {
        let statuses: &[Status] = match exit {
            Exit::Zero => &[Status::Success],
            Exit::NonZero => &[Status::Failure],
            Exit::Chosen => &[Status::Success, Status::Failure],
            Exit::Unsure => &[Status::Unclear],
        };
        Ends(statuses.iter().map(|&status| (status, sure)).collect())
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One more way to end.
    pub(super) fn add(&mut self, status: Status, sure: bool) {
        *self.0.entry(status).or_default() |= sure;
    }

    /// The ways of both.
    pub(super) fn absorb(&mut self, other: &Ends) {
        for (status, sure) in other.each() {
            self.add(status, sure);
        }
    }

    /// The ways of a pipeline that succeeds only if both of these do.
    pub(super) fn both(&self, other: &Ends) -> Ends {
        let mut out = Ends::default();
        for (one, sure) in self.each() {
            for (other, other_sure) in other.each() {
                out.add(one.joined(other), sure && other_sure);
            }
        }
        out
    }

    /// Each way, and whether it is sure.
    pub(super) fn each(&self) -> impl Iterator<Item = (Status, bool)> + '_ {
        self.0.iter().map(|(&status, &sure)| (status, sure))
    }
}

impl Status {
    fn negated(self) -> Status {
        match self {
            Status::Success => Status::Failure,
            Status::Failure => Status::Success,
            Status::Unclear => Status::Unclear,
        }
    }

    /// The status of two of which each must succeed.
    fn joined(self, other: Status) -> Status {
        match (self, other) {
            (Status::Failure, _) | (_, Status::Failure) => Status::Failure,
            (Status::Unclear, _) | (_, Status::Unclear) => Status::Unclear,
            (Status::Success, Status::Success) => Status::Success,
        }
    }
}

/// Ways to a place: the shell's memory and the last status, each with whether it is sure.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(super) struct Paths(BTreeMap<(State, Status), bool>);

impl Paths {
    /// One way, after success.
    pub(super) fn one(state: State, sure: bool) -> Paths {
        Paths(BTreeMap::from([((state, Status::Success), sure)]))
    }

    /// The ways after a command that ended like this.
    pub(super) fn ended(state: &State, ends: &Ends) -> Paths {
        Paths(ends.each().map(|(status, sure)| ((state.clone(), status), sure)).collect())
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What the shell remembers on one of them.
    pub(super) fn any_state(&self) -> State {
        self.0.keys().next().map(|(state, _)| state.clone()).unwrap_or_default()
    }

    /// One more way.
    pub(super) fn add(&mut self, state: State, status: Status, sure: bool) {
        *self.0.entry((state, status)).or_default() |= sure;
    }

    /// The ways of both.
    pub(super) fn absorb(&mut self, other: Paths) {
        for (state, status, sure) in other.each() {
            self.add(state, status, sure);
        }
    }

    /// Each way.
    pub(super) fn each(self) -> impl Iterator<Item = (State, Status, bool)> {
        self.0.into_iter().map(|((state, status), sure)| (state, status, sure))
    }

    /// The ways after success, and those after failure. One whose status is unclear is no sure way to either.
    pub(super) fn split(self) -> (Paths, Paths) {
        let (mut success, mut failure) = (Paths::default(), Paths::default());
        for (state, status, sure) in self.each() {
            match status {
                Status::Success => success.add(state, status, sure),
                Status::Failure => failure.add(state, status, sure),
                Status::Unclear => {
                    success.add(state.clone(), Status::Success, false);
                    failure.add(state, Status::Failure, false);
                }
            }
        }
        (success, failure)
    }

    /// The same ways, all after success.
    pub(super) fn succeeded(self) -> Paths {
        let mut out = Paths::default();
        for (state, _, sure) in self.each() {
            out.add(state, Status::Success, sure);
        }
        out
    }

    /// The same ways with the status turned around.
    pub(super) fn negated(self) -> Paths {
        let mut out = Paths::default();
        for (state, status, sure) in self.each() {
            out.add(state, status.negated(), sure);
        }
        out
    }

    /// The same ways, none of them sure.
    pub(super) fn doubtful(mut self) -> Paths {
        self.0.values_mut().for_each(|sure| *sure = false);
        self
    }
}
