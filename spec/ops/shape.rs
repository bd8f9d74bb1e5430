//! Index maps: where an element of a result comes from, for every operation that only moves elements.

use crate::domain::{Number, extents};

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

/// `reshape`: the same place in row-major order. Axes of extent 1 are dropped first; where the rest is the same, no
/// arithmetic is left.
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
