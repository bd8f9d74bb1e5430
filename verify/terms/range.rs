//! Intervals of integers (Moore, *Interval Analysis*, 1966) as ranges of terms. A missing bound is infinite, a value of its own and not a
//! large number. Results of infinite ends are infinite, or independent of them.

use std::cell::Cell;

/// The end of an interval that has no least value.
pub(crate) const UNBOUNDED_BELOW: i128 = i128::MIN;

/// The end of an interval that has no greatest value.
pub(crate) const UNBOUNDED_ABOVE: i128 = i128::MAX;

thread_local! {
    /// The mistake to divide no end from 2¹²⁰ on, as if it were infinite, which tests are to find.
    static KEEPS_LARGE_ENDS: Cell<bool> = const { Cell::new(false) };
}

/// Sets whether quotients keep large ends: a mistake, made for tests alone.
pub(crate) fn keep_large_ends(wrong: bool) {
    KEEPS_LARGE_ENDS.set(wrong);
}

/// All integers from `lo` to `hi`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range {
    /// The least, or [`UNBOUNDED_BELOW`].
    pub(crate) lo: i128,
    /// The greatest, or [`UNBOUNDED_ABOVE`].
    pub(crate) hi: i128,
}

/// An end of an interval as a number with infinities: what an exact result is that does not fit is infinite too.
fn product(a: i128, b: i128) -> i128 {
    if a == 0 || b == 0 {
        return 0;
    }
    let infinite = [a, b].iter().any(|end| [UNBOUNDED_BELOW, UNBOUNDED_ABOVE].contains(end));
    let away = if (a < 0) == (b < 0) { UNBOUNDED_ABOVE } else { UNBOUNDED_BELOW };
    if infinite { away } else { a.checked_mul(b).unwrap_or(away) }
}

/// The floor of a quotient by a number above zero; infinity stays what it is.
fn quotient(a: i128, divisor: i128) -> i128 {
    let stays = KEEPS_LARGE_ENDS.get() && a.unsigned_abs() >= 1 << 120;
    if stays || a == UNBOUNDED_BELOW || a == UNBOUNDED_ABOVE { a } else { a.div_euclid(divisor) }
}

/// The least of the numbers 2ᵏ − 1 that is no less than `most`, or 0; of what has no bound none.
pub(crate) fn all_ones(most: i128) -> i128 {
    let most = most.max(0);
    if most == 0 { 0 } else { i128::MAX >> (most.leading_zeros() - 1) }
}

impl Range {
    /// All integers.
    pub(crate) const ALL: Range = Range { lo: UNBOUNDED_BELOW, hi: UNBOUNDED_ABOVE };

    /// From `lo` to `hi`. What is beyond every number that an end can be bounds nothing: a least value that is
    /// infinitely large becomes the greatest number, and the other way round.
    pub(crate) fn new(lo: i128, hi: i128) -> Self {
        Range { lo: lo.min(UNBOUNDED_ABOVE - 1), hi: hi.max(UNBOUNDED_BELOW + 1) }
    }

    /// A single integer.
    pub(crate) fn of(value: i128) -> Self {
        Range::new(value, value)
    }

    /// Whether both ends are numbers.
    pub(crate) const fn is_bounded(self) -> bool {
        self.lo != UNBOUNDED_BELOW && self.hi != UNBOUNDED_ABOVE
    }

    /// Of the sums.
    pub(crate) fn plus(self, other: Self) -> Self {
        // Below every least number, and above every greatest, is no bound.
        let lo = match (self.lo, other.lo) {
            (UNBOUNDED_BELOW, _) | (_, UNBOUNDED_BELOW) => UNBOUNDED_BELOW,
            (a, b) => a.saturating_add(b),
        };
        let hi = match (self.hi, other.hi) {
            (UNBOUNDED_ABOVE, _) | (_, UNBOUNDED_ABOVE) => UNBOUNDED_ABOVE,
            (a, b) => a.saturating_add(b),
        };
        Range::new(lo, hi)
    }

    /// Of the products.
    pub(crate) fn times(self, other: Self) -> Self {
        let corners = [
            product(self.lo, other.lo),
            product(self.lo, other.hi),
            product(self.hi, other.lo),
            product(self.hi, other.hi),
        ];
        let (mut lo, mut hi) = (corners[0], corners[0]);
        for corner in corners {
            lo = lo.min(corner);
            hi = hi.max(corner);
        }
        Range::new(lo, hi)
    }

    /// Of the floors of quotients by a number above zero.
    pub(crate) fn over(self, divisor: i128) -> Self {
        Range::new(quotient(self.lo, divisor), quotient(self.hi, divisor))
    }

    /// As far from zero on both sides as either end of either interval, and one further.
    pub(crate) fn magnitudes(self, other: Self) -> Self {
        if !self.is_bounded() || !other.is_bounded() {
            return Range::ALL;
        }
        let most = [self.lo, self.hi, other.lo, other.hi].into_iter().map(i128::unsigned_abs).max();
        let most = most.and_then(|most| i128::try_from(most).ok()?.checked_add(1));
        most.map_or(Range::ALL, |most| Range::new(-most, most))
    }

    /// Of numbers of either.
    pub(crate) fn or(self, other: Self) -> Self {
        Range::new(self.lo.min(other.lo), self.hi.max(other.hi))
    }
}
