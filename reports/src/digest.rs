//! A running digest of what a run is made of, to tell whether two runs had the same cases. FNV-1a, 64 bits: it
//! finds mistakes, and withstands nobody.

use std::fmt;

/// The digest of some texts in their order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    pub fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// Takes one more text in; where it ends counts, too.
    pub fn add(&mut self, text: &str) {
        // No text of UTF-8 holds the byte 0xff.
        for byte in text.bytes().chain([0xff]) {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The digest of one text.
    pub fn of(text: &str) -> Digest {
        let mut digest = Digest::new();
        digest.add(text);
        digest
    }

    /// One of `n` parts, from 0.
    pub fn part(self, n: u32) -> u32 {
        // The low bits of FNV are its weak ones.
        ((self.0 ^ (self.0 >> 32)) % u64::from(n.max(1))) as u32
    }
}

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
