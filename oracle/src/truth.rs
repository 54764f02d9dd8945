//! Facts and decisions against planted truth. Every difference is an engine failure, and no rule can excuse one.

use guarddiff_corpus::planted::{Planted, PlantedMessages, PlantedUnit, Truth};
use guarddiff_engine::facts::{Check, Fact, Facts, Splice, Unit, UnitVerdict};
use guarddiff_engine::policy::Action;

use crate::decision::Decisions;

/// One check on which the engine or its guard contradicts what the maker of the case knows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TruthFailure {
    /// The check.
    pub check: Check,
    /// In what way.
    pub fault: Fault,
    /// What was planted, for a reader.
    pub expected: String,
    /// What came out, for a reader.
    pub found: String,
}

/// How an answer contradicts planted truth.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A firm No on something that holds.
    WrongNo,
    /// A firm Yes on something that doesn't hold.
    WrongYes,
    /// Unknown, where the text decides.
    NotKnown,
    /// Unavailable, where the text can be read and decides.
    NotRead,
    /// Another value than the planted one: a message, a splice, the units.
    WrongValue,
    /// It holds, the text matcher fires, and the decision is silent: structure widened a miss.
    Missed,
}

impl Fault {
    /// The word that reports use.
    pub fn name(self) -> &'static str {
        match self {
            Fault::WrongNo => "wrong-no",
            Fault::WrongYes => "wrong-yes",
            Fault::NotKnown => "not-known",
            Fault::NotRead => "not-read",
            Fault::WrongValue => "wrong-value",
            Fault::Missed => "missed",
        }
    }
}

/// Every contradiction between what was planted and what the engine and the guard on it say.
pub fn against_planted(
    command: &str,
    facts: Option<&Facts>,
    decisions: &Decisions,
    legacy: &Decisions,
    planted: &Planted,
) -> Vec<TruthFailure> {
    let mut failures = Vec::new();
    for (check, truth) in [
        (Check::GuardRelevant, planted.guard_relevant),
        (Check::StagesAndCommits, planted.stages_and_commits),
        (Check::NoVerify, planted.no_verify),
    ] {
        let fact = facts.and_then(|facts| facts.answer(check)).map(|answer| answer.fact);
        if let Some(fault) = yes_no_fault(fact, truth, planted.readable) {
            let found = fact.map_or("unavailable", Fact::name).to_owned();
            failures.push(TruthFailure { check, fault, expected: describe(truth), found });
        }
        let missed = !decisions[check as usize].acts() && legacy[check as usize].acts();
        if truth.holds && missed {
            let found = "the text matcher fires, the decision is silent".to_owned();
            let fault = Fault::Missed;
            failures.push(TruthFailure { check, fault, expected: describe(truth), found });
        }
    }
    match facts {
        Some(facts) => failures.extend(value_failures(command, facts, planted)),
        None if planted.readable => failures.extend(unread_values(planted)),
        None => {}
    }
    failures
}

fn yes_no_fault(fact: Option<Fact>, truth: Truth, readable: bool) -> Option<Fault> {
    match (fact, truth.holds) {
        (Some(Fact::No), true) => Some(Fault::WrongNo),
        (Some(Fact::Yes), false) => Some(Fault::WrongYes),
        (Some(Fact::Yes), true) | (Some(Fact::No), false) => None,
        (Some(Fact::Unknown), _) => truth.knowable.then_some(Fault::NotKnown),
        (None, _) => (truth.knowable && readable).then_some(Fault::NotRead),
    }
}

fn value_failures(command: &str, facts: &Facts, planted: &Planted) -> Vec<TruthFailure> {
    let mut failures = Vec::new();
    let mut fail = |check, fault, expected: String, found: String| {
        failures.push(TruthFailure { check, fault, expected, found });
    };
    let messages = facts.literal_messages();
    match (&planted.messages, &messages) {
        (Some(PlantedMessages { texts, knowable: true }), None) => {
            let found = format!("{:?}", facts.messages);
            fail(Check::CommitMessage, Fault::NotKnown, format!("{texts:?}"), found);
        }
        (Some(PlantedMessages { texts, .. }), Some(found)) if texts != found => {
            let (texts, found) = (format!("{texts:?}"), format!("{found:?}"));
            fail(Check::CommitMessage, Fault::WrongValue, texts, found);
        }
        // The text doesn't decide the message, so a firm answer is a guess, unless no commit gives one.
        (None, Some(found)) if !found.is_empty() => {
            let expected = "not decided by the text".to_owned();
            fail(Check::CommitMessage, Fault::WrongValue, expected, format!("{found:?}"));
        }
        (Some(_) | None, _) => {}
    }
    if let Some(wanted) = &planted.splice {
        let (fault, found) = match &facts.splice {
            Splice::Unchanged => (Fault::WrongValue, command),
            Splice::Spliced(spliced) => (Fault::WrongValue, spliced.as_str()),
            Splice::Unknown(spliced) => (Fault::NotKnown, spliced.as_str()),
        };
        if fault == Fault::NotKnown || wanted != found {
            fail(Check::TrailerSplice, fault, wanted.clone(), found.to_owned());
        }
    }
    if let Some(wanted) = &planted.units
        && let Some(fault) = units_fault(&facts.units, wanted)
    {
        let found = facts.units.iter().map(|unit| format!("{:?} {:?}", unit.verdict, unit.text));
        let expected = wanted.iter().map(describe_unit).collect::<Vec<_>>().join(", ");
        fail(Check::UnitVerdicts, fault, expected, found.collect::<Vec<_>>().join(", "));
    }
    failures
}

fn unread_values(planted: &Planted) -> Vec<TruthFailure> {
    let found = || "unavailable".to_owned();
    let fail =
        |check, expected| TruthFailure { check, fault: Fault::NotRead, expected, found: found() };
    let messages = planted.messages.as_ref().filter(|told| told.knowable);
    let messages = messages.map(|told| fail(Check::CommitMessage, format!("{:?}", told.texts)));
    let splice = planted.splice.as_ref().map(|text| fail(Check::TrailerSplice, text.clone()));
    let units = planted.units.as_ref().map(|units| {
        let units = units.iter().map(describe_unit).collect::<Vec<_>>().join(", ");
        fail(Check::UnitVerdicts, units)
    });
    [messages, splice, units].into_iter().flatten().collect()
}

fn units_fault(found: &[Unit], wanted: &[PlantedUnit]) -> Option<Fault> {
    let same_text = found.len() == wanted.len()
        && found.iter().zip(wanted).all(|(found, wanted)| found.text == wanted.text);
    if !same_text {
        return Some(Fault::WrongValue);
    }
    found.iter().zip(wanted).find_map(|(found, wanted)| match found.verdict {
        UnitVerdict::Firm(action) => {
            ((action == Action::Deny) != wanted.denied).then_some(Fault::WrongValue)
        }
        UnitVerdict::AtWorst(_) => Some(Fault::NotKnown),
    })
}

fn describe(truth: Truth) -> String {
    let holds = if truth.holds { "yes" } else { "no" };
    let knowable = if truth.knowable { "decided by the text" } else { "not decided by the text" };
    format!("{holds}, {knowable}")
}

fn describe_unit(unit: &PlantedUnit) -> String {
    format!("{} {:?}", if unit.denied { "deny" } else { "allow" }, unit.text)
}
