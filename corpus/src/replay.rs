//! From a case id back to its case, for the cases that this crate makes itself. It reads no file.

use crate::case::{Case, CaseId};
use crate::incidents::location;
use crate::runnable::Runnable;
use crate::{generate, incidents, pinned};

/// Why an id has no case here.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoCase {
    /// Another generator made another command of the same numbers.
    #[error("the case was made by generator {made}; this one is generator {}", generate::VERSION)]
    OtherGenerator {
        /// The version in the id.
        made: u32,
    },
    /// No incident, table or row has this name.
    #[error("there is no case {0}")]
    Unknown(CaseId),
    /// A command from a transcript: its file must be read again.
    #[error("{0} comes from a transcript")]
    Transcript(CaseId),
}

/// The case of an id that the generator, an incident or a pinned table made, with the right to run it where there
/// is one.
pub fn by_id(id: &CaseId) -> Result<(Case, Option<Runnable>), NoCase> {
    let found = match id {
        CaseId::Generated { version, seed, index } => {
            if *version != generate::VERSION {
                return Err(NoCase::OtherGenerator { made: *version });
            }
            let made = generate::generate(*seed, *index);
            Some((made.case, made.runnable))
        }
        CaseId::Incident { slug, twin } => {
            let incident = incidents::incidents().iter().find(|incident| incident.slug == slug);
            let found = incident.map(|incident| incidents::case(incident, *twin));
            let wrapped = location::LOCATIONS.iter().find(|incident| incident.slug == slug);
            found.or_else(|| wrapped.map(|incident| (location::case(incident, *twin), None)))
        }
        CaseId::Pinned { .. } => {
            pinned::cases().into_iter().find(|case| case.id == *id).map(|case| (case, None))
        }
        CaseId::Log { .. } => return Err(NoCase::Transcript(id.clone())),
    };
    found.ok_or_else(|| NoCase::Unknown(id.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(id: &str, expected: Result<&str, &str>) {
        let id: CaseId = id.parse().expect("an id");
        let found = by_id(&id).map(|(case, _)| case.command).map_err(|error| error.to_string());
        assert_eq!(found.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn an_id_gives_its_case_back_or_says_why_not() {
        check("inc:wrapper-value", Ok("timeout 300 git commit -n -m work"));
        check("inc:wrapper-value:twin", Ok("nohup git commit -n -m work"));
        check("pin:plan-text:0", Ok("timeout 300 git commit --no-verify"));
        check("pin:plan-text:1", Err("there is no case pin:plan-text:1"));
        check("inc:wrapper-in-comment:twin", Ok(location::LOCATIONS[2].twin));
        check("inc:nothing", Err("there is no case inc:nothing"));
        check("gen:0:1:2", Err("the case was made by generator 0; this one is generator 2"));
        check("log:a.jsonl:7", Err("log:a.jsonl:7 comes from a transcript"));
        let made = generate::generate(5, 6).case.command;
        check("gen:2:5:6", Ok(&made));
    }
}
