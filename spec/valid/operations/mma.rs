//! Matrix products: matching shapes, and the types that devices multiply (IRV-25, semantics E.8).

use crate::ops::mma;
use crate::problem::IllFormed;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::{Scalar, TileType};
use crate::valid::expect::{operand, require, wrong};

/// `mmaf`
pub(in crate::valid) fn check_floats(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let [lhs, rhs, acc] = product(kernel, op)?;
    let right = lhs == rhs && mma::multiplies(lhs, acc);
    require(right, op, format!("{lhs} and {rhs} are not multiplied into {acc}"))
}

/// `mmai`
pub(in crate::valid) fn check_integers(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let [lhs, rhs, acc] = product(kernel, op)?;
    let right = lhs == Scalar::I8 && rhs == Scalar::I8 && acc == Scalar::I32;
    require(right, op, format!("{lhs} and {rhs} are not multiplied into {acc}"))
}

/// `mmaf_scaled`: a scale for each block of terms, of every row on the left and every column on the right.
pub(in crate::valid) fn check_scaled(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let [lhs, rhs, acc] = product(kernel, op)?;
    let scales = [operand(kernel, op, 3)?, operand(kernel, op, 4)?];
    let [left, right] = scales.map(|scale| scale.element.scalar());
    let sizes = left.filter(|_| left == right).map_or(&[][..], |scale| mma::block_sizes(lhs, scale));
    let known = lhs == rhs && acc == Scalar::F32 && !sizes.is_empty();
    let [a, b] = scales;
    require(known, op, format!("{lhs} and {rhs} are not scaled by {a} and {b}, and multiplied into {acc}"))?;
    let factors = [operand(kernel, op, 0)?, operand(kernel, op, 1)?];
    let fits = |size: &u32| {
        let [lhs, rhs] = factors.map(|tile| tile.shape.clone());
        let last = lhs.len() - 1;
        cut(&lhs, last, *size) == Some(a.shape.clone()) && cut(&rhs, last - 1, *size) == Some(b.shape.clone())
    };
    require(sizes.iter().any(fits), op, format!("{a} and {b} are no scales of blocks of {sizes:?} terms"))
}

/// A shape with one axis cut into blocks.
fn cut(shape: &[u32], axis: usize, block: u32) -> Option<Vec<u32>> {
    let mut cut = shape.to_vec();
    cut[axis] = shape[axis].is_multiple_of(block).then(|| shape[axis] / block)?;
    Some(cut)
}

/// The element types of a product whose shapes fit: M × K, K × N and M × N, or a batch of each.
fn product(kernel: &Kernel, op: &Operation) -> Result<[Scalar; 3], IllFormed> {
    let [lhs, rhs, acc] = [operand(kernel, op, 0)?, operand(kernel, op, 1)?, operand(kernel, op, 2)?];
    let fits = match (lhs.shape.as_slice(), rhs.shape.as_slice(), acc.shape.as_slice()) {
        ([m, k], [l, n], [i, j]) => (k, m, n) == (l, i, j),
        ([a, m, k], [b, l, n], [c, i, j]) => (k, m, n) == (l, i, j) && a == b && b == c,
        _ => false,
    };
    require(fits, op, format!("{lhs} times {rhs} is no {acc}"))?;
    let scalar =
        |tile: &TileType| tile.element.scalar().ok_or_else(|| wrong(op, "pointers are not multiplied"));
    Ok([scalar(lhs)?, scalar(rhs)?, scalar(acc)?])
}
