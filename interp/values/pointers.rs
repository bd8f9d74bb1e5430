//! Pointers: which allocation each lane points into, and where.

use std::rc::Rc;

use spec::domain::Number;
use spec::ops::memory;

use crate::element::bits::Plain;
use crate::element::number::{Exact, Truth};
use crate::element::word::Store;
use crate::memory::run::Run;
use crate::recent::Recent;
use crate::tile::{Elements, Marks};

/// The allocation that a pointer belongs to: a position in [`spec::syntax::launch::Launch::buffers`], or none.
pub(crate) type Provenance = Option<u32>;

impl Offsets {
    fn new(offsets: impl ExactSizeIterator<Item = i64>) -> Self {
        let mut offsets = offsets;
        if offsets.len() == 1
            && let Some(offset) = offsets.next()
        {
            return Offsets::All(offset, 1);
        }
        Offsets::Each(Rc::new(offsets.map(i64::cast_unsigned).collect()))
    }

    fn at(&self, lane: usize) -> i64 {
        match self {
            Offsets::All(offset, _) => *offset,
            Offsets::Moved { start, by, shift } => start + (by[lane] << shift).cast_signed(),
            Offsets::Each(offsets) => offsets[lane].cast_signed(),
        }
    }

    fn len(&self) -> usize {
        match self {
            Offsets::All(_, len) => *len,
            Offsets::Moved { by: offsets, .. } | Offsets::Each(offsets) => offsets.len(),
        }
    }

    /// Those of all lanes.
    fn each(&self) -> impl ExactSizeIterator<Item = i64> + Clone {
        (0..self.len()).map(|lane| self.at(lane))
    }
}

/// The provenance of every lane; nearly always one for all.
#[derive(Debug, Clone)]
enum Provenances {
    All(Provenance),
    Each(Rc<Vec<Provenance>>),
}

/// The offset of every lane.
#[derive(Debug, Clone)]
enum Offsets {
    /// One for so many lanes: what is broadcast before lanes go their own ways.
    All(i64, usize),
    /// That, moved by a tile of numbers times a power of two, without an overflow.
    Moved { start: i64, by: Rc<Vec<u64>>, shift: u32 },
    /// The bits of each.
    Each(Rc<Vec<u64>>),
}

/// A tile of pointers.
#[derive(Debug, Clone)]
pub(crate) struct Pointers {
    provenances: Provenances,
    /// Bytes from the start of the allocation; without one, as a pointer is that was made of an integer, the address.
    offsets: Offsets,
    /// The lanes whose offset overflowed somewhere.
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

    /// The active lanes in runs, of elements of so many bytes.
    pub(crate) fn runs(&self, bytes: u64, mask: Option<&Elements>, recent: &mut Recent) -> Vec<Run> {
        let bytes = bytes as i64;
        let active = mask.map(u8::lanes);
        match &self.offsets {
            Offsets::Each(offsets) => Run::of_offsets(offsets, bytes, active),
            // In units of the power of two.
            Offsets::Moved { start, by, shift } if bytes.trailing_zeros() >= *shift => {
                let mut runs = recent.runs(by, bytes >> shift, mask);
                for run in &mut runs {
                    run.offset = start + (run.offset << shift);
                    run.step <<= shift;
                }
                runs
            }
            Offsets::All(..) | Offsets::Moved { .. } => {
                let offsets: Vec<u64> = self.offsets.each().map(i64::cast_unsigned).collect();
                Run::of_offsets(&offsets, bytes, active)
            }
        }
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
        let offsets = match &self.offsets {
            Offsets::All(offset, _) => Offsets::All(*offset, from.len()),
            Offsets::Moved { .. } | Offsets::Each(_) => {
                Offsets::new(from.iter().map(|lane| self.offset(*lane)))
            }
        };
        Pointers { provenances, offsets, overflowed: self.overflowed.gather(from) }
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
            offsets: Offsets::All(self.offset(0), len),
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
    pub(crate) fn moved(&self, indices: Rc<Vec<u64>>, bytes: u64, recent: &mut Recent) -> Self {
        let mut overflowed = Marks::NONE;
        let bounds =
            recent.bounds(&indices, |indices| range(indices.iter().map(|index| index.cast_signed())));
        let offsets = match (shift(self.reach(), bounds, bytes), &self.offsets) {
            (Some(shift), Offsets::All(start, _)) => Offsets::Moved { start: *start, by: indices, shift },
            (Some(shift), Offsets::Moved { .. } | Offsets::Each(_)) => {
                let lanes = self.offsets.each().zip(&*indices);
                Offsets::new(lanes.map(|(start, index)| start + (index << shift).cast_signed()))
            }
            (None, _) => {
                let moved = indices.iter().enumerate().map(|(lane, index)| {
                    let (offset, overflows) = moved(self.offset(lane), index.cast_signed(), bytes);
                    // An address wraps; only the distance itself may be too long.
                    let wraps = self.provenance(lane).is_none() && !moved_from_zero(*index, bytes);
                    (offset, overflows && !wraps)
                });
                let moved: Vec<_> = moved.collect();
                overflowed = Marks::new(moved.iter().map(|(_, overflows)| *overflows).collect());
                Offsets::new(moved.iter().map(|(offset, _)| *offset))
            }
        };
        Pointers {
            provenances: self.provenances.clone(),
            offsets,
            overflowed: self.overflowed.or(&overflowed),
        }
    }

    /// Bounds of the offsets.
    fn reach(&self) -> (i64, i64) {
        match &self.offsets {
            Offsets::All(offset, _) => (*offset, *offset),
            Offsets::Moved { .. } | Offsets::Each(_) => range(self.offsets.each()),
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
fn shift(starts: (i64, i64), indices: (i64, i64), bytes: u64) -> Option<u32> {
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
