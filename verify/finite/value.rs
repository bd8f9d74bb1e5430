//! What is known of a tile of floats: bounds of every element, and how it is related to others. A relation speaks of values of one
//! iteration, so nothing that a loop carries has one.

use std::rc::Rc;

use spec::syntax::kernel::ValueId;

use super::bounds::{ANY, Bounds};
use super::weights::Means;

/// A range of integers, both ends in it.
pub(super) type Range = (i128, i128);

/// Of which elements of a tile a range is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Which {
    /// Of all.
    All,
    /// Of the first of each line along an axis.
    First(usize),
}

/// A tile, times a number that is not negative where one is named.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scaled {
    /// The tile.
    pub(super) of: ValueId,
    /// The number.
    pub(super) by: Option<Uniform>,
}

/// A number that is the same in all elements of a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Uniform {
    /// A tile of one element.
    Value(ValueId),
    /// A literal.
    Bits(u64),
}

/// The greatest of each line of a tile.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Greatest {
    /// The tile.
    pub(super) of: Scaled,
    /// Along which axis.
    pub(super) axis: usize,
    /// Whether it is one of the elements, and not more.
    pub(super) is_element: bool,
    /// Whether the axis remains, with one element.
    pub(super) keeps_axis: bool,
}

/// A carried value, with the increments of an iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sum {
    /// What is carried.
    pub(super) of: ValueId,
    /// All that was added, and every part of that sum: zero is among it.
    pub(super) added: Bounds,
    /// The relative error beside the rounding of the increments.
    pub(super) drift: f64,
    /// Whether it was multiplied, by something from zero to one, but for what drifts.
    pub(super) shrinks: bool,
}

impl Sum {
    /// What is carried, at the head of an iteration.
    pub(super) fn head(of: ValueId) -> Self {
        Sum { of, added: Bounds::new(0.0, 0.0), drift: 0.0, shrinks: false }
    }

    /// What holds of either of two, of one value.
    pub(super) fn either(self, other: &Self) -> Self {
        let (added, drift) = (self.added.or(&other.added), self.drift.max(other.drift));
        Sum { added, drift, shrinks: self.shrinks || other.shrinks, ..self }
    }

    /// With something added.
    pub(super) fn with(self, other: &Bounds, drift: f64) -> Self {
        Sum { added: self.added.add(&other.with_zero()), drift: self.drift + drift, ..self }
    }

    /// Times a factor, if that is no more than two; each product is rounded off by a part of one in `parts`.
    pub(super) fn times(self, factor: &Bounds, parts: f64) -> Option<Self> {
        let fits = !factor.nan && factor.lo >= 0.0 && factor.hi <= 2.0;
        let drift = self.drift + (factor.hi - 1.0).max(0.0) + 2.0 / parts;
        fits.then(|| Sum { added: self.added.mul(factor).with_zero(), drift, shrinks: true, ..self })
    }
}

/// What is no less than a part of what a loop carries, or than a number, whichever of the two is less.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Floor {
    /// What is carried, and not negative.
    pub(super) of: ValueId,
    /// The part.
    pub(super) part: f64,
    /// The number.
    pub(super) or: f64,
}

impl Floor {
    /// What is carried, at the head of an iteration.
    pub(super) fn head(of: ValueId) -> Self {
        Floor { of, part: 1.0, or: f64::INFINITY }
    }

    /// Times a factor that is no less than a number. It never grows: what was next to zero on the way was rounded to more than a part of it.
    pub(super) fn times(self, factor: f64) -> Self {
        let of = |number: f64| if factor > 0.0 { number * factor.min(1.0) } else { 0.0 };
        Floor { part: of(self.part), or: of(self.or), ..self }
    }

    /// What holds of either of two.
    pub(super) fn either(self, other: Self) -> Option<Self> {
        let floor = Floor { part: self.part.min(other.part), or: self.or.min(other.or), ..self };
        (self.of == other.of).then_some(floor)
    }
}

/// Facts in two cases, where the first or the second of two tiles is greater, with one element of the maximum per line (trace partitioning:
/// Rival and Mauborgne, "The Trace Partitioning Abstract Domain", TOPLAS 2007).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cases {
    /// The greater of two tiles.
    pub(super) greater: ValueId,
    /// The axes along which its elements are counted: maps each element here to its element there.
    pub(super) axes: Vec<usize>,
    /// Either case.
    pub(super) sides: [Value; 2],
}

/// A tile of floats.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    /// Of every element.
    pub(super) bounds: Bounds,
    /// Tiles of its shape of which no element is more than its own, where neither is NaN.
    pub(super) above: Vec<Scaled>,
    /// Axes with a number: along each line some element is no less, and is no NaN.
    pub(super) peaks: Vec<(usize, f64)>,
    /// It is the greatest of each line of a tile, or more.
    pub(super) greatest: Option<Greatest>,
    /// The value is a carried value plus increments.
    pub(super) plus: Option<Sum>,
    /// A lower bound by another value.
    pub(super) floor: Option<Floor>,
    /// It is another tile, element by element.
    pub(super) same: Option<ValueId>,
    /// It is a tile times a number.
    pub(super) scaled: Option<Scaled>,
    /// All elements are this number.
    pub(super) uniform: Option<Uniform>,
    /// The negation of this tile.
    pub(super) negated: Option<ValueId>,
    /// What it has to do with sums of weights.
    pub(super) means: Means,
    /// What is known in either of two cases.
    pub(super) cases: Option<Rc<Cases>>,
}

impl Value {
    /// Of which nothing but bounds is known.
    pub(super) fn plain(bounds: Bounds) -> Self {
        Value {
            bounds,
            above: Vec::new(),
            peaks: Vec::new(),
            greatest: None,
            plus: None,
            floor: None,
            same: None,
            scaled: None,
            uniform: None,
            negated: None,
            means: Means::default(),
            cases: None,
        }
    }

    /// Anything.
    pub(super) fn any() -> Self {
        Value::plain(ANY)
    }

    /// The same, in either case.
    pub(super) fn without_cases(&self) -> Self {
        Value { cases: None, ..self.clone() }
    }

    /// Whether it is what a loop carries by that name, at the head of an iteration.
    pub(super) fn is_head_of(&self, param: ValueId) -> bool {
        self.plus == Some(Sum::head(param))
    }

    /// What some element of each line along an axis is at least.
    pub(super) fn peak(&self, axis: usize) -> f64 {
        let known = self.peaks.iter().filter(|(along, _)| *along == axis).map(|(_, least)| *least);
        known.fold(self.bounds.lo, f64::max)
    }

    /// A lower bound relative to a carried value.
    pub(super) fn floor(&self, of: ValueId) -> Floor {
        let known = self.floor.filter(|floor| floor.of == of && floor.part > 0.0 && floor.or > 0.0);
        // A number that is known of all elements is no part of anything.
        let number = Floor { of, part: f64::INFINITY, or: self.bounds.lo.max(0.0) };
        let number = if number.or > 0.0 { number } else { Floor { part: 0.0, ..number } };
        known.unwrap_or(number)
    }

    /// What holds of either of two.
    pub(super) fn join(&self, other: &Self) -> Self {
        let axes = self.peaks.iter().map(|(axis, _)| *axis);
        let peaks = axes.map(|axis| (axis, self.peak(axis).min(other.peak(axis))));
        let is_number = !self.bounds.nan && !other.bounds.nan;
        Value { peaks: peaks.filter(|_| is_number).collect(), ..Value::plain(self.bounds.or(&other.bounds)) }
    }
}
