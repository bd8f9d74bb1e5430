//! `fpowf`, `fpowi`: |x|^y = e^(y·ln |x|), where the logarithm and the product have twice the digits.

use crate::ir::ptx::{Class, Compare, Opcode, Reg, Ty};
use crate::lower::arith::float_builder::FloatBuilder;
use crate::lower::math::exponential::{clamp, exp_in_parts, scale_by_power};
use crate::lower::math::logarithm;

/// |x|^y of a finite x that is not zero.
fn power_of_magnitude(calc: &mut FloatBuilder<'_, '_>, magnitude: Reg, y: Reg) -> Reg {
    let (high, low) = logarithm::log_in_parts(calc, magnitude);
    // y·ln x in two floats: an error of 2⁻⁵³ in it would be one of 2⁻⁴³ in the power.
    let product = calc.mul(y, high);
    let negated = calc.neg(product);
    let lost = calc.fma(y, high, negated);
    let lost = calc.fma(y, low, lost);
    // Beyond these bounds the power is 0 or infinite anyway.
    let moderate = clamp(calc, product, -760.0, 720.0);
    let same = calc.compare(moderate, Compare::Eq, product);
    let lost = calc.select(same, lost, 0.0);
    let parts = exp_in_parts(calc, moderate, Some(lost));
    scale_by_power(calc, parts.high, parts.exponent)
}

fn or_conditions(calc: &mut FloatBuilder<'_, '_>, a: Reg, b: Reg) -> Reg {
    calc.builder().op(Opcode::Or, Ty::Pred, Class::Pred, &[a.into(), b.into()])
}

/// x^y, with the special values of C's `pow`.
pub(crate) fn power(calc: &mut FloatBuilder<'_, '_>, x: Reg, y: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let value = power_of_magnitude(calc, magnitude, y);
    // Of 0 and ∞: 0 or ∞, by whether the exponent is negative.
    let zero = calc.compare(magnitude, Compare::Eq, 0.0);
    let infinite = calc.compare(magnitude, Compare::Eq, f64::INFINITY);
    let down = calc.compare(y, Compare::Lt, 0.0);
    // 0 to a positive power and ∞ to a negative one are 0.
    let vanishes = calc.builder().op(Opcode::Xor, Ty::Pred, Class::Pred, &[zero.into(), down.into()]);
    let limit = calc.select(vanishes, 0.0, f64::INFINITY);
    let extreme = or_conditions(calc, zero, infinite);
    let value = calc.select(extreme, limit, value);
    // ln 1 is 0 exactly, but its product with an infinite exponent is NaN.
    let one = calc.compare(magnitude, Compare::Eq, 1.0);
    let value = calc.select(one, 1.0, value);
    // A negative base: an odd exponent keeps the sign, and a fractional exponent gives NaN.
    let whole = calc.round_to_integer(y);
    let is_whole = calc.compare(whole, Compare::Eq, y);
    let half = calc.mul(y, 0.5);
    let half_whole = calc.round_to_integer(half);
    // Odd is whole, with a half that is not.
    let odd = calc.compare(half_whole, Compare::Ne, half);
    let odd = calc.builder().and(odd, is_whole);
    let sign = calc.sign_bit(x);
    let negated = calc.with_sign(value, sign);
    let value = calc.select(odd, negated, value);
    let negative = calc.compare(x, Compare::Lt, 0.0);
    let finite = calc.compare(x, Compare::Gt, f64::NEG_INFINITY);
    let broken = calc.compare(whole, Compare::Ne, y);
    let broken = calc.builder().and(broken, negative);
    let broken = calc.builder().and(broken, finite);
    let unordered = calc.compare(x, Compare::Nan, y);
    let none = or_conditions(calc, broken, unordered);
    let value = calc.select(none, f64::NAN, value);
    // Even if the other operand is NaN.
    let to_nothing = calc.compare(y, Compare::Eq, 0.0);
    let of_one = calc.compare(x, Compare::Eq, 1.0);
    let always = or_conditions(calc, to_nothing, of_one);
    calc.select(always, 1.0, value)
}
