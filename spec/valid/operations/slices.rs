//! Tiles put together and taken apart: `cat`, `extract`, `insert` (IRV-18, IRV-19).

use crate::problem::IllFormed;
use crate::syntax::count::usize_from_u32;
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::{Element, Scalar, TileType};
use crate::valid::expect::{operand, require, result};

/// `cat`: two tiles that differ along the axis at most, where the result is as long as both.
pub(in crate::valid) fn check_cat(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    require(op.operands.len() == 2, op, "it has two operands")?;
    let (first, second, whole) = (operand(kernel, op, 0)?, operand(kernel, op, 1)?, result(kernel, op, 0)?);
    let axis = op.attributes.dim.map(usize_from_u32).filter(|axis| *axis < first.shape.len());
    require(axis.is_some(), op, "there is no such axis")?;
    let joined = |at: usize| match (first.shape[at], second.shape.get(at)) {
        (a, Some(b)) if Some(at) == axis => a.checked_add(*b),
        (a, Some(b)) if a == *b => Some(a),
        (_, Some(_) | None) => None,
    };
    let shape: Option<Vec<u32>> = (0..first.shape.len()).map(joined).collect();
    let rank = first.shape.len() == second.shape.len();
    let elements = first.element == second.element && first.element == whole.element;
    let right = rank && elements && shape.as_ref() == Some(&whole.shape);
    require(right, op, format!("{first} and {second} do not make {whole}"))
}

/// `extract`: a slice, by its number along each axis.
pub(in crate::valid) fn check_extract(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (whole, part) = (operand(kernel, op, 0)?, result(kernel, op, 0)?);
    check_slices(kernel, op, whole, part, 1)
}

/// `insert`: a tile with a slice replaced.
pub(in crate::valid) fn check_insert(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (part, whole) = (operand(kernel, op, 0)?, operand(kernel, op, 1)?);
    check_slices(kernel, op, whole, part, 2)
}

/// A tile cut into slices, and the numbers of one: the operands from the `first` on.
fn check_slices(
    kernel: &Kernel,
    op: &Operation,
    whole: &TileType,
    part: &TileType,
    first: usize,
) -> Result<(), IllFormed> {
    let rank = whole.shape.len();
    let divides = whole.shape.iter().zip(&part.shape).all(|(whole, part)| whole % part == 0);
    let right = part.shape.len() == rank && divides && part.element == whole.element;
    require(right, op, format!("{part} is no slice of {whole}"))?;
    require(op.operands.len() == first + rank, op, format!("a slice has {rank} numbers"))?;
    for position in first..op.operands.len() {
        let number = operand(kernel, op, position)?;
        let scalar = number.shape.is_empty() && number.element == Element::Scalar(Scalar::I32);
        require(scalar, op, format!("the number of a slice is tile<i32>, not {number}"))?;
    }
    Ok(())
}
