//! Strides: conditions for disjoint elements of a tensor, and its span.

use spec::domain::{Bool, Number, all};
use spec::ops::view::{in_bounds, offset};

use super::Statement;

/// Along each axis, innermost first, a step goes farther than the axes inside reach together; an axis of one element may
/// have any stride. Then two places inside the tensor with equal offsets are equal. Where the stride of an axis is the
/// extent times the stride of the next one inside, as in `layout_right` and `layout_left`, that is so.
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

/// A place inside a tensor whose strides are not negative is no farther from the first element than the last one is:
/// `0 ≤ p ≤ e − 1` and `0 ≤ σ` along each axis ⊢ `0 ≤ Σ p·σ ≤ Σ (e − 1)·σ`. The proof is [`Lemma::Scaled`](super::Lemma) for each
/// axis, and a sum of the results.
pub fn spanned<N: Number>(place: &[N], extents: &[N], strides: &[N]) -> Statement<N::Bool> {
    let (zero, one) = (N::constant(0), N::constant(1));
    let distance = offset(place, strides);
    let corner: Vec<N> = extents.iter().map(|extent| extent.sub(&one)).collect();
    let natural = all(strides.iter().map(|stride| zero.at_most(stride)));
    Statement {
        premises: vec![in_bounds(place, extents), natural],
        conclusion: zero.at_most(&distance).and(&distance.at_most(&offset(&corner, strides))),
    }
}
