//! The exit codes: a contract that scripts rely on. They are decided in one place, by precedence 130, 1, 4, 3.

/// How a run ended, as the shell sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// 0: parity holds, or the command did what it was asked.
    Parity,
    /// 1: an engine failure, a stale rule or drift from the baseline.
    Failure,
    /// 2: the command line makes no sense; clap uses the same number.
    Usage,
    /// 3: nothing ran, so nothing is known.
    Inconclusive,
    /// 4: a path named on the command line can't be read, or a report can't be written.
    Unreadable,
    /// 130: interrupted; what was done so far is reported.
    Interrupted,
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Exit::Parity => 0,
            Exit::Failure => 1,
            Exit::Usage => 2,
            Exit::Inconclusive => 3,
            Exit::Unreadable => 4,
            Exit::Interrupted => 130,
        }
    }
}

impl From<Exit> for std::process::ExitCode {
    fn from(exit: Exit) -> Self {
        std::process::ExitCode::from(exit.code())
    }
}
