//! How far an engine agrees with bash over a list of commands: what became of each, how often it can't tell, and every
//! place where they part. It asks how bash parses, and runs nothing.

pub mod wrapping;

use std::collections::BTreeMap;

use guarddiff_engine::Engine;
use guarddiff_engine::analysis::{Analysis, Status};
use guarddiff_engine::checks::{self, Settings};
use guarddiff_engine::facts::{Check, Fact, Facts};
use guarddiff_engine::policy::gate_policy;

use crate::bash::syntax::{Inconclusive, Judged, Verdict, judge};
use crate::bash::{Bash, Doubt, Reading, Reprint};
use crate::decision::decide;
use wrapping::Wrapping;

/// The checks that answer yes or no.
pub const YES_NO: [Check; 3] = [Check::GuardRelevant, Check::StagesAndCommits, Check::NoVerify];

/// What became of a list of commands.
#[derive(Clone, Default, Debug)]
pub struct Agreement {
    /// Commands in the list.
    pub commands: usize,
    /// Commands by outcome.
    pub outcomes: BTreeMap<Outcome, usize>,
    /// Commands that bash reads and the engine doesn't, by the engine's reason.
    pub unavailable: BTreeMap<&'static str, usize>,
    /// Commands on which the two could not be compared, by reason.
    pub inconclusive: BTreeMap<String, usize>,
    /// Figures of each check of [`YES_NO`].
    pub checks: [Answers; 3],
    /// Each place where engine and bash part, in the order of the list.
    pub apart: Vec<Apart>,
}

/// What became of one command.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Outcome {
    /// The same commands, word by word, and the same facts.
    Same,
    /// Other commands, or other facts: the engine is wrong.
    Different,
    /// Bash reads it, and the engine says that it can't.
    Unavailable,
    /// Bash refuses what the engine reads.
    RefusedByBash,
    /// Neither reads it.
    RefusedByBoth,
    /// Bash's print is no judge here.
    Inconclusive,
}

impl Outcome {
    /// Every outcome, in the order of the table.
    pub const ALL: [Outcome; 6] = [
        Outcome::Same,
        Outcome::Different,
        Outcome::Unavailable,
        Outcome::RefusedByBash,
        Outcome::RefusedByBoth,
        Outcome::Inconclusive,
    ];

    /// The word of the table.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Same => "same",
            Outcome::Different => "different",
            Outcome::Unavailable => "unavailable",
            Outcome::RefusedByBash => "bash refuses",
            Outcome::RefusedByBoth => "both refuse",
            Outcome::Inconclusive => "inconclusive",
        }
    }

    fn of(verdict: &Verdict) -> Outcome {
        match verdict {
            Verdict::Same => Outcome::Same,
            Verdict::Different { .. } => Outcome::Different,
            Verdict::RefusedByBoth => Outcome::RefusedByBoth,
            Verdict::Refused(_) => Outcome::RefusedByBash,
            Verdict::Inconclusive(Inconclusive::Reading(Doubt::Ours(_))) => Outcome::Unavailable,
            Verdict::Inconclusive(_) => Outcome::Inconclusive,
        }
    }
}

/// How one check answers over a list.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Answers {
    /// A firm Yes.
    pub yes: usize,
    /// Unknown.
    pub unknown: usize,
    /// The decision fires without a firm Yes.
    pub fires_unsure: usize,
    /// It does, and the reading of bash's own print is a firm No.
    pub fires_against_bash: usize,
}

/// One command on which engine and bash part, or the engine gives up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Apart {
    /// The command.
    pub command: String,
    /// How.
    pub outcome: Outcome,
    /// What the engine has, what bash has.
    pub detail: String,
}

/// Holds every command of a list against bash's parse of it.
pub fn agreement(bash: &Bash, engine: &mut Engine, commands: &[&str]) -> Agreement {
    let mut agreement = Agreement::default();
    for (command, reprint) in commands.iter().zip(bash.reprint_all(commands)) {
        let (analysis, facts) = read(engine, command);
        let ours = Reading { text: command, analysis: &analysis, facts: facts.as_ref() };
        let judged = judge(ours, &reprint, |print| read(engine, print));
        agreement.count(ours, &judged);
    }
    agreement
}

/// As [`agreement`], with every command put into `wrapping`.
///
/// Code in a string is not parsed by bash before it runs. So bash's print of the command itself is put into the same
/// string, and both are read; commands whose print is no judge by itself are left out.
pub fn agreement_wrapped(
    bash: &Bash,
    engine: &mut Engine,
    commands: &[&str],
    wrapping: &Wrapping,
) -> Agreement {
    let wrapped: Vec<String> = commands.iter().filter_map(|text| wrapping.wrap(text)).collect();
    if !wrapping.is_string() {
        let texts: Vec<&str> = wrapped.iter().map(String::as_str).collect();
        return agreement(bash, engine, &texts);
    }
    let mut agreement = Agreement::default();
    for (command, reprint) in commands.iter().zip(bash.reprint_all(commands)) {
        let Reprint::Text(print) = &reprint else { continue };
        let (Some(text), Some(print)) = (wrapping.wrap(command), wrapping.wrap(print)) else {
            continue;
        };
        let (analysis, facts) = read(engine, command);
        let ours = Reading { text: command, analysis: &analysis, facts: facts.as_ref() };
        let judged = judge(ours, &reprint, |print| read(engine, print));
        if judged.verdict != Verdict::Same {
            continue;
        }
        // The string itself is a word of the shell that reads it.
        let mut read = |text: &str| {
            let (mut analysis, facts) = read(engine, text);
            analysis.commands.retain(|command| command.context.code_depth > 0);
            (analysis, facts)
        };
        let (analysis, facts) = read(&text);
        let ours = Reading { text: &text, analysis: &analysis, facts: facts.as_ref() };
        let judged = judge(ours, &Reprint::Text(print), &mut read);
        agreement.count(ours, &judged);
    }
    agreement
}

fn read(engine: &mut Engine, text: &str) -> (Analysis, Option<Facts>) {
    let analysis = engine.analyze(text);
    let facts = checks::facts(text, &analysis, &Settings::default());
    (analysis, facts)
}

impl Agreement {
    /// Commands with an outcome.
    pub fn of(&self, outcome: Outcome) -> usize {
        self.outcomes.get(&outcome).copied().unwrap_or_default()
    }

    /// Takes the figures of another list in.
    pub fn add(&mut self, other: Agreement) {
        self.commands += other.commands;
        for (outcome, count) in other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
        for (reason, count) in other.unavailable {
            *self.unavailable.entry(reason).or_default() += count;
        }
        for (reason, count) in other.inconclusive {
            *self.inconclusive.entry(reason).or_default() += count;
        }
        for (answers, more) in self.checks.iter_mut().zip(other.checks) {
            answers.yes += more.yes;
            answers.unknown += more.unknown;
            answers.fires_unsure += more.fires_unsure;
            answers.fires_against_bash += more.fires_against_bash;
        }
        self.apart.extend(other.apart);
    }

    fn count(&mut self, ours: Reading<'_>, judged: &Judged) {
        let outcome = Outcome::of(&judged.verdict);
        self.commands += 1;
        *self.outcomes.entry(outcome).or_default() += 1;
        let detail = match (&judged.verdict, ours.analysis.status) {
            (Verdict::Different { ours, bash }, _) => Some(format!("ours {ours} | bash {bash}")),
            (Verdict::Refused(line), _) => Some(line.clone()),
            (Verdict::Inconclusive(why), Status::Parsed) => {
                *self.inconclusive.entry(why.name()).or_default() += 1;
                None
            }
            (Verdict::Inconclusive(_), Status::Unavailable(reason)) => {
                let given_up = outcome == Outcome::Unavailable;
                given_up.then(|| {
                    *self.unavailable.entry(reason.name()).or_default() += 1;
                    reason.name().to_owned()
                })
            }
            (Verdict::Same | Verdict::RefusedByBoth, _) => None,
        };
        if let Some(detail) = detail {
            self.apart.push(Apart { command: ours.text.to_owned(), outcome, detail });
        }
        // A text that bash refuses has no commands to be sure of.
        if outcome != Outcome::RefusedByBoth {
            self.answer(ours, judged);
        }
    }

    fn answer(&mut self, ours: Reading<'_>, judged: &Judged) {
        let policy = gate_policy();
        let decisions = decide(ours.text, ours.analysis, ours.facts, &policy, "");
        for (check, answers) in YES_NO.into_iter().zip(&mut self.checks) {
            let fact = |facts: &Facts| facts.answer(check).map(|answer| answer.fact);
            let ours = ours.facts.and_then(fact);
            let fires = decisions[check as usize].acts();
            let unsure = fires && ours != Some(Fact::Yes);
            let is_judge = !matches!(judged.verdict, Verdict::Inconclusive(_));
            let refuted = is_judge && judged.facts.as_ref().and_then(fact) == Some(Fact::No);
            answers.yes += usize::from(ours == Some(Fact::Yes));
            answers.unknown += usize::from(ours == Some(Fact::Unknown));
            answers.fires_unsure += usize::from(unsure);
            answers.fires_against_bash += usize::from(unsure && refuted);
        }
    }
}
