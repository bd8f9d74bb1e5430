//! Numbers that represent names. Definitions take widths, extents and divisors as plain numbers, so the prose reading passes
//! numbers that no kernel has, and writes the name for each of them in the result.

use crate::syntax::count::usize_from_u32;

/// The width of operands, written `n`.
pub(super) const OPERAND_BITS: u32 = 97;
/// The width of a conversion's result, written `m`.
pub(super) const RESULT_BITS: u32 = 89;
/// Extents of a tile: S₀ and S₁.
pub(super) const TILE: [u32; 2] = [1_000_003, 1_000_033];
/// Extents of another tile: T₀ and T₁.
pub(super) const SOURCE: [u32; 2] = [1_000_037, 1_000_039];
/// Distances of neighbouring tiles of a view: T₀ and T₁.
pub(super) const STEPS: [u32; 2] = SOURCE;
/// Bytes of an element: `b`.
pub(super) const BYTES: u64 = 1_000_081;
/// The divisor of an assumption: `d`.
pub(super) const DIVISOR: u64 = 1_000_099;
/// The length of a run: `r`.
pub(super) const RUN: u32 = 1_000_117;
/// The lower bound of an assumption.
pub(super) const LOWER: i64 = 1_000_121;
/// The upper bound of an assumption.
pub(super) const UPPER: i64 = 1_000_133;

#[expect(clippy::as_conversions, reason = "`From` is not const")]
const NAMES: [(i128, &str); 10] = [
    (OPERAND_BITS as i128, "n"),
    (TILE[0] as i128, "S₀"),
    (TILE[1] as i128, "S₁"),
    (SOURCE[0] as i128, "T₀"),
    (SOURCE[1] as i128, "T₁"),
    (BYTES as i128, "b"),
    (DIVISOR as i128, "d"),
    (RUN as i128, "r"),
    (LOWER as i128, "lower"),
    (UPPER as i128, "upper"),
];

/// The least exponent of powers of two that are written as powers.
const LEAST_EXPONENT: u32 = 15;

/// The name or the power of two that a number is written as; `None` for a number that is written in digits.
pub(super) fn name(number: i128) -> Option<String> {
    let named = NAMES.iter().find(|(value, _)| *value == number).map(|(_, name)| (*name).to_owned());
    named.or_else(|| exponent(number).map(power))
}

/// 2ᵏ, with `n` and `m` for the widths that are names.
pub(super) fn power(exponent: u32) -> String {
    let below = |width: u32, letter: char| match width.checked_sub(exponent) {
        Some(0) => Some(letter.to_string()),
        Some(1) => Some(format!("{letter}⁻¹")),
        Some(_) | None => None,
    };
    let written = below(OPERAND_BITS, 'ⁿ').or_else(|| below(RESULT_BITS, 'ᵐ'));
    format!("2{}", written.unwrap_or_else(|| superscript(exponent)))
}

/// The `k` of a number that is 2ᵏ and large enough to be written so.
pub(super) fn exponent(number: i128) -> Option<u32> {
    let exponent = number.checked_ilog2()?;
    (number == 1 << exponent && exponent >= LEAST_EXPONENT).then_some(exponent)
}

fn superscript(number: u32) -> String {
    let digits = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    number
        .to_string()
        .chars()
        .filter_map(|c| c.to_digit(10))
        .map(|digit| digits[usize_from_u32(digit)])
        .collect()
}
