//! Swapped axes: of an index, of the grid, of a tile, of a permutation; and a reduction along another one.

use spec::syntax::op::Op;
use spec::syntax::types::Type;

use crate::edits::addresses::indices::used;
use crate::edits::sites::{Sites, first_index, indices, pairs};

/// Every pair of axes, swapped.
pub(crate) fn swapped(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::LoadViewTko, Op::StoreViewTko]) {
        let first = first_index(op);
        for (a, b) in pairs(indices(op).len()) {
            sites.change(number, &format!("indices {a} and {b} swapped"), |draft| {
                draft.op.operands.swap(first + a, first + b);
            });
        }
    }
    for (number, op) in sites.of(&[Op::GetTileBlockId, Op::GetNumTileBlocks, Op::GetIndexSpaceShape]) {
        // Swapping two that nobody uses changes nothing.
        let used = used(sites, op);
        for (a, b) in pairs(op.results.len()).filter(|(a, b)| used.contains(a) || used.contains(b)) {
            sites.change(number, &format!("axes {a} and {b} swapped"), |draft| draft.op.results.swap(a, b));
        }
    }
    for (number, op) in sites.of(&[Op::MakePartitionView]) {
        let Type::PartitionView(view) = sites.kernel.ty(op.results[0]) else { continue };
        for (a, b) in pairs(view.dim_map.len()) {
            sites.change(number, &format!("tile axes {a} and {b} swapped"), |draft| {
                let mut view = view.clone();
                view.dim_map.swap(a, b);
                draft.values[op.results[0].index()].ty = Type::PartitionView(view);
            });
        }
    }
    for (number, op) in sites.of(&[Op::Permute]) {
        for (a, b) in pairs(op.attributes.permutation.len()) {
            sites.change(number, &format!("axes {a} and {b} swapped"), |draft| {
                draft.op.attributes.permutation.swap(a, b);
            });
        }
    }
    for (number, op) in sites.of(&[Op::Reduce]) {
        let rank = sites.kernel.ty(op.operands[0]).tile().map_or(0, |tile| tile.shape.len());
        for axis in (0..u32::try_from(rank).unwrap_or(0)).filter(|axis| Some(*axis) != op.attributes.dim) {
            sites.change(number, &format!("along axis {axis}"), |draft| {
                draft.op.attributes.dim = Some(axis);
            });
        }
    }
}
