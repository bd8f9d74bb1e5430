//! The rooms of floats in memory.

use std::collections::BTreeMap;

use spec::syntax::types::Scalar;

use super::room::Room;

/// The widest element, in bytes.
const WIDEST: i64 = 8;

/// By array and byte, the room of the float that begins there; a float without an entry is certain.
#[derive(Debug, Default)]
pub(super) struct MemoryRooms(BTreeMap<(usize, i64), (Room, Scalar)>);

impl MemoryRooms {
    fn overlapping(
        &self,
        array: usize,
        offset: i64,
        bytes: i64,
    ) -> impl Iterator<Item = (i64, &(Room, Scalar))> {
        let range = (array, offset.saturating_sub(WIDEST))..(array, offset.saturating_add(bytes));
        self.0.range(range).filter_map(move |((_, at), known)| {
            (at.saturating_add(known.1.bytes().cast_signed()) > offset).then_some((*at, known))
        })
    }

    /// Stores an element. `None` because the error is an integer's.
    pub(super) fn store(&mut self, (array, offset): (usize, i64), scalar: Scalar, room: Option<Room>) {
        let bytes = scalar.bytes().cast_signed();
        let gone: Vec<i64> = self.overlapping(array, offset, bytes).map(|(at, _)| at).collect();
        for at in gone {
            self.0.remove(&(array, at));
        }
        if let Some(room) = room.filter(|room| !room.is_none()) {
            self.0.insert((array, offset), (room, scalar));
        }
    }

    /// The room of a loaded element; none where bytes of uncertain floats are read as something else.
    pub(super) fn load(&self, (array, offset): (usize, i64), scalar: Scalar) -> Option<Room> {
        let mut found = self.overlapping(array, offset, scalar.bytes().cast_signed());
        match found.next() {
            None => Some(Room::NONE),
            Some((at, (room, of))) => (at == offset && *of == scalar).then_some(*room),
        }
    }

    /// The error of the element at a place, for the comparison.
    pub(in crate::check::equiv) fn away(&self, array: usize, offset: u64, scalar: Scalar) -> f64 {
        let known = self.load((array, offset.cast_signed()), scalar);
        known.map_or(f64::INFINITY, |room| room.away)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_replaces_what_it_overlaps() {
        let mut memory = MemoryRooms::default();
        memory.store((0, 8), Scalar::F32, Some(Room::of(1.0)));
        assert!(memory.load((0, 8), Scalar::F32).is_some_and(|room| room.away >= 1.0));
        assert_eq!(memory.load((0, 8), Scalar::F64), None, "half of it is another float");
        assert_eq!(memory.load((0, 10), Scalar::I8), None, "an integer has no room");
        assert_eq!(memory.load((1, 8), Scalar::F32), Some(Room::NONE));
        memory.store((0, 11), Scalar::I8, None);
        assert_eq!(memory.load((0, 8), Scalar::F32), Some(Room::NONE));
    }
}
