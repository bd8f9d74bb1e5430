//! `atan2` of binary64: the arc tangent of the lesser magnitude over the greater, and what is missing to the point's angle.

use crate::ir::ptx::{Class, Compare, Opcode, Reg, Ty};
use crate::lower::arith::float_builder::FloatBuilder;

/// (arctan √z − √z) ÷ √z³ for z between 0 and 1, off by 2⁻⁶⁰; a minimax approximation, by Remez' algorithm.
const ARC_TANGENT: [f64; 21] = [
    -9.03379523907373e-06,
    0.0001078853076859385,
    -0.0006126063563872172,
    0.002211298520594147,
    -0.005737241273874552,
    0.011508822145912864,
    -0.018836076350293725,
    0.026351008079516722,
    -0.03292579483905373,
    0.03828801282270878,
    -0.04289809044765014,
    0.04746105931347627,
    -0.052597518938690385,
    0.058817823150099494,
    -0.06666594142387985,
    0.07692300921895681,
    -0.0909090864705485,
    0.11111111091976175,
    -0.1428571428522527,
    0.1999999999999385,
    -0.3333333333333331,
];
/// π÷2 and the rounding error.
const HALF_PI: (f64, f64) = (std::f64::consts::FRAC_PI_2, f64::from_bits(0x3c91_a626_3314_5c07));

/// The angle of the point (x, y).
pub(crate) fn atan2(calc: &mut FloatBuilder<'_, '_>, y: Reg, x: Reg) -> Reg {
    let (height, width) = (calc.abs(y), calc.abs(x));
    // The ratio is at most 1, where the polynomial is good.
    let (greater, lesser) = (calc.max(height, width), calc.min(height, width));
    let ratio = calc.div(lesser, greater);
    // At the origin, and in the corners of the plane.
    let origin = calc.compare(greater, Compare::Eq, 0.0);
    let ratio = calc.select(origin, 0.0, ratio);
    let corner = calc.compare(lesser, Compare::Eq, f64::INFINITY);
    let ratio = calc.select(corner, 1.0, ratio);
    let square = calc.mul(ratio, ratio);
    let tail = calc.poly(square, &ARC_TANGENT);
    let tail = calc.mul(tail, square);
    let tail = calc.mul(tail, ratio);
    // Steep, it is a right angle without that; to the left, the rest of a half turn.
    let steep = calc.compare(height, Compare::Gt, width);
    let left = calc.builder().compare(Compare::Lt, Ty::S64, x, 0);
    let flips = calc.builder().op(Opcode::Xor, Ty::Pred, Class::Pred, &[steep.into(), left.into()]);
    let (ratio_back, tail_back) = (calc.neg(ratio), calc.neg(tail));
    let head = calc.select(flips, ratio_back, ratio);
    let tail = calc.select(flips, tail_back, tail);
    let half_turn = calc.select(left, 2.0, 0.0);
    let quarters = calc.select(steep, 1.0, half_turn);
    let base = calc.mul(quarters, HALF_PI.0);
    let sum = calc.add(base, head);
    let back = calc.sub(sum, base);
    let lost = calc.sub(head, back);
    let tail = calc.fma(quarters, HALF_PI.1, tail);
    let tail = calc.add(lost, tail);
    let angle = calc.add(sum, tail);
    let unordered = calc.compare(x, Compare::Nan, y);
    let angle = calc.select(unordered, f64::NAN, angle);
    let sign = calc.sign_bit(y);
    calc.with_sign(angle, sign)
}
