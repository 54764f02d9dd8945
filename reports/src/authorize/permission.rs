//! The permission system around the authorizer: it judges a call by itself, and only where it would ask a person is
//! the chain asked first.

use guarddiff_engine::authorize::{Claim, claim};
use guarddiff_engine::policy::Action;
use guarddiff_engine::policy::judge::{JudgedUnit, Judgement};
use guarddiff_engine::span::Span;

use super::answer::{Answer, Reason, Trace, Verdict};
use super::details::Details;
use super::registration::{Chain, NAME};

/// How a call comes out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The policy allows it as it stands; nobody is asked.
    PolicyAllows,
    /// The policy denies it as it stands, by this unit; nobody is asked.
    PolicyDenies(String),
    /// The authorizer answered.
    Answered(Box<Answer>),
}

impl Outcome {
    /// An answer for want of evidence, before anything could be asked.
    pub fn unasked(reason: Reason) -> Outcome {
        Outcome::Answered(Box::new(Answer::of(reason, Trace::default())))
    }

    /// What becomes of the call: deferred calls go on to the next link, at the end to a person.
    pub fn verdict(&self) -> Verdict {
        match self {
            Outcome::PolicyAllows => Verdict::Allow,
            Outcome::PolicyDenies(_) => Verdict::Deny,
            Outcome::Answered(answer) => answer.verdict,
        }
    }

    /// Why, in the word that reports use.
    pub fn reason(&self) -> &'static str {
        match self {
            Outcome::PolicyAllows => "policy-allows",
            Outcome::PolicyDenies(_) => "policy-denies",
            Outcome::Answered(answer) => answer.reason.name(),
        }
    }

    /// The same in a sentence.
    pub fn sentence(&self) -> &'static str {
        match self {
            Outcome::PolicyAllows => {
                "the policy allows the command as it stands; the authorizer is not asked"
            }
            Outcome::PolicyDenies(_) => {
                "the policy denies the command as it stands; the authorizer is not asked"
            }
            Outcome::Answered(answer) => answer.reason.sentence(),
        }
    }

    /// The authorizer's answer, where it was asked.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Outcome::PolicyAllows | Outcome::PolicyDenies(_) => None,
            Outcome::Answered(answer) => Some(answer),
        }
    }

    /// The unit by which the permission system decided or asked.
    pub fn unit(&self) -> Option<&str> {
        match self {
            Outcome::PolicyAllows => None,
            Outcome::PolicyDenies(unit) => Some(unit),
            Outcome::Answered(answer) => answer.trace.unit.as_deref(),
        }
    }

    /// Whether the authorizer releases a call about which a person would have been asked.
    pub fn is_release(&self) -> bool {
        self.answer().is_some_and(|answer| answer.verdict == Verdict::Allow)
    }
}

/// How a call comes out, of which the policy said this as it stands. `unit` overrules its choice of the one that asks.
pub fn decide(
    full: &str,
    call: Option<&str>,
    unit: Option<&str>,
    judged: &Judgement,
    chain: &Chain,
) -> Outcome {
    let unit = match (unit, denied_beside_wrapper(judged), judged.winning()) {
        (Some(unit), _, _) => unit,
        (None, Some(denied), _) | (None, None, (Action::Deny, denied)) => {
            return Outcome::PolicyDenies(denied.text.clone());
        }
        (None, None, (Action::Ask, winning)) => winning.text.as_str(),
        (None, None, (Action::Allow, _)) => return Outcome::PolicyAllows,
    };
    let details = Details::of_call(call, unit, full, None);
    match chain.ask(&[NAME], &details) {
        Some(answer) => Outcome::Answered(Box::new(answer)),
        None => Outcome::unasked(Reason::NotRegistered),
    }
}

/// The first denied unit that no transparent wrapper holds. The permission system would not see it behind quotes or
/// another wrapper, and ask; what a transparent wrapper holds is the authorizer's to deny.
fn denied_beside_wrapper(judged: &Judgement) -> Option<&JudgedUnit> {
    let transparent = |unit: &&JudgedUnit| matches!(claim(&unit.text), Claim::Transparent { .. });
    let mut wrappers: Vec<Span> =
        judged.units.iter().filter(transparent).map(|unit| unit.span).collect();
    wrappers.sort();
    // For each wrapper, how far it or one that begins before it reaches.
    let reach: Vec<u32> = wrappers
        .iter()
        .scan(0, |reach, wrapper| {
            *reach = wrapper.end.max(*reach);
            Some(*reach)
        })
        .collect();
    let held = |unit: &JudgedUnit| {
        let before = wrappers.partition_point(|wrapper| wrapper.start <= unit.span.start);
        before.checked_sub(1).is_some_and(|last| reach[last] >= unit.span.end)
    };
    judged.units.iter().find(|unit| unit.action == Action::Deny && !held(unit))
}
