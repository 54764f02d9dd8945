//! Engines that are broken on purpose, one behaviour each, to prove that the gate wakes up. Built only with
//! the feature `sabotage`, which no default turns on.

use crate::analysis::{Analysis, Target};
use crate::descend::{Job, descend};
use crate::engine::Readers;
use crate::span::Span;
use crate::word::{Shape, Value, Word};

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

/// An analysis as a broken engine would give it.
pub(crate) fn spoil(fault: Option<Fault>, readers: &mut Readers, analysis: &mut Analysis) {
    match fault {
        Some(Fault::WrapperValues) => {
            for command in &mut analysis.commands {
                let values = command.wrappers.iter().flat_map(|wrapper| wrapper.iter().skip(1));
                let kept = values.filter(|word| !word.prefix().starts_with('-')).cloned();
                command.argv = kept.chain(command.argv.iter().cloned()).collect();
            }
        }
        Some(Fault::HeredocBodies) => {
            let bodies: Vec<(String, Span)> = analysis
                .commands
                .iter()
                .flat_map(|command| &command.redirects)
                .filter_map(|redirect| match &redirect.target {
                    Target::Heredoc { body: Value::Literal(text), span } => {
                        Some((text.clone(), *span))
                    }
                    Target::Heredoc { .. } | Target::Word(_) => None,
                })
                .collect();
            for (text, span) in &bodies {
                // A body that is no shell code has no commands to add.
                let _unread = descend(readers, Job::command(text).at(*span), analysis);
            }
        }
        Some(Fault::SecondCommand) if analysis.commands.len() > 1 => {
            analysis.commands.remove(1);
        }
        Some(Fault::AlwaysUnknown) => {
            for command in &mut analysis.commands {
                for word in &mut command.argv {
                    word.value = Value::Unknown(Shape::anything());
                }
            }
        }
        Some(
            Fault::NoClusters
            | Fault::MessageIsFlag
            | Fault::AlwaysUnavailable
            | Fault::SecondCommand,
        )
        | None => {}
    }
}
