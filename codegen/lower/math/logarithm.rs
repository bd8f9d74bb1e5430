//! Logarithms of binary64, in two parts: ln x = k·ln 2 + 2·artanh(s), where x = 2ᵏ·m and s = (m − 1) ÷ (m + 1). What roundings
//! lose is carried along in a second float (Dekker, A floating-point technique for extending the available precision, 1971).

use crate::ir::ptx::{Class, Compare, Mode, Opcode, Reg, Round, Ty};
use crate::lower::arith::float_builder::{FloatBuilder, exp2_const};
use crate::lower::math::exponential::{LN2_HIGH, LN2_LOW};

/// 2÷(2·n + 1), for n from 9 down to 2.
const ARTANH: [f64; 9] =
    [2.0 / 21.0, 2.0 / 19.0, 2.0 / 17.0, 2.0 / 15.0, 2.0 / 13.0, 2.0 / 11.0, 2.0 / 9.0, 2.0 / 7.0, 2.0 / 5.0];
/// ⅔ and the rounding error.
const TWO_THIRDS: (f64, f64) = (2.0 / 3.0, f64::from_bits(0x3c85_5555_5555_5555));
/// log₂ e and the rounding error.
const LOG2_E: (f64, f64) = (std::f64::consts::LOG2_E, f64::from_bits(0x3c77_77d0_ffda_0d24));

/// x = 2ᵏ·m, with m between ½·√2 and √2: k as a float, and m.
fn split(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> (Reg, Reg) {
    let subnormal = calc.compare(x, Compare::Lt, f64::MIN_POSITIVE);
    // A subnormal number has no exponent of its own: it is scaled, and k corrected.
    let scaled = calc.mul(x, exp2_const(54));
    let bits = calc.select(subnormal, scaled, x);
    let less = calc.select(subnormal, -54.0, 0.0);
    // The difference from ½·√2 has k where the exponent stands.
    let half_root = std::f64::consts::FRAC_1_SQRT_2.to_bits().cast_signed();
    let exponent = calc.builder().int(Opcode::Sub, bits, half_root);
    let exponent = calc.builder().op(Opcode::Shr, Ty::S64, Class::B64, &[exponent.into(), 52.into()]);
    let field = calc.builder().int(Opcode::Shl, exponent, 52);
    let mantissa = calc.builder().int(Opcode::Sub, bits, field);
    let count = calc.builder().convert(Ty::F64, Ty::S64, Mode::round(Round::Rn), Class::B64, exponent);
    (calc.add(count, less), mantissa)
}

/// ln m in two parts, the second as small as a rounding of the first.
fn log_of_mantissa(calc: &mut FloatBuilder<'_, '_>, mantissa: Reg) -> (Reg, Reg) {
    let over = calc.sub(mantissa, 1.0);
    let under = calc.add(mantissa, 1.0);
    let back = calc.sub(under, 1.0);
    // m + 1 may round; the rounding error goes into the residual.
    let under_low = calc.sub(mantissa, back);
    // The reciprocal by two steps of Newton's, and the quotient's residual.
    let mut inverse = calc.approximate(Opcode::Rcp, under);
    let under_negated = calc.neg(under);
    for _ in 0..2 {
        let error = calc.fma(under_negated, inverse, 1.0);
        inverse = calc.fma(error, inverse, inverse);
    }
    let s = calc.mul(over, inverse);
    let negated = calc.neg(s);
    let left = calc.fma(negated, under, over);
    let left = calc.fma(negated, under_low, left);
    // s in two floats: the quotient, and its residual over the divisor.
    let s_low = calc.mul(left, inverse);
    // s² in two parts, and ⅔·s² + ⅖·s⁴ + … in two.
    let square = calc.mul(s, s);
    let square_negated = calc.neg(square);
    let square_low = calc.fma(s, s, square_negated);
    let twice = calc.add(s, s);
    let square_low = calc.fma(twice, s_low, square_low);
    let tail = calc.poly(square, &ARTANH);
    let tail = calc.mul(tail, square);
    let tail = calc.mul(tail, square);
    let head = calc.mul(square, TWO_THIRDS.0);
    let head_negated = calc.neg(head);
    let low = calc.fma(square, TWO_THIRDS.0, head_negated);
    let low = calc.fma(square, TWO_THIRDS.1, low);
    let low = calc.fma(square_low, TWO_THIRDS.0, low);
    let low = calc.add(low, tail);
    // 2·s + s·(that).
    let more = calc.mul(s, head);
    let more_negated = calc.neg(more);
    let more_low = calc.fma(s, head, more_negated);
    let more_low = calc.fma(s, low, more_low);
    let more_low = calc.fma(s_low, head, more_low);
    let more_low = calc.fma(s_low, 2.0, more_low);
    let high = calc.add(twice, more);
    let back = calc.sub(high, twice);
    let lost = calc.sub(more, back);
    (high, calc.add(lost, more_low))
}

/// a + b in two parts, where a is 0 or greater than b in magnitude, with something small added.
fn add_with_error(calc: &mut FloatBuilder<'_, '_>, a: Reg, b: Reg, low: Reg) -> (Reg, Reg) {
    let sum = calc.add(a, b);
    let back = calc.sub(sum, a);
    let lost = calc.sub(b, back);
    let low = calc.add(lost, low);
    let high = calc.add(sum, low);
    let back = calc.sub(high, sum);
    (high, calc.sub(low, back))
}

/// ln x in two parts, of a positive and finite number.
pub(crate) fn log_in_parts(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> (Reg, Reg) {
    let (count, mantissa) = split(calc, x);
    let (high, low) = log_of_mantissa(calc, mantissa);
    // Exact: the upper part of ln 2 has as many zeros at its end as k has digits.
    let whole = calc.mul(count, LN2_HIGH);
    let low = calc.fma(count, LN2_LOW, low);
    add_with_error(calc, whole, high, low)
}

/// The logarithm of numbers outside the positive finite range.
fn handle_special_values(calc: &mut FloatBuilder<'_, '_>, x: Reg, value: Reg) -> Reg {
    let finite = calc.compare(x, Compare::Lt, f64::INFINITY);
    // ∞ and NaN map to themselves.
    let value = calc.select(finite, value, x);
    let positive = calc.compare(x, Compare::Gtu, 0.0);
    let zero = calc.compare(x, Compare::Eq, 0.0);
    let other = calc.select(zero, f64::NEG_INFINITY, f64::NAN);
    calc.select(positive, value, other)
}

/// `log`.
pub(crate) fn log(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let (value, _) = log_in_parts(calc, x);
    handle_special_values(calc, x, value)
}

/// `log2`.
pub(crate) fn log2(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let (count, mantissa) = split(calc, x);
    let (high, low) = log_of_mantissa(calc, mantissa);
    // log₂ m = ln m · log₂ e, a product of two numbers in two floats.
    let product = calc.mul(high, LOG2_E.0);
    let negated = calc.neg(product);
    let lost = calc.fma(high, LOG2_E.0, negated);
    let lost = calc.fma(high, LOG2_E.1, lost);
    let lost = calc.fma(low, LOG2_E.0, lost);
    let (value, _) = add_with_error(calc, count, product, lost);
    handle_special_values(calc, x, value)
}
