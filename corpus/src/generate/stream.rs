//! The random stream of one case: ChaCha8 words and nothing else of any random crate, whose sampling has changed between releases.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The words of one stream of one seed.
#[derive(Clone, Debug)]
pub(super) struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of case `index`; each index has its own, so that a case is made without its predecessors.
    pub(super) fn new(seed: u64, index: u64) -> Stream {
        let mut words = ChaCha8Rng::seed_from_u64(seed);
        words.set_stream(index);
        Stream(words)
    }

    /// The next raw word.
    pub(super) fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A number below `n`, each as likely as the next; 0 when `n` is 0.
    pub(super) fn below(&mut self, n: u32) -> u32 {
        if n == 0 {
            return 0;
        }
        // Words above the last full multiple of `n` would favour small remainders: draw again.
        let zone = u32::MAX - u32::MAX % n;
        loop {
            let word = self.word();
            if word < zone {
                return word % n;
            }
        }
    }

    /// True `percent` times of a hundred.
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.below(100) < percent
    }

    /// One of a table's rows, which must have one.
    pub(super) fn pick<'t, T>(&mut self, table: &'t [T]) -> &'t T {
        &table[self.below(table.len() as u32) as usize]
    }

    /// The place of one weight in `weights`, as likely as its share of the sum; 0 when all are 0.
    pub(super) fn weighted(&mut self, weights: impl Iterator<Item = u32> + Clone) -> usize {
        let mut left = self.below(weights.clone().sum());
        for (place, weight) in weights.enumerate() {
            if left < weight {
                return place;
            }
            left -= weight;
        }
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_raw_words_are_pinned() {
        let words = |seed, index| {
            let mut stream = Stream::new(seed, index);
            [stream.word(), stream.word(), stream.word()]
        };
        // 12578764544318200737 is the first 64-bit word of seed 42 that other users of ChaCha8 document.
        let [low, high, _] = words(42, 0);
        assert_eq!(u64::from(high) << 32 | u64::from(low), 12_578_764_544_318_200_737);
        assert_eq!(words(42, 1), [2_378_819_728, 3_078_596_705, 2_774_545_821]);
        assert_eq!(words(0, 7), [2_547_346_080, 2_377_348_038, 2_439_638_529]);
    }

    #[test]
    fn below_reaches_every_number_and_no_other() {
        let mut stream = Stream::new(1, 1);
        let mut seen = [0u32; 7];
        for _ in 0..7_000 {
            seen[stream.below(7) as usize] += 1;
        }
        assert!(seen.iter().all(|&count| (800..1_200).contains(&count)), "{seen:?}");
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.below(1), 0);
    }

    #[test]
    fn a_weight_of_nothing_is_never_drawn() {
        let mut stream = Stream::new(1, 2);
        for _ in 0..1_000 {
            assert_ne!(stream.weighted([3, 0, 5].into_iter()), 1);
        }
    }
}
