//! Arrays that are no parameters: globals of the module, and scratch memory of the running block.

use std::collections::BTreeMap;

use spec::syntax::kernel::Operation;
use spec::syntax::launch::Buffer;

use crate::machine::outcome::{Limit, Stop};
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::memory::MOST_BYTES;
use crate::memory::allocation::Allocation;
use crate::values::elements::Elements;
use crate::values::host_width::{low_u32, to_index};
use crate::values::pointers::Pointers;
use crate::values::tile::Tile;

impl Machine<'_> {
    /// `get_global`: globals stand behind the buffers of the launch.
    pub(crate) fn get_global(&mut self, op: &Operation) -> Result<(), Stop> {
        let position = self.kernel.global(op).ok_or_else(|| unsupported(op))?;
        self.set_pointer(op, self.parameters.len() + position);
        Ok(())
    }

    /// `alloca`: one array per block, however often executed; each execution makes the elements undetermined
    /// again.
    pub(crate) fn alloca(&mut self, op: &Operation) -> Result<(), Stop> {
        let result = op.results[0];
        if self.recorder.is_some() {
            // Events name memory by its number, which scratch memory of several blocks would share.
            return Err(unsupported(op));
        }
        // A repeated execution in the same block reuses the array and discards its contents.
        if let Some(array) = self.scratch[result.index()] {
            self.allocations[to_index(array)].make_undetermined();
            self.set_pointer(op, to_index(array));
            return Ok(());
        }
        let (Some(elements), Some(alignment)) = (op.attributes.elements, op.attributes.alignment) else {
            return Err(unsupported(op));
        };
        let bytes = elements.checked_mul(self.scalar(result).bytes()).filter(|bytes| *bytes <= MOST_BYTES);
        let bytes = bytes.ok_or_else(|| self.exhausted(Limit::Memory, op))?;
        let buffer = Buffer { bytes, alignment, uninit: true, contents: BTreeMap::new() };
        let base = self.address_space.place(&buffer);
        let array = Allocation::new(&buffer, base, &mut self.budget);
        self.allocations.push(array.map_err(|_| self.exhausted(Limit::Memory, op))?);
        let array = self.allocations.len() - 1;
        self.scratch[result.index()] = Some(low_u32(array));
        self.set_pointer(op, array);
        Ok(())
    }

    /// Gives the address of an array.
    fn set_pointer(&mut self, op: &Operation, array: usize) {
        let pointer = Pointers::new(Some(low_u32(array)), vec![0]);
        self.set_tile(op.results[0], Tile::determined(Elements::Pointers(pointer)));
    }
}
