//! The smallest command that shows the same as a larger one: the same check, direction and rule. It draws no numbers and
//! runs no command; how much it tries is bounded.

use guarddiff_allowlist::location::explain;
use guarddiff_allowlist::{Classification, Evidence, classify};
use guarddiff_corpus::case::{Case, CaseId};
use guarddiff_engine::facts::Check;
use guarddiff_oracle::bash::syntax;
use guarddiff_oracle::compare::compare;
use guarddiff_oracle::divergence::Direction;
use guarddiff_oracle::location;
use guarddiff_oracle::mutation::shrink::{characters, shape, smaller};
use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::examine::{self, Subject};
use crate::finding::{Finding, Kind};
use crate::order::Rank;
use crate::witnesses::Witnesses;

/// Texts that are tried for one finding.
pub const TRIES: usize = 4000;

/// Failures that a gate makes smaller; each has another fingerprint.
pub const SHRUNK: usize = 5;

/// What a smaller command must show, too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Class {
    kind: Kind,
    check: Option<Check>,
    direction: Option<Direction>,
    rule: Option<String>,
}

/// A failure of a run, made small.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Smallest {
    /// The number of the case.
    pub case: u64,
    /// The case that was made smaller.
    pub id: String,
    /// What it shows.
    pub kind: Kind,
    /// The check that it is about; none when it is about the commands themselves.
    #[serde(with = "crate::names::optional_check")]
    pub check: Option<Check>,
    /// For a divergence: which way structure parts from text.
    #[serde(with = "crate::names::direction")]
    pub direction: Option<Direction>,
    /// What tells findings apart: check, direction, rule and shape, digested.
    pub fingerprint: String,
    /// The smallest command; none where what was planted or run is about the whole text.
    pub command: Option<String>,
}

impl Class {
    /// The class of a finding; none for what only the whole text can show: what was planted in it, what an incident
    /// stands for, what bash ran.
    pub fn of(finding: &Finding) -> Option<Class> {
        match finding.kind {
            Kind::Divergence | Kind::Location | Kind::Syntax => Some(Class {
                kind: finding.kind,
                check: finding.check,
                direction: finding.direction,
                rule: finding.rule.clone(),
            }),
            Kind::Truth | Kind::Incident | Kind::Execution => None,
        }
    }

    /// Whether the command shows it.
    pub fn shows(&self, command: &str, subject: &mut Subject<'_>, witnesses: &Witnesses) -> bool {
        let opinion = subject(command);
        match self.kind {
            Kind::Divergence => {
                let (structural, legacy) = examine::decisions(command, &opinion);
                let policy = examine::policy();
                let facts = opinion.facts.as_ref();
                let parted = compare(command, &structural, &legacy, facts, policy);
                parted.iter().any(|divergence| {
                    let analysis = &opinion.analysis;
                    Some(divergence.check) == self.check
                        && Some(divergence.direction) == self.direction
                        && match classify(&Evidence {
                            command,
                            analysis,
                            facts,
                            policy,
                            divergence,
                        }) {
                            Classification::LegacyBug(rule) => {
                                self.rule.as_deref() == Some(rule.name)
                            }
                            Classification::EngineFailure => self.rule.is_none(),
                        }
                })
            }
            Kind::Location => {
                let places = location::locations(command, &opinion.analysis);
                places.iter().any(|place| {
                    let rule = explain(command, &opinion.analysis, place);
                    place.direction() == self.direction
                        && self.direction.is_some()
                        && rule.map(|(rule, _)| rule.name) == self.rule.as_deref()
                })
            }
            Kind::Syntax => {
                let cases = [(typed(command), None)];
                let reprints = witnesses.reprints(&cases);
                let reprint = reprints.first().and_then(Option::as_ref);
                let judged = witnesses.judge(&cases[0].0, reprint, &opinion, subject);
                judged.is_some_and(|it| matches!(it.verdict, syntax::Verdict::Different { .. }))
            }
            Kind::Truth | Kind::Incident | Kind::Execution => false,
        }
    }
}

/// The smallest command of that class that is found, and how many were tried.
pub fn shrink(
    command: &str,
    class: &Class,
    subject: &mut Subject<'_>,
    witnesses: &Witnesses,
) -> (String, usize) {
    let mut text = command.to_owned();
    let mut tries = TRIES;
    loop {
        let before = text.len();
        text = by_grammar(text, class, &mut tries, subject, witnesses);
        text = characters(&text, &mut tries, |it| class.shows(it, subject, witnesses));
        if text.len() == before || tries == 0 {
            return (text, TRIES - tries);
        }
    }
}

fn by_grammar(
    mut text: String,
    class: &Class,
    tries: &mut usize,
    subject: &mut Subject<'_>,
    witnesses: &Witnesses,
) -> String {
    loop {
        let analysis = subject(&text).analysis;
        let mut read = |code: &str| subject(code).analysis;
        let candidates = smaller(&text, &analysis, &mut read).into_iter().take(*tries);
        let mut tried = 0;
        let next = candidates.into_iter().find(|candidate| {
            tried += 1;
            class.shows(candidate, subject, witnesses)
        });
        *tries -= tried;
        match next {
            Some(next) => text = next,
            None => return text,
        }
    }
}

impl Smallest {
    /// Where it stands among failures.
    pub fn rank(&self) -> Rank {
        Rank::of_failure(self.kind, self.direction)
    }

    /// Whether it was made of that finding.
    pub fn shows(&self, finding: &Finding) -> bool {
        self.id == finding.id
            && (self.kind, self.check, self.direction)
                == (finding.kind, finding.check, finding.direction)
    }
}

/// What tells findings apart.
pub fn fingerprint(finding: &Finding, subject: &mut Subject<'_>) -> String {
    let mut digest = Digest::of(finding.kind.name());
    digest.add(finding.about());
    digest.add(finding.direction.map_or("", Direction::name));
    digest.add(finding.rule.as_deref().unwrap_or(""));
    digest.add(&shape(&subject(&finding.command).analysis));
    digest.to_string()
}

/// The first failures that differ by their fingerprints, each made small.
pub fn failures(
    found: &[Finding],
    subject: &mut Subject<'_>,
    witnesses: &Witnesses,
) -> Vec<Smallest> {
    let mut all: Vec<Smallest> = Vec::new();
    for finding in found {
        let fingerprint = fingerprint(finding, subject);
        if all.len() == SHRUNK {
            break;
        }
        if all.iter().any(|other| other.fingerprint == fingerprint) {
            continue;
        }
        let class = Class::of(finding);
        let command = class.map(|class| shrink(&finding.command, &class, subject, witnesses).0);
        all.push(Smallest {
            case: finding.case,
            id: finding.id.clone(),
            kind: finding.kind,
            check: finding.check,
            direction: finding.direction,
            fingerprint,
            command,
        });
    }
    all
}

/// A command that no id reproduces.
pub fn typed(command: &str) -> Case {
    let id = CaseId::Log { file: "-".to_owned(), line: 1, nth: 1 };
    Case { id, command: command.to_owned(), planted: None }
}
