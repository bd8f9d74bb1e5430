//! The contract's clauses about the floats of an array, or about an argument: comparisons of `value` with a number.

use spec::contract::{Bound, Interval, interval};
use spec::syntax::types::Scalar;

use crate::values::float::bounds::Bounds;

/// The statements of clauses.
struct Stated {
    bounds: Bounds,
    /// Whether the clauses say nothing else.
    is_all: bool,
}

/// Between which numbers of their format a contract has the floats of an array. `None` if the array has no floats, if no float is
/// possible, or if a clause has another form.
pub fn float_bounds(bound: &Bound<'_>, position: usize) -> Option<(f64, f64)> {
    let Stated { bounds, is_all } = of_array(bound, position)?;
    (is_all && bounds.lo <= bounds.hi).then_some((bounds.lo, bounds.hi))
}

/// Bounds of the floats of an array, whatever else clauses say.
pub(super) fn bounds_of(bound: &Bound<'_>, position: usize) -> Option<Bounds> {
    of_array(bound, position).map(|stated| stated.bounds)
}

/// Bounds of a finite float argument.
pub(super) fn bounds_of_argument(bound: &Bound<'_>, position: usize, format: Scalar) -> Bounds {
    let all = Bounds::finite(format);
    let stated = bound.float_interval(position);
    stated.map_or(all, |Interval { least, greatest }| all.within(&Bounds::new(least, greatest)))
}

fn of_array(bound: &Bound<'_>, position: usize) -> Option<Stated> {
    let format = bound.pointee(position).filter(|element| !element.is_integer())?;
    let about = bound.contract.contents.iter().filter(|(name, _)| bound.is_about(name, position));
    let all = Stated { bounds: Bounds::finite(format), is_all: true };
    let Stated { bounds, is_all } = about.fold(all, |all, (_, clause)| {
        let (Interval { least, greatest }, says_all) = interval(clause);
        let bounds = all.bounds.within(&Bounds::new(least, greatest));
        Stated { bounds, is_all: all.is_all && says_all }
    });
    let Interval { least, greatest } = Interval { least: bounds.lo, greatest: bounds.hi }.of_format(format);
    Some(Stated { bounds: Bounds::new(least, greatest), is_all })
}
