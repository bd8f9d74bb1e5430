//! The address space of a launch: the layout of its arrays. Runs place arrays in the order of the launch, and tables of addresses rely on
//! this order.

use crate::syntax::count::saturating_u64;
use crate::syntax::launch::Buffer;

/// How far apart allocations are at least, so that no offset that a kernel computes by mistake leads into another.
const GAP: i128 = 1 << 32;

/// The used addresses.
#[derive(Debug, Clone, Copy)]
pub struct AddressSpace {
    /// The first address that the next array may have.
    end: i128,
}

impl AddressSpace {
    /// Without any array.
    pub const fn new() -> Self {
        AddressSpace { end: GAP }
    }

    /// Takes room for an array; gives its address.
    pub fn place(&mut self, buffer: &Buffer) -> i128 {
        // An odd multiple of the alignment is a multiple of no greater power of two: kernels must not rely on more.
        let alignment = i128::from(buffer.alignment);
        let base = (self.end / (2 * alignment) + 1) * (2 * alignment) + alignment;
        self.end = base + i128::from(buffer.bytes) + GAP;
        base
    }
}

impl Default for AddressSpace {
    fn default() -> Self {
        AddressSpace::new()
    }
}

/// The addresses of the buffers of a launch.
pub fn addresses(buffers: &[Buffer]) -> Vec<u64> {
    let mut space = AddressSpace::new();
    buffers.iter().map(|buffer| saturating_u64(space.place(buffer))).collect()
}
