//! Which rules were needed. A rule that nothing needs any more is stale, and a stale rule fails the gate.

use std::collections::BTreeMap;

use crate::rule::{RULES, Rule};

/// How often each rule excused a divergence; merges for shards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Hits {
    counts: BTreeMap<&'static str, u64>,
}

impl Hits {
    /// Counts one use of a rule.
    pub fn record(&mut self, rule: &'static Rule) {
        *self.counts.entry(rule.name).or_default() += 1;
    }

    /// How often the rule was used.
    pub fn of(&self, rule: &Rule) -> u64 {
        self.counts.get(rule.name).copied().unwrap_or_default()
    }

    /// Adds the counts of another shard.
    pub fn merge(&mut self, other: &Hits) {
        for (name, count) in &other.counts {
            *self.counts.entry(name).or_default() += count;
        }
    }
}

/// Every rule without a hit, in the order of the table.
pub fn stale(hits: &Hits) -> Vec<&'static Rule> {
    RULES.iter().filter(|rule| hits.of(rule) == 0).collect()
}
