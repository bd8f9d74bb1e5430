//! Index maps: where an element of a result comes from, for every operation that only moves elements.

use crate::domain::{Bool, Domain, Number, all, extents};
use crate::rules::Rule;

/// `iota`: the element at a rank-1 index is the index.
pub fn iota<N: Number>(index: &[N]) -> N {
    index.first().cloned().unwrap_or_else(|| N::constant(0))
}

/// `broadcast`: an axis of extent 1 in the source is replicated.
pub fn broadcast<N: Number>(index: &[N], source: &[u32]) -> Vec<N> {
    index
        .iter()
        .zip(source)
        .map(|(i, extent)| if *extent == 1 { N::constant(0) } else { i.clone() })
        .collect()
}

/// `permute`: result axis `d` is source axis `permutation[d]`.
pub fn permute<N: Number>(index: &[N], permutation: &[usize]) -> Vec<N> {
    let mut source = vec![N::constant(0); index.len()];
    for (axis, from) in permutation.iter().enumerate() {
        source[*from] = index[axis].clone();
    }
    source
}

/// `reshape`: the element at an equal place in row-major order. Axes of extent 1 are dropped first; where the rest
/// is the same, no arithmetic is left.
pub fn reshape<N: Number>(index: &[N], shape: &[u32], source: &[u32]) -> Vec<N> {
    let wide = |shape: &[u32]| -> Vec<u32> { shape.iter().copied().filter(|extent| *extent != 1).collect() };
    if wide(shape) == wide(source) {
        let mut kept = index.iter().zip(shape).filter(|(_, extent)| **extent != 1).map(|(i, _)| i.clone());
        let zero = || N::constant(0);
        return source
            .iter()
            .map(|e| if *e == 1 { zero() } else { kept.next().unwrap_or_else(zero) })
            .collect();
    }
    delinearize(&linearize(index, &extents(shape)), &extents(source))
}

/// `cat`: whether the element comes from the first of two tiles, and its place in the source tile. Extents are powers
/// of two, so both tiles have the same number of elements along the axis: `extent`.
pub fn cat<N: Number>(index: &[N], axis: usize, extent: u32) -> (N::Bool, Vec<N>) {
    let extent = N::constant(extent.into());
    let mut place = index.to_vec();
    place[axis] = index[axis].rem_floor(&extent);
    (index[axis].less(&extent), place)
}

/// What `extract` and `insert` require of the number of a slice, one an axis and read as unsigned: so many slices of the
/// shape `part` are in `whole`.
pub fn slice<D: Domain>(
    d: &mut D,
    undetermined: &D::Bool,
    number: &[D::Number],
    part: &[u32],
    whole: &[u32],
) {
    d.require(Rule::UndeterminedIndex, undetermined.not());
    let axes = number.iter().zip(extents::<D::Number>(part)).zip(extents::<D::Number>(whole));
    let inside = axes.map(|((number, part), whole)| number.mul(&part).less(&whole));
    d.require(Rule::SliceIndex, all(inside));
}

/// `extract`: where the element of a slice is in the whole.
pub fn extract<N: Number>(index: &[N], number: &[N], part: &[u32]) -> Vec<N> {
    let axes = index.iter().zip(number).zip(extents::<N>(part));
    axes.map(|((i, number), part)| number.mul(&part).add(i)).collect()
}

/// `insert`: whether the element belongs to the slice, and its index in the slice.
pub fn insert<N: Number>(index: &[N], number: &[N], part: &[u32]) -> (N::Bool, Vec<N>) {
    let parts: Vec<N> = extents(part);
    let axes = index.iter().zip(number).zip(&parts);
    let inside = axes.map(|((i, number), part)| i.div_floor(part).equals(number));
    (all(inside), index.iter().zip(&parts).map(|(i, part)| i.rem_floor(part)).collect())
}

/// The place of an index in row-major order.
pub fn linearize<N: Number>(index: &[N], shape: &[N]) -> N {
    index.iter().zip(shape).fold(N::constant(0), |linear, (i, extent)| linear.mul(extent).add(i))
}

/// The index of a place in row-major order.
pub fn delinearize<N: Number>(linear: &N, shape: &[N]) -> Vec<N> {
    let mut rest = linear.clone();
    let mut index: Vec<N> = shape
        .iter()
        .rev()
        .map(|extent| {
            let i = rest.rem_floor(extent);
            rest = rest.div_floor(extent);
            i
        })
        .collect();
    index.reverse();
    index
}
