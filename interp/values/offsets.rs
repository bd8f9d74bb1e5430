//! The offsets of a tile of pointers, kept in factored form as long as possible.

use std::rc::Rc;

/// The offset of every lane.
#[derive(Debug, Clone)]
pub(crate) enum Offsets {
    /// One offset for all lanes, from a broadcast.
    All(i64, usize),
    /// That, moved by a tile of numbers times a power of two, without an overflow.
    Moved { start: i64, by: Rc<Vec<u64>>, shift: u32 },
    /// The bits of each.
    Each(Rc<Vec<u64>>),
}

impl Offsets {
    pub(crate) fn new(offsets: impl ExactSizeIterator<Item = i64>) -> Self {
        let mut offsets = offsets;
        if offsets.len() == 1
            && let Some(offset) = offsets.next()
        {
            return Offsets::All(offset, 1);
        }
        Offsets::Each(Rc::new(offsets.map(i64::cast_unsigned).collect()))
    }

    pub(crate) fn at(&self, lane: usize) -> i64 {
        match self {
            Offsets::All(offset, _) => *offset,
            // Cannot overflow: that was seen of the greatest and the least index when the tile was made.
            Offsets::Moved { start, by, shift } => start + (by[lane] << shift).cast_signed(),
            Offsets::Each(offsets) => offsets[lane].cast_signed(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            Offsets::All(_, len) => *len,
            Offsets::Moved { by: offsets, .. } | Offsets::Each(offsets) => offsets.len(),
        }
    }

    /// The offsets of all lanes.
    pub(crate) fn each(&self) -> impl ExactSizeIterator<Item = i64> + Clone {
        (0..self.len()).map(|lane| self.at(lane))
    }
}
