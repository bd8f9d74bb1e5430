//! Operations that keep bits and change types: bitcast, pack, unpack, and casts of pointers.

use spec::ops::bits;
use spec::syntax::kernel::Operation;

use crate::machine::state::Machine;
use crate::ops::shape::tile_of_words;
use crate::values::element::bits::Plain;
use crate::values::element::number::Exact;
use crate::values::element::word::{Lane, Word64};
use crate::values::elements::Elements;
use crate::values::host_width::{low_u32, to_index};
use crate::values::marks::Marks;
use crate::values::pointers::Pointers;
use crate::values::tile::Tile;

impl Machine<'_> {
    /// `bitcast` and `ptr_to_ptr`: words of one width, or pointers, are unchanged.
    pub(crate) fn recast(&mut self, op: &Operation) {
        let tile = self.share_tile(op.operands[0]);
        self.set_tile(op.results[0], tile);
    }

    /// `pack` and `unpack`: elements cut into narrower ones or joined to wider ones.
    pub(crate) fn repack(&mut self, op: &Operation) {
        let (from, to) = (self.scalar(op.operands[0]), self.scalar(op.results[0]));
        let (tile, count) = (self.tile(op.operands[0]), to_index(bits::ratio(from.bits(), to.bits())));
        let repacked = if from.bits() > to.bits() {
            let lanes = (0..tile.len() * count).map(|lane| {
                let place = Exact::of_index(lane % count);
                let part: Word64 =
                    bits::part(&mut Plain::new(None), to.bits(), &tile.unsigned(lane / count), &place);
                part.write()
            });
            let marks = || (0..tile.len() * count).map(|lane| tile.undetermined.at(lane / count)).collect();
            with_marks(tile_of_words(to, lanes), tile, marks)
        } else {
            let lanes = (0..tile.len() / count).map(|lane| {
                // At most eight bytes make a word, and eight bits a byte.
                let mut parts = [Exact(0); 8];
                for (place, part) in parts.iter_mut().enumerate().take(count) {
                    *part = tile.unsigned(lane * count + place);
                }
                let joined: Word64 =
                    bits::joined(&mut Plain::new(None), to.bits(), from.bits(), &parts[..count]);
                joined.write()
            });
            // A wide element is undetermined if any part is.
            let any = |lane: usize| (0..count).any(|place| tile.undetermined.at(lane * count + place));
            with_marks(tile_of_words(to, lanes), tile, || (0..tile.len() / count).map(any).collect())
        };
        self.set_tile(op.results[0], repacked);
    }

    /// `ptr_to_int`: addresses; an overflowed offset has no address.
    pub(crate) fn ptr_to_int(&mut self, op: &Operation) {
        let tile = self.tile(op.operands[0]);
        let pointers = tile.pointers();
        let address = |lane: usize| {
            let (base, offset) = (self.base_of(pointers.provenance(lane)), pointers.offset(lane));
            let address: Word64 = bits::ptr_to_int(&mut Plain::new(None), &base, &Exact(offset.into()));
            address.write()
        };
        let integers = Tile {
            undetermined: tile.undetermined.or(&pointers.overflowed),
            ..Tile::of((0..tile.len()).map(address).collect())
        };
        self.set_tile(op.results[0], integers);
    }

    /// `int_to_ptr`: pointers without an allocation; a use finds the allocation from the address.
    pub(crate) fn int_to_ptr(&mut self, op: &Operation) {
        let tile = self.tile(op.operands[0]);
        let address = |lane: usize| {
            let offset = bits::int_to_ptr(&mut Plain::new(None), &tile.unsigned(lane), &Exact(0));
            offset.low_i64()
        };
        let elements = Elements::Pointers(Pointers::new(None, (0..tile.len()).map(address).collect()));
        let pointers = Tile { elements, undetermined: tile.undetermined.clone() };
        self.set_tile(op.results[0], pointers);
    }

    /// The address of an allocation's first byte; 0 for none.
    pub(crate) fn base_of(&self, buffer: Option<u32>) -> Exact {
        Exact(buffer.map_or(0, |buffer| self.allocations[to_index(buffer)].base))
    }

    /// The target of a pointer: in its allocation, or else in the allocation of its address.
    pub(crate) fn resolve_pointer(&self, buffer: Option<u32>, offset: i64) -> (Option<u32>, i64) {
        let address = i128::from(offset);
        let holds = |buffer: &usize| {
            let allocation = &self.allocations[*buffer];
            (allocation.base..allocation.base + i128::from(allocation.size)).contains(&address)
        };
        match buffer {
            Some(_) => (buffer, offset),
            // A pointer from an integer belongs to the allocation at the address.
            None => match (0..self.allocations.len()).find(holds) {
                Some(found) => {
                    (Some(low_u32(found)), Exact(address - self.allocations[found].base).low_i64())
                }
                None => (None, offset),
            },
        }
    }
}

/// A tile made from another tile, with marks if the other has marks.
fn with_marks(made: Tile, of: &Tile, marks: impl FnOnce() -> Vec<bool>) -> Tile {
    let undetermined = if of.undetermined.any() { Marks::new(marks()) } else { Marks::NONE };
    Tile { undetermined, ..made }
}
