//! Accesses to multicast memory, by the rules of NVIDIA's verifier 13.5.37. They have a form, and no meaning.

use super::memory::{LOADS, STORES, check_order};
use super::views::check_access;
use crate::problem::IllFormed;
use crate::syntax::attributes::{MemoryOrder, Rmw};
use crate::syntax::kernel::{Kernel, Operation};
use crate::syntax::op::Op;
use crate::syntax::types::{PartitionViewType, Scalar, TileType, Type};
use crate::valid::expect::{operand, require, result, wrong};

/// Checks an operation without a meaning: an access to multicast memory. Calls of foreign code have no rules.
pub(in crate::valid) fn check(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let loads = op.op == Op::MultimemLoadReduceViewTko;
    if loads {
        check_order(op, LOADS)?;
    } else if op.op == Op::MultimemReduceViewTko {
        check_order(op, &[MemoryOrder::Relaxed, MemoryOrder::Release])?;
    } else if op.op == Op::MultimemStoreViewTko {
        check_order(op, STORES)?;
    } else {
        return Ok(());
    }
    // Types of kernels have no attributes of pointers: the first of the text makes the kernel unsupported.
    require(kernel.unsupported.is_some(), op, "it needs a pointer with the attribute `multicast`")?;
    let Type::PartitionView(view) = kernel.ty(op.operands[0]) else {
        return Err(wrong(op, "it takes a partition view"));
    };
    let moved = if loads { result(kernel, op, 0)? } else { operand(kernel, op, 1)? };
    let indices = &op.operands[if loads { 1 } else { 2 }..];
    check_access(kernel, op, (op.operands[0], indices), moved)?;
    check_elements(op, view, moved)
}

/// The element type, and the reductions that it permits.
fn check_elements(op: &Operation, view: &PartitionViewType, moved: &TileType) -> Result<(), IllFormed> {
    let Some(scalar) = view.tensor.element.scalar() else {
        return Err(wrong(op, "it takes a view of numbers"));
    };
    let kind = op.attributes.rmw.unwrap_or(Rmw::Add);
    let integer = matches!(scalar, Scalar::I32 | Scalar::I64);
    let half = matches!(scalar, Scalar::F16 | Scalar::Bf16);
    let known = integer || half || matches!(scalar, Scalar::F32 | Scalar::F64);
    require(known, op, "its elements are i32, i64, f16, bf16, f32 or f64")?;
    let bits = moved.len().saturating_mul(if half { 16 } else { 32 });
    require(bits.is_multiple_of(32), op, "a tile of floats is a multiple of four bytes")?;
    let ones = view.tensor.strides.iter().filter(|stride| **stride == Some(1)).count();
    require(!half || ones == 1, op, "a view of f16 or bf16 has one static stride of 1")?;
    let extremes = op.op == Op::MultimemLoadReduceViewTko && half && matches!(kind, Rmw::Min | Rmw::Max);
    let permitted = integer || kind == Rmw::Add || extremes;
    require(permitted, op, format!("elements of type {scalar} cannot be combined so"))
}
