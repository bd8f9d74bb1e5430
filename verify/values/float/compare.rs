//! Comparisons of floats, as far as what is known of both decides them: numbers between bounds that lie apart, and integers towards zero.

use spec::domain::{Bool as _, Number};
use spec::syntax::attributes::{Comparison, Ordering};

use super::{LARGEST, Real};
use crate::terms::{Num, Truth};

impl Real {
    /// The comparison; `ordering` gives the result for NaN.
    pub(super) fn compared(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Truth {
        let numbers = self.in_order(other, comparison).unwrap_or_else(Truth::fresh);
        let nan = self.is_nan().or(&other.is_nan());
        match ordering {
            Ordering::Ordered => nan.not().and(&numbers),
            Ordering::Unordered => nan.or(&numbers),
        }
    }

    /// The comparison of two that are not NaN.
    fn in_order(&self, other: &Self, comparison: Comparison) -> Option<Truth> {
        match comparison {
            Comparison::Equal => self.is_equal(other),
            Comparison::NotEqual => self.is_equal(other).map(|equal| equal.not()),
            Comparison::LessThan => self.is_less(other),
            Comparison::LessThanOrEqual => other.is_less(self).map(|less| less.not()),
            Comparison::GreaterThan => other.is_less(self),
            Comparison::GreaterThanOrEqual => self.is_less(other).map(|less| less.not()),
        }
    }

    fn is_equal(&self, other: &Self) -> Option<Truth> {
        if self.bounds.hi < other.bounds.lo || other.bounds.hi < self.bounds.lo {
            return Some(Truth::constant(false));
        }
        let (a, b) = self.whole.zip(other.whole)?;
        let is_exact = self.exact().is_some() && other.exact().is_some();
        Some(if is_exact { a.equals(&b) } else { a.equals(&b).and(&Truth::fresh()) })
    }

    fn is_less(&self, other: &Self) -> Option<Truth> {
        if self.bounds.hi < other.bounds.lo {
            return Some(Truth::constant(true));
        }
        if other.bounds.hi <= self.bounds.lo {
            return Some(Truth::constant(false));
        }
        let (a, b) = self.whole.zip(other.whole)?;
        // Rounding towards zero keeps the order. Of equal integers, an exact one is the least or the greatest number, by its sign.
        let (zero, no, open) = (Num::constant(0), Truth::constant(false), Truth::fresh());
        let tie = match (self.exact(), other.exact()) {
            (Some(_), Some(_)) => no,
            (None, Some(_)) => Truth::choose(&zero.less(&b), &no, &open),
            (Some(_), None) => Truth::choose(&a.less(&zero), &no, &open),
            (None, None) => open,
        };
        Some(a.less(&b).or(&a.equals(&b).and(&tie)))
    }

    /// The exact integer value, if the number is an integer within range.
    fn exact(&self) -> Option<Num> {
        const { assert!(LARGEST > 1 << 99, "what is cut lies beyond") };
        let most = 2f64.powi(99);
        self.whole.filter(|_| self.integral && self.bounds.lo > -most && self.bounds.hi < most)
    }
}
