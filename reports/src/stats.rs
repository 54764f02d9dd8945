//! What agents type, counted: one pass over commands that may be shown, in memory that does not grow with them. It
//! judges nothing, and keeps no command.

use std::collections::BTreeMap;

use guarddiff_corpus::transcripts::Record;
use guarddiff_engine::analysis::{Complexity, SimpleCommand, Status, Stdin, Target};
use guarddiff_engine::facts::{Check, Facts, Splice, UnitVerdict};
use guarddiff_engine::policy::Action;
use guarddiff_oracle::compare::is_unknown;

use crate::examine::Opinion;

/// Different keys of one table that are counted apart; later ones are counted as other.
const KEYS: usize = 10_000;
/// Agents and months that are told apart.
const GROUPS: usize = 400;
/// Longest key, in characters.
const LONGEST: usize = 40;

/// What is counted, in the order of every report.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Table {
    /// Simple, Complex or unavailable.
    Complexity,
    /// Innermost programs.
    Programs,
    /// Subcommands of git.
    GitVerbs,
    /// Programs that run other programs.
    Wrappers,
    /// Constructs of the shell; each once a command.
    Constructs,
    /// Length of the command in bytes.
    Lengths,
    /// Simple commands in one command.
    Sizes,
    /// Answers of the six checks.
    Answers,
    /// Checks that an unknown word leaves open.
    Unknown,
    /// Why a command could not be read.
    Unavailable,
    /// What became of the command.
    Status,
}

impl Table {
    /// Every table.
    pub const ALL: [Table; 11] = [
        Table::Complexity,
        Table::Programs,
        Table::GitVerbs,
        Table::Wrappers,
        Table::Constructs,
        Table::Lengths,
        Table::Sizes,
        Table::Answers,
        Table::Unknown,
        Table::Unavailable,
        Table::Status,
    ];

    /// The word for it in machine-readable reports.
    pub fn name(self) -> &'static str {
        match self {
            Table::Complexity => "complexity",
            Table::Programs => "program",
            Table::GitVerbs => "git-verb",
            Table::Wrappers => "wrapper",
            Table::Constructs => "construct",
            Table::Lengths => "length",
            Table::Sizes => "size",
            Table::Answers => "answer",
            Table::Unknown => "unknown",
            Table::Unavailable => "unavailable",
            Table::Status => "status",
        }
    }

    /// The heading in reports for people.
    pub fn title(self) -> &'static str {
        match self {
            Table::Complexity => "Complexity",
            Table::Programs => "Programs",
            Table::GitVerbs => "Git verbs",
            Table::Wrappers => "Wrappers",
            Table::Constructs => "Constructs",
            Table::Lengths => "Length in bytes",
            Table::Sizes => "Simple commands in one command",
            Table::Answers => "Answers",
            Table::Unknown => "Unknown, by check",
            Table::Unavailable => "Unavailable, by reason",
            Table::Status => "What became of it",
        }
    }

    /// Whether its keys have an order of their own, which is the order in which they are named.
    pub fn is_ordered(self) -> bool {
        matches!(self, Table::Lengths | Table::Sizes | Table::Answers)
    }
}

/// Counts by key, bounded: what comes after the bound is other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Counter {
    counts: BTreeMap<String, u64>,
    other: u64,
}

impl Counter {
    /// Counts one.
    pub fn add(&mut self, key: &str) {
        let cut = key.char_indices().nth(LONGEST).map_or(key, |(at, _)| &key[..at]);
        if let Some(n) = self.counts.get_mut(cut) {
            *n += 1;
        } else if self.counts.len() < KEYS {
            self.counts.insert(cut.to_owned(), 1);
        } else {
            self.other += 1;
        }
    }

    /// All that was counted.
    pub fn total(&self) -> u64 {
        self.counts.values().sum::<u64>() + self.other
    }

    /// The count of one key.
    pub fn of(&self, key: &str) -> u64 {
        self.counts.get(key).copied().unwrap_or(0)
    }

    /// The most frequent keys, and what the others come to together.
    pub fn top(&self, n: usize) -> (Vec<(&str, u64)>, u64) {
        let mut all: Vec<(&str, u64)> = self.in_order().collect();
        all.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        let rest = all.iter().skip(n).map(|(_, count)| count).sum::<u64>() + self.other;
        all.truncate(n);
        (all, rest)
    }

    /// The keys in their own order.
    pub fn in_order(&self) -> impl Iterator<Item = (&str, u64)> {
        self.counts.iter().map(|(key, n)| (key.as_str(), *n))
    }
}

/// The counts of some commands.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// How many commands.
    pub commands: u64,
    tables: BTreeMap<Table, Counter>,
}

impl Group {
    /// One of its tables; none when nothing was counted in it.
    pub fn table(&self, table: Table) -> Option<&Counter> {
        self.tables.get(&table)
    }

    /// The count of one key of a table.
    pub fn of(&self, table: Table, key: &str) -> u64 {
        self.table(table).map_or(0, |counter| counter.of(key))
    }

    /// What a share of a table is a share of: what it counts often in one command, or the commands.
    pub fn whole(&self, table: Table) -> u64 {
        match table {
            Table::Programs | Table::GitVerbs | Table::Wrappers => {
                self.table(table).map_or(0, Counter::total)
            }
            Table::Complexity
            | Table::Constructs
            | Table::Lengths
            | Table::Sizes
            | Table::Answers
            | Table::Unknown
            | Table::Unavailable
            | Table::Status => self.commands,
        }
    }

    /// The rows of a table for a report, and what others come to.
    pub fn rows(&self, table: Table, top: usize) -> (Vec<(&str, u64)>, u64) {
        match self.table(table) {
            None => (Vec::new(), 0),
            Some(counter) if table.is_ordered() => {
                // The number before a range is there to sort it.
                let ranges = matches!(table, Table::Lengths | Table::Sizes);
                let name = |key| match str::split_once(key, ": ") {
                    Some((_, name)) if ranges => name,
                    Some(_) | None => key,
                };
                (counter.in_order().map(|(key, n)| (name(key), n)).collect(), 0)
            }
            Some(counter) => counter.top(top),
        }
    }
}

/// What agents type: all commands, and those of each agent and each month.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stats {
    /// All of them.
    pub all: Group,
    /// By the format of the transcript.
    pub agents: BTreeMap<String, Group>,
    /// By `YYYY-MM`, or `unknown`.
    pub months: BTreeMap<String, Group>,
}

impl Stats {
    /// Counts one command, of which nothing is kept but names and numbers.
    pub fn add(&mut self, record: &Record, opinion: &Opinion) {
        let keys = keys(record, opinion);
        let month = record.time.as_deref().and_then(month).unwrap_or("unknown");
        let agent = group(&mut self.agents, record.format.name());
        let month = group(&mut self.months, month);
        for group in [&mut self.all, agent, month] {
            group.commands += 1;
            for (table, key) in &keys {
                group.tables.entry(*table).or_default().add(key);
            }
        }
    }
}

fn group<'g>(groups: &'g mut BTreeMap<String, Group>, key: &str) -> &'g mut Group {
    let known = groups.contains_key(key) || groups.len() < GROUPS;
    groups.entry(if known { key } else { "other" }.to_owned()).or_default()
}

/// The month of a time in ISO 8601.
fn month(time: &str) -> Option<&str> {
    let month = time.get(..7)?;
    let digit = |at: usize| month.as_bytes()[at].is_ascii_digit();
    let date = [0, 1, 2, 3, 5, 6].into_iter().all(digit) && month.as_bytes()[4] == b'-';
    date.then_some(month)
}

/// All that is counted of one command.
fn keys(record: &Record, opinion: &Opinion) -> Vec<(Table, String)> {
    let mut keys = Vec::new();
    let mut add = |table, key: &str| keys.push((table, key.to_owned()));
    let analysis = &opinion.analysis;
    add(Table::Lengths, bucket(record.command.len(), &LENGTHS));
    add(Table::Status, record.status.name());
    match analysis.status {
        Status::Unavailable(reason) => {
            add(Table::Complexity, "unavailable");
            add(Table::Unavailable, reason.name());
        }
        Status::Parsed => {
            add(
                Table::Complexity,
                match analysis.complexity {
                    Complexity::Simple => "simple",
                    Complexity::Complex => "complex",
                },
            );
            add(Table::Sizes, bucket(analysis.commands.len(), &SIZES));
        }
    }
    for command in &analysis.commands {
        if let Some(name) = command.argv.first() {
            add(Table::Programs, name.literal().map_or("⟨unknown⟩", program));
        }
        if let Some(verb) = git_verb(command) {
            add(Table::GitVerbs, verb);
        }
        for wrapper in command.wrappers.iter().filter_map(|words| words.first()) {
            add(Table::Wrappers, wrapper.literal().map_or("⟨unknown⟩", program));
        }
    }
    let has = constructs(&record.command, opinion);
    for (name, _) in CONSTRUCTS.into_iter().zip(has).filter(|(_, has)| *has) {
        add(Table::Constructs, name);
    }
    for check in Check::ALL {
        let answer = answer(check, opinion.facts.as_ref());
        add(Table::Answers, &format!("{}: {answer}", check.name()));
        if opinion.facts.as_ref().is_some_and(|facts| is_unknown(check, facts)) {
            add(Table::Unknown, check.name());
        }
    }
    keys
}

/// The name of a program without its folder.
pub(crate) fn program(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// The subcommand that git is given; options before it that take a value are those of git 2.47.
pub(crate) fn git_verb(command: &SimpleCommand) -> Option<&str> {
    let mut words = command.argv.iter();
    if program(words.next()?.literal()?) != "git" {
        return None;
    }
    while let Some(word) = words.next() {
        match word.literal() {
            None => return Some("⟨unknown⟩"),
            Some("-C" | "-c" | "--git-dir" | "--work-tree" | "--namespace" | "--config-env") => {
                words.next();
            }
            Some(option) if option.starts_with('-') => {}
            Some(verb) => return Some(verb),
        }
    }
    Some("⟨none⟩")
}

/// The constructs that reports name.
pub const CONSTRUCTS: [&str; 15] = [
    "several commands",
    "several lines",
    "pipe",
    "heredoc",
    "here-string",
    "output to a file",
    "assignment",
    "wrapper",
    "subshell",
    "substitution",
    "control flow",
    "function",
    "code in a string",
    "code of another language",
    "unknown word",
];

/// Whether this command has each of [`CONSTRUCTS`].
pub(crate) fn constructs(command: &str, opinion: &Opinion) -> [bool; CONSTRUCTS.len()] {
    let analysis = &opinion.analysis;
    let any = |is: &dyn Fn(&SimpleCommand) -> bool| analysis.commands.iter().any(is);
    let heredoc = |it: &SimpleCommand| {
        it.redirects.iter().any(|it| matches!(it.target, Target::Heredoc { .. }))
    };
    let op = |ops: &'static [&str]| {
        any(&move |it: &SimpleCommand| it.redirects.iter().any(|it| ops.contains(&it.op)))
    };
    [
        analysis.commands.len() > 1,
        command.trim_end().contains('\n'),
        any(&|it| it.context.stdin != Stdin::Inherited),
        any(&heredoc),
        op(&["<<<"]),
        op(&[">", ">>", ">|", "&>", "&>>"]),
        any(&|it| !it.assignments.is_empty()),
        any(&|it| !it.wrappers.is_empty()),
        any(&|it| it.context.subshell),
        any(&|it| it.context.substitution),
        any(&|it| it.context.control_flow),
        any(&|it| it.context.function),
        any(&|it| it.context.code_depth > 0),
        !analysis.opaque.is_empty(),
        any(&|it| it.argv.iter().any(|word| word.literal().is_none())),
    ]
}

fn answer(check: Check, facts: Option<&Facts>) -> &'static str {
    let Some(facts) = facts else { return "unavailable" };
    if is_unknown(check, facts) {
        return "unknown";
    }
    match check {
        Check::GuardRelevant | Check::StagesAndCommits | Check::NoVerify => {
            facts.answer(check).map_or("no", |answer| answer.fact.name())
        }
        Check::CommitMessage => match facts.literal_messages() {
            Some(texts) if texts.is_empty() => "none",
            Some(_) => "given",
            None => "from elsewhere",
        },
        Check::TrailerSplice => match facts.splice {
            Splice::Unchanged => "unchanged",
            Splice::Spliced(_) => "spliced",
            Splice::Unknown(_) => "unknown",
        },
        Check::UnitVerdicts => {
            let denied = |verdict| match verdict {
                UnitVerdict::Firm(action) | UnitVerdict::AtWorst(action) => action == Action::Deny,
            };
            if facts.units.iter().any(|unit| denied(unit.verdict)) { "denied" } else { "allowed" }
        }
    }
}

/// Upper bounds, in order, with names that sort so.
const LENGTHS: [(usize, &str); 8] = [
    (20, "1: to 20"),
    (50, "2: to 50"),
    (100, "3: to 100"),
    (200, "4: to 200"),
    (500, "5: to 500"),
    (1000, "6: to 1,000"),
    (5000, "7: to 5,000"),
    (usize::MAX, "8: over 5,000"),
];

const SIZES: [(usize, &str); 7] = [
    (0, "0"),
    (1, "1"),
    (2, "2"),
    (3, "3"),
    (5, "4 to 5"),
    (10, "6 to 10"),
    (usize::MAX, "7: over 10"),
];

fn bucket(n: usize, buckets: &'static [(usize, &'static str)]) -> &'static str {
    buckets.iter().find(|(most, _)| n <= *most).map_or("", |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_bounded_and_loses_nothing() {
        let mut counter = Counter::default();
        for at in 0..KEYS + 50 {
            counter.add(&at.to_string());
            counter.add("0");
        }
        assert_eq!(counter.total(), 2 * (KEYS as u64 + 50));
        let (top, rest) = counter.top(1);
        assert_eq!(top, [("0", KEYS as u64 + 51)]);
        assert_eq!(rest, KEYS as u64 + 49);
    }

    #[test]
    fn a_month_is_read_from_a_time_and_from_nothing_else() {
        assert_eq!(month("2026-03-02T08:00:04Z"), Some("2026-03"));
        assert_eq!(month("1767225600"), None);
        assert_eq!(month("ab é"), None);
    }
}
