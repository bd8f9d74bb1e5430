//! Conversions of numbers without a lossless function in the standard library, each with its guarantee.
use spec::syntax::count::{u64_from_usize, usize_from_u64};

/// How many there are, as a number of 64 bits: no machine has an address space of more.
pub fn count(len: usize) -> u64 {
    u64_from_usize(len)
}

/// A number as an index.
pub fn index(number: impl Into<u64>) -> usize {
    usize_from_u64(number.into())
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

/// The whole number below, at the ends of the type where there is none; 0 for NaN.
#[expect(clippy::as_conversions, reason = "saturation is what is meant, and `TryFrom` has no such function")]
pub const fn saturating_u32(number: f64) -> u32 {
    number as u32
}
