//! The permission system around the authorizer: it judges a call by itself, and only where it would ask a person is
//! the chain asked first.

use guarddiff_engine::authorize::{Claim, claim};
use guarddiff_engine::policy::Action;
use guarddiff_engine::policy::judge::{JudgedUnit, Judgement};

use super::answer::{Answer, Reason, Trace, Verdict};
use super::details::Details;
use super::registration::{Chain, NAME};

/// How a call comes out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The policy allows it as it stands; nobody is asked.
    PolicyAllows,
    /// The policy denies it as it stands; nobody is asked.
    PolicyDenies,
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
            Outcome::PolicyDenies => Verdict::Deny,
            Outcome::Answered(answer) => answer.verdict,
        }
    }

    /// Why, in the word that reports use.
    pub fn reason(&self) -> &'static str {
        match self {
            Outcome::PolicyAllows => "policy-allows",
            Outcome::PolicyDenies => "policy-denies",
            Outcome::Answered(answer) => answer.reason.name(),
        }
    }

    /// The same in a sentence.
    pub fn sentence(&self) -> &'static str {
        match self {
            Outcome::PolicyAllows => {
                "the policy allows the command as it stands; the authorizer is not asked"
            }
            Outcome::PolicyDenies => {
                "the policy denies the command as it stands; the authorizer is not asked"
            }
            Outcome::Answered(answer) => answer.reason.sentence(),
        }
    }

    /// The authorizer's answer, where it was asked.
    pub fn answer(&self) -> Option<&Answer> {
        match self {
            Outcome::PolicyAllows | Outcome::PolicyDenies => None,
            Outcome::Answered(answer) => Some(answer),
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
    let (action, winning) = judged.winning();
    let action = if denies_beside_wrapper(judged) { Action::Deny } else { action };
    let unit = match (unit, action) {
        (Some(unit), _) => unit,
        (None, Action::Ask) => winning.text.as_str(),
        (None, Action::Allow) => return Outcome::PolicyAllows,
        (None, Action::Deny) => return Outcome::PolicyDenies,
    };
    let details = Details::of_call(call, unit, full, None);
    match chain.ask(&[NAME], &details) {
        Some(answer) => Outcome::Answered(Box::new(answer)),
        None => Outcome::unasked(Reason::NotRegistered),
    }
}

/// Whether a unit is denied that no transparent wrapper holds. The permission system would not see it behind quotes or
/// another wrapper, and ask; what a transparent wrapper holds is the authorizer's to deny.
fn denies_beside_wrapper(judged: &Judgement) -> bool {
    let wrapped = |unit: &JudgedUnit| {
        let mut around = judged.units.iter().filter(|around| around.span.covers(unit.span));
        around.any(|around| matches!(claim(&around.text), Claim::Transparent { .. }))
    };
    judged.units.iter().any(|unit| unit.action == Action::Deny && !wrapped(unit))
}
