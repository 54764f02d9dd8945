//! One case: a command text, where it comes from, and what is known about it beforehand. It is never parsed here.

use std::fmt;
use std::str::FromStr;

use crate::planted::Planted;

/// A command text to be examined.
#[derive(Clone, Debug)]
pub struct Case {
    /// What reproduces the case.
    pub id: CaseId,
    /// The text that a guard would see.
    pub command: String,
    /// What the maker of the case knows about it; none for transcripts.
    pub planted: Option<Planted>,
}

/// What reproduces a case: the argument of `guarddiff explain`.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum CaseId {
    /// `gen:<generator-version>:<seed>:<index>`
    Generated {
        /// The generator's version; another version makes another command of the same numbers.
        version: u32,
        /// The run's seed.
        seed: u64,
        /// The case's number, from 0.
        index: u64,
    },
    /// `log:<file>:<line>`, with `#<n>` (from 2) for the second and further commands of one line.
    Log {
        /// The path as it was named or met.
        file: String,
        /// The line, from 1.
        line: u64,
        /// Which command of that line, from 1.
        nth: u32,
    },
    /// `inc:<slug>` or `inc:<slug>:twin`
    Incident {
        /// The incident's slug.
        slug: String,
        /// Whether it is the true-positive twin.
        twin: bool,
    },
    /// `pin:<table>:<index>`: a row of a pinned table, such as wrapper parity.
    Pinned {
        /// The table's name.
        table: String,
        /// The row, from 0.
        index: u32,
    },
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CaseId::Generated { version, seed, index } => write!(f, "gen:{version}:{seed}:{index}"),
            CaseId::Log { file, line, nth: 1 } => write!(f, "log:{file}:{line}"),
            CaseId::Log { file, line, nth } => write!(f, "log:{file}:{line}#{nth}"),
            CaseId::Incident { slug, twin: false } => write!(f, "inc:{slug}"),
            CaseId::Incident { slug, twin: true } => write!(f, "inc:{slug}:twin"),
            CaseId::Pinned { table, index } => write!(f, "pin:{table}:{index}"),
        }
    }
}

/// A text that is no case id.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "not a case id: {0:?} (expected gen:VERSION:SEED:INDEX, log:FILE:LINE[#N], inc:SLUG[:twin] or pin:TABLE:ROW)"
)]
pub struct BadCaseId(pub String);

impl FromStr for CaseId {
    type Err = BadCaseId;

    fn from_str(text: &str) -> Result<CaseId, BadCaseId> {
        let bad = || BadCaseId(text.to_owned());
        let (kind, rest) = text.split_once(':').ok_or_else(bad)?;
        match kind {
            "gen" => {
                let mut parts = rest.split(':');
                let mut number = || parts.next()?.parse::<u64>().ok();
                let (version, seed, index) = (number(), number(), number());
                match (version, seed, index, parts.next()) {
                    (Some(version), Some(seed), Some(index), None) => Ok(CaseId::Generated {
                        version: u32::try_from(version).map_err(|_| bad())?,
                        seed,
                        index,
                    }),
                    _ => Err(bad()),
                }
            }
            "log" => {
                let (file, place) = rest.rsplit_once(':').ok_or_else(bad)?;
                let (line, nth) = place.split_once('#').unwrap_or((place, "1"));
                let line = line.parse().map_err(|_| bad())?;
                let nth = nth.parse().map_err(|_| bad())?;
                if file.is_empty() || line == 0 || nth == 0 {
                    return Err(bad());
                }
                Ok(CaseId::Log { file: file.to_owned(), line, nth })
            }
            "inc" => {
                let (slug, twin) = match rest.strip_suffix(":twin") {
                    Some(slug) => (slug, true),
                    None => (rest, false),
                };
                if slug.is_empty() || slug.contains(':') {
                    return Err(bad());
                }
                Ok(CaseId::Incident { slug: slug.to_owned(), twin })
            }
            "pin" => {
                let (table, index) = rest.split_once(':').ok_or_else(bad)?;
                let index = index.parse().map_err(|_| bad())?;
                if table.is_empty() {
                    return Err(bad());
                }
                Ok(CaseId::Pinned { table: table.to_owned(), index })
            }
            _ => Err(bad()),
        }
    }
}
