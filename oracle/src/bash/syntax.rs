//! The verdict of the syntax witness on one command: what bash parses, against what an engine reads. It calls nothing
//! agreement that it could not compare.

use guarddiff_engine::analysis::{Analysis, Status};
use guarddiff_engine::facts::Facts;

use super::relation::{Doubt, Reading, Relation, relation};
use super::{Reprint, Why};

/// What bash's parse says of a reading.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The commands of the text are those of bash's reprint.
    Same,
    /// They are not: an engine failure.
    Different {
        /// The first command of the text, or fact, that the reprint doesn't have.
        ours: String,
        /// What the reprint has in its place.
        bash: String,
    },
    /// Neither bash nor the engine can parse the text.
    RefusedByBoth,
    /// Bash refuses what the engine reads; its first complaint. Commands on the lines before would run all the same,
    /// so that a reading of such a text can be right.
    Refused(String),
    /// Nothing is known.
    Inconclusive(Inconclusive),
}

/// Why nothing is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Inconclusive {
    /// Bash gave no answer.
    Bash(Why),
    /// There is an answer, and it is no judge here.
    Reading(Doubt),
}

impl Inconclusive {
    /// The words that reports count it by.
    pub fn name(self) -> String {
        match self {
            Inconclusive::Bash(why) => why.name().to_owned(),
            Inconclusive::Reading(doubt) => doubt.name(),
        }
    }
}

impl Verdict {
    /// The word that reports use.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Same => "same",
            Verdict::Different { .. } => "different",
            Verdict::RefusedByBoth => "refused-by-both",
            Verdict::Refused(_) => "refused",
            Verdict::Inconclusive(_) => "inconclusive",
        }
    }
}

/// A command after bash was asked how it parses it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Judged {
    /// The verdict.
    pub verdict: Verdict,
    /// The reading of bash's reprint; none when there is no reprint.
    pub reprint: Option<Analysis>,
    /// The facts of bash's reprint; none when there is none, or it could not be read.
    pub facts: Option<Facts>,
}

/// Holds a reading against bash's answer. `read` is the engine that made the reading: it reads the reprint, too.
pub fn judge(
    ours: Reading<'_>,
    answer: &Reprint,
    mut read: impl FnMut(&str) -> (Analysis, Option<Facts>),
) -> Judged {
    let text = match (answer, ours.analysis.status) {
        (Reprint::Text(text), _) => text,
        (Reprint::Inconclusive(why), _) => {
            return Judged::without(Verdict::Inconclusive(Inconclusive::Bash(*why)));
        }
        (Reprint::Refused(_), Status::Unavailable(_)) => {
            return Judged::without(Verdict::RefusedByBoth);
        }
        (Reprint::Refused(line), Status::Parsed) => {
            return Judged::without(Verdict::Refused(line.clone()));
        }
    };
    let (mut analysis, mut facts) = read(text);
    let mut verdict = verdict(ours, Reading { text, analysis: &analysis, facts: facts.as_ref() });
    if matches!(verdict, Verdict::Different { .. }) && ours.text.contains('#') {
        // What may switch aliases on is looked for in comments, too, and bash's print has none.
        let commented = format!("{text}\n# {}", ours.text.replace('\n', " "));
        let (again, its_facts) = read(&commented);
        let reading = Reading { text: &commented, analysis: &again, facts: its_facts.as_ref() };
        if self::verdict(ours, reading) == Verdict::Same {
            (verdict, analysis, facts) = (Verdict::Same, again, its_facts);
        }
    }
    Judged { verdict, reprint: Some(analysis), facts }
}

fn verdict(ours: Reading<'_>, bash: Reading<'_>) -> Verdict {
    match relation(ours, bash) {
        Relation::Same => Verdict::Same,
        Relation::Different { ours, bash } => Verdict::Different { ours, bash },
        Relation::Inconclusive(doubt) => Verdict::Inconclusive(Inconclusive::Reading(doubt)),
    }
}

impl Judged {
    fn without(verdict: Verdict) -> Judged {
        Judged { verdict, reprint: None, facts: None }
    }
}
