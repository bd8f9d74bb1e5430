//! Integers, exact or unknown. A contract's numbers may exceed 128 bits, as products of large arguments do. A launch is admitted
//! only if all clauses are known to hold.

use crate::domain::{Bool, Number};

/// A truth value that may not be known (Kleene's strong logic).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Known(pub(super) Option<bool>);

/// An integer, possibly unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exact(pub(super) Option<i128>);

impl Bool for Known {
    fn constant(value: bool) -> Self {
        Known(Some(value))
    }

    fn and(&self, other: &Self) -> Self {
        Known(match (self.0, other.0) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            (None, Some(true) | None) | (Some(true), None) => None,
        })
    }

    fn or(&self, other: &Self) -> Self {
        self.not().and(&other.not()).not()
    }

    fn not(&self) -> Self {
        Known(self.0.map(|value| !value))
    }
}

impl Exact {
    fn with(self, other: Self, of: impl Fn(i128, i128) -> Option<i128>) -> Self {
        Exact(self.0.zip(other.0).and_then(|(a, b)| of(a, b)))
    }

    fn compare(self, other: Self, holds: impl Fn(i128, i128) -> bool) -> Known {
        Known(self.0.zip(other.0).map(|(a, b)| holds(a, b)))
    }

    /// 2ᵏ, where 0 ≤ k < `below`, and else 0.
    fn power(self, below: u32) -> Self {
        let of = |k: i128| match u32::try_from(k).ok().filter(|k| *k < below) {
            Some(k) => 1i128.checked_shl(k).filter(|power| *power > 0),
            None => Some(0),
        };
        Exact(self.0.and_then(of))
    }
}

/// The floor of a quotient; none by zero, which breaks the clause.
fn floor(a: i128, b: i128) -> Option<i128> {
    let (quotient, rest) = (a.checked_div(b)?, a.checked_rem(b)?);
    quotient.checked_sub(i128::from(rest != 0 && (rest < 0) != (b < 0)))
}

impl Number for Exact {
    type Bool = Known;

    fn constant(value: i128) -> Self {
        Exact(Some(value))
    }

    fn add(&self, other: &Self) -> Self {
        self.with(*other, i128::checked_add)
    }

    fn sub(&self, other: &Self) -> Self {
        self.with(*other, i128::checked_sub)
    }

    fn mul(&self, other: &Self) -> Self {
        self.with(*other, i128::checked_mul)
    }

    fn div_floor(&self, other: &Self) -> Self {
        self.with(*other, floor)
    }

    fn rem_floor(&self, other: &Self) -> Self {
        self.with(*other, |a, b| a.checked_sub(floor(a, b)?.checked_mul(b)?))
    }

    fn times_power(&self, k: &Self, below: u32) -> Self {
        self.mul(&k.power(below))
    }

    fn over_power(&self, k: &Self, below: u32) -> Self {
        self.div_floor(&k.power(below))
    }

    fn equals(&self, other: &Self) -> Known {
        self.compare(*other, |a, b| a == b)
    }

    fn less(&self, other: &Self) -> Known {
        self.compare(*other, |a, b| a < b)
    }

    fn choose(condition: &Known, then: &Self, otherwise: &Self) -> Self {
        match condition.0 {
            Some(true) => *then,
            Some(false) => *otherwise,
            None if then == otherwise => *then,
            None => Exact(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_leaves_128_bits_is_not_known() {
        let (large, two) = (Exact::constant(i128::MAX), Exact::constant(2));
        assert_eq!(large.mul(&two), Exact(None));
        assert_eq!(large.mul(&two).less(&large), Known(None));
        assert_eq!(large.mul(&two).div_floor(&two), Exact(None));
        assert_eq!(Known(None).and(&Known(Some(false))), Known(Some(false)));
        assert_eq!(Known(None).or(&Known(Some(true))), Known(Some(true)));
        assert_eq!(Known(None).or(&Known(Some(false))), Known(None));
        assert_eq!(Exact::constant(-7).div_floor(&two), Exact(Some(-4)));
        assert_eq!(Exact::constant(-7).rem_floor(&two), Exact(Some(1)));
        assert_eq!(two.div_floor(&Exact::constant(0)), Exact(None));
        assert_eq!(two.rem_floor(&Exact::constant(0)), Exact(None));
    }
}
