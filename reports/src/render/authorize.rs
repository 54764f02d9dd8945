//! What the authorizer answers, for a person and for a spreadsheet. It decides nothing.

pub mod call;
pub mod replay;

use std::borrow::Cow;

use guarddiff_engine::policy::Policy;
use guarddiff_engine::policy::judge::Why;

/// What decided a unit: the pattern of a rule, or what stands in the place of one.
fn decided_by(why: Why, policy: &Policy) -> Cow<'_, str> {
    match why {
        Why::Rule(at) => match policy.rules.get(at) {
            Some(rule) => Cow::Borrowed(&rule.pattern),
            None => Cow::Borrowed(""),
        },
        Why::NoRule => Cow::Borrowed("<no rule>"),
        Why::OtherSpelling => Cow::Borrowed("<another spelling, or what it runs>"),
        Why::UnknownWord => Cow::Borrowed("<unknown word>"),
        Why::Floor(floor) => Cow::Borrowed(floor.sentinel()),
        Why::Unread(reason) => Cow::Owned(format!("<unreadable: {}>", reason.name())),
    }
}
