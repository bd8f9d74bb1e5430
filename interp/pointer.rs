//! Pointers: which allocation each lane points into, and where.

use std::rc::Rc;

use spec::domain::Number;
use spec::ops::memory;

use crate::element::bits::Plain;
use crate::element::number::{Exact, Truth};
use crate::tile::{Elements, Lanes, Marks};

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
    offsets: Lanes<i64>,
    /// The lanes whose offset overflowed somewhere.
    pub(crate) overflowed: Marks,
}

impl Pointers {
    /// Pointers into one allocation.
    pub(crate) fn new(provenance: Provenance, offsets: Vec<i64>) -> Self {
        let provenances = Provenances::All(provenance);
        Pointers { provenances, offsets: Lanes::new(offsets), overflowed: Marks::NONE }
    }

    /// Pointers with a provenance each.
    pub(crate) fn each(lanes: &[(Provenance, i64)]) -> Self {
        let offsets = Lanes::new(lanes.iter().map(|(_, offset)| *offset).collect());
        let same = lanes.windows(2).all(|pair| pair[0].0 == pair[1].0);
        let provenances = match lanes.first() {
            Some((provenance, _)) if same => Provenances::All(*provenance),
            Some(_) | None => Provenances::Each(Rc::new(lanes.iter().map(|(one, _)| *one).collect())),
        };
        Pointers { provenances, offsets, overflowed: Marks::NONE }
    }

    pub(crate) fn len(&self) -> usize {
        self.offsets.as_slice().len()
    }

    pub(crate) fn offsets(&self) -> &[i64] {
        self.offsets.as_slice()
    }

    pub(crate) fn offset(&self, lane: usize) -> i64 {
        self.offsets.as_slice()[lane]
    }

    pub(crate) fn provenance(&self, lane: usize) -> Provenance {
        match &self.provenances {
            Provenances::All(provenance) => *provenance,
            Provenances::Each(each) => each[lane],
        }
    }

    /// The one provenance of all lanes, if there is one.
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
        Pointers { provenances, offsets: self.offsets.gather(from), overflowed: self.overflowed.gather(from) }
    }

    /// These and then others.
    pub(crate) fn chain(&self, other: &Self) -> Self {
        let lanes = |of: &Self| (0..of.len()).map(|k| (of.provenance(k), of.offset(k))).collect::<Vec<_>>();
        let overflowed = self.overflowed.chain(self.len(), &other.overflowed, other.len());
        Pointers { overflowed, ..Pointers::each(&[lanes(self), lanes(other)].concat()) }
    }

    pub(crate) fn splat(&self, len: usize) -> Self {
        Pointers {
            provenances: Provenances::All(self.provenance(0)),
            offsets: Lanes::splat(self.offset(0), len),
            overflowed: Marks::all(self.overflowed.at(0), len),
        }
    }

    /// The lanes of this, or of another tile of pointers where this is not chosen.
    pub(crate) fn select(&self, chosen: impl Fn(usize) -> bool, other: &Elements) -> Self {
        let Elements::Pointers(other) = other else { return self.clone() };
        let side = |lane: usize| if chosen(lane) { self } else { other };
        let lanes: Vec<_> = (0..self.len()).map(|k| (side(k).provenance(k), side(k).offset(k))).collect();
        let overflowed = Marks::new((0..self.len()).map(|lane| side(lane).overflowed.at(lane)).collect());
        Pointers { overflowed, ..Pointers::each(&lanes) }
    }

    /// `offset`: every lane moved by its index (the bits of a signed number), in elements of `bytes` bytes.
    pub(crate) fn moved(&self, indices: &[u64], bytes: u64) -> Self {
        let starts = self.offsets();
        let lanes = starts.iter().zip(indices);
        let mut overflowed = Marks::NONE;
        let offsets = match shift(starts, indices, bytes) {
            Some(shift) => lanes.map(|(start, index)| start + (index << shift).cast_signed()).collect(),
            None => {
                let moved = lanes.enumerate().map(|(lane, (start, index))| {
                    let (offset, overflows) = moved(*start, index.cast_signed(), bytes);
                    // An address wraps; only the distance itself may be too long.
                    let wraps = self.provenance(lane).is_none() && !moved_from_zero(*index, bytes);
                    (offset, overflows && !wraps)
                });
                let moved: Vec<_> = moved.collect();
                overflowed = Marks::new(moved.iter().map(|(_, overflows)| *overflows).collect());
                moved.iter().map(|(offset, _)| *offset).collect()
            }
        };
        Pointers {
            provenances: self.provenances.clone(),
            offsets: Lanes::new(offsets),
            overflowed: self.overflowed.or(&overflowed),
        }
    }
}

fn moved(start: i64, index: i64, bytes: u64) -> (i64, bool) {
    let exact = |value: i64| Exact::constant(value.into());
    let (offset, Truth(overflows)) =
        memory::offset(&mut Plain::new(None), &exact(start), &exact(index), bytes);
    (offset.0 as i64, overflows)
}

/// Whether a distance alone overflows.
fn moved_from_zero(index: u64, bytes: u64) -> bool {
    moved(0, index.cast_signed(), bytes).1
}

/// How much one step of the index adds, as a power of two, where no lane overflows: the offset is monotone in start
/// and index, so the least and the greatest of each tell.
fn shift(starts: &[i64], indices: &[u64], bytes: u64) -> Option<u32> {
    let indices = range(indices.iter().map(|index| index.cast_signed()));
    let starts = range(starts.iter().copied());
    let overflows = moved(starts.0, indices.0, bytes).1 | moved(starts.1, indices.1, bytes).1;
    let (step, _) = moved(0, 1, bytes);
    (!overflows && step.count_ones() == 1).then_some(step.trailing_zeros())
}

/// Bounds of some values; wider than need be where the values are small, since that is quicker to see.
fn range(values: impl Iterator<Item = i64> + Clone) -> (i64, i64) {
    const SMALL: i64 = 1 << 52;
    let outside =
        values.clone().fold(0, |bits, value| bits | value.wrapping_add(SMALL).cast_unsigned() >> 53);
    if outside == 0 {
        return (-SMALL, SMALL - 1);
    }
    values.fold((i64::MAX, i64::MIN), |(least, most), value| (least.min(value), most.max(value)))
}
