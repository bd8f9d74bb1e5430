//! Conversions of numbers without a lossless function in the standard library, each with its guarantee.
use spec::syntax::count::u64_from_usize;

/// How many there are, as a number of 64 bits: no machine has an address space of more.
pub fn count(len: usize) -> u64 {
    u64_from_usize(len)
}

/// A number as an index; one that no index can be is beyond every end.
pub fn index(number: impl TryInto<usize>) -> usize {
    number.try_into().unwrap_or(usize::MAX)
}

/// The nearest `f64`, ties to even.
#[expect(
    clippy::as_conversions,
    reason = "rounding to nearest is what is meant, and `From` has no such function"
)]
pub const fn nearest_f64(number: i128) -> f64 {
    number as f64
}

/// The nearest `f32`, ties to even; infinity beyond the range.
#[expect(
    clippy::as_conversions,
    reason = "rounding to nearest is what is meant, and `From` has no such function"
)]
pub const fn nearest_f32(number: f64) -> f32 {
    number as f32
}

/// The lowest 64 bits of a number in two's complement.
#[expect(clippy::as_conversions, reason = "the upper bits are left out on purpose")]
pub const fn low_bits(number: i128) -> u64 {
    number as u64
}

/// The whole number below, at the ends of the type where there is none; 0 for NaN.
#[expect(clippy::as_conversions, reason = "saturation is what is meant, and `TryFrom` has no such function")]
pub const fn saturating_u32(number: f64) -> u32 {
    number as u32
}
