//! Accesses through views that no source has. nvcc copies bytes by a loop over tiles of them, and keeps a tile in memory of the block through a view
//! of the same extents. Both keep all rules of a source by themselves: their indices are small, and their elements lie one behind the other.

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::Constant;
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, Type};

/// Bytes of a tile of such a copy.
const TILE: u64 = 1024;

/// The most tiles of a copy, whose indices all have less than 31 bits.
const MOST: u64 = 1 << 30;

/// The results of the loads and stores of such copies.
pub(super) fn copies(kernel: &Kernel) -> HashSet<ValueId> {
    let made: HashMap<ValueId, &Operation> =
        kernel.operations().flat_map(|op| op.results.iter().map(move |result| (*result, op))).collect();
    let loops = kernel.operations().filter(|op| op.op == Op::For && counts_tiles(op, &made));
    let accesses = loops.flat_map(|op| {
        let variable = op.regions.first().and_then(|body| body.params.first()).copied();
        let body = op.regions.iter().flat_map(|region| &region.ops);
        let made = &made;
        body.filter(move |access| {
            let index = access.operands.last().and_then(|index| made.get(index));
            let is_cut = index
                .is_some_and(|index| index.op == Op::Trunci && index.operands.first().copied() == variable);
            is_cut && moves_bytes(kernel, access)
        })
    });
    let whole = kernel.operations().filter(|op| is_whole_tile(kernel, op, &made));
    accesses.chain(whole).flat_map(|access| access.results.iter().copied()).collect()
}

/// Whether an operation loads or stores the only tile of a contiguous tensor, at the index 0 of 32 bits.
fn is_whole_tile(kernel: &Kernel, op: &Operation, made: &HashMap<ValueId, &Operation>) -> bool {
    let view = op.operands.iter().position(|value| matches!(kernel.ty(*value), Type::PartitionView(_)));
    let Some((view, indices)) = view.and_then(|at| op.operands[at..].split_first()) else { return false };
    let Type::PartitionView(ty) = kernel.ty(*view) else { return false };
    let tile: Vec<Option<i64>> = ty.tile.iter().map(|extent| Some(i64::from(*extent))).collect();
    let behind = |axis: usize| ty.tile[axis + 1..].iter().map(|extent| i64::from(*extent)).product();
    let contiguous: Vec<Option<i64>> = (0..ty.tile.len()).map(|axis| Some(behind(axis))).collect();
    let is_zero = |index: &ValueId| {
        let is_wide = kernel.tile(*index).element == Element::Scalar(Scalar::I32);
        is_wide && made.get(index).and_then(|op| constant(op)) == Some(0)
    };
    let is_plain = ty.tensor.shape == tile && ty.tensor.strides == contiguous && ty.dim_map.is_sorted();
    is_plain && matches!(op.op, Op::LoadViewTko | Op::StoreViewTko) && indices.iter().all(is_zero)
}

/// `for` from 0 to a constant in steps of 1.
fn counts_tiles(op: &Operation, made: &HashMap<ValueId, &Operation>) -> bool {
    let number = |value: &ValueId| constant(made.get(value)?);
    let [lower, upper, step, ..] = op.operands.as_slice() else { return false };
    number(lower) == Some(0) && number(step) == Some(1) && number(upper).is_some_and(|upper| upper <= MOST)
}

fn constant(op: &Operation) -> Option<u64> {
    match &op.attributes.constant {
        Some(Constant::Splat(literal)) => Some(literal.0),
        Some(Constant::Dense(_)) | None => None,
    }
}

/// Whether an operation loads or stores a tile of bytes through a view.
fn moves_bytes(kernel: &Kernel, op: &Operation) -> bool {
    let loaded = op.results.first().filter(|_| op.op == Op::LoadViewTko);
    let tile = loaded.or_else(|| op.operands.first().filter(|_| op.op == Op::StoreViewTko));
    let is_bytes = |tile: &ValueId| match kernel.ty(*tile) {
        Type::Tile(tile) => {
            tile.element == Element::Scalar(Scalar::I8)
                && tile.shape.iter().map(|extent| u64::from(*extent)).eq([TILE])
        }
        Type::Token
        | Type::TensorView(_)
        | Type::PartitionView(_)
        | Type::StridedView(_)
        | Type::GatherScatterView(_) => false,
    };
    tile.is_some_and(is_bytes)
}
