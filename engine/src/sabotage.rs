//! Engines that are broken on purpose, one behaviour each, to prove that the gate wakes up. Built only with
//! the feature `sabotage`, which no default turns on.

mod answers;
mod reading;
mod walk;

use std::fmt;

use crate::analysis::Analysis;
use crate::engine::Readers;
use crate::facts::Facts;
use crate::word::Word;

/// One behaviour that is broken. Two faults are the same when their names are.
pub struct Fault {
    /// The name, as `--sabotage` takes it.
    pub name: &'static str,
    /// What such an engine does wrong.
    pub breaks: &'static str,
    at: At,
}

/// Where a fault sits.
enum At {
    /// The flag walk over a `git commit` does not see the words for which this holds.
    Walk(fn(&str) -> bool),
    /// The reading is spoilt after it was made.
    Reading(fn(&mut Analysis)),
    /// The same, by something that must read again.
    Rereading(fn(&mut Readers, &mut Analysis)),
    /// The answers to the checks of a command are spoilt.
    Answers(fn(&str, &mut Facts)),
}

impl Fault {
    const fn new(name: &'static str, breaks: &'static str, at: At) -> Fault {
        Fault { name, breaks, at }
    }

    /// Every fault, in the order of the tables: the flag walk, the reading, the answers.
    pub fn all() -> impl Iterator<Item = &'static Fault> {
        walk::FAULTS.iter().chain(reading::FAULTS).chain(answers::FAULTS)
    }

    /// Whether the reading is right, and only what is made of it is wrong.
    pub fn keeps_the_reading(&self) -> bool {
        match self.at {
            At::Walk(_) | At::Answers(_) => true,
            At::Reading(_) | At::Rereading(_) => false,
        }
    }

    /// The fault of that name.
    pub fn by_name(name: &str) -> Option<&'static Fault> {
        Fault::all().find(|fault| fault.name == name)
    }
}

impl PartialEq for Fault {
    fn eq(&self, other: &Fault) -> bool {
        self.name == other.name
    }
}

impl Eq for Fault {}

impl fmt::Debug for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// The words of a `git commit` as a broken walk would see them.
pub(crate) fn misread(words: &[Word], fault: Option<&Fault>) -> Vec<Word> {
    let lost = |word: &&Word| match fault.map(|fault| &fault.at) {
        Some(At::Walk(unseen)) => word.literal().is_some_and(unseen),
        Some(At::Reading(_) | At::Rereading(_) | At::Answers(_)) | None => false,
    };
    words.iter().filter(|word| !lost(word)).cloned().collect()
}

/// Turns an analysis into the one that a broken engine would give.
pub(crate) fn spoil(fault: Option<&Fault>, readers: &mut Readers, analysis: &mut Analysis) {
    match fault.map(|fault| &fault.at) {
        Some(At::Reading(spoil)) => spoil(analysis),
        Some(At::Rereading(spoil)) => spoil(readers, analysis),
        Some(At::Walk(_) | At::Answers(_)) | None => {}
    }
}

/// Turns the answers about a command into those that a broken engine would give.
pub(crate) fn answer(fault: Option<&Fault>, command: &str, facts: &mut Facts) {
    match fault.map(|fault| &fault.at) {
        Some(At::Answers(spoil)) => spoil(command, facts),
        Some(At::Walk(_) | At::Reading(_) | At::Rereading(_)) | None => {}
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn thirty_faults_and_more_have_names_of_their_own() {
        let names: BTreeSet<_> = Fault::all().map(|fault| fault.name).collect();
        assert!(names.len() >= 30);
        assert_eq!(names.len(), Fault::all().count());
    }
}
