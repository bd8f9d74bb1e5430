//! Strides that keep the elements of a tensor apart.

use spec::domain::{Bool, Number, all};

/// Along each axis, innermost first, a step goes farther than the axes inside reach together; an axis of one element
/// may have any stride. Then two places inside the tensor that have one offset are one place. Where the stride of an axis
/// is the extent times the stride of the next one inside, as in `layout_right` and `layout_left`, that is so.
pub fn nested<N: Number>(extents: &[N], strides: &[N]) -> N::Bool {
    let one = N::constant(1);
    let mut reach = N::constant(0);
    let mut holds = N::Bool::constant(true);
    for (extent, stride) in extents.iter().zip(strides) {
        let single = extent.at_most(&one);
        holds = all([holds, reach.less(stride).or(&single)]);
        reach = reach.add(&extent.sub(&one).mul(stride));
    }
    holds
}
