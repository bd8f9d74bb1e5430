//! Facts about a tile of floats: bounds of every element, and relations to other tiles. A relation is about values of one
//! iteration, so carried values have none.

use std::rc::Rc;

use spec::syntax::kernel::ValueId;

use super::weights::Means;
use crate::values::float::bounds::{ANY, Bounds};

/// A closed range of integers.
pub(super) type Range = (i128, i128);

/// Of which elements of a tile a range is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Which {
    /// Of all.
    All,
    /// Of the first of each line along an axis.
    First(usize),
}

/// A tile, times a nonnegative number if given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scaled {
    /// The tile.
    pub(super) of: ValueId,
    /// The number.
    pub(super) by: Option<Uniform>,
}

/// A number shared by all elements of a tile.
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
    /// The axis.
    pub(super) axis: usize,
    /// Whether the bound is exactly one of the elements.
    pub(super) is_element: bool,
    /// Whether the axis remains, with one element.
    pub(super) keeps_axis: bool,
}

/// A carried value, with the increments of an iteration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sum {
    /// The carried value.
    pub(super) of: ValueId,
    /// The summands, and every partial sum including zero.
    pub(super) added: Bounds,
    /// The relative error beside the rounding of the increments.
    pub(super) drift: f64,
    /// Whether the value was multiplied by a factor from zero to one, up to rounding.
    pub(super) shrinks: bool,
}

impl Sum {
    /// What is carried, at the head of an iteration.
    pub(super) fn head(of: ValueId) -> Self {
        Sum { of, added: Bounds::new(0.0, 0.0), drift: 0.0, shrinks: false }
    }

    /// The facts of either of two values.
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

/// A lower bound: the lesser of a part of a carried value, and a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Floor {
    /// The carried, nonnegative value.
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

    /// Times a factor that is no less than a number. The part never grows: a tiny intermediate value may have been rounded up.
    pub(super) fn times(self, factor: f64) -> Self {
        let of = |number: f64| if factor > 0.0 { number * factor.min(1.0) } else { 0.0 };
        Floor { part: of(self.part), or: of(self.or), ..self }
    }

    /// The facts of either of two values.
    pub(super) fn either(self, other: Self) -> Option<Self> {
        let floor = Floor { part: self.part.min(other.part), or: self.or.min(other.or), ..self };
        (self.of == other.of).then_some(floor)
    }
}

/// Facts in two cases, depending on the greater of two tiles, with a maximum per line (trace partitioning: Rival
/// and Mauborgne, "The Trace Partitioning Abstract Domain", TOPLAS 2007).
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Cases {
    /// The greater of two tiles.
    pub(super) greater: ValueId,
    /// A map from each element's axes to the axes of the element in the maximum.
    pub(super) axes: Vec<usize>,
    /// Either case.
    pub(super) sides: [Value; 2],
}

/// A tile of floats.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Value {
    /// Of every element.
    pub(super) bounds: Bounds,
    /// Tiles of equal shape whose elements are at most its own, unless NaN.
    pub(super) above: Vec<Scaled>,
    /// Axes with a number: along each line some element is no less, and is no NaN.
    pub(super) peaks: Vec<(usize, f64)>,
    /// It is the greatest of each line of a tile, or more.
    pub(super) greatest: Option<Greatest>,
    /// The value is a carried value plus increments.
    pub(super) plus: Option<Sum>,
    /// A lower bound by another value.
    pub(super) floor: Option<Floor>,
    /// The tile equals another tile, element by element.
    pub(super) same: Option<ValueId>,
    /// The tile equals a tile times a number.
    pub(super) scaled: Option<Scaled>,
    /// The common number of all elements.
    pub(super) uniform: Option<Uniform>,
    /// The negated tile.
    pub(super) negated: Option<ValueId>,
    /// The relation to sums of weights.
    pub(super) means: Means,
    /// The facts in either of two cases.
    pub(super) cases: Option<Rc<Cases>>,
}

impl Value {
    /// A value with bounds only.
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

    /// The facts that hold in both cases.
    pub(super) fn without_cases(&self) -> Self {
        Value { cases: None, ..self.clone() }
    }

    /// Whether the value is a carried value, at the head of an iteration.
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

    /// The facts of either of two values.
    pub(super) fn join(&self, other: &Self) -> Self {
        let axes = self.peaks.iter().map(|(axis, _)| *axis);
        let peaks = axes.map(|axis| (axis, self.peak(axis).min(other.peak(axis))));
        let is_number = !self.bounds.nan && !other.bounds.nan;
        Value { peaks: peaks.filter(|_| is_number).collect(), ..Value::plain(self.bounds.or(&other.bounds)) }
    }
}
