//! What a reader should look at first: the one order of every list for people, and the first of many findings that
//! keep it. It decides nothing about who is wrong.

use std::collections::BTreeMap;

use guarddiff_oracle::divergence::Direction;

use crate::finding::{Finding, Kind};

/// Where a finding stands: the smaller, the earlier. Findings of one rank stay in the order of the cases.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Rank {
    /// Whether a rule excuses it: what fails the gate comes first.
    excused: bool,
    /// What became of a deny, from 0.
    weakens: Weakens,
}

/// How much a finding says that a deny became weaker; the first variant says it most.
///
/// 1. *Lost*: structure lets go what text held.
/// 2. *Ran*, *Parsed*: bash runs or parses something else than structure holds, so a deny may look at the wrong words.
/// 3. *Untrue*: structure misses what was planted.
/// 4. *Unshown*: an incident no longer shows what it stands for, so nothing keeps watch there.
/// 5. *Changed*: both hold something, and not the same.
/// 6. *Gained*: structure holds what text never saw. A guard is stricter, and may be wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Weakens {
    Lost,
    Ran,
    Parsed,
    Untrue,
    Unshown,
    Changed,
    Gained,
}

impl Rank {
    /// The rank of a finding.
    pub fn of(finding: &Finding) -> Rank {
        Rank { excused: !finding.fails(), weakens: weakens(finding.kind, finding.direction) }
    }

    /// The rank of a failure of that kind and direction.
    pub fn of_failure(kind: Kind, direction: Option<Direction>) -> Rank {
        Rank { excused: false, weakens: weakens(kind, direction) }
    }

    /// Whether it fails the gate.
    pub fn fails(self) -> bool {
        !self.excused
    }

    /// The same from 100, for what a deny lost, down to 40, for formats that have a number for it.
    pub fn percent(self) -> u8 {
        100 - 10 * self.weakens as u8
    }
}

fn weakens(kind: Kind, direction: Option<Direction>) -> Weakens {
    match (kind, direction) {
        (Kind::Divergence | Kind::Location, Some(Direction::Narrowed)) => Weakens::Lost,
        (Kind::Execution, _) => Weakens::Ran,
        (Kind::Syntax, _) => Weakens::Parsed,
        (Kind::Truth, _) => Weakens::Untrue,
        (Kind::Incident, _) => Weakens::Unshown,
        (Kind::Divergence | Kind::Location, Some(Direction::Changed)) => Weakens::Changed,
        (Kind::Divergence | Kind::Location, Some(Direction::Widened) | None) => Weakens::Gained,
    }
}

/// The first of many, by rank and then by arrival; what comes behind them is let go.
#[derive(Clone, PartialEq, Debug)]
pub struct First<T> {
    most: usize,
    arrived: u64,
    kept: BTreeMap<(Rank, u64), T>,
}

impl<T> First<T> {
    /// Keeps at most so many.
    pub fn new(most: usize) -> First<T> {
        First { most, arrived: 0, kept: BTreeMap::new() }
    }

    /// Takes one in, if it is among the first so far; it is only made then.
    pub fn offer(&mut self, rank: Rank, make: impl FnOnce() -> T) {
        let key = (rank, self.arrived);
        self.arrived += 1;
        if self.kept.len() >= self.most {
            match self.kept.last_entry() {
                Some(last) if *last.key() > key => drop(last.remove()),
                Some(_) | None => return,
            }
        }
        self.kept.insert(key, make());
    }

    /// How many were offered.
    pub fn arrived(&self) -> u64 {
        self.arrived
    }

    /// The kept ones, the first one first.
    pub fn into_sorted(self) -> Vec<T> {
        self.kept.into_values().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rank(kind: Kind, direction: Option<Direction>) -> Rank {
        Rank::of_failure(kind, direction)
    }

    #[test]
    fn what_weakens_a_deny_comes_first() {
        let order = [
            rank(Kind::Divergence, Some(Direction::Narrowed)),
            rank(Kind::Execution, None),
            rank(Kind::Syntax, None),
            rank(Kind::Truth, None),
            rank(Kind::Incident, None),
            rank(Kind::Location, Some(Direction::Changed)),
            rank(Kind::Divergence, Some(Direction::Widened)),
        ];
        assert!(order.is_sorted(), "{order:?}");
        let excused = Rank { excused: true, ..order[0] };
        assert!(excused > order[6], "an excuse is behind every failure");
        assert_eq!(order.map(Rank::percent), [100, 90, 80, 70, 60, 50, 40]);
    }

    #[test]
    fn the_first_are_kept_in_whatever_order_they_come() {
        let (lost, gained) = (
            rank(Kind::Divergence, Some(Direction::Narrowed)),
            rank(Kind::Divergence, Some(Direction::Widened)),
        );
        let mut first = First::new(3);
        for (n, rank) in [gained, lost, gained, gained, lost].into_iter().enumerate() {
            first.offer(rank, || n);
        }
        assert_eq!(first.arrived(), 5);
        assert_eq!(first.into_sorted(), [1, 4, 0]);
        let mut none = First::new(0);
        none.offer(lost, || 1);
        assert!(none.into_sorted().is_empty());
    }
}
