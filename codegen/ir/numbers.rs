//! Sizes and indices as immediates of instructions, and numbers of the language as indices: the widths fit on every host with
//! addresses of 64 bits.

/// A number of the language, of 32 bits, as an index or a count.
#[expect(clippy::as_conversions, reason = "an index has 64 bits, and `From` is not const")]
pub(crate) const fn to_index(value: u32) -> usize {
    value as usize
}

/// Bytes or a divisor, of 64 bits, as an index.
#[expect(clippy::as_conversions, reason = "an index has 64 bits")]
pub(crate) const fn bytes_to_index(value: u64) -> usize {
    value as usize
}

/// An index or a count as a number of bytes.
#[expect(clippy::as_conversions, reason = "an index has 64 bits")]
pub(crate) const fn index_to_bytes(value: usize) -> u64 {
    value as u64
}

/// An index, a count or an offset as an immediate.
pub(crate) const fn immediate(value: usize) -> i64 {
    index_to_bytes(value).cast_signed()
}

/// Bits of a power of two.
pub(crate) const fn log2_of(power: u64) -> usize {
    to_index(power.trailing_zeros())
}
