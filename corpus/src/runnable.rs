//! The right to run a command in the execution box. Only the generator, the incident cases and the attacks that prove the
//! box can grant it.

/// A command of our own making. No constructor is public: that a transcript never runs is a type error.
///
/// The planted runs hold in a box that starts `bash -c COMMAND` without further words, with an empty standard input
/// and nothing in the environment but `PATH` and an empty `HOME`; whose `/etc/profile` can't be read; in which every
/// program that a planted run names is a stub, told by the path that it was started by, since `exec -a` changes its
/// first word (a call of a function that isn't defined names one too: `ci`, and `COPROC`); in which no file has the
/// name of one in the command and the folder, like some above it, can be written to (`cd ..`); and which waits for
/// what goes on in the background.
///
/// The generator grants it:
///
/// ```
/// use guarddiff_corpus::generate::{GATE_SEED, generate};
/// use guarddiff_corpus::runnable::Runnable;
///
/// let made = generate(GATE_SEED, 0);
/// let right: Runnable = made.runnable.expect("the box has all that the first case needs");
/// assert_eq!(right.command(), made.case.command);
/// ```
///
/// A text doesn't become one, whether by its field or by the constructor:
///
/// ```compile_fail,E0451
/// use guarddiff_corpus::runnable::Runnable;
///
/// let from_a_transcript = String::from("git status");
/// let right = Runnable { command: from_a_transcript, needs_git_in_usr_bin: false };
/// ```
///
/// ```compile_fail,E0624
/// use guarddiff_corpus::runnable::Runnable;
///
/// let from_a_transcript = String::from("git status");
/// let right = Runnable::new(from_a_transcript, false);
/// ```
#[derive(Clone, Debug)]
pub struct Runnable {
    command: String,
    needs_git_in_usr_bin: bool,
}

impl Runnable {
    /// Grants the right; callable in this crate only, by the generator and the incident cases.
    pub(crate) fn new(command: String, needs_git_in_usr_bin: bool) -> Runnable {
        Runnable { command, needs_git_in_usr_bin }
    }

    /// The command text.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// Whether the box must have its stub of git at `/usr/bin/git` too: the command calls it by that path.
    pub fn needs_git_in_usr_bin(&self) -> bool {
        self.needs_git_in_usr_bin
    }
}
