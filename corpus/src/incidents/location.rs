//! The incidents of wrapped units: for each a command in which text finds a unit where structure runs none, and a twin
//! that looks alike, in which the unit does run there and both leave the call alone.

use super::told::NOTHING;
use crate::case::{Case, CaseId};

/// One incident with its two commands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LocationIncident {
    /// The name in case ids.
    pub slug: &'static str,
    /// Where the incident is written down.
    pub source: &'static str,
    /// Text and structure find the unit in different places.
    pub regression: &'static str,
    /// The unit runs wherever its text stands, and more than once.
    pub twin: &'static str,
}

/// Every incident of a wrapped unit.
pub const LOCATIONS: [LocationIncident; 5] = [
    LocationIncident {
        slug: "wrapper-in-quotes",
        source: "https://github.com/gptme/gptme/pull/3803",
        regression: "echo \"run: timeout 60 kilnctl check\" && timeout 60 kilnctl check",
        twin: "echo \"run: $(timeout 60 kilnctl check)\" && timeout 60 kilnctl check",
    },
    LocationIncident {
        slug: "wrapper-in-heredoc",
        source: "https://github.com/rjwalters/loom/issues/6519",
        regression: "cat > howto.md <<EOF\ntime kilnctl check\nEOF\ntime kilnctl check",
        twin: "cat > howto.md <<EOF\n$(time kilnctl check)\nEOF\ntime kilnctl check",
    },
    LocationIncident {
        slug: "wrapper-in-comment",
        source: "https://github.com/affaan-m/ECC/pull/2813",
        regression: "# timeout 60 kilnctl check, then look\ntimeout 60 kilnctl check",
        twin: "# then look\ntimeout 60 kilnctl check; timeout 60 kilnctl check",
    },
    LocationIncident {
        slug: "wrapper-in-longer",
        source: "https://github.com/open-mercato/cezar/issues/21",
        regression: "timeout 60 kilnctl check && timeout 60 kilnctl check --slow",
        twin: "timeout 60 kilnctl check && timeout 60 kilnctl check < slow",
    },
    LocationIncident {
        slug: "wrapper-in-code",
        source: "https://github.com/omnigent-ai/omnigent/pull/389",
        regression: "timeout 60 kilnctl check; sh -c 'cd kiln; timeout 60 kilnctl check'",
        twin: "timeout 60 kilnctl check; (cd kiln; timeout 60 kilnctl check)",
    },
];

/// The regression or the twin of an incident: no git runs in either, and the box has no such program as they wrap.
pub fn case(incident: &LocationIncident, twin: bool) -> Case {
    let command = if twin { incident.twin } else { incident.regression };
    let id = CaseId::Incident { slug: incident.slug.to_owned(), twin };
    Case { id, command: command.to_owned(), planted: Some(NOTHING.planted(command)) }
}
