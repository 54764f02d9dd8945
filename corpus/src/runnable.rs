//! The right to run a command in the execution box. Only the generator and the incident cases can grant it.

/// A command of our own making. No constructor is public: that a transcript never runs is a type error.
#[derive(Clone, Debug)]
pub struct Runnable {
    command: String,
}

impl Runnable {
    /// Grants the right; callable in this crate only, by the generator and the incident cases.
    pub(crate) fn new(command: String) -> Runnable {
        Runnable { command }
    }

    /// Whether the box must have a stub at `/usr/bin/git`.
    pub fn needs_git_in_usr_bin(&self) -> bool {
        false
    }

    /// The command text.
    pub fn command(&self) -> &str {
        &self.command
    }
}
