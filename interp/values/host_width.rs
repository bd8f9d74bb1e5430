//! Conversions between the widths of the host's integers. The host has 64 bits, so lanes, extents and lengths fit every
//! index type; the names of lossy conversions say so.
#![expect(
    clippy::as_conversions,
    reason = "the standard library has no lossless conversion to and from `usize`"
)]

const _: () = assert!(usize::BITS == 64, "tiles and offsets are counted in 64 bits");

/// A number of 32 bits as an index.
#[inline]
pub(crate) const fn to_index(number: u32) -> usize {
    number as usize
}

/// A number of 64 bits as an index.
#[inline]
pub(crate) const fn to_wide_index(number: u64) -> usize {
    number as usize
}

/// A length or an index as a number of 64 bits.
#[inline]
pub(crate) const fn to_u64(number: usize) -> u64 {
    number as u64
}

/// A length or an index as a signed number; it is below 2⁶³, as everything in the host's memory is.
#[inline]
pub(crate) const fn to_i64(number: usize) -> i64 {
    number as i64
}

/// The low bits of an index; exact for lanes, arrays, executed blocks and bytes of a page.
#[inline]
pub(crate) const fn low_u32(number: usize) -> u32 {
    number as u32
}

/// The low bits of an index; exact for a byte of a page or just behind it.
#[inline]
pub(crate) const fn low_u16(number: usize) -> u16 {
    number as u16
}

/// The low bits of an index; exact for the bytes of an element.
#[inline]
pub(crate) const fn low_u8(number: usize) -> u8 {
    number as u8
}
