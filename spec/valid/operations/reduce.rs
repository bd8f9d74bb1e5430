//! Reductions and scans: operands of one shape, in the results of a reduction one axis less, and a combiner without effects (IRV-13).

use super::shapes::fits_width;
use crate::problem::IllFormed;
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::{Meaning, Op};
use crate::syntax::types::{Element, TileType, Type};
use crate::valid::expect::{operand, require, result, wrong};

/// `reduce`, `scan`.
pub(in crate::valid) fn check_operation(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let first = operand(kernel, op, 0)?;
    let axis = op.attributes.dim.and_then(|dim| usize::try_from(dim).ok());
    let axis = axis.filter(|axis| *axis < first.shape.len());
    let axis = axis.ok_or_else(|| wrong(op, "there is no such axis"))?;
    let count = op.operands.len();
    require(op.results.len() == count, op, "there is one result an operand")?;
    require(op.attributes.identities.len() == count, op, "there is one identity an operand")?;
    let mut rest = first.shape.clone();
    if op.op == Op::Reduce {
        rest.remove(axis);
    }
    for (position, identity) in op.attributes.identities.iter().enumerate() {
        let (from, to) = (operand(kernel, op, position)?, result(kernel, op, position)?);
        require(from.shape == first.shape, op, "its operands have one shape")?;
        require(to.shape == rest && to.element == from.element, op, format!("{from} does not become {to}"))?;
        let scalar = from.element.scalar().ok_or_else(|| wrong(op, "pointers are not combined"))?;
        require(fits_width(*identity, scalar.bits()), op, "an identity is too wide")?;
    }
    check_combiner(kernel, op)
}

/// The combiner: two rank-0 parameters an operand, a value for each, and nothing that anyone could notice.
fn check_combiner(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let [body] = op.regions.as_slice() else { return Err(wrong(op, "it has one combiner")) };
    let elements = op.operands.iter().map(|operand| kernel.ty(*operand).tile().map(|tile| tile.element));
    let elements: Vec<Element> = elements.collect::<Option<_>>().unwrap_or_default();
    let twice = elements.iter().flat_map(|element| [*element; 2]);
    let params = body.params.iter().map(|param| rank_0(kernel, *param));
    require(params.eq(twice.map(Some)), op, "a combiner has two rank-0 parameters for each operand")?;
    let Some((last, inner)) = body.ops.split_last() else { return Err(wrong(op, "the combiner is empty")) };
    check_pure(inner)?;
    require(last.op == Op::Yield, last, "a combiner ends with yield")?;
    let yielded = last.operands.iter().map(|value| rank_0(kernel, *value));
    require(yielded.eq(elements.into_iter().map(Some)), last, "a combiner gives an element for each operand")
}

/// The element type of a rank-0 tile.
fn rank_0(kernel: &Kernel, value: ValueId) -> Option<Element> {
    match kernel.ty(value) {
        Type::Tile(TileType { shape, element }) if shape.is_empty() => Some(*element),
        Type::Tile(_)
        | Type::Token
        | Type::TensorView(_)
        | Type::PartitionView(_)
        | Type::StridedView(_)
        | Type::GatherScatterView(_) => None,
    }
}

/// No memory, no control; what has no meaning yet is said later.
fn check_pure(ops: &[Operation]) -> Result<(), IllFormed> {
    for op in ops {
        let effects = matches!(op.op.meaning(), Meaning::Memory(_) | Meaning::Control(_));
        require(!effects, op, "a combiner has no effects")?;
        op.regions
            .iter()
            .map(|region: &Block| region.ops.split_last())
            .try_for_each(|split| split.map_or(Ok(()), |(_, inner)| check_pure(inner)))?;
    }
    Ok(())
}
