//! Floats over terms: whether a float is NaN, and otherwise bounds of its number; the file is long because it has one
//! domain.
//!
//! Values of floats are not followed; what is known of them is what decides whether a conversion to integers has a
//! result, and how integers among them compare. Bounds are of exact results rounded outwards, so that they hold in every rounding mode.

#![expect(clippy::as_conversions, reason = "`From` has no conversion between i128 and f64")]

pub(crate) mod bounds;
mod compare;
mod pinned;

use spec::domain::{Bool as _, Float, FloatMode, Function, Function2, Number};
use spec::syntax::attributes::{Comparison, Ordering, Rounding};
use spec::syntax::format;
use spec::syntax::types::Scalar;

use self::bounds::{ANY, Bounds, greatest_of, infinity_of};
use crate::smt::model::Model;
use crate::terms::{Num, Truth, UNBOUNDED_ABOVE, UNBOUNDED_BELOW, Values};

/// What stands for the integer of a float that is larger: out of the range of every type.
pub(crate) const LARGEST: i128 = 1 << 100;

/// A float of which something may be known.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Real {
    /// The bounds of a number, and whether the float may be NaN.
    bounds: Bounds,
    /// When the float is NaN, if it may be NaN and the condition is followed.
    nan: Option<Truth>,
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

/// The integer towards zero, cut to [`LARGEST`].
fn whole_of(number: f64) -> i128 {
    (number as i128).clamp(-LARGEST, LARGEST)
}

impl Real {
    /// Any float.
    pub(crate) fn any() -> Self {
        Real::within(ANY, Scalar::F64)
    }

    /// Any float of a format within bounds.
    pub(crate) fn within(bounds: Bounds, format: Scalar) -> Self {
        Real { bounds, nan: None, whole: None, integral: false, format }
    }

    /// A float that a launch may have to give.
    pub(crate) fn from_given(given: &Given) -> Self {
        let (nan, whole) = (Some(given.nan), Some(given.whole));
        Real { nan, whole, format: given.format, ..Real::any() }
    }

    /// The float of a pattern.
    pub(crate) fn constant(bits: u64, format: Scalar) -> Self {
        let value = format::value(bits, format).unwrap_or(f64::NAN);
        if value.is_nan() {
            return Real { nan: Some(Truth::constant(true)), format, ..Real::any() };
        }
        let whole = Some(Num::constant(whole_of(value)));
        let bounds = Bounds::new(value, value);
        Real { bounds, nan: None, whole, integral: value.fract() == 0.0, format }
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
        let bounds = Bounds::new(least, greatest);
        Real { bounds, nan: None, whole: Some(*number), integral: true, format: Scalar::F64 }
    }

    /// Intersects the bounds with a range of integers.
    pub(crate) fn integer_within(self, (lo, hi): (i128, i128)) -> Self {
        let all = Bounds { nan: true, ..Bounds::new(lo as f64, hi as f64) };
        Real { bounds: self.bounds.within(&all), ..self }
    }

    /// Intersects the bounds with an interval of numbers, which excludes NaN.
    pub(crate) fn number_between(self, (least, greatest): (f64, f64)) -> Self {
        Real { bounds: self.bounds.within(&Bounds::new(least, greatest)), nan: None, ..self }
    }

    /// The bounds of the number, and whether the float may be NaN.
    pub(crate) fn bounds(&self) -> Bounds {
        let never = self.nan.is_some_and(|nan| nan.value() == Some(false));
        Bounds { nan: self.bounds.nan && !never, ..self.bounds }
    }

    /// The condition under which the float is NaN, if followed.
    fn known_nan(&self) -> Option<Truth> {
        if self.bounds.nan { self.nan } else { Some(Truth::constant(false)) }
    }

    /// Whether the float is NaN.
    pub(crate) fn is_nan(&self) -> Truth {
        self.known_nan().unwrap_or_else(Truth::fresh)
    }

    /// The integer towards zero, at most [`LARGEST`] from it.
    pub(crate) fn towards_zero(&self) -> Num {
        let whole = || Num::fresh("whole", whole_of(self.bounds.lo), whole_of(self.bounds.hi));
        self.whole.unwrap_or_else(whole)
    }

    /// A choice by a condition.
    pub(crate) fn choose(condition: &Truth, then: &Self, otherwise: &Self) -> Self {
        if let Some(known) = condition.value() {
            return if known { *then } else { *otherwise };
        }
        let nan = then.known_nan().zip(otherwise.known_nan());
        let whole = then.whole.as_ref().zip(otherwise.whole.as_ref());
        Real {
            bounds: then.bounds.or(&otherwise.bounds),
            nan: nan.map(|(then, otherwise)| Truth::choose(condition, &then, &otherwise)),
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
        let mut bounds = self.bounds.rounded(format, false);
        // A format without NaN converts a NaN to its greatest number, and what is too large to its greatest of that sign.
        let lost = format == Scalar::F4E2m1fn && bounds.nan;
        if lost {
            bounds = Bounds::new(bounds.lo, greatest_of(format));
        }
        // A format with NaN, but without infinities, converts what is too large to NaN.
        let nan = self.nan.filter(|_| self.bounds.nan && !self.overflows(format));
        // Integers that the format represents stay exact.
        let most = 2f64.powi(shape(format).1);
        let exact = self.integral && self.bounds.lo >= -most && self.bounds.hi <= most && !lost;
        let exact = exact
            && !matches!(format, Scalar::F8E8m0fnu | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F4E2m1fn);
        Real { bounds, nan, whole: self.whole.filter(|_| exact), integral: exact, format }
    }

    /// Whether a number may be too large for a format without infinities.
    fn overflows(&self, format: Scalar) -> bool {
        let most = greatest_of(format);
        infinity_of(format).is_none() && (self.bounds.lo < -most || self.bounds.hi > most)
    }

    /// Subnormal numbers become zero of their sign, in binary32.
    pub(crate) fn flushed(&self, flush_to_zero: bool) -> Self {
        Real { bounds: self.bounds.flushed(flush_to_zero), ..*self }
    }

    /// The result of two floats, by its bounds for two numbers.
    fn of_two(&self, other: &Self, mode: FloatMode, of: fn(&Bounds, &Bounds) -> Bounds) -> Self {
        let [a, b] = [self, other].map(|one| one.flushed(mode.flush_to_zero));
        let numbers = [a, b].map(|one| Bounds { nan: false, ..one.bounds });
        let result = of(&numbers[0], &numbers[1]).flushed(mode.flush_to_zero);
        let nan = a.known_nan().zip(b.known_nan()).filter(|_| !result.nan);
        let bounds = Bounds { nan: result.nan || a.bounds.nan || b.bounds.nan, ..result };
        Real { bounds, nan: nan.map(|(a, b)| a.or(&b)), ..Real::any() }
    }

    /// A function of the float, without an error.
    fn of(&self, function: Function) -> Self {
        let of_number = Bounds { nan: false, ..self.bounds }.of(function);
        let bounds = Bounds { nan: of_number.nan || self.bounds.nan, ..of_number };
        // An integer is unchanged, and a nonnegative number is truncated.
        let rounds = matches!(function, Function::Ceil | Function::Floor);
        if rounds && (self.integral || (function == Function::Floor && self.bounds.lo >= 0.0)) {
            return Real { bounds, integral: self.whole.is_some(), ..*self };
        }
        Real { bounds, nan: self.known_nan().filter(|_| !of_number.nan), ..Real::any() }
    }

    /// The greater or the lesser of two: `pick` chooses of two numbers, `of` of bounds.
    fn extreme(&self, other: &Self, propagate_nan: bool, (pick, bounds): (Pick, Bounds)) -> Self {
        let (format, integral) = (wider(self.format, other.format), self.integral && other.integral);
        let nan = self.known_nan().zip(other.known_nan());
        let whole = self.whole.as_ref().zip(other.whole.as_ref());
        if propagate_nan {
            let whole = whole.map(|(x, y)| extreme_of(x, y, pick));
            return Real { bounds, nan: nan.map(|(a, b)| a.or(&b)), whole, integral, format };
        }
        // If one operand is NaN, the result is the other.
        let whole = whole.map(|(x, y)| {
            let of_number = Num::choose(&other.is_nan(), x, &extreme_of(x, y, pick));
            Num::choose(&self.is_nan(), y, &of_number)
        });
        Real { bounds, nan: nan.map(|(a, b)| a.and(&b)), whole, integral, format }
    }
}

/// Chooses one of two numbers.
type Pick = fn(f64, f64) -> f64;

/// Of two integers towards zero the one that `pick` chooses: rounding towards zero keeps the order.
fn extreme_of(x: &Num, y: &Num, pick: Pick) -> Num {
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

/// Bounds of a quotient with `rounding<full>`: two units in the last place of binary32 away, and of the same sign (PTX ISA,
/// `div.full.f32`).
fn near_quotient(exact: Bounds) -> Bounds {
    let least = f64::from(f32::from_bits(1));
    exact.near(4.0 * f64::from(f32::EPSILON)).near_zero(f64::from(f32::MIN_POSITIVE), 4.0 * least)
}

impl Float for Real {
    type Bool = Truth;

    fn neg(&self) -> Self {
        let whole = self.whole.as_ref().map(|whole| Num::constant(0).sub(whole));
        Real { bounds: self.bounds.neg(), whole, ..*self }
    }

    fn add(&self, other: &Self, mode: FloatMode) -> Self {
        self.of_two(other, mode, Bounds::add)
    }

    fn sub(&self, other: &Self, mode: FloatMode) -> Self {
        self.of_two(other, mode, Bounds::sub)
    }

    fn mul(&self, other: &Self, mode: FloatMode) -> Self {
        self.of_two(other, mode, Bounds::mul)
    }

    fn div(&self, other: &Self, mode: FloatMode) -> Self {
        // Of a large divisor, an approximate quotient is zero.
        match mode.rounding {
            Rounding::Approx => Real::any(),
            Rounding::Full if other.bounds.has_zero() || other.bounds.has_infinity() => Real::any(),
            Rounding::Full => self.of_two(other, mode, |a, b| near_quotient(a.div(b))),
            Rounding::NearestEven
            | Rounding::Zero
            | Rounding::NegativeInf
            | Rounding::PositiveInf
            | Rounding::NearestIntToZero
            | Rounding::NearestAway => self.of_two(other, mode, Bounds::div),
        }
    }

    fn fma(&self, other: &Self, addend: &Self, mode: FloatMode) -> Self {
        // The product is not rounded, and its bounds are not either.
        let exact = FloatMode { flush_to_zero: false, ..mode };
        let [a, b] = [self, other].map(|one| one.flushed(mode.flush_to_zero));
        a.mul(&b, exact).add(addend, mode)
    }

    fn max(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        let [a, b] = [self, other].map(|one| one.flushed(flush_to_zero));
        a.extreme(&b, propagate_nan, (f64::max, a.bounds.max(&b.bounds, propagate_nan)))
    }

    fn min(&self, other: &Self, propagate_nan: bool, flush_to_zero: bool) -> Self {
        let [a, b] = [self, other].map(|one| one.flushed(flush_to_zero));
        a.extreme(&b, propagate_nan, (f64::min, a.bounds.min(&b.bounds, propagate_nan)))
    }

    /// Without the error of a device.
    fn function(&self, function: Function, mode: FloatMode) -> Self {
        self.flushed(mode.flush_to_zero).of(function).flushed(mode.flush_to_zero)
    }

    fn function2(&self, _: &Self, _: Function2) -> Self {
        Real::any()
    }

    fn compare(&self, other: &Self, comparison: Comparison, ordering: Ordering) -> Truth {
        self.compared(other, comparison, ordering)
    }
}
