//! Tiles: the value of every lane, in typed, contiguous words, with an undetermined bit each.

use crate::values::element::number::Exact;
use crate::values::elements::{Elements, Store, each_word};
use crate::values::lanes::{LaneRuns, Lanes};
use crate::values::marks::Marks;
use crate::values::pointers::Pointers;

/// The value of a tile; the type gives the shape.
#[derive(Debug, Clone)]
pub(crate) struct Tile {
    /// The lanes; an undetermined lane holds some value, zero by default.
    pub(crate) elements: Elements,
    /// The undetermined lanes.
    pub(crate) undetermined: Marks,
}

impl Tile {
    /// A tile all of whose lanes are determined.
    pub(crate) fn determined(elements: Elements) -> Self {
        Tile { elements, undetermined: Marks::NONE }
    }

    /// A tile of words.
    pub(crate) fn of<S: Store>(words: Vec<S>) -> Self {
        Tile::determined(S::elements(Lanes::new(words)))
    }

    /// The number of lanes.
    pub(crate) fn len(&self) -> usize {
        each_word!(&self.elements, lanes => lanes.as_slice().len(), pointers => pointers.len())
    }

    /// The bits of a lane, zero-extended; of a pointer, its offset.
    pub(crate) fn raw(&self, lane: usize) -> u64 {
        each_word!(&self.elements, lanes => lanes.as_slice()[lane].raw(), pointers => pointers.offset(lane).cast_unsigned())
    }

    /// The pointers of a tile of pointers.
    pub(crate) fn pointers(&self) -> &Pointers {
        match &self.elements {
            Elements::Pointers(pointers) => pointers,
            Elements::U8(_) | Elements::U16(_) | Elements::U32(_) | Elements::U64(_) => {
                unreachable!("a valid kernel has pointers here")
            }
        }
    }

    /// A scalar of so many bits.
    pub(crate) fn word(raw: u64, bits: u32) -> Self {
        Tile::determined(match bits {
            1..=8 => Elements::U8(Lanes::One(u8::from_raw(raw))),
            9..=16 => Elements::U16(Lanes::One(u16::from_raw(raw))),
            17..=32 => Elements::U32(Lanes::One(u32::from_raw(raw))),
            _ => Elements::U64(Lanes::One(raw)),
        })
    }

    /// A lane of so many bits, in two's complement.
    pub(crate) fn signed(&self, lane: usize, bits: u32) -> Exact {
        // Shifted up and down again: the arithmetic shift copies the sign.
        let unused = 64 - bits;
        Exact(((self.raw(lane) << unused).cast_signed() >> unused).into())
    }

    /// A lane as a natural number.
    pub(crate) fn unsigned(&self, lane: usize) -> Exact {
        Exact(self.raw(lane).into())
    }

    /// The truth value of a lane.
    pub(crate) fn truth(&self, lane: usize) -> bool {
        self.raw(lane) != 0
    }

    /// A tile made from scalars of one type.
    pub(crate) fn of_lanes<'a>(scalars: impl Iterator<Item = &'a Tile> + Clone) -> Self {
        fn words<'a, S: Store>(scalars: impl Iterator<Item = &'a Tile>) -> Elements {
            S::elements(Lanes::new(scalars.map(|tile| S::from_raw(tile.raw(0))).collect()))
        }
        let undetermined = Marks::new(scalars.clone().map(|tile| tile.undetermined.at(0)).collect());
        let elements = match scalars.clone().next().map(|tile| &tile.elements) {
            Some(Elements::U8(_)) | None => words::<u8>(scalars),
            Some(Elements::U16(_)) => words::<u16>(scalars),
            Some(Elements::U32(_)) => words::<u32>(scalars),
            Some(Elements::U64(_)) => words::<u64>(scalars),
            Some(Elements::Pointers(_)) => {
                let lanes = scalars.map(|tile| (tile.pointers().provenance(0), tile.pointers().offset(0)));
                Elements::Pointers(Pointers::each(&lanes.collect::<Vec<_>>()))
            }
        };
        Tile { elements, undetermined }
    }

    /// The lanes of this tile, followed by the lanes of another.
    pub(crate) fn chain(&self, other: &Self) -> Self {
        let elements = each_word!(&self.elements,
            lanes => lanes.chain(&other.elements),
            pointers => Elements::Pointers(pointers.chain(other.pointers())));
        let undetermined = self.undetermined.chain(self.len(), &other.undetermined, other.len());
        Tile { elements, undetermined }
    }

    /// The lanes at the given places.
    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        let elements = match &self.elements {
            Elements::U8(lanes) => Elements::U8(lanes.gather(from)),
            Elements::U16(lanes) => Elements::U16(lanes.gather(from)),
            Elements::U32(lanes) => Elements::U32(lanes.gather(from)),
            Elements::U64(lanes) => Elements::U64(lanes.gather(from)),
            Elements::Pointers(pointers) => Elements::Pointers(pointers.gather(from)),
        };
        Tile { elements, undetermined: self.undetermined.gather(from) }
    }

    /// The lanes of some runs.
    pub(crate) fn runs(&self, runs: LaneRuns) -> Self {
        if self.undetermined.any() || matches!(self.elements, Elements::Pointers(_)) {
            return self.gather(&runs.lanes());
        }
        Tile::determined(each_word!(&self.elements,
            lanes => lanes.runs(runs),
            pointers => Elements::Pointers(pointers.clone())))
    }

    /// The first lane, repeated in `len` lanes.
    pub(crate) fn splat(&self, len: usize) -> Self {
        let elements = match &self.elements {
            Elements::U8(lanes) => Elements::U8(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::U16(lanes) => Elements::U16(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::U32(lanes) => Elements::U32(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::U64(lanes) => Elements::U64(Lanes::splat(lanes.as_slice()[0], len)),
            Elements::Pointers(pointers) => Elements::Pointers(pointers.splat(len)),
        };
        Tile { elements, undetermined: Marks::all(self.undetermined.at(0), len) }
    }
}
