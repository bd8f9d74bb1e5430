//! Operations that make or move elements: constants, iota, reshape, broadcast, permute, select, offset.

use crate::problem::IllFormed;
use crate::syntax::attributes::{Constant, Literal};
use crate::syntax::count::u64_from_usize;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::{Element, Scalar, TileType};
use crate::valid::expect::{integer, is_truth, operand, pointee, require, result};

/// `constant`: as many literals as elements, or one, each of the element type's width.
pub(in crate::valid) fn check_constant(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let tile = result(kernel, op, 0)?;
    let scalar = tile.element.scalar();
    require(scalar.is_some(), op, "a constant has no pointers")?;
    let width = scalar.map_or(64, Scalar::bits);
    let fits = |literals: &[Literal]| literals.iter().all(|literal| fits_width(*literal, width));
    match &op.attributes.constant {
        Some(Constant::Splat(literal)) => require(fits(&[*literal]), op, "a literal is too wide"),
        Some(Constant::Dense(literals)) => {
            require(literals.len() == tile.len(), op, "there is one literal an element")?;
            require(fits(literals), op, "a literal is too wide")
        }
        None => require(false, op, "it has no value"),
    }
}

/// Whether a literal has no bits beyond a width.
pub(in crate::valid) fn fits_width(literal: Literal, width: u32) -> bool {
    width >= 64 || literal.0 >> width == 0
}

/// `iota`: one axis, whose last place fits the type, read as unsigned (IRV-23).
pub(in crate::valid) fn check_iota(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let tile = result(kernel, op, 0)?;
    let scalar = integer(op, tile)?;
    require(tile.shape.len() == 1, op, "it has one axis")?;
    let greatest = u64::MAX >> (64 - scalar.bits());
    require(u64_from_usize(tile.len()) <= greatest, op, format!("{scalar} cannot count that far"))
}

/// `get_tile_block_id`, `get_num_tile_blocks`: x, y and z.
pub(in crate::valid) fn check_grid(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    require(op.results.len() == 3, op, "it gives x, y and z")?;
    let scalar = *result(kernel, op, 0)? == TileType::scalar(Scalar::I32);
    require(scalar, op, "it gives tile<i32>")
}

/// `reshape`: an equal number of elements.
pub(in crate::valid) fn check_reshape(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (from, to) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    let same = from.element == to.element && from.len() == to.len();
    require(same, op, format!("{from} and {to} have not the same elements"))
}

/// `broadcast`: axes of extent 1 are replicated, no others.
pub(in crate::valid) fn check_broadcast(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (from, to) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    let ranks = from.shape.len() == to.shape.len() && from.element == to.element;
    let stretches = from.shape.iter().zip(&to.shape).all(|(from, to)| *from == 1 || from == to);
    require(ranks && stretches, op, format!("{from} does not stretch to {to}"))
}

/// `permute`: result axis `d` is source axis `permutation[d]`.
pub(in crate::valid) fn check_permute(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (from, to) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    let permutation = &op.attributes.permutation;
    let mut axes = permutation.clone();
    axes.sort_unstable();
    let rank = from.shape.len();
    require(rank >= 2, op, "there are at least two axes to permute")?;
    require(axes.into_iter().eq(0..rank), op, "its list is no permutation of the axes")?;
    let moved = permutation.iter().map(|axis| from.shape[*axis]).eq(to.shape.iter().copied());
    require(moved && from.element == to.element, op, format!("{from} does not become {to}"))
}

/// `select`: the condition has the tiles' shape.
pub(in crate::valid) fn check_select(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (condition, then) = (operand(kernel, op, 0)?, operand(kernel, op, 1)?);
    let right = is_truth(condition) && condition.shape == then.shape;
    require(right, op, format!("{condition} does not choose between elements of {then}"))?;
    let whole = then.element != Element::Scalar(Scalar::F4E2m1fn);
    require(whole, op, "elements of f4E2M1FN are not chosen, since two share a byte")
}

/// `offset`: one integer per pointer.
pub(in crate::valid) fn check_offset(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (pointers, distance, moved) =
        (operand(kernel, op, 0)?, operand(kernel, op, 1)?, result(kernel, op, 0)?);
    pointee(op, pointers)?;
    let scalar = integer(op, distance)?;
    require(scalar != Scalar::I1, op, "a truth value is no distance")?;
    require(scalar != Scalar::I4, op, "there is no arithmetic on i4")?;
    require(pointers.shape == distance.shape, op, format!("{distance} does not move {pointers}"))?;
    require(pointers == moved, op, format!("it gives {pointers}"))
}

/// Whether two tiles differ in nothing but their elements, which are of this type in the second.
pub(in crate::valid) fn like(shape: &TileType, tile: &TileType, element: Element) -> bool {
    tile.shape == shape.shape && tile.element == element
}
