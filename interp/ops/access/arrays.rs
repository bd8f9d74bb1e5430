//! Arrays that are no parameters: globals of the module, and scratch memory of the running block.

use std::collections::BTreeMap;

use spec::syntax::kernel::Operation;
use spec::syntax::launch::Buffer;

use crate::launch::{MOST_BYTES, place};
use crate::machine::{Machine, unsupported};
use crate::memory::allocation::Allocation;
use crate::outcome::{Limit, Stop};
use crate::pointer::Pointers;
use crate::tile::{Elements, Tile};

impl Machine<'_> {
    /// `get_global`: globals stand behind the buffers of the launch.
    pub(crate) fn get_global(&mut self, op: &Operation) -> Result<(), Stop> {
        let position = self.kernel.global(op).ok_or_else(|| unsupported(op))?;
        self.point(op, self.parameters.len() + position);
        Ok(())
    }

    /// `alloca`: one array a block, however often it is run; each time its elements are undetermined again.
    pub(crate) fn alloca(&mut self, op: &Operation) -> Result<(), Stop> {
        let result = op.results[0];
        if self.recorder.is_some() {
            // Events name memory by its number, which scratch memory of several blocks would share.
            return Err(unsupported(op));
        }
        if let Some(array) = self.scratch[result.index()] {
            self.allocations[array as usize].spoil();
            self.point(op, array as usize);
            return Ok(());
        }
        let (Some(elements), Some(alignment)) = (op.attributes.elements, op.attributes.alignment) else {
            return Err(unsupported(op));
        };
        let bytes = elements.checked_mul(self.scalar(result).bytes()).filter(|bytes| *bytes <= MOST_BYTES);
        let bytes = bytes.ok_or_else(|| self.exhausted(Limit::Memory, op))?;
        let buffer = Buffer { bytes, alignment, uninit: true, contents: BTreeMap::new() };
        let base = place(&mut self.end, &buffer);
        let array = Allocation::new(&buffer, base, &mut self.budget);
        self.allocations.push(array.map_err(|_| self.exhausted(Limit::Memory, op))?);
        let array = self.allocations.len() - 1;
        self.scratch[result.index()] = Some(array as u32);
        self.point(op, array);
        Ok(())
    }

    /// Gives the address of an array.
    fn point(&mut self, op: &Operation, array: usize) {
        let pointer = Pointers::new(Some(array as u32), vec![0]);
        self.set_tile(op.results[0], Tile::determined(Elements::Pointers(pointer)));
    }
}
