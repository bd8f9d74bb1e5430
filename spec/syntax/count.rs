//! Counts and positions in the width that each use needs: conversions that lose nothing, which the compiler checks. Every
//! crate uses these instead of a checked conversion with a fallback.

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
