//! Engines that are broken on purpose, one behaviour each, to prove that the gate wakes up. Built only with
//! the feature `sabotage`, which no default turns on.

use crate::word::Word;

/// One behaviour that can be broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A cluster of short options (`-anm x`) is not looked into.
    NoClusters,
    /// The argument of `-m` is read as an option of its own.
    MessageIsFlag,
    /// A wrapper's options take no value: `timeout -s KILL 5 git …` runs `KILL`.
    WrapperValues,
    /// The body of a heredoc is read as commands.
    HeredocBodies,
    /// The second command of every text is lost.
    SecondCommand,
    /// No text can be read.
    AlwaysUnavailable,
    /// Every yes/no check is Unknown.
    AlwaysUnknown,
}

impl Fault {
    /// Every fault, for the test that goes through them.
    pub const ALL: [Fault; 7] = [
        Fault::NoClusters,
        Fault::MessageIsFlag,
        Fault::WrapperValues,
        Fault::HeredocBodies,
        Fault::SecondCommand,
        Fault::AlwaysUnavailable,
        Fault::AlwaysUnknown,
    ];
}

/// The words of a `git commit` as a broken walk would see them.
pub(crate) fn misread(words: &[Word], fault: Option<Fault>) -> Vec<Word> {
    let lost = |word: &&Word| match (fault, word.literal()) {
        (Some(Fault::NoClusters), Some(text)) => {
            text.len() > 2 && text.starts_with('-') && !text.starts_with("--")
        }
        (Some(Fault::MessageIsFlag), Some(text)) => matches!(text, "-m" | "--message"),
        _ => false,
    };
    words.iter().filter(|word| !lost(word)).cloned().collect()
}
