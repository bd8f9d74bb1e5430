//! Sets of lanes that many elements come together from: along an axis, up to a lane, a row, a column.

use spec::domain::{Bool as _, Number};
use spec::ops::mma;

use crate::fault_injection::Flaw;
use crate::terms::{Num, Truth};

/// Which elements of a tile take part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LaneSet {
    /// The lane at the same index.
    Same,
    /// All along an axis that the result does not have.
    Along(usize),
    /// The lanes up to the index along an axis, or from the index on.
    UpTo {
        /// The axis.
        axis: usize,
        /// From the index on.
        reverse: bool,
    },
    /// The lanes of the row, or of the batch and row.
    Row,
    /// The lanes of the column, or of the batch and column.
    Column,
}

impl LaneSet {
    /// How many of a shape there are, at most.
    pub(crate) fn extent(self, shape: &[u32]) -> u32 {
        let axis = match self {
            LaneSet::Same => return 1,
            LaneSet::Along(axis) | LaneSet::UpTo { axis, .. } => axis,
            LaneSet::Row => shape.len() - 1,
            LaneSet::Column => shape.len() - 2,
        };
        shape[axis]
    }

    /// The index of the lane with this number.
    pub(crate) fn at(self, lane: &[Num], number: &Num) -> Vec<Num> {
        let mut index = lane.to_vec();
        match self {
            LaneSet::Same => {}
            LaneSet::Along(axis) => index.insert(axis, *number),
            LaneSet::UpTo { axis, .. } => index[axis] = *number,
            LaneSet::Row => return mma::factors(lane, number).0,
            LaneSet::Column => return mma::factors(lane, number).1,
        }
        index
    }

    /// The fault that omits such elements.
    pub(crate) const fn forgotten_by(self) -> Flaw {
        match self {
            LaneSet::Row | LaneSet::Column => Flaw::ProductForgets,
            LaneSet::Same | LaneSet::Along(_) | LaneSet::UpTo { .. } => Flaw::CombinedForgets,
        }
    }

    /// Whether the lane with this number takes part.
    pub(crate) fn has(self, lane: &[Num], number: &Num) -> Truth {
        match self {
            LaneSet::Same | LaneSet::Along(_) | LaneSet::Row | LaneSet::Column => Truth::constant(true),
            LaneSet::UpTo { axis, reverse: false } => number.at_most(&lane[axis]),
            LaneSet::UpTo { axis, reverse: true } => lane[axis].at_most(number),
        }
    }
}
