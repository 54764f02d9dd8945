//! Hit counts: what was never needed is stale, and shards add up.

use guarddiff_allowlist::RULES;
use guarddiff_allowlist::usage::{Hits, stale};

#[test]
fn every_rule_is_stale_before_it_is_used_and_not_after() {
    let mut hits = Hits::default();
    assert_eq!(stale(&hits).len(), RULES.len());
    for rule in RULES.iter().skip(1) {
        hits.record(rule);
    }
    let left: Vec<&str> = stale(&hits).iter().map(|rule| rule.name).collect();
    assert_eq!(left, [RULES[0].name]);
}

#[test]
fn a_rule_is_stale_only_when_no_shard_used_it() {
    let (mut first, mut second) = (Hits::default(), Hits::default());
    for (index, rule) in RULES.iter().enumerate() {
        if index % 2 == 0 { &mut first } else { &mut second }.record(rule);
    }
    assert!(!stale(&first).is_empty() && !stale(&second).is_empty());
    first.merge(&second);
    first.merge(&second);
    assert!(stale(&first).is_empty());
    assert_eq!(first.of(&RULES[0]), 1);
    assert_eq!(first.of(&RULES[1]), 2);
}
