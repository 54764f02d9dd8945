//! What the maker of a case knows to be true of it, and whether the text alone decides it. Never derived by parsing.

use crate::generate::Parts;

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
    /// The messages of all commits; none when the text does not decide them.
    pub messages: Option<PlantedMessages>,
    /// The command with the default trailer spliced into every commit; none when an insertion cannot reach
    /// them all or the maker doesn't say.
    pub splice: Option<String>,
    /// For each unit in order: its slice and whether the gate's policy denies it; none when the maker doesn't say.
    pub units: Option<Vec<PlantedUnit>>,
    /// The programs that bash starts, each command of the text with each of its argument lists once, however often
    /// it runs; none when the maker doesn't say.
    pub runs: Option<Vec<PlantedRun>>,
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

/// The messages of all commits in the order of the text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlantedMessages {
    /// `-m` values, or the text fed to `-F -` without its final newline.
    pub texts: Vec<String>,
    /// Whether whoever reads the text must know them; if not, no answer is a right one, too.
    pub knowable: bool,
}

impl PlantedMessages {
    /// Decided by the text.
    pub fn known(texts: &[&str]) -> PlantedMessages {
        PlantedMessages {
            texts: texts.iter().map(|&text| text.to_owned()).collect(),
            knowable: true,
        }
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

/// One program that the maker of a case knows bash to start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlantedRun {
    /// Program and arguments as the program gets them, wrappers taken off. The program stands as it is called:
    /// `/usr/bin/git` with its path, and `git` where `exec -a` gives it another name.
    pub argv: Vec<PlantedWord>,
    /// bash comes here under some choice of exit codes of the commands before it, which all print nothing; what the
    /// text does not set is unset. False where none does, and where the maker can't be sure.
    pub reached: bool,
    /// What it was built with: its atom, its wrappers, and as joins every nest around it.
    pub parts: Parts,
}

/// A word of a planted run.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PlantedWord {
    /// This one word.
    Text(String),
    /// One word, whose value is not told.
    Any,
    /// Any number of further words.
    Rest,
}

impl PlantedRun {
    /// Whether a program with these words is this run. The first word is compared by its last path component.
    pub fn matches(&self, argv: &[String]) -> bool {
        let mut words = argv.iter().enumerate();
        for planted in &self.argv {
            let same = match (planted, words.next()) {
                (PlantedWord::Rest, _) => return true,
                (PlantedWord::Any, word) => word.is_some(),
                (PlantedWord::Text(text), Some((0, word))) => basename(text) == basename(word),
                (PlantedWord::Text(text), Some((_, word))) => text == word,
                (PlantedWord::Text(_), None) => false,
            };
            if !same {
                return false;
            }
        }
        words.next().is_none()
    }

    /// The program's name without its path; none when it is not told.
    pub fn program(&self) -> Option<&str> {
        match self.argv.first()? {
            PlantedWord::Text(text) => Some(basename(text)),
            PlantedWord::Any | PlantedWord::Rest => None,
        }
    }
}

fn basename(program: &str) -> &str {
    program.rsplit('/').next().unwrap_or(program)
}
