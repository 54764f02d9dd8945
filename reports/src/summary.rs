//! A whole run in memory: header, totals, the first failures and a few examples. Campaigns fold into it, stored
//! runs are read back into it, every renderer shows it, and the exit code is decided from it.

use std::collections::BTreeMap;

use guarddiff_engine::facts::Check;
use guarddiff_oracle::divergence::Direction;
use serde::{Deserialize, Serialize};

use crate::baseline;
use crate::exit_code::Exit;
use crate::finding::Finding;
use crate::order::Rank;
use crate::shrink::Smallest;
use crate::totals::Totals;

/// Failures that are kept whole; all are counted, and all are in the JSON Lines report.
pub const KEPT_FAILURES: usize = 100;

/// Examples that are kept for each rule, check and direction.
pub const KEPT_EXAMPLES: usize = 3;

/// Version of the stored run's schema (`reports/schema/run.schema.json`).
pub const RUN_SCHEMA: u32 = 5;

/// What made a run, and out of what. It holds no clock.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// [`RUN_SCHEMA`]
    pub schema: u32,
    /// `guarddiff` and its version.
    pub tool: String,
    /// The engine under test: its version, or the name of the sabotage.
    pub engine: String,
    /// The grammar under the tree reader.
    pub grammar: String,
    /// The bash that judged; none when none did.
    pub bash: Option<String>,
    /// How the box was kept together in which commands of our own making ran; none when nothing ran.
    pub sandbox: Option<String>,
    /// Witnesses that were to be called and are not there, with the reason.
    pub absent: Vec<String>,
    /// The generator's version.
    pub generator: u32,
    /// The seed of the compounds.
    pub seed: u64,
    /// How many compounds were asked for.
    pub cases: u64,
    /// The transcripts as they were named.
    pub inputs: Vec<String>,
    /// Whether this is the pinned campaign, in which a rule without a hit is stale.
    pub pinned: bool,
    /// The part of the run that this is; none for the whole.
    pub shard: Option<String>,
}

/// What examples are kept by: the rule, the check, the direction.
type Sort = (Option<String>, Option<Check>, Option<Direction>);

/// A run.
#[derive(Clone, PartialEq, Debug)]
pub struct Summary {
    /// What made it.
    pub header: Header,
    /// What it counted.
    pub totals: Totals,
    /// Rules that excused nothing in the pinned campaign.
    pub stale: Vec<String>,
    /// Paths named on the command line that could not be read, with the reason.
    pub unreadable: Vec<String>,
    /// Figures that are not those of the baseline; empty where there is none to compare with.
    pub drift: Vec<String>,
    /// The digest of the cases, in hexadecimal: those of all shards.
    pub digest: String,
    /// Whether somebody stopped it.
    pub interrupted: bool,
    /// The first failures in the order of [`Rank`], at most [`KEPT_FAILURES`].
    pub failures: Vec<Finding>,
    /// The first findings of each rule, check and direction, at most [`KEPT_EXAMPLES`] each.
    pub examples: Vec<Finding>,
    /// The first failures that differ, made small.
    pub smallest: Vec<Smallest>,
    kept: BTreeMap<Sort, usize>,
}

impl Summary {
    /// A run of which nothing is known yet.
    pub fn new(header: Header) -> Summary {
        Summary {
            header,
            totals: Totals::new(),
            stale: Vec::new(),
            unreadable: Vec::new(),
            drift: Vec::new(),
            digest: String::new(),
            interrupted: false,
            failures: Vec::new(),
            examples: Vec::new(),
            smallest: Vec::new(),
            kept: BTreeMap::new(),
        }
    }

    /// Keeps a finding if it is one of the first; counting it is the campaign's part.
    pub fn keep(&mut self, finding: Finding) {
        if finding.fails() {
            let rank = Rank::of(&finding);
            let at = self.failures.partition_point(|other| Rank::of(other) <= rank);
            if at < KEPT_FAILURES {
                self.failures.insert(at, finding);
                self.failures.truncate(KEPT_FAILURES);
            }
            return;
        }
        let key = (finding.rule.clone(), finding.check, finding.direction);
        let kept = self.kept.entry(key).or_default();
        if *kept < KEPT_EXAMPLES {
            *kept += 1;
            self.examples.push(finding);
        }
    }

    /// The examples as people should meet them: what weakens a deny first, and those of one rule together.
    pub fn sorted_examples(&self) -> Vec<&Finding> {
        let mut examples: Vec<&Finding> = self.examples.iter().collect();
        examples.sort_by_key(|it| {
            (Rank::of(it), it.direction, it.check.is_none(), it.check, it.rule.clone())
        });
        examples
    }

    /// Takes over what another summary of the same run kept.
    pub(crate) fn keep_all(&mut self, other: Summary) {
        self.failures = other.failures;
        self.examples = other.examples;
        self.kept = other.kept;
    }

    /// What can only be said of a whole run: which rules are stale, and what moved against the baseline.
    pub fn settle(&mut self) {
        if self.interrupted || self.header.shard.is_some() {
            return;
        }
        if self.header.pinned {
            self.stale = self.totals.unused_rules();
        }
        self.drift = baseline::drift(self);
    }

    /// The exit code: 130 before 1 before 4 before 3.
    pub fn exit(&self) -> Exit {
        if self.interrupted {
            Exit::Interrupted
        } else if self.totals.failures.total() > 0
            || !self.stale.is_empty()
            || !self.drift.is_empty()
        {
            Exit::Failure
        } else if !self.unreadable.is_empty() {
            Exit::Unreadable
        } else if self.totals.cases == 0 {
            Exit::Inconclusive
        } else {
            Exit::Parity
        }
    }
}
