//! What is known of a tile of floats: bounds of every element, and how it is related to others. A relation speaks of values of one
//! iteration, so nothing that a loop carries has one.

use spec::syntax::kernel::ValueId;

use super::bounds::{ANY, Bounds};

/// The greatest of each line of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Greatest {
    /// The tile.
    pub(super) of: ValueId,
    /// Along which axis.
    pub(super) axis: usize,
    /// Whether it is one of the elements, and not more.
    pub(super) is_element: bool,
    /// Whether the axis is there, with one element.
    pub(super) keeps_axis: bool,
}

/// What a loop carries, with what an iteration has added to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sum {
    /// What is carried.
    pub(super) of: ValueId,
    /// All that was added, and every part of that sum: zero is among it.
    pub(super) added: Bounds,
    /// The part of itself that it may be off beside what rounding to the nearest makes of what is added.
    pub(super) drift: f64,
}

impl Sum {
    /// With something added.
    pub(super) fn with(self, other: &Bounds, drift: f64) -> Self {
        Sum { added: self.added.add(&other.with_zero()), drift: self.drift + drift, ..self }
    }
}

/// A tile of floats.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    /// Of every element.
    pub(super) bounds: Bounds,
    /// Tiles of its shape of which no element is more than its own, where neither is NaN.
    pub(super) above: Vec<ValueId>,
    /// Axes with a number: along each line some element is no less, and is no NaN.
    pub(super) peaks: Vec<(usize, f64)>,
    /// It is the greatest of each line of a tile, or more.
    pub(super) greatest: Option<Greatest>,
    /// It is what a loop carries, and what was added to that.
    pub(super) plus: Option<Sum>,
}

impl Value {
    /// Of which nothing but bounds is known.
    pub(super) fn plain(bounds: Bounds) -> Self {
        Value { bounds, above: Vec::new(), peaks: Vec::new(), greatest: None, plus: None }
    }

    /// Anything.
    pub(super) fn any() -> Self {
        Value::plain(ANY)
    }

    /// What some element of each line along an axis is at least.
    pub(super) fn peak(&self, axis: usize) -> f64 {
        let known = self.peaks.iter().filter(|(along, _)| *along == axis).map(|(_, least)| *least);
        known.fold(self.bounds.lo, f64::max)
    }
}
