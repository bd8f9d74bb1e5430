//! `sin`, `cos`, `tan` of binary64, for every operand: range reduction, then polynomials.
//!
//! |x| = q·(π÷2) + r with |r| at most π÷4. Up to 2²⁰ by Cody–Waite range reduction (Software Manual for the Elementary Functions, 1980): q
//! times π÷2 is subtracted in three parts. Beyond by Payne–Hanek range reduction (Radian Reduction for Trigonometric Functions, SIGNUM
//! Newsletter 1983) in integers: x is m·2ᵉ. Only the bits of 2÷π that affect the quotient's last two integer digits and its fraction are
//! used.

use crate::ir::builder::Builder;
use crate::ir::ptx::{
    Address, Base, Class, Compare, Inst, Mode, Opcode, Operand, Order, Reg, Round, Space, Ty,
};
use crate::lower::arith::float_builder::{FloatBuilder, exp2_const};
use crate::lower::math::exponential::{fast_two_sum, quotient, taylor};

/// π÷2 in three parts.
const HALF_PI: [f64; 3] = [
    std::f64::consts::FRAC_PI_2,
    f64::from_bits(0x3c91_a626_3314_5c07),
    f64::from_bits(0xb91f_1976_b7ed_8fbc),
];

/// The binary digits of 2÷π, after 64 zeros.
const TWO_OVER_PI: [u64; 20] = [
    0,
    0xa2f9_836e_4e44_1529,
    0xfc27_57d1_f534_ddc0,
    0xdb62_9599_3c43_9041,
    0xfe51_63ab_debb_c561,
    0xb724_6e3a_424d_d2e0,
    0x0649_2eea_09d1_921c,
    0xfe1d_eb1c_b129_a73e,
    0xe882_35f5_2ebb_4484,
    0xe99c_7026_b45f_7e41,
    0x3991_d639_8353_39f4,
    0x9c84_5f8b_bdf9_283b,
    0x1ff8_97ff_de05_980f,
    0xef2f_118b_5a0a_6d1f,
    0x6d36_7ecf_27cb_09b7,
    0x4f46_3f66_9e5f_ea2d,
    0x7527_bac7_ebe5_f17b,
    0x3d07_39f7_8a52_92ea,
    0x6bfb_5fb1_1f8d_5d08,
    0x5603_3046_fc7b_6bab,
];
/// Their name in the module.
const DIGITS: &str = "tile_two_over_pi";
/// From there on the quotient is computed by integers.
const FAR: f64 = exp2_const(20);

/// What is left of a magnitude, in two parts, and which quarter of a turn it is in: the last two bits count.
struct ReducedAngle {
    rest: Reg,
    low: Reg,
    quarter: Reg,
}

/// Range reduction by Cody and Waite, of magnitudes up to 2²⁰.
fn reduce_cody_waite(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> ReducedAngle {
    // Cody and Waite: q, to the nearest integer.
    let count = calc.mul(x, std::f64::consts::FRAC_2_PI);
    let count = calc.round_to_integer(count);
    let negated = calc.neg(count);
    // Exact: what is left is a multiple of x's last digit, or of that of π÷2.
    let exact = calc.fma(negated, HALF_PI[0], x);
    let less = calc.mul(negated, HALF_PI[1]);
    let less_negated = calc.neg(less);
    let lost = calc.fma(negated, HALF_PI[1], less_negated);
    // Neither need be the greater.
    let sum = calc.add(exact, less);
    let of_less = calc.sub(sum, exact);
    let of_exact = calc.sub(sum, of_less);
    let rest_less = calc.sub(less, of_less);
    let rest_exact = calc.sub(exact, of_exact);
    let rest = calc.add(rest_less, rest_exact);
    let low = calc.add(rest, lost);
    let low = calc.fma(negated, HALF_PI[2], low);
    let (rest, low) = fast_two_sum(calc, sum.into(), low);
    // Only q modulo 4 matters, and q is below 2²⁰.
    let quarter = calc.builder().convert(Ty::S32, Ty::F64, Mode::round(Round::Rzi), Class::B32, count);
    ReducedAngle { rest, low, quarter }
}

fn wide(code: &mut Builder<'_>, opcode: Opcode, a: Reg, b: impl Into<Operand>) -> Reg {
    code.op(opcode, Ty::U64, Class::B64, &[a.into(), b.into()])
}

/// 192 bits of 2÷π, from a place on: the words, the first highest.
fn digits(code: &mut Builder<'_>, from: Reg) -> [Reg; 3] {
    let words: Vec<String> = TWO_OVER_PI.iter().map(|word| format!("{word:#x}")).collect();
    let line = format!(".const .align 8 .u64 {DIGITS}[{}] = {{{}}};", words.len(), words.join(", "));
    code.declare(line);
    let base = code.reg(Class::B64);
    code.push(Inst::AddressOf { to: base, name: DIGITS.to_owned() });
    let word = code.shift_right(from, 6);
    let byte = code.int(Opcode::Shl, word, 3);
    let byte = code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, byte);
    let base = code.int(Opcode::Add, base, byte);
    let loaded: Vec<Reg> = (0..4)
        .map(|at| {
            let to = code.reg(Class::B64);
            let from = Address { base: Base::Reg(base), offset: 8 * at };
            code.push(Inst::Load {
                space: Space::Const,
                order: Order::Weak,
                ty: Ty::B64,
                to: vec![to],
                from,
            });
            to
        })
        .collect();
    // A shift by 64 gives zero.
    let shift = code.int(Opcode::And, from, 63);
    let sixty_four = code.mov(Class::B32, 64);
    let back = code.int(Opcode::Sub, sixty_four, shift);
    [0, 1, 2].map(|at| {
        let high = code.int(Opcode::Shl, loaded[at], shift);
        let low = code.shift_right(loaded[at + 1], back);
        code.int(Opcode::Or, high, low)
    })
}

/// Range reduction by Payne and Hanek, of magnitudes beyond 2²⁰.
fn reduce_payne_hanek(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> ReducedAngle {
    let code = calc.builder();
    let field = code.shift_right(x, 52);
    let fraction = code.int(Opcode::And, x, (1i64 << 52) - 1);
    let mantissa = code.int(Opcode::Or, fraction, 1i64 << 52);
    // x = m·2ᵉ with e = field − 1075; the digit of 2÷π whose product with 2ᵉ is 2 is number e − 1, and 64 zeros are before the first.
    let field = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, field);
    let from = code.int(Opcode::Sub, field, 1075 - 62);
    // A small operand, or NaN, has no digits above.
    let from = code.int(Opcode::Max, from, 0);
    let from = code.int(Opcode::Min, from, 16 * 64 + 63);
    // Payne and Hanek: of 2÷π only these 192 digits reach the quotient modulo 4 and its fraction.
    let [first, second, third] = digits(code, from);
    // The product modulo 2¹⁹².
    let low = wide(code, Opcode::MulLo, third, mantissa);
    let carry = wide(code, Opcode::MulHi, third, mantissa);
    let middle = wide(code, Opcode::MulLo, second, mantissa);
    let above = wide(code, Opcode::MulHi, second, mantissa);
    let middle = wide(code, Opcode::Add, middle, carry);
    let carried = code.compare(Compare::Lt, Ty::U64, middle, carry);
    let high = wide(code, Opcode::MulLo, first, mantissa);
    let high = wide(code, Opcode::Add, high, above);
    let more = wide(code, Opcode::Add, high, 1);
    let high = code.choose(carried, more, high);
    // Two integer digits; then a fraction, as a signed number of 128 bits.
    let quarter = code.shift_right(high, 62);
    let fraction = funnel_shift_by_two(code, high, middle);
    let rest = funnel_shift_by_two(code, middle, low);
    // A fraction of one half or more is negative, of the next quarter.
    let round = code.shift_right(fraction, 63);
    let quarter = wide(code, Opcode::Add, quarter, round);
    let quarter = code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, quarter);
    // The upper half as a float, the rounding error, and the lower half.
    let rn = Mode::round(Round::Rn);
    let head = code.convert(Ty::F64, Ty::S64, rn, Class::B64, fraction);
    let back = code.convert(Ty::S64, Ty::F64, Mode::round(Round::Rzi), Class::B64, head);
    let lost = code.int(Opcode::Sub, fraction, back);
    let lost = code.convert(Ty::F64, Ty::S64, rn, Class::B64, lost);
    let tail = code.convert(Ty::F64, Ty::U64, rn, Class::B64, rest);
    let tail = calc.fma(tail, exp2_const(-64), lost);
    let (head, tail) = fast_two_sum(calc, head.into(), tail);
    let scale = exp2_const(-64);
    let rest = calc.mul(head, HALF_PI[0] * scale);
    let negated = calc.neg(rest);
    let low = calc.fma(head, HALF_PI[0] * scale, negated);
    let low = calc.fma(head, HALF_PI[1] * scale, low);
    let low = calc.fma(tail, HALF_PI[0] * scale, low);
    ReducedAngle { rest, low, quarter }
}

fn funnel_shift_by_two(code: &mut Builder<'_>, high: Reg, low: Reg) -> Reg {
    let upper = code.int(Opcode::Shl, high, 2);
    let lower = code.shift_right(low, 62);
    code.int(Opcode::Or, upper, lower)
}

/// Reduces any magnitude. Threads part where some are far out, and meet behind.
fn reduce_argument(calc: &mut FloatBuilder<'_, '_>, magnitude: Reg) -> ReducedAngle {
    let angle = reduce_cody_waite(calc, magnitude);
    // Threads whose operands are all near skip the integers.
    let is_near = calc.compare(magnitude, Compare::Lt, FAR);
    let done = calc.builder().label();
    calc.builder().branch_if(is_near, true, done);
    let other = reduce_payne_hanek(calc, magnitude);
    calc.builder().assign(angle.rest, other.rest);
    calc.builder().assign(angle.low, other.low);
    calc.builder().assign(angle.quarter, other.quarter);
    calc.builder().place_label(done);
    angle
}

/// The sine of what is left: the number, and what is to be added.
fn sine(calc: &mut FloatBuilder<'_, '_>, angle: &ReducedAngle, square: Reg) -> (Reg, Reg) {
    // sin r = r + r³·p(r²).
    let tail = calc.poly(square, &taylor(3, 17, 2, -1.0, true));
    let cube = calc.mul(square, angle.rest);
    // The derivative is 1 − ½·r².
    let half = calc.mul(square, -0.5);
    let low = calc.fma(half, angle.low, angle.low);
    (angle.rest, calc.fma(tail, cube, low))
}

/// The cosine of what is left, likewise.
fn cosine(calc: &mut FloatBuilder<'_, '_>, angle: &ReducedAngle, square: Reg) -> (Reg, Reg) {
    // cos r = 1 − ½·r² + r⁴·p(r²).
    let tail = calc.poly(square, &taylor(4, 18, 2, 1.0, true));
    let fourth = calc.mul(square, square);
    let half = calc.mul(square, 0.5);
    // 1 − ½·r² by fast two-sum.
    let head = calc.sub(1.0, half);
    let back = calc.sub(1.0, head);
    let lost = calc.sub(back, half);
    // The derivative is −r.
    let negated = calc.neg(angle.low);
    let low = calc.fma(negated, angle.rest, lost);
    (head, calc.fma(tail, fourth, low))
}

/// Whether a bit of the quarter is set.
fn has_bit(calc: &mut FloatBuilder<'_, '_>, quarter: Reg, bit: i64) -> Reg {
    let bit = calc.builder().int(Opcode::And, quarter, bit);
    calc.builder().compare(Compare::Ne, Ty::U32, bit, 0)
}

/// NaN for what is no finite number.
fn nan_unless_finite(calc: &mut FloatBuilder<'_, '_>, magnitude: Reg, value: Reg) -> Reg {
    let finite = calc.compare(magnitude, Compare::Lt, f64::INFINITY);
    calc.select(finite, value, f64::NAN)
}

/// The sine of a magnitude, `quarters` further.
fn shifted_sine(calc: &mut FloatBuilder<'_, '_>, magnitude: Reg, quarters: i64) -> Reg {
    let angle = reduce_argument(calc, magnitude);
    let quarter = calc.builder().int(Opcode::Add, angle.quarter, quarters);
    let square = calc.mul(angle.rest, angle.rest);
    let (sine, cosine) = (sine(calc, &angle, square), cosine(calc, &angle, square));
    // Odd quarters exchange sine and cosine, the upper two change the sign.
    let odd = has_bit(calc, quarter, 1);
    let head = calc.select(odd, cosine.0, sine.0);
    let tail = calc.select(odd, cosine.1, sine.1);
    let value = calc.add(head, tail);
    let down = has_bit(calc, quarter, 2);
    let negated = calc.neg(value);
    let value = calc.select(down, negated, value);
    nan_unless_finite(calc, magnitude, value)
}

/// `sin`.
pub(crate) fn sin(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    // The sine is odd.
    let value = shifted_sine(calc, magnitude, 0);
    let sign = calc.sign_bit(x);
    calc.with_sign(value, sign)
}

/// `cos`.
pub(crate) fn cos(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    // cos x = sin(x + π÷2).
    shifted_sine(calc, magnitude, 1)
}

/// `tan`: sine over cosine, or in every other quarter cosine over sine, negated.
pub(crate) fn tan(calc: &mut FloatBuilder<'_, '_>, x: Reg) -> Reg {
    let magnitude = calc.abs(x);
    let angle = reduce_argument(calc, magnitude);
    let square = calc.mul(angle.rest, angle.rest);
    let (head, tail) = sine(calc, &angle, square);
    let sine = fast_two_sum(calc, head.into(), tail);
    let (head, tail) = cosine(calc, &angle, square);
    let cosine = fast_two_sum(calc, head.into(), tail);
    let odd = has_bit(calc, angle.quarter, 1);
    let (high, low) = (calc.neg(cosine.0), calc.neg(cosine.1));
    let over = (calc.select(odd, high, sine.0), calc.select(odd, low, sine.1));
    let under = (calc.select(odd, sine.0, cosine.0), calc.select(odd, sine.1, cosine.1));
    let value = quotient(calc, over, under);
    let value = nan_unless_finite(calc, magnitude, value);
    let sign = calc.sign_bit(x);
    calc.with_sign(value, sign)
}
