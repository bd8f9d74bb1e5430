//! Tiles in pieces: one piece is stored while the next is still converted, so stores leave the block early.

use std::ops::Range;

use crate::ir::numbers::log2_of;
use crate::layout::linear::{BitSource, Layout};
use crate::layout::swizzle::MAX_CONVERSION_BYTES;

/// The bits of the index that tell pieces apart, lowest first, each in registers of both layouts.
#[derive(Debug, Clone)]
pub(crate) struct Pieces {
    bits: Vec<usize>,
}

impl Pieces {
    /// Splits a conversion into pieces that each fit one conversion; `None` if the whole tile fits, or if no split keeps the given
    /// bits together.
    pub(crate) fn new(from: &Layout, to: &Layout, size: u64, together: Range<usize>) -> Option<Self> {
        let held = from.bits.iter().filter(|place| **place != BitSource::Broadcast).count();
        let whole = size << held;
        let both = |bit: &usize| [from, to].iter().all(|side| side.bits[*bit] == BitSource::Register);
        let free = (0..from.bits.len()).rev().filter(|bit| both(bit) && !together.contains(bit));
        let count = log2_of(whole.div_ceil(MAX_CONVERSION_BYTES).next_power_of_two());
        let mut bits: Vec<usize> = free.take(count).collect();
        bits.reverse();
        (!from.can_serve_as(to) && !bits.is_empty()).then_some(Pieces { bits })
    }

    /// The number of pieces.
    pub(crate) fn count(&self) -> usize {
        1 << self.bits.len()
    }

    /// The layout of a piece.
    pub(crate) fn layout(&self, of: &Layout) -> Layout {
        let kept = of.bits.iter().enumerate().filter(|(bit, _)| !self.bits.contains(bit));
        Layout { bits: kept.map(|(_, place)| *place).collect() }
    }

    /// By register of a piece, the register of the whole in a layout.
    pub(crate) fn registers(&self, of: &Layout, piece: usize) -> Vec<usize> {
        let is_one = |at: usize| {
            let index = of.index_of(at);
            self.bits.iter().enumerate().all(|(place, bit)| index >> bit & 1 == piece >> place & 1)
        };
        (0..of.registers()).filter(|at| is_one(*at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_register_is_in_one_piece_in_order() {
        let [lane, reg] = [BitSource::Thread(0), BitSource::Register];
        let from = Layout { bits: vec![reg, lane, reg, reg] };
        let to = Layout { bits: vec![reg, reg, lane, reg] };
        let pieces = Pieces::new(&from, &to, MAX_CONVERSION_BYTES / 4, 0..1).expect("the highest bit");
        assert_eq!(pieces.count(), 2);
        assert_eq!(pieces.layout(&to).bits, [reg, reg, lane]);
        assert_eq!([0, 1].map(|piece| pieces.registers(&to, piece)), [vec![0, 1, 2, 3], vec![4, 5, 6, 7]]);
        assert!(Pieces::new(&from, &to, MAX_CONVERSION_BYTES / 4, 0..4).is_none());
        assert!(Pieces::new(&from, &to, MAX_CONVERSION_BYTES / 16, 0..1).is_none());
        assert!(Pieces::new(&from, &from, MAX_CONVERSION_BYTES / 4, 0..1).is_none());
    }
}
