//! What the maker of a case knows to be true of it, and whether the text alone decides it. Never derived by parsing.

/// Planted truth for one case.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planted {
    /// Whether the engine must be able to read the text.
    pub readable: bool,
    /// git or glab runs.
    pub guard_relevant: Truth,
    /// A stage and a commit run.
    pub stages_and_commits: Truth,
    /// A commit skips its hooks by a flag.
    pub no_verify: Truth,
    /// The literal messages of all commits in order (`-m` values, or the text fed to `-F -` without its
    /// final newline); none when the text does not decide them.
    pub messages: Option<Vec<String>>,
    /// The command with the default trailer spliced into every commit; none when an insertion cannot reach
    /// them all or the maker doesn't say.
    pub splice: Option<String>,
    /// For each unit in order: its slice and whether the gate's policy denies it; none when the maker doesn't say.
    pub units: Option<Vec<PlantedUnit>>,
}

/// Truth of a yes/no check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Truth {
    /// What bash would do.
    pub holds: bool,
    /// Whether the text alone decides it; if so, Unknown and Unavailable are engine failures.
    pub knowable: bool,
}

impl Truth {
    /// Decided by the text.
    pub const fn known(holds: bool) -> Truth {
        Truth { holds, knowable: true }
    }
}

/// One unit that the maker planted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlantedUnit {
    /// The slice of the text, from the first non-assignment word to the last word.
    pub text: String,
    /// Whether the gate's policy denies it.
    pub denied: bool,
}
