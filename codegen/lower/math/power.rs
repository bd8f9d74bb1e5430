//! `fpowf`, `fpowi`: |x|^y = e^(y·ln |x|), where the logarithm and the product have twice the digits.

use crate::ir::ptx::{Class, Compare, Opcode, Reg, Ty};
use crate::lower::arith::float_builder::FloatBuilder;
use crate::lower::math::exponential::{clamp, exp_in_parts, scale_by_power};
use crate::lower::math::logarithm;

/// |x|^y of a finite x that is not zero.
fn power_of_magnitude(calc: &mut FloatBuilder<'_, '_>, magnitude: Reg, y: Reg) -> Reg {
    let (high, low) = logarithm::log_in_parts(calc, magnitude);
    let product = calc.mul(y, high);
    let negated = calc.neg(product);
    let lost = calc.fma(y, high, negated);
    let lost = calc.fma(y, low, lost);
    // Beyond these bounds the power is 0 or infinite anyway.
    let moderate = clamp(calc, product, -760.0, 720.0);
    let same = calc.is(moderate, Compare::Eq, product);
    let lost = calc.pick(same, lost, 0.0);
    let parts = exp_in_parts(calc, moderate, Some(lost));
    scale_by_power(calc, parts.high, parts.exponent)
}

fn either(calc: &mut FloatBuilder<'_, '_>, a: Reg, b: Reg) -> Reg {
    calc.builder().op(Opcode::Or, Ty::Pred, Class::Pred, &[a.into(), b.into()])
}

/// x^y, with the special values of C's `pow`.
pub(crate) fn power(calc: &mut FloatBuilder<'_, '_>, x: Reg, y: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let value = power_of_magnitude(calc, magnitude, y);
    // Of 0 and ∞: 0 or ∞, by whether the exponent is negative.
    let zero = calc.is(magnitude, Compare::Eq, 0.0);
    let infinite = calc.is(magnitude, Compare::Eq, f64::INFINITY);
    let down = calc.is(y, Compare::Lt, 0.0);
    let vanishes = calc.builder().op(Opcode::Xor, Ty::Pred, Class::Pred, &[zero.into(), down.into()]);
    let limit = calc.pick(vanishes, 0.0, f64::INFINITY);
    let extreme = either(calc, zero, infinite);
    let value = calc.pick(extreme, limit, value);
    // ln 1 is 0 exactly, but its product with an infinite exponent is NaN.
    let one = calc.is(magnitude, Compare::Eq, 1.0);
    let value = calc.pick(one, 1.0, value);
    // A negative number: its sign stays where the exponent is odd, and there is no power where it is no integer.
    let whole = calc.whole(y);
    let is_whole = calc.is(whole, Compare::Eq, y);
    let half = calc.mul(y, 0.5);
    let half_whole = calc.whole(half);
    let odd = calc.is(half_whole, Compare::Ne, half);
    let odd = calc.builder().and(odd, is_whole);
    let sign = calc.sign(x);
    let negated = calc.signed(value, sign);
    let value = calc.pick(odd, negated, value);
    let negative = calc.is(x, Compare::Lt, 0.0);
    let finite = calc.is(x, Compare::Gt, f64::NEG_INFINITY);
    let broken = calc.is(whole, Compare::Ne, y);
    let broken = calc.builder().and(broken, negative);
    let broken = calc.builder().and(broken, finite);
    let unordered = calc.is(x, Compare::Nan, y);
    let none = either(calc, broken, unordered);
    let value = calc.pick(none, f64::NAN, value);
    // Whatever the other is, NaN too.
    let to_nothing = calc.is(y, Compare::Eq, 0.0);
    let of_one = calc.is(x, Compare::Eq, 1.0);
    let always = either(calc, to_nothing, of_one);
    calc.pick(always, 1.0, value)
}
