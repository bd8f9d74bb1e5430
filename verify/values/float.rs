//! Floats over terms: whether a float is NaN, and otherwise bounds of its number; the file is long because it has one
//! domain.
//!
//! Values of floats are not followed; what is known of them is what decides whether a conversion to integers has a
//! result, and how integers among them compare. Bounds are of exact results rounded outwards, so that they hold in every rounding mode.

#![expect(clippy::as_conversions, reason = "`From` has no conversion between i128 and f64")]

mod compare;
mod pinned;

use spec::domain::{Bool as _, Float, FloatMode, Function, Function2, Number};
use spec::syntax::attributes::{Comparison, Ordering, Rounding};
use spec::syntax::format;
use spec::syntax::types::Scalar;

use crate::smt::model::Model;
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Values};

/// What stands for the integer of a float that is larger: out of the range of every type.
pub(crate) const LARGEST: i128 = 1 << 100;

/// Whether a float is NaN.
#[derive(Debug, Clone, Copy)]
enum Nan {
    Never,
    Maybe,
    /// Under the condition.
    Where(Truth),
}

impl Nan {
    fn is_never(&self) -> bool {
        matches!(self, Nan::Never)
    }

    /// Either of two.
    fn either(&self, other: &Self) -> Self {
        match (self, other) {
            (Nan::Never, one) | (one, Nan::Never) => *one,
            (Nan::Where(a), Nan::Where(b)) => Nan::Where(a.or(b)),
            (Nan::Maybe, Nan::Maybe | Nan::Where(_)) | (Nan::Where(_), Nan::Maybe) => Nan::Maybe,
        }
    }

    /// Both are.
    fn both(&self, other: &Self) -> Self {
        match (self, other) {
            (Nan::Never, _) | (_, Nan::Never) => Nan::Never,
            (Nan::Where(a), Nan::Where(b)) => Nan::Where(a.and(b)),
            (Nan::Maybe, Nan::Maybe | Nan::Where(_)) | (Nan::Where(_), Nan::Maybe) => Nan::Maybe,
        }
    }
}

/// A float of which something may be known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Real {
    nan: Nan,
    /// A lower bound, unless the value is NaN.
    least: f64,
    /// The upper bound.
    greatest: f64,
    /// For a number, the integer toward zero, at most [`LARGEST`] in magnitude, if followed.
    whole: Option<Num>,
    /// Whether the number is an integer, and equals `whole`.
    integral: bool,
    /// A format that has the number.
    format: Scalar,
}

/// A float that a launch may have to give: of memory, or an argument.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Given {
    /// Whether the float is NaN.
    pub(crate) nan: Truth,
    /// The integer part toward zero, for a number.
    pub(crate) whole: Num,
    /// The type.
    pub(crate) format: Scalar,
}

impl Given {
    /// Any float of a type: a NaN, an infinity, or a number. Without `infinities` they are left out, a deliberate
    /// mistake for types with infinities.
    pub(crate) fn any(format: Scalar, infinities: bool) -> Self {
        let most = whole_of(greatest_of(format));
        let least = if format == Scalar::F8E8m0fnu { 0 } else { -most };
        let nan = if format == Scalar::F4E2m1fn { Truth::constant(false) } else { Truth::fresh() };
        let mut whole = Num::fresh("whole", least, most);
        // Of formats with many exponents the range ends where infinity begins for us.
        if infinities && most < LARGEST && infinity_of(format).is_some() {
            let infinity = Num::choose(&Truth::fresh(), &Num::constant(LARGEST), &Num::constant(-LARGEST));
            whole = Num::choose(&Truth::fresh(), &infinity, &whole);
        }
        Given { nan, whole, format }
    }

    /// A number of a type within an interval with possibly infinite ends.
    pub(crate) fn between(format: Scalar, (least, greatest): (f64, f64)) -> Self {
        let most = greatest_of(format);
        let (lo, hi) = (whole_of(least.max(-most)), whole_of(greatest.min(most)));
        if lo > hi {
            return Given { nan: Truth::constant(false), ..Given::any(format, true) };
        }
        let mut whole = Num::fresh("whole", lo, hi);
        for (end, infinity) in [(least, -LARGEST), (greatest, LARGEST)] {
            if end.is_infinite() && infinity_of(format).is_some() {
                whole = Num::choose(&Truth::fresh(), &Num::constant(infinity), &whole);
            }
        }
        Given { nan: Truth::constant(false), whole, format }
    }

    /// A pattern of the float that a model describes: further from zero where the format does not have the integer.
    pub(crate) fn bits(&self, model: &Model) -> Option<u64> {
        if model.truth(&self.nan) == Some(true) {
            return format::convert(f64::NAN, self.format, Rounding::NearestEven);
        }
        let whole = model.num(&self.whole)?;
        let near = whole as f64;
        if near.abs() > greatest_of(self.format) {
            return format::nearest(f64::INFINITY.copysign(near), self.format);
        }
        let shrunk = (near as i128).unsigned_abs() < whole.unsigned_abs();
        let away = if shrunk { near.to_bits() + 1 } else { near.to_bits() };
        let outwards = if whole < 0 { Rounding::NegativeInf } else { Rounding::PositiveInf };
        format::convert(f64::from_bits(away), self.format, outwards)
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

/// The integer towards zero, cut to [`LARGEST`].
fn whole_of(number: f64) -> i128 {
    (number as i128).clamp(-LARGEST, LARGEST)
}

impl Real {
    /// Any float.
    pub(crate) fn any() -> Self {
        let (least, greatest) = (f64::NEG_INFINITY, f64::INFINITY);
        Real { nan: Nan::Maybe, least, greatest, whole: None, integral: false, format: Scalar::F64 }
    }

    /// A float that a launch may have to give.
    pub(crate) fn from_given(given: &Given) -> Self {
        let (nan, whole) = (Nan::Where(given.nan), Some(given.whole));
        Real { nan, whole, format: given.format, ..Real::any() }
    }

    /// The float of a pattern.
    pub(crate) fn constant(bits: u64, format: Scalar) -> Self {
        let value = format::value(bits, format).unwrap_or(f64::NAN);
        if value.is_nan() {
            return Real { nan: Nan::Where(Truth::constant(true)), format, ..Real::any() };
        }
        let whole = Some(Num::constant(whole_of(value)));
        Real { nan: Nan::Never, least: value, greatest: value, whole, integral: value.fract() == 0.0, format }
    }

    /// An integer, before it is rounded to a format.
    pub(crate) fn integer(number: &Num) -> Self {
        let (lo, hi) = (number.lo(), number.hi());
        let (mut least, mut greatest) = (lo as f64, hi as f64);
        if lo == UNBOUNDED_BELOW {
            least = f64::NEG_INFINITY;
        } else if least as i128 > lo {
            least = least.next_down();
        }
        if hi == UNBOUNDED_ABOVE {
            greatest = f64::INFINITY;
        } else if (greatest as i128) < hi {
            greatest = greatest.next_up();
        }
        let whole = Some(*number);
        Real { nan: Nan::Never, least, greatest, whole, integral: true, format: Scalar::F64 }
    }

    /// Intersects the bounds with a range.
    pub(crate) fn within(self, (lo, hi): (i128, i128)) -> Self {
        Real { least: self.least.max(lo as f64), greatest: self.greatest.min(hi as f64), ..self }
    }

    /// Intersects the bounds with an interval of numbers, which excludes NaN.
    pub(crate) fn number_between(self, (least, greatest): (f64, f64)) -> Self {
        let (least, greatest) = (self.least.max(least), self.greatest.min(greatest));
        Real { nan: Nan::Never, least, greatest, ..self }
    }

    /// Whether the float is NaN.
    pub(crate) fn is_nan(&self) -> Truth {
        match &self.nan {
            Nan::Never => Truth::constant(false),
            Nan::Maybe => Truth::fresh(),
            Nan::Where(holds) => *holds,
        }
    }

    /// The integer towards zero, at most [`LARGEST`] from it.
    pub(crate) fn towards_zero(&self) -> Num {
        let whole = || Num::fresh("whole", whole_of(self.least), whole_of(self.greatest));
        self.whole.unwrap_or_else(whole)
    }

    /// A choice by a condition.
    pub(crate) fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
        if let Some(known) = condition.value() {
            return if known { *then } else { *otherwise };
        }
        let nan = match (&then.nan, &otherwise.nan) {
            (Nan::Never, Nan::Never) => Nan::Never,
            (Nan::Maybe, _) | (_, Nan::Maybe) => Nan::Maybe,
            (Nan::Where(_), _) | (_, Nan::Where(_)) => {
                Nan::Where(Truth::choose(condition, &then.is_nan(), &otherwise.is_nan()))
            }
        };
        let whole = then.whole.as_ref().zip(otherwise.whole.as_ref());
        Real {
            nan,
            least: then.least.min(otherwise.least),
            greatest: then.greatest.max(otherwise.greatest),
            whole: whole.map(|(then, otherwise)| Num::choose(condition, then, otherwise)),
            integral: then.integral && otherwise.integral,
            format: wider(then.format, otherwise.format),
        }
    }

    /// The same in a format: rounded, unless the format has all numbers of the other.
    pub(crate) fn rounded_to(self, format: Scalar) -> Self {
        if self.whole.is_some() && !self.integral && includes(format, self.format) {
            return Real { format, ..self };
        }
        let bound = |number: f64, rounding| {
            let bits = format::convert(number, format, rounding);
            bits.and_then(|bits| format::value(bits, format)).unwrap_or(number)
        };
        let (mut least, mut greatest) =
            (bound(self.least, Rounding::NegativeInf), bound(self.greatest, Rounding::PositiveInf));
        if format == Scalar::F8E8m0fnu {
            // The sign is dropped.
            greatest = greatest.max(bound(self.least, Rounding::PositiveInf));
            least = bound(0.0, Rounding::Zero);
        }
        // A format without NaN converts a NaN to its greatest number.
        let lost = format == Scalar::F4E2m1fn && !self.nan.is_never();
        let nan = if format == Scalar::F4E2m1fn { Nan::Never } else { self.nan };
        let greatest = if lost { 6.0 } else { greatest };
        // Integers that the format represents stay exact.
        let most = 2f64.powi(shape(format).1);
        let exact = self.integral && self.least >= -most && self.greatest <= most && !lost;
        let exact = exact
            && !matches!(format, Scalar::F8E8m0fnu | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F4E2m1fn);
        Real { nan, least, greatest, whole: self.whole.filter(|_| exact), integral: exact, format }
    }

    /// Subnormal numbers become zero of their sign, in binary32.
    pub(crate) fn flushed(&self, flush_to_zero: bool) -> Self {
        const NORMAL: f64 = f32::MIN_POSITIVE as f64;
        if !flush_to_zero {
            return *self;
        }
        let least = if self.least > 0.0 && self.least < NORMAL { 0.0 } else { self.least };
        let greatest = if self.greatest < 0.0 && self.greatest > -NORMAL { 0.0 } else { self.greatest };
        Real { least, greatest, ..*self }
    }

    /// A result between the corners of the operands' bounds.
    fn of_corners(nan: Nan, corners: &[(f64, f64)], mode: FloatMode) -> Self {
        let fold = |pick: fn(&(f64, f64)) -> f64, join: fn(f64, f64) -> f64| {
            corners.iter().map(pick).reduce(join).unwrap_or(f64::NAN)
        };
        let (least, greatest) = (fold(|corner| corner.0, f64::min), fold(|corner| corner.1, f64::max));
        if corners.iter().any(|corner| corner.0.is_nan() || corner.1.is_nan()) {
            return Real { nan, ..Real::any() };
        }
        Real { nan, least, greatest, ..Real::any() }.flushed(mode.flush_to_zero)
    }

    /// A function of the float: for exact functions, the bounds carry over.
    fn of(&self, function: Function) -> Self {
        // An integer is unchanged, and a nonnegative number is truncated.
        let rounds = matches!(function, Function::Ceil | Function::Floor);
        if rounds && (self.integral || (function == Function::Floor && self.least >= 0.0)) {
            let (least, greatest) = (self.least.floor(), self.greatest.floor());
            return Real { least, greatest, integral: self.whole.is_some(), ..*self };
        }
        let (least, greatest) = match function {
            Function::Abs if self.has_zero() => (0.0, self.greatest.max(-self.least)),
            Function::Abs => {
                let (one, other) = (self.least.abs(), self.greatest.abs());
                (one.min(other), one.max(other))
            }
            Function::Ceil => (self.least.ceil(), self.greatest.ceil()),
            Function::Floor => (self.least.floor(), self.greatest.floor()),
            Function::Sqrt
            | Function::Rsqrt
            | Function::Exp
            | Function::Exp2
            | Function::Log
            | Function::Log2
            | Function::Sin
            | Function::Cos
            | Function::Tan
            | Function::Sinh
            | Function::Cosh
            | Function::Tanh => return Real::any(),
        };
        Real { nan: self.nan, least, greatest, ..Real::any() }
    }

    fn has_infinity(&self) -> bool {
        self.least == f64::NEG_INFINITY || self.greatest == f64::INFINITY
    }

    fn has_zero(&self) -> bool {
        self.least <= 0.0 && self.greatest >= 0.0
    }

    /// The greater or the lesser of two: `pick` chooses of two numbers.
    fn extreme(
        &self,
        other: &Self,
        propagate_nan: bool,
        flush_to_zero: bool,
        pick: fn(f64, f64) -> f64,
    ) -> Self {
        let (a, b) = (self.flushed(flush_to_zero), other.flushed(flush_to_zero));
        let (mut least, mut greatest) = (pick(a.least, b.least), pick(a.greatest, b.greatest));
        let (format, integral) = (wider(a.format, b.format), a.integral && b.integral);
        let whole = a.whole.as_ref().zip(b.whole.as_ref());
        if propagate_nan {
            let whole = whole.map(|(x, y)| extreme_of(x, y, pick));
            return Real { nan: a.nan.either(&b.nan), least, greatest, whole, integral, format };
        }
        let whole = whole.map(|(x, y)| {
            let of_number = Num::choose(&b.is_nan(), x, &extreme_of(x, y, pick));
            Num::choose(&a.is_nan(), y, &of_number)
        });
        // If one operand is NaN, the result is the other.
        for (nan, number) in [(&a.nan, &b), (&b.nan, &a)] {
            if !nan.is_never() {
                (least, greatest) = (least.min(number.least), greatest.max(number.greatest));
            }
        }
        Real { nan: a.nan.both(&b.nan), least, greatest, whole, integral, format }
    }
}

/// Of two integers towards zero the one that `pick` chooses: rounding towards zero keeps the order.
fn extreme_of(x: &Num, y: &Num, pick: fn(f64, f64) -> f64) -> Num {
    let (lesser, greater) = if pick(0.0, 1.0) == 0.0 { (x, y) } else { (y, x) };
    Num::choose(&x.less(y), lesser, greater)
}

/// Exponent bits and significant bits of a float type.
const fn shape(format: Scalar) -> (u32, i32) {
    match format {
        Scalar::F64 => (11, 53),
        Scalar::F32 => (8, 24),
        Scalar::Tf32 => (8, 11),
        Scalar::Bf16 => (8, 8),
        Scalar::F16 => (5, 11),
        Scalar::F8E5m2 => (5, 3),
        Scalar::F8E4m3fn => (4, 4),
        Scalar::F4E2m1fn => (2, 2),
        Scalar::F8E8m0fnu => (8, 1),
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => (0, 0),
    }
}

/// Whether a format has every number of another, infinities too.
fn includes(format: Scalar, other: Scalar) -> bool {
    let (to, from) = (shape(format), shape(other));
    let ieee = matches!(format, Scalar::F64 | Scalar::F32 | Scalar::Tf32 | Scalar::Bf16 | Scalar::F16);
    format == other || (ieee && to.0 >= from.0 && to.1 >= from.1)
}

/// A format that has the numbers of both.
fn wider(a: Scalar, b: Scalar) -> Scalar {
    if includes(a, b) {
        a
    } else if includes(b, a) {
        b
    } else {
        Scalar::F64
    }
}

/// Bounds of a number that the host computed to the nearest: the number itself if exact.
fn around(near: f64, exact: bool) -> (f64, f64) {
    if exact || near.is_nan() {
        return (near, near);
    }
    (near.next_down(), near.next_up())
}

/// Bounds of a quotient with `rounding<full>`: two units in the last place of binary32 away, and of the same sign (PTX ISA,
/// `div.full.f32`).
fn near_quotient((least, greatest): (f64, f64)) -> (f64, f64) {
    let off = |end: f64| 4.0 * (end.abs() * f64::from(f32::EPSILON)).max(f64::from(f32::from_bits(1)));
    let (low, high) = (least - off(least), greatest + off(greatest));
    (if least >= 0.0 { low.max(0.0) } else { low }, if greatest <= 0.0 { high.min(0.0) } else { high })
}

/// Bounds of a sum.
pub(crate) fn sum(a: f64, b: f64) -> (f64, f64) {
    let near = a + b;
    let back = near - a;
    let rest = (a - (near - back)) + (b - back);
    around(near, rest == 0.0 || a.is_infinite() || b.is_infinite())
}

/// Bounds of a product; of zero and infinity, which is NaN, zero bounds the other products.
pub(crate) fn product(a: f64, b: f64) -> (f64, f64) {
    if a == 0.0 || b == 0.0 {
        return (0.0, 0.0);
    }
    let near = a * b;
    let exact = near.abs() > f64::MIN_POSITIVE && a.mul_add(b, -near) == 0.0;
    around(near, exact || a.is_infinite() || b.is_infinite())
}

impl Float for Real {
    type Bool = Truth;

    fn neg(&self) -> Self {
        let whole = self.whole.as_ref().map(|whole| Num::constant(0).sub(whole));
        Real { least: -self.greatest, greatest: -self.least, whole, ..*self }
    }

    fn add(&self, other: &Self, mode: FloatMode) -> Self {
        let (a, b) = (self.flushed(mode.flush_to_zero), other.flushed(mode.flush_to_zero));
        let opposite = (a.greatest == f64::INFINITY && b.least == f64::NEG_INFINITY)
            || (a.least == f64::NEG_INFINITY && b.greatest == f64::INFINITY);
        let nan = if opposite { Nan::Maybe } else { a.nan.either(&b.nan) };
        let (least, greatest) = (sum(a.least, b.least), sum(a.greatest, b.greatest));
        Self::of_corners(nan, &[least, greatest], mode)
    }

    fn sub(&self, other: &Self, mode: FloatMode) -> Self {
        self.add(&other.neg(), mode)
    }

    fn mul(&self, other: &Self, mode: FloatMode) -> Self {
        let (a, b) = (self.flushed(mode.flush_to_zero), other.flushed(mode.flush_to_zero));
        let invalid = (a.has_zero() && b.has_infinity()) || (a.has_infinity() && b.has_zero());
        let nan = if invalid { Nan::Maybe } else { a.nan.either(&b.nan) };
        let corners = [
            product(a.least, b.least),
            product(a.least, b.greatest),
            product(a.greatest, b.least),
            product(a.greatest, b.greatest),
        ];
        Self::of_corners(nan, &corners, mode)
    }

    fn div(&self, other: &Self, mode: FloatMode) -> Self {
        let (a, b) = (self.flushed(mode.flush_to_zero), other.flushed(mode.flush_to_zero));
        // Of a large divisor, an approximate quotient is zero.
        if mode.rounding == Rounding::Approx || b.has_zero() || b.has_infinity() || a.has_infinity() {
            return Real::any();
        }
        let quotient = |a: f64, b: f64| {
            let exact = around(a / b, a == 0.0);
            if mode.rounding == Rounding::Full { near_quotient(exact) } else { exact }
        };
        let corners = [
            quotient(a.least, b.least),
            quotient(a.least, b.greatest),
            quotient(a.greatest, b.least),
            quotient(a.greatest, b.greatest),
        ];
        Self::of_corners(a.nan.either(&b.nan), &corners, mode)
    }

    fn fma(&self, other: &Self, addend: &Self, mode: FloatMode) -> Self {
        // The product is not rounded, and its bounds are not either.
        let exact = FloatMode { flush_to_zero: false, ..mode };
        let (a, b) = (self.flushed(mode.flush_to_zero), other.flushed(mode.flush_to_zero));
        a.mul(&b, exact).add(addend, mode)
    }

    fn max(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        self.extreme(other, propagate_nan, flush_to_zero, f64::max)
    }

    fn min(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        self.extreme(other, propagate_nan, flush_to_zero, f64::min)
    }

    fn function(&self, function: Function, _: FloatMode) -> Self {
        self.of(function)
    }

    fn function2(&self, _: &Self, _: Function2) -> Self {
        Real::any()
    }

    fn compare(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Truth {
        self.compared(other, comparison, ordering)
    }
}
