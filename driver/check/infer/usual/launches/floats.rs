//! Float arguments of usual launches. A solver makes floats equal where a script has different ones.

use spec::contract::Bound;
use spec::syntax::launch::{Argument, Launch};

use crate::convert::{count, nearest_f64};
use crate::scalar;

/// The bits of a float argument in a usual launch: no two arguments are equal, so that no difference of two is zero.
pub(in crate::check) fn usual_float(bound: &Bound<'_>, position: usize) -> Option<u64> {
    let kind = bound.float(position).filter(|_| bound.float_interval(position).is_none())?;
    scalar::from_float(kind, nearest_f64(i128::from(count(position)) + 1))
}

/// A launch with other float arguments, as a usual launch has them.
pub(in crate::check) fn with_usual_floats(bound: &Bound<'_>, launch: &Launch) -> Launch {
    let mut launch = launch.clone();
    for (position, argument) in launch.arguments.iter_mut().enumerate() {
        if let Some(bits) = usual_float(bound, position) {
            *argument = Argument::Scalar(bits);
        }
    }
    launch
}
