//! Counts and positions in the width that each use needs. The compiler checks most of them to lose nothing; the names of the
//! others say what they lose. Every crate uses these instead of a checked conversion with a fallback.

/// A count as a position in memory.
#[expect(clippy::as_conversions, reason = "a usize has at least 32 bits")]
pub const fn usize_from_u32(count: u32) -> usize {
    const { assert!(usize::BITS >= u32::BITS) };
    count as usize
}

/// A count of things in memory in 64 bits.
#[expect(clippy::as_conversions, reason = "a usize has at most 64 bits")]
pub const fn u64_from_usize(count: usize) -> u64 {
    const { assert!(usize::BITS <= u64::BITS) };
    count as u64
}

/// `u64::from`, usable in constants.
#[expect(clippy::as_conversions, reason = "`From` is not const")]
pub const fn u64_from_u32(count: u32) -> u64 {
    count as u64
}

/// A number of 64 bits as a position in memory; the host has words of 64 bits.
#[expect(clippy::as_conversions, reason = "a usize has 64 bits")]
pub const fn usize_from_u64(count: u64) -> usize {
    const { assert!(usize::BITS == u64::BITS, "tileproof needs a machine with words of 64 bits") };
    count as usize
}

/// A count of things in memory as an integer of the verifier.
#[expect(clippy::as_conversions, reason = "a usize has at most 64 bits")]
pub const fn i128_from_usize(count: usize) -> i128 {
    const { assert!(usize::BITS <= u64::BITS) };
    count as i128
}

/// A position in an arena as a handle of 32 bits.
///
/// # Panics
/// From 2³² positions on: an arena of so many entries would take more memory than any machine that runs this has.
pub const fn handle_from_usize(position: usize) -> u32 {
    assert!(position <= usize_from_u32(u32::MAX), "an arena has more than 2^32 entries");
    #[expect(clippy::as_conversions, reason = "the position was compared with the greatest handle")]
    {
        position as u32
    }
}

/// A position in memory as a signed number of 64 bits.
///
/// # Panics
/// From 2⁶³ on: no list in memory has so many entries.
pub const fn i64_from_usize(position: usize) -> i64 {
    let position = u64_from_usize(position).cast_signed();
    assert!(position >= 0, "a list has more than 2^63 entries");
    position
}

/// The nearest number of 32 bits, for a limit that nothing larger exceeds.
#[expect(
    clippy::as_conversions,
    reason = "`From` is not const, and a smaller number was compared with the largest one"
)]
pub const fn saturating_u32(number: u64) -> u32 {
    if number > u32::MAX as u64 { u32::MAX } else { number as u32 }
}

/// The nearest number of 64 bits without a sign: negative numbers become zero.
#[expect(clippy::as_conversions, reason = "`From` is not const, and the number was compared with both ends")]
pub const fn saturating_u64(number: i128) -> u64 {
    if number < 0 {
        0
    } else if number > u64::MAX as i128 {
        u64::MAX
    } else {
        number as u64
    }
}

/// The lowest 64 bits of a number in two's complement.
#[expect(clippy::as_conversions, reason = "the upper bits are left out on purpose")]
pub const fn low_bits(number: i128) -> u64 {
    number as u64
}

/// The lowest 32 bits of a number.
#[expect(clippy::as_conversions, reason = "the upper bits are left out on purpose")]
pub const fn low_word(number: u64) -> u32 {
    number as u32
}
