//! Operands: the values at which something changes first, then any.

use spec::domain::{greatest_signed, least_signed};
use spec::syntax::types::Scalar;
use verify::reading::Operand;

/// The least and the greatest number of a type, of a boolean 0 and 1.
fn ends(ty: Scalar) -> (i128, i128) {
    if ty == Scalar::I1 { (0, 1) } else { (least_signed(ty.bits()), greatest_signed(ty.bits())) }
}

/// 0, ±1, both ends and their neighbours, and around the square root of the type's size.
pub(crate) fn extremes(ty: Scalar) -> Vec<i128> {
    let (least, most) = ends(ty);
    let half = 1 << (ty.bits() / 2);
    let mut all = vec![0, 1, -1, least, least + 1, most, most - 1, half - 1, half, -half];
    all.retain(|number| (least..=most).contains(number));
    all.sort_unstable();
    all.dedup();
    all
}

/// A number of the type from random bits: often a power of two or its neighbour, often small.
pub(crate) fn from_bits(ty: Scalar, bits: u64) -> i128 {
    let (least, most) = ends(ty);
    let around = |number: i128| number + i128::from((bits >> 8) % 3) - 1;
    let power = around(1 << ((bits >> 16) % 64));
    let number = match bits % 4 {
        0 => power,
        1 => -power,
        2 => i128::from((bits >> 16) % 41) - 20,
        _ => i128::from(bits.cast_signed()) >> (64 - ty.bits()),
    };
    number.clamp(least, most)
}

/// The prior knowledge about an operand: nothing, everything, its sign, or a neighborhood.
pub(crate) fn known(ty: Scalar, value: i128, how: u8) -> Operand {
    let (least, most) = ends(ty);
    let within = |low: i128, high: i128| Operand { value, least: low.max(least), greatest: high.min(most) };
    match how % 4 {
        0 => within(least, most),
        1 => within(value, value),
        2 if value >= 0 => within(0, most),
        2 => within(least, -1),
        _ => within(value - 3, value + 5),
    }
}
