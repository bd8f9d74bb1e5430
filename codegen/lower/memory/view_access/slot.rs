//! Tiles in slots of shared memory: each thread copies and reads its own vectors.

use super::ViewAccess;
use crate::ir::builder::Builder;
use crate::ir::numbers::immediate;
use crate::ir::ptx::{Address, AsyncCopy, Inst, Order, Reg, Space};
use crate::ir::value::bytes;
use crate::ir::vector_access::{VectorAccess, load_vector};
use crate::layout::linear::Layout;

/// Bytes of a vector, which one instruction copies.
pub(crate) const VECTOR: u64 = 16;

/// A slot: a register with the address of this thread's first vector of a stage, and bytes behind it.
pub(crate) type Slot = (Reg, u64);

impl ViewAccess {
    /// The layout of the tile.
    pub(crate) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Whether the tile consists of aligned vectors, all of which are inside.
    pub(crate) fn is_in_vectors(&self) -> bool {
        bytes(self.element) << self.run.bits == VECTOR
            && self.aligned.is_none()
            && self.full.is_none()
            && self.order == Order::Weak
            && self.axes.iter().all(|axis| axis.rows.is_none())
    }

    /// Starts the copies of the tile to a slot.
    pub(crate) fn copy(mut self, code: &mut Builder<'_>, slot: Slot) {
        self.compute_addresses(code, |_| true);
        for (at, regs) in self.register_runs(self.run.bits).iter().enumerate() {
            let (to, from) = (vector_of(code, slot, at), self.address_of(regs[0]));
            code.push(Inst::AsyncCopy(AsyncCopy::Start { to, from }));
        }
    }

    /// Reads the tile from a slot into registers.
    pub(crate) fn read(&self, code: &mut Builder<'_>, slot: Slot, to: &[Reg]) {
        let how =
            VectorAccess { element: self.element, space: Space::Shared, order: Order::Weak, guard: None };
        for (at, regs) in self.register_runs(self.run.bits).iter().enumerate() {
            let regs: Vec<Reg> = regs.iter().map(|register| to[*register]).collect();
            load_vector(code, &how, &regs, vector_of(code, slot, at), None);
        }
    }
}

/// The place of a thread's vector by its number. Vectors of all threads lie side by side, free of bank conflicts.
fn vector_of(code: &Builder<'_>, (first, offset): Slot, at: usize) -> Address {
    let apart = (VECTOR << code.log2_threads()).cast_signed();
    Address::at(first, offset.cast_signed() + immediate(at) * apart)
}
