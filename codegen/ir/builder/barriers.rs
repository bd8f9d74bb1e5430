//! The builder's barriers, and its shared memory.

use super::Builder;
use crate::ir::ptx::{Inst, Reg, Space};
use crate::ir::role::Role;

/// Barriers and shared memory.
impl Builder<'_> {
    /// How many barriers there were on the way here, at least.
    pub(crate) fn barriers(&self) -> u32 {
        self.barriers
    }

    /// Whether the code runs in the thread that starts the copies of tiles.
    pub(crate) fn is_producer(&self) -> bool {
        matches!(self.role, Role::Producer { .. })
    }

    /// All threads wait, and see what was written.
    pub(crate) fn barrier(&mut self) {
        self.barriers += 1;
        self.meets |= self.group.is_some();
        self.shared.synchronize();
        // A block of one warp needs no barrier of the block.
        self.push(match self.role {
            Role::Consumer { .. } => Inst::BarrierOf(1 << self.log2_threads),
            Role::Every if self.log2_threads > 5 => Inst::Barrier,
            Role::Every => Inst::WarpBarrier,
            Role::Producer { .. } => unreachable!("the producer's slice is code of one thread"),
        });
    }

    /// Keeps bytes of shared memory: some for good, and some until [`Builder::give_shared_back`].
    pub(crate) fn reserve_shared(&mut self, fixed: u64, reserved: u64) {
        self.shared.reserve(fixed, reserved);
    }

    /// Gives the reserved bytes back, which some thread may still read.
    pub(crate) fn give_shared_back(&mut self) {
        self.shared.give_back();
    }

    /// Allocates so many bytes of shared memory that nobody reads any more, until [`Builder::mark_shared_read`].
    pub(crate) fn allocate_shared(&mut self, bytes: u64) -> Reg {
        self.meets |= self.group.is_some();
        // The region is chosen before the wait: behind it nobody would read any of them.
        let region = self.shared.choose(bytes);
        if self.shared.must_wait(bytes) {
            self.barrier();
        }
        // Dynamic shared memory has one name; regions are offsets.
        let offset = self.shared.allocate(region, bytes);
        self.shared_address(offset)
    }

    /// What was allocated last is read from here on.
    pub(crate) fn mark_shared_read(&mut self) {
        self.shared.mark_read();
    }

    /// The space of the kernel's pointers.
    pub(crate) fn pointer_space(&self) -> Space {
        self.facts.pointer_space()
    }
}
