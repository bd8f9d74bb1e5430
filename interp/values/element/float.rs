//! Floating-point arithmetic, correctly rounded (semantics E.3, E.4): on the host for the nearest float, in software
//! for every other mode.

use rustc_apfloat::ieee::Double;
use rustc_apfloat::{Float as Soft, Round, StatusAnd};
use spec::domain::{Float, FloatMode, Function, Function2};
use spec::ops::accuracy;
use spec::syntax::attributes::{Comparison, Ordering, Rounding};
use spec::syntax::count::low_bits;

use crate::values::element::format::{
    ArithmeticFormat, FULL_NAN, Format, Host, Source, direction, is_nearest,
};
use crate::values::element::number::Truth;
use crate::values::element::word::Lane;
use crate::values::elements::Store;

/// A float of one format, as its bits.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Real<K: ArithmeticFormat>(pub(crate) K::Store);

impl<K: ArithmeticFormat> Real<K> {
    #[inline]
    fn host(self) -> K::Host {
        K::host(self.0)
    }

    #[inline]
    fn soft(self) -> K::Soft {
        K::Soft::from_bits(self.0.raw().into())
    }

    /// The number in binary64, which holds every supported format.
    #[inline]
    pub(crate) fn to_f64(self) -> f64 {
        self.host().wide()
    }

    /// The magnitude.
    #[inline]
    pub(crate) fn magnitude(self) -> Self {
        Real(K::Store::from_raw(self.0.raw() & !K::SIGN))
    }

    #[inline]
    fn is_nan(self) -> bool {
        self.host().is_nan()
    }

    #[inline]
    fn is_negative(self) -> bool {
        self.0.raw() & K::SIGN != 0
    }

    #[inline]
    pub(crate) fn nan() -> Self {
        Real(K::Store::from_raw(K::NAN))
    }

    /// What the host computed, rounded to the format.
    #[inline]
    fn round(host: K::Host) -> Self {
        if host.is_nan() { Self::nan() } else { Real(K::round(host)) }
    }

    fn from_soft(soft: K::Soft) -> Self {
        if soft.is_nan() {
            Self::nan()
        } else {
            Real(K::Store::from_raw(low_bits(soft.to_bits().cast_signed())))
        }
    }

    /// Flushes a subnormal number to zero of equal sign, if requested.
    #[inline]
    pub(crate) fn flush(self, flush: bool) -> Self {
        if flush && self.soft_is_subnormal() {
            Real(K::Store::from_raw(self.0.raw() & K::SIGN))
        } else {
            self
        }
    }

    #[inline]
    fn soft_is_subnormal(self) -> bool {
        if K::NATIVE { self.host().is_subnormal() } else { self.soft().is_denormal() }
    }

    #[inline]
    fn arithmetic(
        self,
        other: Self,
        mode: FloatMode,
        near: impl Fn(K::Host, K::Host) -> K::Host,
        directed: impl Fn(K::Soft, K::Soft, Round) -> StatusAnd<K::Soft>,
    ) -> Self {
        let (lhs, rhs) = (self.flush(mode.flush_to_zero), other.flush(mode.flush_to_zero));
        // The host rounds to the nearest only; every other mode is computed in software.
        let result = if is_nearest(mode.rounding) {
            Self::round(near(lhs.host(), rhs.host()))
        } else {
            Self::compute_in_software(lhs, rhs, mode, directed)
        };
        result.flush(mode.flush_to_zero)
    }

    #[cold]
    #[inline(never)]
    fn compute_in_software(
        lhs: Self,
        rhs: Self,
        mode: FloatMode,
        directed: impl Fn(K::Soft, K::Soft, Round) -> StatusAnd<K::Soft>,
    ) -> Self {
        Self::from_soft(directed(lhs.soft(), rhs.soft(), direction(mode.rounding)).value)
    }

    /// The operand chosen by `first_wins`, for two different numbers.
    #[inline]
    fn select_extreme(
        self,
        other: Self,
        propagate_nan: bool,
        first_wins: impl Fn(K::Host, K::Host) -> bool,
        negative_zero_wins: bool,
    ) -> Self {
        match (self.is_nan(), other.is_nan()) {
            (true, true) => Self::nan(),
            (true, false) => {
                if propagate_nan {
                    Self::nan()
                } else {
                    other
                }
            }
            (false, true) => {
                if propagate_nan {
                    Self::nan()
                } else {
                    self
                }
            }
            (false, false) if self.host() == other.host() => {
                if self.is_negative() == negative_zero_wins {
                    self
                } else {
                    other
                }
            }
            (false, false) => {
                if first_wins(self.host(), other.host()) {
                    self
                } else {
                    other
                }
            }
        }
    }
}

impl<K: ArithmeticFormat> Lane for Real<K> {
    type Store = K::Store;

    #[inline]
    fn read(store: K::Store) -> Self {
        Real(store)
    }

    #[inline]
    fn write(self) -> K::Store {
        self.0
    }
}

impl<K: ArithmeticFormat> Source for Real<K> {
    #[inline]
    fn wide(self) -> f64 {
        let wide = self.host().wide();
        if !K::KEEPS_NAN && wide.is_nan() { FULL_NAN } else { wide }
    }
}

impl<K: ArithmeticFormat> Float for Real<K> {
    type Bool = Truth;

    #[inline]
    fn neg(&self) -> Self {
        Real(K::Store::from_raw(self.0.raw() ^ K::SIGN))
    }

    #[inline]
    fn add(&self, other: &Self, mode: FloatMode) -> Self {
        self.arithmetic(*other, mode, |a, b| a + b, Soft::add_r)
    }

    #[inline]
    fn sub(&self, other: &Self, mode: FloatMode) -> Self {
        self.arithmetic(*other, mode, |a, b| a - b, Soft::sub_r)
    }

    #[inline]
    fn mul(&self, other: &Self, mode: FloatMode) -> Self {
        self.arithmetic(*other, mode, |a, b| a * b, Soft::mul_r)
    }

    #[inline]
    fn div(&self, other: &Self, mode: FloatMode) -> Self {
        // The reciprocal of such a divisor counts as zero there (semantics E.3).
        let divisor = other.magnitude().to_f64();
        let is_beyond = divisor > *accuracy::APPROX_DIVISORS.end() && divisor.is_finite();
        if mode.rounding == Rounding::Approx && is_beyond {
            let zero = Real(K::Store::from_raw(other.0.raw() & K::SIGN));
            return self.mul(&zero, FloatMode { rounding: Rounding::NearestEven, ..mode });
        }
        self.arithmetic(*other, mode, |a, b| a / b, Soft::div_r)
    }

    #[inline]
    fn fma(&self, other: &Self, addend: &Self, mode: FloatMode) -> Self {
        let flush = mode.flush_to_zero;
        let (a, b, c) = (self.flush(flush), other.flush(flush), addend.flush(flush));
        let result = if K::NATIVE && is_nearest(mode.rounding) {
            Self::round(a.host().mul_add(b.host(), c.host()))
        } else {
            Self::from_soft(a.soft().mul_add_r(b.soft(), c.soft(), direction(mode.rounding)).value)
        };
        result.flush(flush)
    }

    #[inline]
    fn max(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        let (a, b) = (self.flush(flush_to_zero), other.flush(flush_to_zero));
        a.select_extreme(b, propagate_nan, |a, b| a > b, false)
    }

    #[inline]
    fn min(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        let (a, b) = (self.flush(flush_to_zero), other.flush(flush_to_zero));
        a.select_extreme(b, propagate_nan, |a, b| a < b, true)
    }

    #[inline]
    fn function(&self, function: Function, mode: FloatMode) -> Self {
        self.apply_function(function, mode)
    }

    #[inline]
    fn function2(&self, other: &Self, function: Function2) -> Self {
        self.apply_function2(*other, function)
    }

    #[inline]
    fn compare(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Truth {
        let (a, b) = (self.host(), other.host());
        let holds = match comparison {
            Comparison::Equal => a == b,
            Comparison::NotEqual => a != b,
            Comparison::LessThan => a < b,
            Comparison::LessThanOrEqual => a <= b,
            Comparison::GreaterThan => a > b,
            Comparison::GreaterThanOrEqual => a >= b,
        };
        let unordered = self.is_nan() | other.is_nan();
        Truth(if unordered { ordering == Ordering::Unordered } else { holds })
    }
}

impl<K: ArithmeticFormat> Format for Real<K> {
    const HAS_INSTRUCTIONS: bool = true;

    #[inline]
    fn power(self, exponent: i128) -> Self {
        self.raise(exponent)
    }

    fn from_integer(number: i128, mode: FloatMode) -> Self {
        // Below 2²⁴ every host type holds the integer exactly, so that only one rounding is left.
        let once = K::NATIVE || number.unsigned_abs() < 1 << 24;
        if once && is_nearest(mode.rounding) {
            return Self::round(K::Host::from_integer(number));
        }
        Self::from_soft(K::Soft::from_i128_r(number, direction(mode.rounding)).value)
    }

    #[inline]
    fn from_wide(wide: f64, mode: FloatMode) -> Self {
        if wide.is_nan() {
            return if K::NATIVE { Real(K::round(K::Host::from_nan(wide))) } else { Self::nan() };
        }
        let host = K::Host::from_wide(wide);
        let once = K::NATIVE || host.wide() == wide;
        let result = if once && is_nearest(mode.rounding) {
            Self::round(host)
        } else {
            let wide = Double::from_bits(wide.to_bits().into());
            Self::from_soft(K::soft_from_wide(wide, direction(mode.rounding)))
        };
        result.flush(mode.flush_to_zero)
    }
}
