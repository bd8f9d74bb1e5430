//! What is known of tiles beside sums of weights: the words in which [`mean`](super::mean) speaks of weighted means.

use spec::syntax::kernel::ValueId;

/// The copied elements of a tile: the axes here of the tile's axes with several elements.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Copied {
    pub(super) of: ValueId,
    pub(super) axes: Vec<usize>,
}

/// What a loop carries, at the head of an iteration, times a factor that is not negative.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Factored {
    pub(super) of: ValueId,
    pub(super) by: Copied,
    pub(super) most: f64,
}

/// A rounded nonnegative tile: at most the given parts of the exact tile, plus a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Near {
    pub(super) of: ValueId,
    pub(super) part: f64,
    pub(super) offset: f64,
}

/// Beside sums of weights, those of each line of a tile.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Weighted {
    /// The nonnegative weights.
    pub(super) weights: ValueId,
    /// The axes here that the lines of weights are counted along.
    pub(super) axes: Vec<usize>,
    /// The carried value is scaled and increased, with a relative error of the given part.
    pub(super) carried: Option<(Factored, f64)>,
    /// How many parts of the sum of weights.
    pub(super) part: f64,
    /// And a number.
    pub(super) offset: f64,
}

/// What is no more in magnitude than so many parts of another tile, and a number.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Ratio {
    pub(super) to: ValueId,
    pub(super) axes: Vec<usize>,
    pub(super) part: f64,
    pub(super) offset: f64,
}

impl Ratio {
    /// The facts of either of two values.
    pub(super) fn either(self, other: Self) -> Option<Self> {
        let same = self.to == other.to && self.axes == other.axes;
        same.then(|| Ratio { part: self.part.max(other.part), offset: self.offset.max(other.offset), ..self })
    }
}

/// The facts about weights.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Means {
    pub(super) copied: Option<Copied>,
    pub(super) factored: Option<Factored>,
    pub(super) near: Option<Near>,
    /// It is no less than the sum of weights, in parts, but for the number.
    pub(super) mass: Option<Weighted>,
    /// It is no more in magnitude than the sum of weights, in parts, and the number.
    pub(super) spread: Option<Weighted>,
    pub(super) ratio: Option<Ratio>,
}
