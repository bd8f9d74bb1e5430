//! Pointers: the allocation and offset of each lane.

use std::rc::Rc;

use crate::values::marks::Marks;
use crate::values::offsets::Offsets;

/// The allocation that a pointer belongs to: a position in [`spec::syntax::launch::Launch::buffers`], or none.
pub(crate) type Provenance = Option<u32>;

/// The provenance of every lane; nearly always one for all.
#[derive(Debug, Clone)]
enum Provenances {
    All(Provenance),
    Each(Rc<Vec<Provenance>>),
}

/// A tile of pointers.
#[derive(Debug, Clone)]
pub(crate) struct Pointers {
    provenances: Provenances,
    /// Bytes from the start of the allocation; without one, as a pointer is that was made of an integer, the address.
    pub(crate) offsets: Offsets,
    /// The lanes with an overflowed offset.
    pub(crate) overflowed: Marks,
}

impl Pointers {
    /// Pointers into one allocation.
    pub(crate) fn new(provenance: Provenance, offsets: Vec<i64>) -> Self {
        let provenances = Provenances::All(provenance);
        Pointers { provenances, offsets: Offsets::new(offsets.into_iter()), overflowed: Marks::NONE }
    }

    /// Pointers with a provenance each.
    pub(crate) fn each(lanes: &[(Provenance, i64)]) -> Self {
        let offsets = Offsets::new(lanes.iter().map(|(_, offset)| *offset));
        // Later accesses are faster with one allocation for all lanes.
        let same = lanes.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let provenances = match lanes.first() {
            Some((provenance, _)) if same => Provenances::All(*provenance),
            Some(_) | None => Provenances::Each(Rc::new(lanes.iter().map(|(one, _)| *one).collect())),
        };
        Pointers { provenances, offsets, overflowed: Marks::NONE }
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.len()
    }

    pub(crate) fn offset(&self, lane: usize) -> i64 {
        self.offsets.at(lane)
    }

    pub(crate) fn provenance(&self, lane: usize) -> Provenance {
        match &self.provenances {
            Provenances::All(provenance) => *provenance,
            Provenances::Each(each) => each[lane],
        }
    }

    /// The provenance of all lanes, if equal.
    pub(crate) fn common(&self) -> Option<Provenance> {
        match &self.provenances {
            Provenances::All(provenance) => Some(*provenance),
            Provenances::Each(_) => None,
        }
    }

    pub(crate) fn gather(&self, from: &[usize]) -> Self {
        let provenances = match &self.provenances {
            Provenances::All(provenance) => Provenances::All(*provenance),
            Provenances::Each(each) => {
                Provenances::Each(Rc::new(from.iter().map(|lane| each[*lane]).collect()))
            }
        };
        let offsets = match &self.offsets {
            Offsets::All(offset, _) => Offsets::All(*offset, from.len()),
            Offsets::Moved { .. } | Offsets::Each(_) => {
                Offsets::new(from.iter().map(|lane| self.offset(*lane)))
            }
        };
        Pointers { provenances, offsets, overflowed: self.overflowed.gather(from) }
    }

    /// Appends the lanes of another tile.
    pub(crate) fn chain(&self, other: &Self) -> Self {
        let lanes = |of: &Self| (0..of.len()).map(|k| (of.provenance(k), of.offset(k))).collect::<Vec<_>>();
        let overflowed = self.overflowed.chain(self.len(), &other.overflowed, other.len());
        Pointers { overflowed, ..Pointers::each(&[lanes(self), lanes(other)].concat()) }
    }

    pub(crate) fn splat(&self, len: usize) -> Self {
        Pointers {
            provenances: Provenances::All(self.provenance(0)),
            offsets: Offsets::All(self.offset(0), len),
            overflowed: Marks::all(self.overflowed.at(0), len),
        }
    }

    /// Selects each lane from this tile or from another tile of pointers.
    pub(crate) fn select(&self, chosen: impl Fn(usize) -> bool, other: &Self) -> Self {
        let side = |lane: usize| if chosen(lane) { self } else { other };
        let lanes: Vec<_> = (0..self.len()).map(|k| (side(k).provenance(k), side(k).offset(k))).collect();
        let overflowed = Marks::new((0..self.len()).map(|lane| side(lane).overflowed.at(lane)).collect());
        Pointers { overflowed, ..Pointers::each(&lanes) }
    }

    /// Pointers into the same allocations at other offsets, with further overflowed lanes.
    pub(crate) fn with_offsets(&self, offsets: Offsets, overflowed: &Marks) -> Self {
        let provenances = self.provenances.clone();
        Pointers { provenances, offsets, overflowed: self.overflowed.or(overflowed) }
    }
}
