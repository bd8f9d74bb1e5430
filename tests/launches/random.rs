//! Random numbers that are the same in every run (Steele, Lea and Flood's mixer).

/// A source of random numbers.
pub(crate) struct Draw(u64);

impl Draw {
    /// From a seed.
    #[allow(dead_code, reason = "each test takes what it needs")]
    pub(crate) fn new(seed: u64) -> Self {
        Draw(seed)
    }

    /// From a name.
    pub(crate) fn named(name: &str) -> Self {
        Draw(name.bytes().fold(7, |seed: u64, byte| seed.wrapping_mul(31).wrapping_add(byte.into())))
    }

    /// Sixty-four bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    /// A random item.
    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
