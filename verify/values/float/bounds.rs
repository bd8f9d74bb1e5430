//! Bounds of floats, with whether one may be NaN: intervals over the numbers and the infinities (Moore, *Interval Analysis*, 1966),
//! rounded outwards, so that they hold in every rounding mode.

use spec::domain::Function;
use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::types::Scalar;

/// The bounds of a float, and whether it may be NaN.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) lo: f64,
    pub(crate) hi: f64,
    pub(crate) nan: bool,
}

/// Anything.
pub(crate) const ANY: Bounds = Bounds { lo: f64::NEG_INFINITY, hi: f64::INFINITY, nan: true };

impl Bounds {
    /// Of numbers.
    pub(crate) fn new(lo: f64, hi: f64) -> Self {
        Bounds { lo, hi, nan: false }
    }

    /// The finite numbers of a format.
    pub(crate) fn finite(format: Scalar) -> Self {
        let most = greatest_of(format);
        let least = if format == Scalar::F8E8m0fnu { 0.0 } else { -most };
        Bounds::new(least, most)
    }

    /// The float of a pattern.
    pub(crate) fn of_bits(bits: u64, format: Scalar) -> Self {
        match format::value(bits, format) {
            Some(value) if !value.is_nan() => Bounds::new(value, value),
            Some(_) | None => ANY,
        }
    }

    /// Whether the float is finite.
    pub(crate) fn is_finite(&self) -> bool {
        !self.nan && self.lo.is_finite() && self.hi.is_finite()
    }

    /// The union of two.
    pub(crate) fn or(&self, other: &Self) -> Self {
        Bounds { lo: self.lo.min(other.lo), hi: self.hi.max(other.hi), nan: self.nan || other.nan }
    }

    /// The intersection.
    pub(crate) fn within(&self, other: &Self) -> Self {
        Bounds { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi), nan: self.nan && other.nan }
    }

    pub(crate) fn has_zero(&self) -> bool {
        self.lo <= 0.0 && 0.0 <= self.hi
    }

    pub(crate) fn has_infinity(&self) -> bool {
        self.lo == f64::NEG_INFINITY || self.hi == f64::INFINITY
    }

    /// The hull of corners; a NaN corner gives anything.
    fn hull(corners: &[(f64, f64)], nan: bool) -> Self {
        if corners.iter().any(|(lo, hi)| lo.is_nan() || hi.is_nan()) {
            return Bounds { nan, ..ANY };
        }
        let lo = corners.iter().map(|(lo, _)| *lo).fold(f64::INFINITY, f64::min);
        let hi = corners.iter().map(|(_, hi)| *hi).fold(f64::NEG_INFINITY, f64::max);
        Bounds { lo, hi, nan }
    }

    pub(crate) fn neg(&self) -> Self {
        Bounds { lo: -self.hi, hi: -self.lo, nan: self.nan }
    }

    pub(crate) fn add(&self, other: &Self) -> Self {
        let opposite = self.hi == f64::INFINITY && other.lo == f64::NEG_INFINITY
            || self.lo == f64::NEG_INFINITY && other.hi == f64::INFINITY;
        let nan = self.nan || other.nan || opposite;
        let end = |a: f64, b: f64, none: f64| if (a + b).is_nan() { (none, none) } else { sum(a, b) };
        let lo = end(self.lo, other.lo, f64::NEG_INFINITY).0;
        let hi = end(self.hi, other.hi, f64::INFINITY).1;
        Bounds { lo, hi, nan }
    }

    pub(crate) fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    pub(crate) fn mul(&self, other: &Self) -> Self {
        let invalid = self.has_zero() && other.has_infinity() || self.has_infinity() && other.has_zero();
        let corner = |a: f64, b: f64| product(a, b);
        let corners = [
            corner(self.lo, other.lo),
            corner(self.lo, other.hi),
            corner(self.hi, other.lo),
            corner(self.hi, other.hi),
        ];
        Bounds::hull(&corners, self.nan || other.nan || invalid)
    }

    /// The square.
    pub(crate) fn square(&self) -> Self {
        let all = self.mul(self);
        // An infinity is no zero at the same time.
        Bounds { lo: all.lo.max(0.0), nan: self.nan, ..all }
    }

    pub(crate) fn div(&self, other: &Self) -> Self {
        let nan = self.nan || other.nan;
        if other.has_zero() {
            let invalid = self.has_zero() || self.has_infinity() && other.has_infinity();
            return Bounds { nan: nan || invalid, ..ANY };
        }
        let invalid = self.has_infinity() && other.has_infinity();
        if invalid {
            return ANY;
        }
        let corner = |a: f64, b: f64| around(a / b, a == 0.0 || a.is_infinite() || b.is_infinite());
        let corners = [
            corner(self.lo, other.lo),
            corner(self.lo, other.hi),
            corner(self.hi, other.lo),
            corner(self.hi, other.hi),
        ];
        Bounds::hull(&corners, nan)
    }

    pub(crate) fn max(&self, other: &Self, propagates: bool) -> Self {
        let both =
            Bounds { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi), nan: self.nan || other.nan };
        self.chosen(other, both, propagates)
    }

    pub(crate) fn min(&self, other: &Self, propagates: bool) -> Self {
        let both =
            Bounds { lo: self.lo.min(other.lo), hi: self.hi.min(other.hi), nan: self.nan || other.nan };
        self.chosen(other, both, propagates)
    }

    /// If one operand is a NaN and NaN is not propagated, the result is the other operand.
    fn chosen(&self, other: &Self, both: Bounds, propagates: bool) -> Self {
        if propagates {
            return both;
        }
        let mut all = Bounds { nan: self.nan && other.nan, ..both };
        for (nan, number) in [(self.nan, other), (other.nan, self)] {
            if nan {
                (all.lo, all.hi) = (all.lo.min(number.lo), all.hi.max(number.hi));
            }
        }
        all
    }

    /// So many of it, summed in any order, each step rounded off by a part of one in `parts`.
    pub(crate) fn times(&self, count: f64, parts: f64) -> Self {
        let all = Bounds::new(count, count).mul(self);
        // (1 + 1 / parts) to the power of so many is less than e to the power of their quotient.
        let grows = Bounds::new(1.0, (2.0 * count / parts).exp()).mul(&Bounds { nan: false, ..all });
        let nan = self.nan || self.lo == f64::NEG_INFINITY && self.hi == f64::INFINITY || grows.nan;
        Bounds { nan, ..all.or(&grows).with_zero() }
    }

    /// The bounds of values within a relative distance of these.
    pub(crate) fn near(&self, part: f64) -> Self {
        if part == 0.0 {
            return *self;
        }
        let off = |end: f64| (end * part).abs();
        let lo = if self.lo.is_finite() { (self.lo - off(self.lo)).next_down() } else { self.lo };
        let hi = if self.hi.is_finite() { (self.hi + off(self.hi)).next_up() } else { self.hi };
        let lo = if self.lo >= 0.0 { lo.max(0.0) } else { lo };
        let hi = if self.hi <= 0.0 { hi.min(0.0) } else { hi };
        Bounds { lo, hi, nan: self.nan }
    }

    /// The bounds of values within a distance near zero, with equal sign.
    pub(crate) fn near_zero(&self, next: f64, distance: f64) -> Self {
        let off = |end: f64| if end.abs() < next { distance } else { 0.0 };
        let (lo, hi) = (self.lo - off(self.lo), self.hi + off(self.hi));
        let lo = if self.lo >= 0.0 { lo.max(0.0) } else { lo };
        let hi = if self.hi <= 0.0 { hi.min(0.0) } else { hi };
        Bounds { lo, hi, nan: self.nan }
    }

    /// The bounds after subnormal numbers are flushed to zero.
    pub(crate) fn flushed(&self, flushes: bool) -> Self {
        let normal = f64::from(f32::MIN_POSITIVE);
        let lo = if flushes && 0.0 < self.lo && self.lo < normal { 0.0 } else { self.lo };
        let hi = if flushes && -normal < self.hi && self.hi < 0.0 { 0.0 } else { self.hi };
        Bounds { lo, hi, nan: self.nan }
    }

    /// A sum whose parts are sums of these bounds: if parts may overflow in both directions, the sum may be NaN.
    pub(crate) fn of_parts(&self) -> Self {
        let opposite = self.lo == f64::NEG_INFINITY && self.hi == f64::INFINITY;
        Bounds { nan: self.nan || opposite, ..*self }
    }

    /// With zero.
    pub(crate) fn with_zero(&self) -> Self {
        self.or(&Bounds::new(0.0, 0.0))
    }

    /// The bounds of all values within a distance of these.
    pub(crate) fn within_distance(&self, distance: f64) -> Self {
        self.add(&Bounds::new(-distance, distance))
    }

    /// The least magnitude.
    pub(crate) fn least_magnitude(&self) -> f64 {
        if self.has_zero() { 0.0 } else { self.lo.abs().min(self.hi.abs()) }
    }

    /// The greatest magnitude.
    pub(crate) fn magnitude(&self) -> f64 {
        self.lo.abs().max(self.hi.abs())
    }

    /// The bounds after rounding to a format. Of a format without infinities, what is too large counts as no number; of one
    /// without a sign and zero the magnitude is left.
    pub(crate) fn rounded(&self, format: Scalar, flushes: bool) -> Self {
        if self.lo.is_nan() || self.hi.is_nan() {
            return ANY;
        }
        let most = greatest_of(format);
        let too_large = self.lo < -most || self.hi > most;
        if infinity_of(format).is_none() && too_large {
            return Bounds { nan: true, ..Bounds::finite(format) };
        }
        let from = if format == Scalar::F8E8m0fnu { self.of(Function::Abs) } else { *self };
        let end = |number: f64, rounding| {
            let bits = format::convert(number, format, rounding);
            bits.and_then(|bits| format::value(bits, format)).unwrap_or(number)
        };
        let (lo, hi) = (end(from.lo, Rounding::NegativeInf), end(from.hi, Rounding::PositiveInf));
        Bounds { lo, hi, nan: self.nan }.flushed(flushes)
    }

    /// The exact bounds of a function.
    pub(crate) fn of(&self, function: Function) -> Self {
        let nan = self.nan;
        let rising = |of: fn(f64) -> f64| Bounds { lo: of(self.lo), hi: of(self.hi), nan };
        match function {
            Function::Abs => {
                let least = self.lo.abs().min(self.hi.abs());
                Bounds { lo: if self.has_zero() { 0.0 } else { least }, hi: self.magnitude(), nan }
            }
            Function::Ceil => rising(f64::ceil),
            Function::Floor => rising(f64::floor),
            Function::Exp => rising(f64::exp),
            Function::Exp2 => rising(f64::exp2),
            Function::Tanh => rising(f64::tanh),
            Function::Sqrt => {
                let of = |end: f64| root(end.max(0.0));
                Bounds { lo: of(self.lo).0, hi: of(self.hi).1, nan: nan || self.lo < 0.0 }
            }
            Function::Rsqrt if self.lo > 0.0 => {
                Bounds { lo: 1.0 / self.hi.sqrt(), hi: 1.0 / self.lo.sqrt(), nan }
            }
            Function::Log if self.lo > 0.0 => rising(f64::ln),
            Function::Log2 if self.lo > 0.0 => rising(f64::log2),
            Function::Sin | Function::Cos if !self.has_infinity() => Bounds { lo: -1.0, hi: 1.0, nan },
            Function::Cosh if self.has_zero() => {
                Bounds { lo: 1.0, hi: self.lo.cosh().max(self.hi.cosh()), nan }
            }
            Function::Sinh => rising(f64::sinh),
            Function::Rsqrt
            | Function::Log
            | Function::Log2
            | Function::Sin
            | Function::Cos
            | Function::Cosh
            | Function::Tan => ANY,
        }
    }
}

/// The greatest finite number of a float type.
pub(crate) fn greatest_of(format: Scalar) -> f64 {
    let bits = format::convert(f64::MAX, format, Rounding::Zero);
    bits.and_then(|bits| format::value(bits, format)).unwrap_or(f64::INFINITY)
}

/// The pattern of infinity, if the type has one.
pub(crate) fn infinity_of(format: Scalar) -> Option<u64> {
    format::nearest(f64::INFINITY, format).filter(|bits| format::value(*bits, format) == Some(f64::INFINITY))
}

/// Bounds of a number that the host computed to the nearest: the number itself if exact.
fn around(near: f64, exact: bool) -> (f64, f64) {
    if exact || near.is_nan() {
        return (near, near);
    }
    (near.next_down(), near.next_up())
}

/// Bounds of a sum.
fn sum(a: f64, b: f64) -> (f64, f64) {
    let near = a + b;
    let back = near - a;
    let rest = (a - (near - back)) + (b - back);
    around(near, rest == 0.0 || a.is_infinite() || b.is_infinite())
}

/// Bounds of a product; of zero and infinity, which is NaN, zero bounds the other products.
fn product(a: f64, b: f64) -> (f64, f64) {
    if a == 0.0 || b == 0.0 {
        return (0.0, 0.0);
    }
    let near = a * b;
    let exact = near.abs() > EXACT_RESIDUES && a.mul_add(b, -near) == 0.0;
    around(near, exact || a.is_infinite() || b.is_infinite())
}

/// Bounds of a square root.
fn root(of: f64) -> (f64, f64) {
    let near = of.sqrt();
    let exact = of > EXACT_RESIDUES && near.mul_add(near, -of) == 0.0;
    let (lo, hi) = around(near, exact || of == 0.0 || of.is_infinite());
    (lo.max(0.0), hi)
}

/// Above this magnitude, what the nearest result of a product leaves is no smaller than the least binary64 number.
const EXACT_RESIDUES: f64 = f64::from_bits((1023 - 960) << 52);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_what_is_computed() {
        let numbers = [-3e38, -65504.0, -1.5, -0.0, 0.0, 1e-40, 1.0, 2.5, 448.0, 3e38, f64::INFINITY];
        for a in numbers {
            for b in numbers {
                let (x, y) = (Bounds::new(a, a.max(1.0)), Bounds::new(b.min(-1.0), b));
                for (of, bounds) in
                    [(a + b, x.add(&y)), (a - b, x.sub(&y)), (a * b, x.mul(&y)), (a / b, x.div(&y))]
                {
                    let holds = if of.is_nan() { bounds.nan } else { bounds.lo <= of && of <= bounds.hi };
                    assert!(holds, "{a} {b}: {of} is not in {bounds:?}");
                }
            }
        }
    }

    #[test]
    fn results_that_are_not_exact_lie_between_two_numbers() {
        let two = Bounds::new(2.0, 2.0).of(Function::Sqrt);
        assert!(two.lo < two.hi, "{two:?}");
        assert_eq!(Bounds::new(4.0, 4.0).of(Function::Sqrt), Bounds::new(2.0, 2.0));
        // What the nearest product leaves is less than the least number here.
        let small = |exponent: i32| Bounds::new(2f64.powi(exponent), 2f64.powi(exponent));
        let odd = Bounds::new(1.0 + f64::EPSILON, 1.0 + f64::EPSILON);
        let product = odd.mul(&small(-500)).mul(&odd.mul(&small(-522)));
        assert!(product.lo < product.hi, "{product:?}");
    }

    #[test]
    fn what_a_format_does_not_have_is_infinite_or_no_number() {
        let large = Bounds::new(0.0, 70000.0);
        assert_eq!(large.rounded(Scalar::F16, false).hi, f64::INFINITY);
        assert!(large.rounded(Scalar::Bf16, false).is_finite());
        assert!(large.rounded(Scalar::F8E4m3fn, false).nan);
        assert!(Bounds::new(-65504.0, 65504.0).rounded(Scalar::F16, false).is_finite());
    }
}
