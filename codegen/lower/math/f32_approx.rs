//! Functions of binary32 in binary32, with the machine's own approximate instructions where they are near enough.
//!
//! The polynomials are minimax approximations, by Remez' algorithm; the comment at each says how far it is off.

use crate::ir::ptx::{Compare, Mode, Opcode, Reg, Round, Ty};
use crate::lower::arith::float_builder::{FloatBuilder, exp2_const};

const LOG2_E: f64 = std::f64::consts::LOG2_E;
/// log₂ e in binary32, and the remainder.
#[expect(clippy::as_conversions, reason = "exact, and `From` is not const")]
const LOG2_E_HIGH: f64 = std::f32::consts::LOG2_E as f64;
const LOG2_E_LOW: f64 = LOG2_E - LOG2_E_HIGH;

/// The exponential, as a power of two of a product that is rounded: it errs by 40 units in the last place at the ends.
pub(crate) fn exp_of_product(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    // `approx` permits the error of one multiplication and one approximate instruction.
    let product = calc.mul(x, LOG2_E);
    calc.emit(Opcode::Ex2, Mode::round(Round::Approx), &[product.into()])
}

/// The exponential: x·log₂ e = n + f with an integer n in the exponent range of normal numbers. f is computed from the exact product, so
/// only the machine's power of two of f errs. For large |x|, n stays at its bound, and 2^f goes to 0 or infinity.
pub(crate) fn exp(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    // The last bits of the sum are n + 127, the exponent field of 2ⁿ.
    let bias = exp2_const(23) + 127.0;
    let clamped = calc.max(x, -87.0);
    let clamped = calc.min(clamped, 88.0);
    let sum = calc.fma(clamped, LOG2_E, bias);
    let whole = calc.sub(sum, bias);
    // The integer n + 127 in the last bits, moved into the exponent's field.
    let scale = calc.bit_op(Opcode::Shl, sum, 23);
    let whole = calc.neg(whole);
    // f from the exact product: two fused steps, with log₂ e in two floats.
    let rest = calc.fma(x, LOG2_E_HIGH, whole);
    let rest = calc.fma(x, LOG2_E_LOW, rest);
    let part = calc.approximate(Opcode::Ex2, rest);
    calc.mul(part, scale)
}

/// tanh x = 1 − 2 ÷ (e²ˣ + 1) of the magnitude, and near zero an odd polynomial, off by 2⁻³⁰.
pub(crate) fn tanh(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let doubled = calc.mul(magnitude, 2.0 * LOG2_E);
    let exp = calc.approximate(Opcode::Ex2, doubled);
    let more = calc.add(exp, 1.0);
    let inverse = calc.approximate(Opcode::Rcp, more);
    // Far from zero 1 − 2 ÷ (e²ˣ + 1) does not cancel.
    let far = calc.fma(inverse, -2.0, 1.0);
    let square = calc.mul(x, x);
    let odd = calc.poly(
        square,
        &[
            0.001_884_607_71,
            -0.007_870_506_5,
            0.021_566_014_7,
            -0.053_920_220_6,
            0.133_329_824,
            -0.333_333_254,
        ],
    );
    let odd = calc.mul(odd, square);
    let near = calc.fma(odd, magnitude, magnitude);
    let is_near = calc.compare(magnitude, Compare::Lt, 0.7);
    let value = calc.select(is_near, near, far);
    let sign = calc.sign_bit(x);
    calc.bit_op(Opcode::Or, value, sign)
}

/// x = 2ᵏ·(1 + f) with f between −⅓ and ⅓: k, as a float, and f.
fn split(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> (Reg, Reg) {
    let least = f64::from(f32::MIN_POSITIVE);
    let subnormal = calc.compare(x, Compare::Lt, least);
    let scaled = calc.mul(x, exp2_const(24));
    let bits = calc.select(subnormal, scaled, x);
    let less = calc.select(subnormal, -24.0, 0.0);
    // The difference from ⅔ has k where the exponent stands.
    let two_thirds = i64::from((2.0f32 / 3.0).to_bits());
    let exponent = calc.builder().int(Opcode::Sub, bits, two_thirds);
    let exponent = calc.bit_op(Opcode::And, exponent, i64::from(u32::MAX << 23));
    let mantissa = calc.builder().int(Opcode::Sub, bits, exponent);
    let count = calc.builder().convert(Ty::F32, Ty::S32, Mode::round(Round::Rn), exponent.class, exponent);
    let count = calc.fma(count, exp2_const(-23), less);
    // Exact: m is between ⅔ and 4/3.
    let fraction = calc.sub(mantissa, 1.0);
    (count, fraction)
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

/// a + b + rest, where a is 0 or greater than b in magnitude: the sum is rounded once but for what is small.
fn add_with_error(calc: &mut FloatBuilder<'_, '_>, a: Reg, b: Reg, rest: Reg) -> Reg {
    let sum = calc.add(a, b);
    let back = calc.sub(sum, a);
    let lost = calc.sub(b, back);
    let rest = calc.add(lost, rest);
    calc.add(sum, rest)
}

/// ln x = k·ln 2 + f + f²·p(f), where p is off by 2⁻²⁷ of the sum. Over all of ¼ to 4 it errs by 0.981 units in the last place.
pub(crate) fn log(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let (count, fraction) = split(calc, x);
    let square = calc.mul(fraction, fraction);
    let tail = calc.poly(
        fraction,
        &[
            -0.133_101_314,
            0.140_046_85,
            -0.120_786_138,
            0.140_011_698,
            -0.166_894_57,
            0.200_107_47,
            -0.249_995_098,
            0.333_332_092,
            -0.5,
        ],
    );
    // The upper part has so few digits that its product with k is exact.
    let high = f64::from(f32::from_bits(std::f32::consts::LN_2.to_bits() & 0xffff_0000));
    let tail = calc.mul(tail, square);
    let tail = calc.fma(count, std::f64::consts::LN_2 - high, tail);
    let whole = calc.mul(count, high);
    let value = add_with_error(calc, whole, fraction, tail);
    handle_special_values(calc, x, value)
}

/// log₂ x = k + f·log₂ e + f²·p(f), where p is off by 2⁻²⁷ of the sum. Over all of ¼ to 4 it errs by 0.953 units in the last place.
pub(crate) fn log2(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let (count, fraction) = split(calc, x);
    let square = calc.mul(fraction, fraction);
    let tail = calc.poly(
        fraction,
        &[
            -0.192_024_603,
            0.202_044_889,
            -0.174_257_562,
            0.201_994_181,
            -0.240_777_969,
            0.288_694_054,
            -0.360_666_692,
            0.480_896_533,
            -0.721_347_57,
        ],
    );
    let product = calc.mul(fraction, LOG2_E_HIGH);
    let negated = calc.neg(product);
    let lost = calc.fma(fraction, LOG2_E_HIGH, negated);
    let lost = calc.fma(fraction, LOG2_E_LOW, lost);
    let tail = calc.fma(tail, square, lost);
    let value = add_with_error(calc, count, product, tail);
    handle_special_values(calc, x, value)
}
