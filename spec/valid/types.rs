//! Types: extents of tiles, and what the views require of theirs (semantics A.3, IRV-1 to IRV-3).

use crate::problem::IllFormed;
use crate::syntax::kernel::{Block, FunctionKind, Kernel, ValueId};
use crate::syntax::span::Place;
use crate::syntax::types::{Element, Padding, PartitionViewType, Scalar, TensorViewType, TileType, Type};

/// The type of every value of a kernel, at its definition.
pub(super) fn check_kernel(kernel: &Kernel) -> Result<(), IllFormed> {
    check_values(kernel, &kernel.params, &kernel.at)?;
    for param in kernel.params.iter().filter(|_| kernel.kind == FunctionKind::Entry) {
        if kernel.ty(*param).tile().is_some_and(|tile| !tile.shape.is_empty()) {
            let message =
                format!("{} is {}, but a parameter has rank 0", kernel.name(*param), kernel.ty(*param));
            return Err(IllFormed::new(message, &kernel.at));
        }
    }
    check_block(kernel, &kernel.body, &kernel.at)
}

fn check_block(kernel: &Kernel, of: &Block, at: &Place) -> Result<(), IllFormed> {
    check_values(kernel, &of.params, at)?;
    for op in &of.ops {
        check_values(kernel, &op.results, &op.at)?;
        op.regions.iter().try_for_each(|region| check_block(kernel, region, &op.at))?;
    }
    Ok(())
}

fn check_values(kernel: &Kernel, values: &[ValueId], at: &Place) -> Result<(), IllFormed> {
    let wrong = |message| IllFormed::new(message, at);
    values.iter().try_for_each(|value| check_ty(kernel.ty(*value)).map_err(wrong))
}

/// A type.
fn check_ty(ty: &Type) -> Result<(), String> {
    match ty {
        Type::Token => Ok(()),
        Type::Tile(tile) => {
            check_tile_shape(&tile.shape)?;
            let whole =
                tile.element != Element::Scalar(Scalar::F4E2m1fn) || tile.shape.iter().any(|e| *e > 1);
            require_type(whole, || {
                format!("{tile}: two elements of f4E2M1FN share a byte, so there is an even number of them")
            })?;
            let nibbles = tile.element == Element::Pointer(Scalar::F4E2m1fn);
            require_type(!nibbles || tile.shape.is_empty(), || {
                format!("{tile}: pointers to f4E2M1FN have rank 0, since two elements share an address")
            })?;
            require_type(tile.element != Element::Pointer(Scalar::I4), || {
                format!("{tile}: i4 is in no memory")
            })
        }
        Type::TensorView(view) => check_tensor(view),
        Type::PartitionView(view) => check_partition(view),
        Type::StridedView(view) => {
            check_partition(&view.partition)?;
            let strides = &view.traversal_strides;
            let right = strides.len() == view.partition.tile.len() && strides.iter().all(|s| *s > 0);
            require_type(right, || {
                format!("{view}: a strided view has one positive traversal stride an axis")
            })
        }
        Type::GatherScatterView(view) => {
            check_tile_of_view(&view.tile, &view.tensor, view.padding)?;
            let right = view.sparse_dim < view.tile.len();
            require_type(right, || format!("{view}: there is no axis {}", view.sparse_dim))
        }
    }
}

fn require_type(holds: bool, message: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message()) }
}

/// Extents are powers of two, and there are not too many elements.
fn check_tile_shape(shape: &[u32]) -> Result<(), String> {
    if let Some(extent) = shape.iter().find(|extent| !extent.is_power_of_two()) {
        return Err(format!("an extent of a tile is a power of two, not {extent}"));
    }
    let elements = shape.iter().fold(1u64, |product, extent| product.saturating_mul((*extent).into()));
    require_type(elements <= TileType::MAX_ELEMENTS, || {
        format!("a tile has at most {} elements, not {elements}", TileType::MAX_ELEMENTS)
    })
}

/// Static extents and strides are positive.
fn check_tensor(view: &TensorViewType) -> Result<(), String> {
    require_type(view.shape.len() == view.strides.len(), || {
        format!("{view} has {} extents and {} strides", view.shape.len(), view.strides.len())
    })?;
    let positive = |extents: &[Option<i64>]| extents.iter().flatten().all(|extent| *extent > 0);
    require_type(positive(&view.shape), || format!("{view}: a static extent is positive"))?;
    require_type(positive(&view.strides), || format!("{view}: a static stride is positive"))?;
    let of_numbers = matches!(view.element, Element::Scalar(_));
    require_type(of_numbers, || format!("{view}: there are no pointers to pointers"))?;
    require_type(view.element != Element::Scalar(Scalar::I4), || format!("{view}: i4 is in no memory"))
}

fn check_partition(view: &PartitionViewType) -> Result<(), String> {
    check_tile_of_view(&view.tile, &view.tensor, view.padding)?;
    let mut axes = view.dim_map.clone();
    axes.sort_unstable();
    let permutes = axes.iter().copied().eq(0..view.tile.len());
    require_type(permutes, || format!("{view}: dim_map is no permutation of the axes"))
}

/// What all views require of their tile, tensor and padding.
fn check_tile_of_view(tile: &[u32], view: &TensorViewType, padding: Option<Padding>) -> Result<(), String> {
    check_tile_shape(tile)?;
    check_tensor(view)?;
    require_type(!tile.is_empty() && tile.len() == view.shape.len(), || {
        format!(
            "a view's tile has as many axes as its tensor, and at least one: {} and {}",
            tile.len(),
            view.shape.len()
        )
    })?;
    let float = view.element.scalar().is_some_and(|scalar| !scalar.is_integer());
    let plain = matches!(padding, None | Some(Padding::Zero));
    require_type(plain || float, || format!("elements of type {} are padded with zero only", view.element))
}
