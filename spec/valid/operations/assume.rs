//! Assumptions: the predicates permitted for each type of tile (WF-8).

use crate::problem::IllFormed;
use crate::syntax::attributes::{Assumption, Every};
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::types::{Element, Scalar, TileType, Type};
use crate::valid::expect::{integer, operand, require};

/// `assume` of a tile, or of the address that a tensor view begins at.
pub(in crate::valid) fn check_operation(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    if op.operands.first().is_some_and(|operand| matches!(kernel.ty(*operand), Type::TensorView(_))) {
        let Some(Assumption::DivBy { divisor, every: None }) = &op.attributes.assumption else {
            return require(
                false,
                op,
                "of a tensor view a divisor of its address is assumed, and nothing else",
            );
        };
        return check_divisor(op, *divisor);
    }
    let tile = operand(kernel, op, 0)?;
    match &op.attributes.assumption {
        Some(Assumption::DivBy { divisor, every }) => {
            check_exact(op, tile)?;
            check_divisor(op, *divisor)?;
            every.map_or(Ok(()), |every| check_runs(op, tile, every))
        }
        Some(Assumption::Bounded { lower, upper }) => check_bounds(op, tile, *lower, *upper),
        Some(Assumption::SameElements(shape)) => {
            check_exact(op, tile)?;
            let right = shape.len() == tile.shape.len() && shape.iter().all(|extent| *extent > 0);
            require(right, op, "a partition has a positive extent along each axis of the tile")?;
            let inside = |(part, extent): (&u32, &u32)| part <= extent;
            let inside = shape.iter().zip(&tile.shape).all(inside);
            require(inside, op, "a part is no larger than the tile")
        }
        None => require(false, op, "it assumes nothing"),
    }
}

/// A power of two that a signed number of 64 bits holds.
fn check_divisor(op: &Operation, divisor: u64) -> Result<(), IllFormed> {
    require(divisor.is_power_of_two(), op, "the divisor is a power of two")?;
    require(i64::try_from(divisor).is_ok(), op, "the divisor is at most 2^62")
}

/// Integers or pointers.
fn check_exact(op: &Operation, tile: &TileType) -> Result<(), IllFormed> {
    match tile.element {
        Element::Pointer(_) => Ok(()),
        Element::Scalar(_) => integer(op, tile).map(|_| ()),
    }
}

/// `every stride along axis`
fn check_runs(op: &Operation, tile: &TileType, every: Every) -> Result<(), IllFormed> {
    let axis = usize::try_from(every.axis).is_ok_and(|axis| axis < tile.shape.len());
    require(axis, op, format!("there is no axis {}", every.axis))?;
    require(every.stride > 0, op, "a run has at least one element")?;
    let extent = usize::try_from(every.axis).ok().and_then(|axis| tile.shape.get(axis));
    let inside = extent.is_some_and(|extent| every.stride <= *extent);
    require(inside, op, "a run is no longer than the tile")
}

/// Bounds of integers, in order and in the type's signed range.
fn check_bounds(
    op: &Operation,
    tile: &TileType,
    lower: Option<i64>,
    upper: Option<i64>,
) -> Result<(), IllFormed> {
    let scalar = integer(op, tile)?;
    require(scalar != Scalar::I1, op, "a truth value has no bounds")?;
    let least = i64::MIN >> (64 - scalar.bits());
    let inside = |bound: Option<i64>| bound.is_none_or(|bound| (least..=!least).contains(&bound));
    require(inside(lower) && inside(upper), op, format!("a bound is no {scalar}"))?;
    let ordered = lower.zip(upper).is_none_or(|(lower, upper)| lower <= upper);
    require(ordered, op, "the lower bound is at most the upper")
}
