//! Views and accesses through them (IRV-2 to IRV-5).

use super::memory::{LOADS, STORES, check_gives_token, check_order, check_updates};
use crate::problem::IllFormed;
use crate::syntax::attributes::{MemoryOrder, Rmw, Scope};
use crate::syntax::kernel::{Kernel, Operation, ValueId};
use crate::syntax::op::Op;
use crate::syntax::types::{Element, Scalar, TileType, TiledView, Type};
use crate::valid::expect::{integer, operand, require, result, tile, wrong};

/// The layout of tiles in a view value.
fn view<'k>(kernel: &'k Kernel, op: &Operation, value: ValueId) -> Result<TiledView<'k>, IllFormed> {
    let ty = kernel.ty(value);
    ty.tiled().ok_or_else(|| wrong(op, format!("{ty} is no view of tiles")))
}

/// `make_tensor_view`: a base, and one operand for each extent and stride that the type leaves open.
pub(in crate::valid) fn check_tensor(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let base = operand(kernel, op, 0)?;
    let Some(Type::TensorView(view)) = op.results.first().map(|result| kernel.ty(*result)) else {
        return Err(wrong(op, "it makes a tensor view"));
    };
    let points = base.element.pointee() == view.element.scalar() && base.shape.is_empty();
    require(points, op, format!("{base} is no base of {view}"))?;
    let open = view.shape.iter().chain(&view.strides).filter(|extent| extent.is_none()).count();
    require(op.operands.len() == open + 1, op, format!("{view} has {open} dynamic extents and strides"))?;
    check_scalars(kernel, op, &op.operands[1..])
}

/// Rank-0 integers of one type.
fn check_scalars(kernel: &Kernel, op: &Operation, values: &[ValueId]) -> Result<(), IllFormed> {
    for value in values {
        let found = tile(kernel, op, *value)?;
        integer(op, found)?;
        require(found.shape.is_empty(), op, format!("{found} is no rank-0 tile"))?;
        let same = kernel.ty(*value) == kernel.ty(values[0]);
        require(same, op, "extents, strides and indices have one type")?;
    }
    Ok(())
}

/// `make_partition_view`, `make_strided_view`, `make_gather_scatter_view`: a view of the operation's kind, of the tensor
/// that its type names.
pub(in crate::valid) fn check_tiled(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let made = op.results.first().map(|result| kernel.ty(*result));
    let kind = matches!(
        (op.op, made),
        (Op::MakePartitionView, Some(Type::PartitionView(_)))
            | (Op::MakeStridedView, Some(Type::StridedView(_)))
            | (Op::MakeGatherScatterView, Some(Type::GatherScatterView(_)))
    );
    let (true, Some(view)) = (kind, made.and_then(Type::tiled)) else {
        return Err(wrong(op, "it makes another kind of view"));
    };
    let of = op.operands.first().map(|operand| kernel.ty(*operand));
    let same = matches!(of, Some(Type::TensorView(tensor)) if tensor == view.tensor);
    require(same, op, format!("its operand is not {}", view.tensor))
}

/// `get_tensor_shape`: one extent per axis.
pub(in crate::valid) fn check_tensor_shape(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let of = op.operands.first().map(|operand| kernel.ty(*operand));
    let Some(Type::TensorView(tensor)) = of else { return Err(wrong(op, "its operand is no tensor view")) };
    require(op.results.len() == tensor.shape.len(), op, "it gives one extent an axis")?;
    check_scalars(kernel, op, &op.results)
}

/// `get_index_space_shape`: one extent per axis.
pub(in crate::valid) fn check_index_space(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let of = view(kernel, op, op.operands[0])?;
    require(op.results.len() == of.tile.len(), op, "it gives one extent an axis")?;
    check_scalars(kernel, op, &op.results)
}

/// Indices, promises and the tile of an access through a view.
pub(super) fn check_access(
    kernel: &Kernel,
    op: &Operation,
    (of, indices): (ValueId, &[ValueId]),
    moved: &TileType,
) -> Result<(), IllFormed> {
    let view = view(kernel, op, of)?;
    require(indices.len() == view.tile.len(), op, "there is one index an axis")?;
    let promises = op.attributes.inbounds.len();
    require(promises == 0 || promises == view.tile.len(), op, "there is one `inbounds` an axis")?;
    let right = moved.shape == view.tile && moved.element == view.tensor.element;
    require(right, op, format!("{moved} is no tile of the view"))?;
    check_packed(op, &view)?;
    match view.sparse {
        None => check_scalars(kernel, op, indices),
        Some(axis) => {
            let sparse = tile(kernel, op, indices[axis])?;
            integer(op, sparse)?;
            require(
                sparse.shape == [view.tile[axis]],
                op,
                "the sparse axis is indexed by one row of indices",
            )?;
            check_scalars(kernel, op, &[&indices[..axis], &indices[axis + 1..]].concat())
        }
    }?;
    check_gives_token(kernel, op)
}

/// For elements of four bits, the type names the packed axis, the one of stride 1; strides of the other axes count bytes.
fn check_packed(op: &Operation, view: &TiledView<'_>) -> Result<(), IllFormed> {
    let tensor = view.tensor;
    if tensor.element != Element::Scalar(Scalar::F4E2m1fn) {
        return Ok(());
    }
    let Some(packed) = tensor.packed_axis() else {
        return Err(wrong(op, format!("{tensor}: one axis, of static stride 1, has two elements in a byte")));
    };
    let sparse = view.sparse == Some(packed);
    require(!sparse, op, "an axis with two elements in a byte has no indices of its own")?;
    let mut others = (0..tensor.strides.len()).filter(|axis| *axis != packed);
    let whole = others.all(|axis| tensor.strides[axis].is_none_or(|stride| stride % 2 == 0));
    require(
        whole,
        op,
        format!("{tensor}: two elements share a byte, so static strides of the others are even"),
    )
}

/// `load_view_tko`: view, index…
pub(in crate::valid) fn check_load(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_order(op, LOADS)?;
    check_access(kernel, op, (op.operands[0], &op.operands[1..]), result(kernel, op, 0)?)
}

/// `store_view_tko`: value, view, index…
pub(in crate::valid) fn check_store(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    check_order(op, STORES)?;
    check_access(kernel, op, (op.operands[1], &op.operands[2..]), operand(kernel, op, 0)?)
}

/// `atomic_red_view_tko`: view, index…, value (IRV-7).
pub(in crate::valid) fn check_update(kernel: &Kernel, op: &Operation) -> Result<(), IllFormed> {
    let (of, value) = (view(kernel, op, op.operands[0])?, operand(kernel, op, op.operands.len() - 1)?);
    check_order(op, &[MemoryOrder::Relaxed])?;
    let narrow = matches!(op.attributes.scope, Some(Scope::Block | Scope::Device));
    require(narrow, op, "its scope is the block or the device")?;
    require(of.sparse.is_none(), op, "a gather/scatter view cannot be updated")?;
    require(of.padding.is_none(), op, "a view that is updated has no padding")?;
    require(op.attributes.rmw != Some(Rmw::Xchg), op, "it gives nothing back, so it does not exchange")?;
    if let Some(scalar) = of.tensor.element.scalar() {
        check_updates(op, scalar)?;
    }
    // The value stands behind the indices.
    let indices = &op.operands[1..op.operands.len() - 1];
    check_access(kernel, op, (op.operands[0], indices), value)
}
