//! Reproducible random choices.

/// A generator of numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    /// The generator with a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % bound.max(1) as u64) as usize
    }

    /// 64 random bits.
    pub(crate) fn bits(&mut self) -> u64 {
        (self.below(1 << 32) as u64) << 32 | self.below(1 << 32) as u64
    }

    /// A coin.
    pub(crate) fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    /// One of the items.
    pub(crate) fn of<T: Clone>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())].clone()
    }

    /// An item of a list of names.
    pub(crate) fn named<T: Clone>(&mut self, names: &[(T, &str)]) -> T {
        self.of(names).0
    }
}
