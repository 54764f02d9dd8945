//! What bash ran, held against what was planted and what structure holds. It runs nothing.

use std::collections::BTreeSet;

use guarddiff_corpus::planted::{PlantedRun, PlantedWord};
use guarddiff_engine::facts::{Check, Fact, Facts};

use super::super::execution_box::{REAL, Seen};
use super::Question;
use super::fit::{base, is_start};

/// What bash ran, against what was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExecutionFault {
    /// Bash started a program that the maker of the case did not plant.
    Unplanted(Seen),
    /// A planted program that bash can come to was not started in any run.
    Missing(Vec<PlantedWord>),
    /// Bash started a program that no command of the structural reading can be.
    Unread(Seen),
    /// What bash started makes the answer Yes, and structure answers No.
    WrongNo(Check),
    /// What bash started makes the answer Yes, and the maker of the case planted No.
    WrongPlanted(Check),
    /// A commit got a message that is none of those that structure holds.
    WrongMessage(String),
}

impl ExecutionFault {
    /// The word that reports use.
    pub fn name(&self) -> &'static str {
        match self {
            ExecutionFault::Unplanted(_) => "unplanted",
            ExecutionFault::Missing(_) => "not-started",
            ExecutionFault::Unread(_) => "unread",
            ExecutionFault::WrongNo(_) => "wrong-no",
            ExecutionFault::WrongPlanted(_) => "wrong-planted",
            ExecutionFault::WrongMessage(_) => "wrong-message",
        }
    }

    /// The check that it is about; none when it is about the commands themselves.
    pub fn check(&self) -> Option<Check> {
        match self {
            ExecutionFault::Unplanted(_)
            | ExecutionFault::Missing(_)
            | ExecutionFault::Unread(_) => None,
            ExecutionFault::WrongNo(check) | ExecutionFault::WrongPlanted(check) => Some(*check),
            ExecutionFault::WrongMessage(_) => Some(Check::CommitMessage),
        }
    }

    /// What is wrong, in a sentence.
    pub fn sentence(&self) -> String {
        match self {
            ExecutionFault::Unplanted(seen) => {
                format!("bash started {}, which was not planted", spell(&seen.argv))
            }
            ExecutionFault::Missing(words) => {
                let spelled: Vec<String> = words.iter().map(spell_planted).collect();
                format!("bash never started {}, which was planted", spelled.join(" "))
            }
            ExecutionFault::Unread(seen) => {
                format!("bash started {}, which structure does not hold", spell(&seen.argv))
            }
            ExecutionFault::WrongNo(_) => "bash started what structure says No to".to_owned(),
            ExecutionFault::WrongPlanted(_) => {
                "bash started what the maker of the case planted as No".to_owned()
            }
            ExecutionFault::WrongMessage(text) => {
                format!("bash gave a commit the message {text:?}, which structure does not hold")
            }
        }
    }
}

/// The words of a started program, quoted where that is needed.
pub fn spell(argv: &[String]) -> String {
    argv.iter().map(|word| spell_word(word)).collect::<Vec<_>>().join(" ")
}

fn spell_word(word: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,{}".contains(c);
    let is_bare = !word.is_empty() && word.chars().all(bare);
    if is_bare { word.to_owned() } else { format!("{word:?}") }
}

fn spell_planted(word: &PlantedWord) -> String {
    match word {
        PlantedWord::Text(text) => spell_word(text),
        PlantedWord::Any => "?".to_owned(),
        PlantedWord::Rest => "…".to_owned(),
    }
}

/// Every contradiction; `seen_facts` are the answers that the seen starts alone give.
pub(super) fn faults(
    seen: &BTreeSet<Seen>,
    seen_facts: Option<&Facts>,
    question: &Question<'_>,
) -> Vec<ExecutionFault> {
    let Question { planted, analysis, facts, .. } = *question;
    let mut faults = Vec::new();
    let runs = planted.and_then(|planted| planted.runs.as_deref());
    if let Some(runs) = runs {
        let unplanted = seen.iter().filter(|seen| !runs.iter().any(|run| run.matches(&seen.argv)));
        faults.extend(unplanted.map(|seen| ExecutionFault::Unplanted(seen.clone())));
        let missing = missing(runs, seen);
        faults.extend(missing.map(|run| ExecutionFault::Missing(run.argv.clone())));
    }
    if analysis.is_parsed() {
        let could_be = |seen: &Seen| analysis.commands.iter().any(|one| is_start(one, &seen.argv));
        let unread = seen.iter().filter(|seen| !could_be(seen));
        faults.extend(unread.map(|seen| ExecutionFault::Unread(seen.clone())));
    }
    let yes = |check| fact(seen_facts, check) == Some(Fact::Yes);
    for check in [Check::GuardRelevant, Check::StagesAndCommits, Check::NoVerify] {
        if !yes(check) {
            continue;
        }
        if fact(facts, check) == Some(Fact::No) {
            faults.push(ExecutionFault::WrongNo(check));
        }
        let truth = planted.map(|planted| match check {
            Check::GuardRelevant => planted.guard_relevant.holds,
            Check::StagesAndCommits => planted.stages_and_commits.holds,
            Check::NoVerify => planted.no_verify.holds,
            Check::CommitMessage | Check::TrailerSplice | Check::UnitVerdicts => true,
        });
        if truth == Some(false) {
            faults.push(ExecutionFault::WrongPlanted(check));
        }
    }
    faults.extend(wrong_messages(seen, seen_facts, facts));
    faults
}

fn fact(facts: Option<&Facts>, check: Check) -> Option<Fact> {
    facts?.answer(check).map(|answer| answer.fact)
}

/// Messages that commits got and structure does not hold, where it holds any for certain.
fn wrong_messages(
    seen: &BTreeSet<Seen>,
    seen_facts: Option<&Facts>,
    facts: Option<&Facts>,
) -> Vec<ExecutionFault> {
    let Some(ours) = facts.and_then(Facts::literal_messages) else { return Vec::new() };
    let given = seen_facts.and_then(Facts::literal_messages).unwrap_or_default();
    let given = given.into_iter().map(str::to_owned);
    let fed = seen.iter().filter(|seen| seen.argv.iter().any(|word| word == "commit"));
    let fed = fed.filter_map(|seen| {
        let text = seen.stdin.as_deref()?;
        Some(text.strip_suffix('\n').unwrap_or(text).to_owned())
    });
    let wrong = given.chain(fed).filter(|text| !ours.contains(&text.as_str()));
    wrong.map(ExecutionFault::WrongMessage).collect()
}

/// Whether a planted run was seen.
pub(super) fn was_seen(run: &PlantedRun, seen: &BTreeSet<Seen>) -> bool {
    seen.iter().any(|seen| run.matches(&seen.argv))
}

fn is_stub(run: &PlantedRun) -> bool {
    match run.argv.first() {
        Some(PlantedWord::Text(name)) => !REAL.contains(&base(name)),
        Some(PlantedWord::Any | PlantedWord::Rest) | None => true,
    }
}

/// The planted runs that are still to be seen.
pub(super) fn missing<'a>(
    runs: &'a [PlantedRun],
    seen: &BTreeSet<Seen>,
) -> impl Iterator<Item = &'a PlantedRun> {
    runs.iter().filter(|run| run.reached && is_stub(run) && !was_seen(run, seen))
}
