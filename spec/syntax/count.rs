//! Counts and positions in the width that each use needs: conversions that lose nothing on any machine with words of 32 or
//! 64 bits, which the compiler checks.

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
