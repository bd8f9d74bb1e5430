//! Plain integers and truth values, and random numbers: a reading of contracts that shares nothing with the others.

use spec::domain::{Bool, Number};

/// A truth value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Truth(pub(super) bool);

/// An integer; contracts of small launches stay small.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plain(pub(super) i128);

impl Bool for Truth {
    fn constant(value: bool) -> Self {
        Truth(value)
    }

    fn and(&self, other: &Self) -> Self {
        Truth(self.0 && other.0)
    }

    fn or(&self, other: &Self) -> Self {
        Truth(self.0 || other.0)
    }

    fn not(&self) -> Self {
        Truth(!self.0)
    }
}

impl Number for Plain {
    type Bool = Truth;

    fn constant(value: i128) -> Self {
        Plain(value)
    }

    fn add(&self, other: &Self) -> Self {
        Plain(self.0 + other.0)
    }

    fn sub(&self, other: &Self) -> Self {
        Plain(self.0 - other.0)
    }

    fn mul(&self, other: &Self) -> Self {
        Plain(self.0 * other.0)
    }

    fn div_floor(&self, other: &Self) -> Self {
        if other.0 == 0 {
            return Plain(0);
        }
        let quotient = self.0.div_euclid(other.0);
        let exact = quotient * other.0 == self.0;
        Plain(if other.0 < 0 && !exact { quotient - 1 } else { quotient })
    }

    fn rem_floor(&self, other: &Self) -> Self {
        Plain(self.0 - other.0 * self.div_floor(other).0)
    }

    fn equals(&self, other: &Self) -> Truth {
        Truth(self.0 == other.0)
    }

    fn less(&self, other: &Self) -> Truth {
        Truth(self.0 < other.0)
    }

    fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
        if condition.0 { *then } else { *otherwise }
    }
}

/// Random numbers that are the same in every run (Steele, Lea and Flood's mixer).
pub(crate) struct Draw(u64);

impl Draw {
    /// From a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Draw(seed)
    }

    /// Sixty-four bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// One of several.
    pub(crate) fn one<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[(self.next() % of.len() as u64) as usize]
    }
}
