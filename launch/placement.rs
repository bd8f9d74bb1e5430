//! The placement of a launch's buffer in device memory: exactly aligned as the launch says, with guards around it, and filled with a
//! pattern where undetermined.

use spec::syntax::count::i64_from_usize;
use spec::syntax::launch::Buffer;

/// What undetermined bytes hold: as a float of any format a number that nobody expects, as an integer negative.
pub const POISON: u8 = 0xa5;

/// The value of guard bytes around a buffer.
pub const GUARD: u8 = 0x5a;

/// The alignment of every address from the driver's allocator, in bytes.
const ALLOCATOR: u64 = 256;

/// Additional findings of a run, beside its results.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
    /// Undetermined bytes are poisoned, and guards lie on both sides of every buffer.
    Guarded,
    /// Writes only the launch's contents, and ends a buffer with its allocation, so that a sanitizer sees reads of uninitialized memory and
    /// accesses behind the end.
    Bare,
}

/// The place of a buffer in its own allocation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placement {
    /// Bytes of the allocation.
    pub allocation: u64,
    /// The offset of the buffer.
    pub start: u64,
    /// Bytes of the buffer.
    pub bytes: u64,
}

impl Placement {
    /// The placement of a buffer; `None` for a buffer larger than any memory.
    ///
    /// An allocation is a multiple of 256, perhaps of more. A buffer with an alignment of at most 256 starts at this offset, so its address
    /// is a multiple of no greater power of two. `start_at` handles larger alignments.
    pub fn of(buffer: &Buffer, manner: Manner) -> Option<Placement> {
        let start = buffer.alignment.max(1);
        let behind = if manner == Manner::Guarded { ALLOCATOR } else { 0 };
        let allocation = start.checked_add(buffer.bytes)?.checked_add(behind)?;
        Some(Placement { allocation, start, bytes: buffer.bytes })
    }

    /// The placement once the allocation's address is known. An alignment beyond the allocator's moves the buffer to the
    /// first aligned address.
    #[must_use]
    pub fn at(self, address: u64) -> Placement {
        let alignment = self.start;
        let start =
            if alignment <= ALLOCATOR { alignment } else { address.next_multiple_of(alignment) - address };
        Placement { start, ..self }
    }

    /// The first byte of the guards that was written, counted from the buffer's start; `before` and `after` are the
    /// guards' bytes.
    pub fn find_stray_write(&self, before: &[u8], after: &[u8]) -> Option<i64> {
        let written = |bytes: &[u8]| bytes.iter().position(|byte| *byte != GUARD);
        let first = written(before).map(|at| i64_from_usize(at) - i64_from_usize(before.len()));
        first.or_else(|| written(after).map(|at| i64_from_usize(at).saturating_add_unsigned(self.bytes)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    fn buffer(bytes: u64, alignment: u64) -> Buffer {
        Buffer { bytes, alignment, uninit: false, contents: BTreeMap::new() }
    }

    #[test]
    fn addresses_are_aligned_as_the_launch_says_and_no_better() {
        for alignment in [1, 2, 4, 16, 128, 256] {
            let base = 0x7f00_0000_0000;
            let placement =
                Placement::of(&buffer(100, alignment), Manner::Guarded).expect("a place").at(base);
            let address: u64 = base + placement.start;
            assert_eq!(1 << address.trailing_zeros(), alignment);
            assert_eq!(placement.allocation, placement.start + 100 + 256);
        }
        let large = Placement::of(&buffer(100, 4096), Manner::Bare).expect("a place").at(0x1200);
        assert_eq!((large.start, large.allocation), (0xe00, 4196));
        assert_eq!(Placement::of(&buffer(u64::MAX, 256), Manner::Bare), None);
    }

    #[test]
    fn what_is_written_beside_a_buffer_is_found() {
        let placement = Placement { allocation: 80, start: 16, bytes: 32 };
        let clean = [GUARD; 32];
        let mut dirty = clean;
        dirty[3] = 0;
        assert_eq!(placement.find_stray_write(&clean[..16], &clean), None);
        assert_eq!(placement.find_stray_write(&dirty[..16], &clean), Some(-13));
        assert_eq!(placement.find_stray_write(&clean[..16], &dirty), Some(35));
    }
}
