//! The address space of a launch: where its arrays lie.

use spec::syntax::launch::Buffer;

/// The most bytes of an allocation.
pub(crate) const MOST_BYTES: u64 = 1 << 48;

/// How far apart allocations are at least, so that no offset that a kernel computes by mistake leads into another.
const GAP: i128 = 1 << 32;

/// The addresses that are taken.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AddressSpace {
    /// The first address that the next array may have.
    end: i128,
}

impl AddressSpace {
    /// Without any array.
    pub(crate) const fn new() -> Self {
        AddressSpace { end: GAP }
    }

    /// Takes room for an array; gives its address.
    pub(crate) fn place(&mut self, buffer: &Buffer) -> i128 {
        // An odd multiple of the alignment is a multiple of no greater power of two: kernels must not rely on more.
        let alignment = i128::from(buffer.alignment);
        let base = (self.end / (2 * alignment) + 1) * (2 * alignment) + alignment;
        self.end = base + i128::from(buffer.bytes) + GAP;
        base
    }
}
