//! What a run counts. Totals add up, so that shards merge; no list in them grows with the number of cases.

use std::collections::BTreeMap;

use guarddiff_corpus::generate::Parts;
use guarddiff_engine::facts::Check;
use guarddiff_oracle::divergence::Direction;
use serde::{Deserialize, Serialize};

use crate::coverage::Coverage;

/// The counts of a run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Totals {
    /// Commands examined.
    pub cases: u64,
    /// Commands by source: `incidents`, `wrappers`, `seeded`, `transcripts`.
    pub sources: BTreeMap<String, u64>,
    /// One entry per check, in the order of every table.
    pub checks: Vec<CheckTotals>,
    /// Wrapped units, and whether an authorizer that looks for their text finds them where structure does.
    pub locations: LocationTotals,
    /// Every rule of the allowlist, hit or not, by name.
    pub rules: BTreeMap<String, RuleTotals>,
    /// Every incident of the ledger, by slug.
    pub incidents: BTreeMap<String, IncidentTotals>,
    /// Parsed commands that are Simple.
    pub simple: u64,
    /// Parsed commands that are Complex.
    pub complex: u64,
    /// Parsed commands in which the tokens overruled the tree.
    pub repaired: u64,
    /// Commands that could not be read, by reason.
    pub unavailable: BTreeMap<String, u64>,
    /// Answers of no-verify that would fire if the raw-string check were or-ed in for every Complex command,
    /// as the seeds had it, and don't.
    pub seed_rule: u64,
    /// Findings that fail the gate.
    pub failures: Failures,
    /// What became of the transcript files; none when none was named.
    pub transcripts: Option<TranscriptTotals>,
    /// How bash parses the commands; none when it was not asked.
    pub syntax: Option<SyntaxTotals>,
    /// What bash runs of those of our own making; none when nothing is run.
    pub execution: Option<ExecutionTotals>,
    /// What was exercised, and what was not seen.
    pub coverage: Coverage,
}

/// The verdicts of the syntax witness. All but `asked` are exclusive and sum to it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SyntaxTotals {
    /// Commands that bash was asked about.
    pub asked: u64,
    /// The reading has the commands of bash's reprint.
    pub same: u64,
    /// It has others.
    pub different: u64,
    /// Neither can parse the text.
    pub refused_by_both: u64,
    /// Bash refuses what structure reads.
    pub refused: u64,
    /// Nothing is known, by reason.
    pub inconclusive: BTreeMap<String, u64>,
}

/// What the execution witness did.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ExecutionTotals {
    /// Cases that were run to their end.
    pub cases: u64,
    /// Runs, several of each case.
    pub runs: u64,
    /// Programs started, each list of words once for each case.
    pub programs: u64,
    /// Cases of our own making that were not run, by reason.
    pub not_run: BTreeMap<String, u64>,
    /// What the cases were built with, by `atom`, `wrapper` or `join` and name: commands that hold it.
    pub parts: BTreeMap<String, PartTotals>,
}

/// How often a part of the grammar was run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct PartTotals {
    /// Planted commands that hold it, in cases that were run.
    pub planted: u64,
    /// Those of them that were seen to start.
    pub started: u64,
}

impl ExecutionTotals {
    /// Counts one planted command by what it was built with.
    pub fn count_parts(&mut self, parts: &Parts, seen: bool) {
        let kinds = [("atom", &parts.atoms), ("wrapper", &parts.wrappers), ("join", &parts.joins)];
        for (kind, names) in kinds {
            for name in names {
                let part = self.parts.entry(format!("{kind} {name}")).or_default();
                part.planted += 1;
                part.started += u64::from(seen);
            }
        }
    }

    fn add(&mut self, other: &ExecutionTotals) {
        self.cases += other.cases;
        self.runs += other.runs;
        self.programs += other.programs;
        add_all(&mut self.not_run, &other.not_run);
        for (name, theirs) in &other.parts {
            let ours = self.parts.entry(name.clone()).or_default();
            ours.planted += theirs.planted;
            ours.started += theirs.started;
        }
    }
}

impl SyntaxTotals {
    /// Commands of which nothing is known.
    pub fn unknown(&self) -> u64 {
        self.inconclusive.values().sum()
    }

    fn add(&mut self, other: &SyntaxTotals) {
        self.asked += other.asked;
        self.same += other.same;
        self.different += other.different;
        self.refused_by_both += other.refused_by_both;
        self.refused += other.refused;
        add_all(&mut self.inconclusive, &other.inconclusive);
    }
}

/// The outcomes of one check. The first five are exclusive and sum to the number of cases.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CheckTotals {
    /// The check.
    #[serde(with = "crate::names::check")]
    pub check: Check,
    /// Structure and text decide the same, and structure is sure.
    pub agree: u64,
    /// They part, and a rule proved the text matcher wrong.
    pub legacy_bug: u64,
    /// They part without an excuse, or structure misses the truth.
    pub engine_failure: u64,
    /// They decide the same, while structure answers Unknown.
    pub unknown: u64,
    /// The command could not be read: the text matcher decides.
    pub unavailable: u64,
    /// Divergences by direction.
    pub directions: Directions,
    /// Commands on which structure fires (yes/no checks).
    pub structural_fires: u64,
    /// Commands on which the text matcher fires (yes/no checks).
    pub legacy_fires: u64,
    /// Commands on which the fact is Unknown, whatever the text matcher says.
    pub unknown_facts: u64,
}

/// The outcomes of looking for wrapped units. The last three are exclusive and sum to the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct LocationTotals {
    /// Units looked for.
    pub units: u64,
    /// Text and structure do the same about the wrapper.
    pub agree: u64,
    /// They part, and a rule says what else the unit's text stands in.
    pub legacy_bug: u64,
    /// They part without an excuse.
    pub engine_failure: u64,
    /// Divergences by direction.
    pub directions: Directions,
}

/// Divergences by direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Directions {
    /// Structure no longer fires.
    pub narrowed: u64,
    /// Both fire, with different values.
    pub changed: u64,
    /// Structure fires where text was blind.
    pub widened: u64,
}

/// One rule's use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RuleTotals {
    /// Divergences that it excused.
    pub hits: u64,
    /// Those of them in cases of our own making.
    pub own: u64,
    /// The slug of its incident.
    pub incident: String,
}

/// One incident's use.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct IncidentTotals {
    /// The release that entered it.
    pub since: String,
    /// Divergences that its rules excused.
    pub hits: u64,
    /// What went wrong, in a sentence.
    pub title: String,
    /// Where it is written up.
    pub citation: String,
    /// The checks that it is about.
    pub checks: Vec<String>,
}

/// Findings that fail the gate, by kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Failures {
    /// Divergences that no rule excuses.
    pub divergences: u64,
    /// Facts that miss what was planted.
    pub truth: u64,
    /// Incidents that no longer show what they are there to show.
    pub incidents: u64,
    /// Readings that bash's parse contradicts.
    pub syntax: u64,
    /// Readings or planted truth that bash's running contradicts.
    pub execution: u64,
    /// Wrapped units that text and structure find in different places, unexplained.
    pub locations: u64,
}

impl Failures {
    /// All of them.
    pub fn total(self) -> u64 {
        self.divergences
            + self.truth
            + self.incidents
            + self.syntax
            + self.execution
            + self.locations
    }
}

/// What became of the transcript files.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TranscriptTotals {
    /// Files read, by format.
    pub files: BTreeMap<String, u64>,
    /// Commands found.
    pub commands: u64,
    /// What was left out, mended or told apart, by the words for it.
    pub noted: BTreeMap<String, Noted>,
}

/// One kind of thing that a reader of transcripts notes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Noted {
    /// How many there are.
    pub total: u64,
    /// Where the first [`PLACES`] of them are.
    pub places: Vec<String>,
}

impl Totals {
    /// Nothing counted yet.
    pub fn new() -> Totals {
        let check = |check| CheckTotals {
            check,
            agree: 0,
            legacy_bug: 0,
            engine_failure: 0,
            unknown: 0,
            unavailable: 0,
            directions: Directions::default(),
            structural_fires: 0,
            legacy_fires: 0,
            unknown_facts: 0,
        };
        Totals {
            cases: 0,
            sources: BTreeMap::new(),
            checks: Check::ALL.map(check).to_vec(),
            locations: LocationTotals::default(),
            rules: BTreeMap::new(),
            incidents: BTreeMap::new(),
            simple: 0,
            complex: 0,
            repaired: 0,
            unavailable: BTreeMap::new(),
            seed_rule: 0,
            failures: Failures::default(),
            transcripts: None,
            syntax: None,
            execution: None,
            coverage: Coverage::new(),
        }
    }

    /// The counts of one check.
    pub fn check_mut(&mut self, check: Check) -> Option<&mut CheckTotals> {
        self.checks.iter_mut().find(|totals| totals.check == check)
    }

    /// Adds the counts of another shard.
    pub fn add(&mut self, other: &Totals) {
        self.cases += other.cases;
        self.simple += other.simple;
        self.complex += other.complex;
        self.repaired += other.repaired;
        self.seed_rule += other.seed_rule;
        add_all(&mut self.sources, &other.sources);
        add_all(&mut self.unavailable, &other.unavailable);
        for theirs in &other.checks {
            if let Some(ours) = self.check_mut(theirs.check) {
                ours.add(theirs);
            }
        }
        for (name, theirs) in &other.rules {
            let ours = self.rules.entry(name.clone()).or_insert_with(|| RuleTotals {
                hits: 0,
                own: 0,
                ..theirs.clone()
            });
            ours.hits += theirs.hits;
            ours.own += theirs.own;
        }
        for (slug, theirs) in &other.incidents {
            let ours = self
                .incidents
                .entry(slug.clone())
                .or_insert_with(|| IncidentTotals { hits: 0, ..theirs.clone() });
            ours.hits += theirs.hits;
        }
        self.failures.divergences += other.failures.divergences;
        self.failures.truth += other.failures.truth;
        self.failures.incidents += other.failures.incidents;
        self.failures.syntax += other.failures.syntax;
        self.failures.execution += other.failures.execution;
        self.failures.locations += other.failures.locations;
        self.locations.add(&other.locations);
        self.coverage.add(&other.coverage);
        if let Some(theirs) = &other.syntax {
            self.syntax.get_or_insert_default().add(theirs);
        }
        if let Some(theirs) = &other.execution {
            self.execution.get_or_insert_default().add(theirs);
        }
        if let Some(theirs) = &other.transcripts {
            self.transcripts.get_or_insert_default().add(theirs);
        }
    }

    /// The rules that excused nothing in cases of our own making: transcripts differ from machine to machine, and
    /// their hits keep no rule alive.
    pub fn unused_rules(&self) -> Vec<String> {
        self.rules.iter().filter(|(_, rule)| rule.own == 0).map(|(name, _)| name.clone()).collect()
    }
}

impl Default for Totals {
    fn default() -> Totals {
        Totals::new()
    }
}

impl Directions {
    /// Counts one.
    pub fn count(&mut self, direction: Direction) {
        match direction {
            Direction::Narrowed => self.narrowed += 1,
            Direction::Changed => self.changed += 1,
            Direction::Widened => self.widened += 1,
        }
    }

    fn add(&mut self, other: Directions) {
        self.narrowed += other.narrowed;
        self.changed += other.changed;
        self.widened += other.widened;
    }
}

impl LocationTotals {
    fn add(&mut self, other: &LocationTotals) {
        self.units += other.units;
        self.agree += other.agree;
        self.legacy_bug += other.legacy_bug;
        self.engine_failure += other.engine_failure;
        self.directions.add(other.directions);
    }
}

impl CheckTotals {
    fn add(&mut self, other: &CheckTotals) {
        self.agree += other.agree;
        self.legacy_bug += other.legacy_bug;
        self.engine_failure += other.engine_failure;
        self.unknown += other.unknown;
        self.unavailable += other.unavailable;
        self.directions.add(other.directions);
        self.structural_fires += other.structural_fires;
        self.legacy_fires += other.legacy_fires;
        self.unknown_facts += other.unknown_facts;
    }
}

/// Places that totals keep of each kind.
pub const PLACES: usize = 5;

impl TranscriptTotals {
    fn add(&mut self, other: &TranscriptTotals) {
        add_all(&mut self.files, &other.files);
        self.commands += other.commands;
        for (what, theirs) in &other.noted {
            self.note(what, theirs.total, theirs.places.iter().cloned());
        }
    }

    /// Adds some of a kind.
    pub fn note(&mut self, what: &str, total: u64, places: impl Iterator<Item = String>) {
        if total == 0 {
            return;
        }
        let noted = self.noted.entry(what.to_owned()).or_default();
        noted.total += total;
        noted.places.extend(places.take(PLACES.saturating_sub(noted.places.len())));
    }
}

fn add_all(ours: &mut BTreeMap<String, u64>, theirs: &BTreeMap<String, u64>) {
    for (key, n) in theirs {
        *ours.entry(key.clone()).or_default() += n;
    }
}
