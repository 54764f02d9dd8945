//! Rules for wrapped units that text and structure find in different places: each proves that an occurrence of the
//! unit's text is data, or another command. They are beside the rules of the six checks, which are about commands
//! alone: here the question is about a unit in a command.

use guarddiff_engine::analysis::Analysis;
use guarddiff_engine::span::Span;
use guarddiff_oracle::location::Location;

use crate::incident::Incident;
use crate::place::{Places, Role};

/// The unit's text stands in quotes.
pub static WRAPPER_IN_QUOTES: Incident = Incident {
    slug: "wrapper-in-quotes",
    since: "0.1.0",
    title: "Taking wrappers off the text rewrites what stands in quotes",
    citation: "https://github.com/gptme/gptme/pull/3803",
};

/// The unit's text stands in a heredoc.
pub static WRAPPER_IN_HEREDOC: Incident = Incident {
    slug: "wrapper-in-heredoc",
    since: "0.1.0",
    title: "A command in a heredoc that is only shown counts as one that runs",
    citation: "https://github.com/rjwalters/loom/issues/6519",
};

/// The unit's text stands in a comment.
pub static WRAPPER_IN_COMMENT: Incident = Incident {
    slug: "wrapper-in-comment",
    since: "0.1.0",
    title: "A wrapped command in a comment counts as one that runs",
    citation: "https://github.com/affaan-m/ECC/pull/2813",
};

/// The unit's text begins a longer command.
pub static WRAPPER_IN_LONGER: Incident = Incident {
    slug: "wrapper-in-longer",
    since: "0.1.0",
    title: "A command is found in one that only begins with it",
    citation: "https://github.com/open-mercato/cezar/issues/21",
};

/// The unit's text stands in a code string.
pub static WRAPPER_IN_CODE: Incident = Incident {
    slug: "wrapper-in-code",
    since: "0.1.0",
    title: "A wrapped command in a code string is another one",
    citation: "https://github.com/omnigent-ai/omnigent/pull/389",
};

/// Every incident of a wrapped unit, in the order of the ledger.
pub static INCIDENTS: [&Incident; 5] = [
    &WRAPPER_IN_QUOTES,
    &WRAPPER_IN_HEREDOC,
    &WRAPPER_IN_COMMENT,
    &WRAPPER_IN_LONGER,
    &WRAPPER_IN_CODE,
];

/// What an occurrence of a unit's text is, where structure does not run the unit from there.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Held {
    /// A part of one word.
    Word,
    /// A part of a heredoc's body.
    Heredoc,
    /// A part of a comment.
    Comment,
    /// A part of a command that has other words beside it.
    LongerCommand,
    /// A part of a code string.
    Code,
}

/// Why one kind of misplaced unit is the text's fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocationRule {
    /// The name in reports and hit counts.
    pub name: &'static str,
    /// What it cites.
    pub incident: &'static Incident,
    /// What the occurrence must be proved to be.
    pub held: Held,
}

/// Every rule, in the order of the ledger.
pub static RULES: [LocationRule; 5] = [
    LocationRule { name: "unit-in-quotes", incident: &WRAPPER_IN_QUOTES, held: Held::Word },
    LocationRule { name: "unit-in-heredoc", incident: &WRAPPER_IN_HEREDOC, held: Held::Heredoc },
    LocationRule { name: "unit-in-comment", incident: &WRAPPER_IN_COMMENT, held: Held::Comment },
    LocationRule {
        name: "unit-in-longer-command",
        incident: &WRAPPER_IN_LONGER,
        held: Held::LongerCommand,
    },
    LocationRule { name: "unit-in-code-string", incident: &WRAPPER_IN_CODE, held: Held::Code },
];

/// The rule that explains the first occurrence which only text finds; none where one of them is not explained, or
/// where structure runs the unit from a place that text does not find.
pub fn explain(
    command: &str,
    analysis: &Analysis,
    location: &Location,
) -> Option<(&'static LocationRule, Span)> {
    let ours = location.by_structure.places();
    let theirs = location.by_text.places();
    if ours.iter().any(|place| !theirs.contains(place)) {
        return None;
    }
    let places = Places::of(command, analysis);
    let mut first = None;
    for place in theirs.iter().filter(|place| !ours.contains(place)) {
        let held = held(command, analysis, &places, *place)?;
        let rule = RULES.iter().find(|rule| rule.held == held)?;
        first = first.or(Some((rule, *place)));
    }
    first
}

/// What holds the occurrence.
fn held(command: &str, analysis: &Analysis, places: &Places<'_>, at: Span) -> Option<Held> {
    if let Some(holder) = places.holder(at) {
        let code = places.code_in(holder.span).any(|simple| simple.span.covers(at));
        return Some(match holder.role {
            _ if code => Held::Code,
            Role::Code | Role::Opaque => Held::Code,
            Role::Heredoc { .. } => Held::Heredoc,
            Role::Name | Role::Argument(_) | Role::Wrapper | Role::Assignment | Role::Target => {
                Held::Word
            }
        });
    }
    if places.in_comment(command, at) {
        return Some(Held::Comment);
    }
    let longer = analysis.commands.iter().any(|simple| simple.span.covers(at) && simple.span != at);
    longer.then_some(Held::LongerCommand)
}
