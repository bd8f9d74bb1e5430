//! Contracts read over plain numbers: what one launch makes of them.

use spec::domain::{Bool, Number};

/// A truth value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Truth(pub(super) bool);

/// An integer; what leaves 128 bits stays at their end, far beyond anything that a launch may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Exact(pub(super) i128);

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

impl Number for Exact {
    type Bool = Truth;

    fn constant(value: i128) -> Self {
        Exact(value)
    }

    fn add(&self, other: &Self) -> Self {
        Exact(self.0.saturating_add(other.0))
    }

    fn sub(&self, other: &Self) -> Self {
        Exact(self.0.saturating_sub(other.0))
    }

    fn mul(&self, other: &Self) -> Self {
        Exact(self.0.saturating_mul(other.0))
    }

    fn div_floor(&self, other: &Self) -> Self {
        let rounds = |quotient: i128| {
            let exact = quotient.saturating_mul(other.0) == self.0;
            if !exact && (self.0 < 0) != (other.0 < 0) { quotient - 1 } else { quotient }
        };
        Exact(self.0.checked_div(other.0).map_or(0, rounds))
    }

    fn rem_floor(&self, other: &Self) -> Self {
        Exact(self.0.saturating_sub(other.0.saturating_mul(self.div_floor(other).0)))
    }

    fn equals(&self, other: &Self) -> Truth {
        Truth(self == other)
    }

    fn less(&self, other: &Self) -> Truth {
        Truth(self.0 < other.0)
    }

    fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
        if condition.0 { *then } else { *otherwise }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_is_by_the_floor_and_total() {
        let divided = |a, b| (Exact(a).div_floor(&Exact(b)).0, Exact(a).rem_floor(&Exact(b)).0);
        assert_eq!(divided(7, 2), (3, 1));
        assert_eq!(divided(-7, 2), (-4, 1));
        assert_eq!(divided(7, -2), (-4, -1));
        assert_eq!(divided(-6, 2), (-3, 0));
        assert_eq!(divided(5, 0), (0, 5));
    }
}
