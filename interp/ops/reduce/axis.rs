//! A tile seen along one axis, and how many places of it a device combines at once.

use crate::values::host_width::to_index;
use crate::values::lanes::LaneRuns;

/// A tile as an axis with what is before it and what is behind: as many runs as the axes before have indices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) outer: usize,
    pub(crate) extent: usize,
    pub(crate) inner: usize,
}

impl Axis {
    /// An axis of a shape.
    pub(crate) fn of(shape: &[u32], axis: usize) -> Self {
        let product = |extents: &[u32]| extents.iter().map(|extent| to_index(*extent)).product();
        Axis {
            outer: product(&shape[..axis]),
            extent: to_index(shape[axis]),
            inner: product(&shape[axis + 1..]),
        }
    }

    /// So many places along the axis, from one on.
    pub(crate) fn part(self, from: usize, len: usize) -> LaneRuns {
        let (inner, step) = (self.inner, self.extent * self.inner);
        LaneRuns { first: from * inner, len: len * inner, step, count: self.outer }
    }

    /// The lane at a place along the axis, of the run that a lane of a result belongs to.
    pub(crate) fn lane(self, result: usize, place: usize) -> usize {
        (result / self.inner * self.extent + place) * self.inner + result % self.inner
    }
}

/// The number of elements that a device folds at once.
pub(crate) const BLOCK: usize = 128;

pub(crate) const CHUNK: usize = 32;
