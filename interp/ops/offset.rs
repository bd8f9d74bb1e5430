//! `offset`: pointers moved by a tile of indices.

use std::rc::Rc;

use spec::domain::Number;
use spec::ops::memory;
use spec::syntax::kernel::Operation;

use crate::machine::state::Machine;
use crate::values::access_cache::{AccessCache, Bounds};
use crate::values::element::bits::Plain;
use crate::values::element::number::{Exact, Truth};
use crate::values::elements::Elements;
use crate::values::lanes::Lanes;
use crate::values::marks::Marks;
use crate::values::offsets::Offsets;
use crate::values::pointers::Pointers;
use crate::values::tile::Tile;

impl Machine<'_> {
    /// `offset`: pointers moved by so many elements.
    pub(crate) fn offset(&mut self, op: &Operation) {
        let [pointers, indices] = [op.operands[0], op.operands[1]];
        let (bytes, bits) = (self.scalar(pointers).bytes(), self.scalar(indices).bits());
        let (pointers, indices) = (self.tile(pointers), self.tile(indices));
        let undetermined = pointers.undetermined.or(&indices.undetermined);
        let numbers = match &indices.elements {
            Elements::U64(Lanes::Many(lanes)) => Rc::clone(lanes),
            Elements::U64(Lanes::One(_))
            | Elements::U8(_)
            | Elements::U16(_)
            | Elements::U32(_)
            | Elements::Pointers(_) => {
                Rc::new((0..indices.len()).map(|lane| indices.signed(lane, bits).low_u64()).collect())
            }
        };
        let moved = {
            let cache = &mut self.access_cache.borrow_mut();
            move_pointers(pointers.pointers(), numbers, bytes, cache)
        };
        let elements = Elements::Pointers(moved);
        self.set_tile(op.results[0], Tile { elements, undetermined });
    }
}

/// Every lane moved by its index (the bits of a signed number), in elements of `bytes` bytes.
fn move_pointers(
    pointers: &Pointers,
    indices: Rc<Vec<u64>>,
    bytes: u64,
    cache: &mut AccessCache,
) -> Pointers {
    let bounds = cache.bounds(&indices, |indices| bounds_of(indices.iter().map(|index| index.cast_signed())));
    let mut overflowed = Marks::NONE;
    // Where no lane overflows and the step is a power of two, the offsets are kept as the indices that they come from.
    let offsets = match (common_shift(bounds_of_offsets(&pointers.offsets), bounds, bytes), &pointers.offsets)
    {
        (Some(shift), Offsets::All(start, _)) => Offsets::Moved { start: *start, by: indices, shift },
        (Some(shift), Offsets::Moved { .. } | Offsets::Each(_)) => {
            let lanes = pointers.offsets.each().zip(&*indices);
            Offsets::new(lanes.map(|(start, index)| start + (index << shift).cast_signed()))
        }
        (None, _) => {
            let moved = indices.iter().enumerate().map(|(lane, index)| {
                let (offset, overflows) = move_offset(pointers.offset(lane), index.cast_signed(), bytes);
                // An address wraps; only the distance itself may be too long.
                let wraps = pointers.provenance(lane).is_none() && !distance_overflows(*index, bytes);
                (offset, overflows && !wraps)
            });
            let moved: Vec<_> = moved.collect();
            overflowed = Marks::new(moved.iter().map(|(_, overflows)| *overflows).collect());
            Offsets::new(moved.iter().map(|(offset, _)| *offset))
        }
    };
    pointers.with_offsets(offsets, &overflowed)
}

/// Bounds of the offsets of all lanes.
fn bounds_of_offsets(offsets: &Offsets) -> Bounds {
    match offsets {
        Offsets::All(offset, _) => Bounds { least: *offset, greatest: *offset },
        Offsets::Moved { .. } | Offsets::Each(_) => bounds_of(offsets.each()),
    }
}

/// An offset moved by an index, and whether the move overflows.
fn move_offset(start: i64, index: i64, bytes: u64) -> (i64, bool) {
    let exact = |value: i64| Exact::constant(value.into());
    let (offset, Truth(overflows)) =
        memory::offset(&mut Plain::new(None), &exact(start), &exact(index), bytes);
    (offset.low_i64(), overflows)
}

/// Whether a distance alone overflows.
fn distance_overflows(index: u64, bytes: u64) -> bool {
    move_offset(0, index.cast_signed(), bytes).1
}

/// The shift for one step of the index, if no lane overflows. The offset is monotone in start and index, so their extremes suffice.
fn common_shift(starts: Bounds, indices: Bounds, bytes: u64) -> Option<u32> {
    let overflows = move_offset(starts.least, indices.least, bytes).1
        | move_offset(starts.greatest, indices.greatest, bytes).1;
    let (step, _) = move_offset(0, 1, bytes);
    (!overflows && step.count_ones() == 1).then_some(step.trailing_zeros())
}

/// Bounds of some values; wider than need be where the values are small, since that is quicker to see.
fn bounds_of(values: impl Iterator<Item = i64> + Clone) -> Bounds {
    const SMALL: i64 = 1 << 52;
    let outside =
        values.clone().fold(0, |bits, value| bits | value.wrapping_add(SMALL).cast_unsigned() >> 53);
    if outside == 0 {
        return Bounds { least: -SMALL, greatest: SMALL - 1 };
    }
    let widest = Bounds { least: i64::MAX, greatest: i64::MIN };
    values.fold(widest, |bounds, value| Bounds {
        least: bounds.least.min(value),
        greatest: bounds.greatest.max(value),
    })
}
