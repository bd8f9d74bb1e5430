//! Exponentials of binary64, and functions built on them. The argument is reduced by ln 2 in two parts (Cody and Waite), followed by Taylor
//! polynomials of sufficient degree. Rounding errors are carried in a second float (Dekker, A floating-point technique for extending the
//! available precision, 1971).

use crate::ir::ptx::{Class, Compare, Mode, Opcode, Reg, Round, Ty};
use crate::lower::arith::float_builder::{Arg, FloatBuilder};

/// ln 2: so few digits that products with exponents are exact; and the rest of it.
pub(crate) const LN2_HIGH: f64 = f64::from_bits(0x3fe6_2e42_fefa_2000);
/// The remainder of ln 2.
pub(crate) const LN2_LOW: f64 = f64::from_bits(0x3d69_ef35_793c_7673);

/// 1/n! for n from `last` down to `first` in steps; every other one negative where the signs alternate, the first being `sign`.
pub(crate) fn taylor(first: u32, last: u32, step: usize, sign: f64, alternates: bool) -> Vec<f64> {
    let factorial = |n: u32| (2..=n).fold(1.0, |product, factor| product * f64::from(factor));
    let coefficients = (first..=last).step_by(step).enumerate().map(|(at, n)| {
        let sign = if alternates && at % 2 == 1 { -sign } else { sign };
        sign / factorial(n)
    });
    coefficients.collect::<Vec<_>>().into_iter().rev().collect()
}

/// A power: (high + low)·2ⁿ.
pub(crate) struct Power {
    /// Between ½·√2 and √2.
    pub(crate) high: Reg,
    /// The rounding error.
    pub(crate) low: Reg,
    /// The exponent, a signed integer of 32 bits.
    pub(crate) exponent: Reg,
}

/// e^(rest + low) of what is at most ½·ln 2 in magnitude, in two parts.
fn exp_of_reduced(calc: &mut FloatBuilder<'_, '_>, rest: Reg, low: Reg) -> (Reg, Reg) {
    let square = calc.mul(rest, rest);
    // The derivative at r is eʳ, of which 1 + r is enough for what is as small.
    let low = calc.fma(low, rest, low);
    let tail = calc.poly(rest, &taylor(2, 13, 1, 1.0, false));
    let tail = calc.fma(square, tail, low);
    // 1 + r by fast two-sum: 1 is the greater.
    let sum = calc.add(rest, 1.0);
    let back = calc.sub(sum, 1.0);
    let lost = calc.sub(rest, back);
    let tail = calc.add(lost, tail);
    let high = calc.add(sum, tail);
    let back = calc.sub(high, sum);
    (high, calc.sub(tail, back))
}

fn integer(calc: &mut FloatBuilder<'_, '_>, whole: Reg) -> Reg {
    calc.builder().convert(Ty::S32, Ty::F64, Mode::round(Round::Rzi), Class::B32, whole)
}

/// e^(x + low), for an x between −760 and 720.
pub(crate) fn exp_in_parts(calc: &mut FloatBuilder<'_, '_>, x: Reg, low: Option<Reg>) -> Power {
    let whole = calc.mul(x, std::f64::consts::LOG2_E);
    let whole = calc.round_to_integer(whole);
    let negated = calc.neg(whole);
    // Cody and Waite: the product with the upper part of ln 2 is exact, so only the second subtraction rounds.
    let exact = calc.fma(negated, LN2_HIGH, x);
    let less = calc.mul(negated, LN2_LOW);
    let rest = calc.add(exact, less);
    let back = calc.sub(rest, exact);
    let lost = calc.sub(less, back);
    let (rest, lost) = match low {
        Some(low) => {
            let lost = calc.add(lost, low);
            fast_two_sum(calc, rest.into(), lost)
        }
        None => (rest, lost),
    };
    let (high, low) = exp_of_reduced(calc, rest, lost);
    Power { high, low, exponent: integer(calc, whole) }
}

/// 2ⁿ of an integer with a normal result.
fn power_of_two(calc: &mut FloatBuilder<'_, '_>, exponent: Reg) -> Reg {
    // The exponent's field alone is the power of two.
    let biased = calc.builder().int(Opcode::Add, exponent, 1023);
    let wide = calc.builder().convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, biased);
    calc.builder().int(Opcode::Shl, wide, 52)
}

/// x·2ⁿ, rounded once where it is subnormal, for an n between −2044 and 2046.
pub(crate) fn scale_by_power(calc: &mut FloatBuilder<'_, '_>, x: Reg, exponent: Reg) -> Reg {
    // Two factors, since one would leave the range of normal numbers.
    let half = calc.builder().int(Opcode::Shr, exponent, 1);
    let other = calc.builder().int(Opcode::Sub, exponent, half);
    let (first, second) = (power_of_two(calc, half), power_of_two(calc, other));
    let product = calc.mul(x, first);
    calc.mul(product, second)
}

/// The result, or NaN for a NaN operand.
pub(crate) fn unless_nan(calc: &mut FloatBuilder<'_, '_>, x: Reg, result: Reg) -> Reg {
    let nan = calc.compare(x, Compare::Nan, x);
    calc.select(nan, f64::NAN, result)
}

/// An operand within bounds between which a power is neither 0 nor infinite, and a little beyond.
pub(crate) fn clamp(calc: &mut FloatBuilder<'_, '_>, x: Reg, least: f64, greatest: f64) -> Reg {
    let raised = calc.max(x, least);
    calc.min(raised, greatest)
}

/// `exp`.
pub(crate) fn exp(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    // Outside, the result is 0 or infinite, and the exponent would leave its range.
    let moderate = clamp(calc, x, -760.0, 720.0);
    let parts = exp_in_parts(calc, moderate, None);
    let value = scale_by_power(calc, parts.high, parts.exponent);
    unless_nan(calc, x, value)
}

/// `exp2`: 2^(n + f) = 2ⁿ·e^(f·ln 2).
pub(crate) fn exp2(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let moderate = clamp(calc, x, -1100.0, 1040.0);
    let whole = calc.round_to_integer(moderate);
    // Exact: both have the same exponent or the result is small.
    let rest = calc.sub(moderate, whole);
    // f·ln 2 as a sum of two floats: the product, and the rounding errors of the product and of ln 2.
    let product = calc.mul(rest, std::f64::consts::LN_2);
    let negated = calc.neg(product);
    let lost = calc.fma(rest, std::f64::consts::LN_2, negated);
    let low = f64::from_bits(0x3c7a_bc9e_3b39_803f);
    let lost = calc.fma(rest, low, lost);
    let (high, _) = exp_of_reduced(calc, product, lost);
    let exponent = integer(calc, whole);
    let value = scale_by_power(calc, high, exponent);
    unless_nan(calc, x, value)
}

/// e^|x| and e^−|x|, both over 2^exponent; the former in two parts.
struct ExpAndInverse {
    high: Reg,
    low: Reg,
    inverse: Reg,
    exponent: Reg,
}

fn exp_and_inverse(calc: &mut FloatBuilder<'_, '_>, magnitude: Reg) -> ExpAndInverse {
    let moderate = clamp(calc, magnitude, 0.0, 720.0);
    let Power { high, low, exponent } = exp_in_parts(calc, moderate, None);
    // e^−|x| from e^|x|: a division is cheaper than a second exponential.
    let inverse = calc.div(1.0, high);
    // If this bound applies, the inverse does not.
    let twice = calc.builder().int(Opcode::MulLo, exponent, -2);
    let twice = calc.builder().int(Opcode::Max, twice, -1000);
    let scale = power_of_two(calc, twice);
    let inverse = calc.mul(inverse, scale);
    ExpAndInverse { high, low, inverse, exponent }
}

/// (a + b + rest)·2ⁿ⁻¹, where a is the greater.
fn half_sum(calc: &mut FloatBuilder<'_, '_>, a: Reg, b: Reg, rest: Reg, exponent: Reg) -> Reg {
    let sum = calc.add(a, b);
    let back = calc.sub(sum, a);
    let lost = calc.sub(b, back);
    let rest = calc.add(lost, rest);
    let sum = calc.add(sum, rest);
    // Halving is one less in the exponent.
    let less = calc.builder().int(Opcode::Sub, exponent, 1);
    scale_by_power(calc, sum, less)
}

/// x and what is to be added to it for the hyperbolic sine, of a magnitude up to 1.
fn small_sinh(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> (Reg, Reg) {
    let square = calc.mul(x, x);
    let tail = calc.poly(square, &taylor(3, 21, 2, 1.0, false));
    let tail = calc.mul(tail, square);
    (x, calc.mul(tail, x))
}

/// `sinh`.
pub(crate) fn sinh(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let ExpAndInverse { high, low, inverse, exponent } = exp_and_inverse(calc, magnitude);
    let negated = calc.neg(inverse);
    let far = half_sum(calc, high, negated, low, exponent);
    let (head, tail) = small_sinh(calc, magnitude);
    let near = calc.add(head, tail);
    // Below 1 the difference of exponentials would cancel.
    let is_near = calc.compare(magnitude, Compare::Lt, 1.0);
    let value = calc.select(is_near, near, far);
    let sign = calc.sign_bit(x);
    let value = calc.with_sign(value, sign);
    unless_nan(calc, x, value)
}

/// `cosh`.
pub(crate) fn cosh(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let ExpAndInverse { high, low, inverse, exponent } = exp_and_inverse(calc, magnitude);
    let value = half_sum(calc, high, inverse, low, exponent);
    unless_nan(calc, x, value)
}

/// Dekker's fast two-sum: the rounded sum of a large and a small number, and the rounding error.
pub(crate) fn fast_two_sum(calc: &mut FloatBuilder<'_, '_>, a: Arg, b: Reg) -> (Reg, Reg) {
    let sum = calc.add(a, b);
    let back = calc.sub(sum, a);
    (sum, calc.sub(b, back))
}

/// The quotient of two numbers in parts, rounded about once.
pub(crate) fn quotient(calc: &mut FloatBuilder<'_, '_>, over: (Reg, Reg), under: (Reg, Reg)) -> Reg {
    let quotient = calc.div(over.0, under.0);
    let negated = calc.neg(quotient);
    let left = calc.fma(negated, under.0, over.0);
    let low = calc.fma(negated, under.1, over.1);
    let left = calc.add(left, low);
    let inverse = calc.approximate(Opcode::Rcp, under.0);
    calc.fma(left, inverse, quotient)
}

/// `tanh`: 1 − 2 ÷ (e²ˣ + 1) of the magnitude, and up to 1 sinh x ÷ cosh x.
pub(crate) fn tanh(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let doubled = calc.mul(magnitude, 2.0);
    let doubled = clamp(calc, doubled, 0.0, 100.0);
    let parts = exp_in_parts(calc, doubled, None);
    let value = scale_by_power(calc, parts.high, parts.exponent);
    let more = calc.add(value, 1.0);
    let part = calc.div(2.0, more);
    let far = calc.sub(1.0, part);
    let (head, tail) = small_sinh(calc, magnitude);
    let square = calc.mul(magnitude, magnitude);
    let even = calc.poly(square, &taylor(2, 20, 2, 1.0, false));
    let even = calc.mul(even, square);
    let (over, under) = (fast_two_sum(calc, head.into(), tail), fast_two_sum(calc, 1.0.into(), even));
    let near = quotient(calc, over, under);
    let is_near = calc.compare(magnitude, Compare::Lt, 1.0);
    let value = calc.select(is_near, near, far);
    let sign = calc.sign_bit(x);
    let value = calc.with_sign(value, sign);
    unless_nan(calc, x, value)
}

/// `rsqrt`: the root's reciprocal, and one step of Newton's with an exact residual.
pub(crate) fn rsqrt(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let root = calc.sqrt(x);
    let first = calc.div(1.0, root);
    // 1 − x·first², exactly but for the last product.
    let product = calc.mul(x, first);
    let negated = calc.neg(product);
    let lost = calc.fma(x, first, negated);
    // The fused product gives the residual 1 − x·first² exactly.
    let residual = calc.fma(negated, first, 1.0);
    let lost = calc.neg(lost);
    let residual = calc.fma(lost, first, residual);
    let half = calc.mul(first, 0.5);
    let value = calc.fma(half, residual, first);
    // Of 0 and ∞ there is no residual.
    let none = calc.compare(residual, Compare::Nan, residual);
    calc.select(none, first, value)
}
