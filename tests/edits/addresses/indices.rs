//! Indices: of a view, of a pointer's offset, of the block in the grid. Indices off by one or by a tile, halved,
//! forgotten, or exchanged.

use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;

use crate::edits::edit::operations;
use crate::edits::sites::{Sites, first_index, indices};

/// Changes to a number: the name, the operation, the other operand.
const NEAR: [(&str, Op, i64); 4] = [
    ("one greater", Op::Addi, 1),
    ("one less", Op::Addi, -1),
    ("halved", Op::Divi, 2),
    ("forgotten", Op::Muli, 0),
];

/// Every index of an access, and every offset of a pointer.
pub(crate) fn indices_and_offsets(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::LoadViewTko, Op::StoreViewTko]) {
        for (axis, index) in indices(op).iter().enumerate() {
            let at = first_index(op) + axis;
            near(sites, (number, at), *index, &format!("index {axis}"));
            for (other, value) in indices(op).iter().enumerate().filter(|(other, _)| *other != axis) {
                sites.operand(number, at, &format!("index {other} for {axis}"), |_| *value);
            }
        }
    }
    for (number, op) in sites.of(&[Op::Offset]) {
        let index = op.operands[1];
        near(sites, (number, 1), index, "the offset");
        let tile = i64::from(sites.kernel.tile(index).shape.last().copied().unwrap_or(1));
        for (by, change) in [(tile, "one tile further"), (-tile, "one tile back")] {
            sites.operand(number, 1, change, |draft| draft.with_number(Op::Addi, index, by));
        }
    }
}

fn near(sites: &mut Sites<'_>, (number, at): (usize, usize), value: ValueId, what: &str) {
    for (change, op, by) in NEAR {
        sites.operand(number, at, &format!("{what} {change}"), |draft| draft.with_number(op, value, by));
    }
}

/// The block's place, the grid's extents and the number of tiles of a view, wherever they are used.
pub(crate) fn blocks_and_counts(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::GetTileBlockId, Op::GetNumTileBlocks, Op::GetIndexSpaceShape]) {
        for axis in used(sites, op) {
            for (change, by, other) in NEAR {
                sites.change(number, &format!("axis {axis} {change}"), |draft| {
                    draft.adjust_result(axis, by, other);
                });
            }
        }
    }
}

/// The used results.
pub(crate) fn used(sites: &Sites<'_>, op: &Operation) -> Vec<usize> {
    let ops = operations(sites.kernel);
    let is_used = |result: &ValueId| ops.iter().any(|other| other.operands.contains(result));
    (0..op.results.len()).filter(|axis| is_used(&op.results[*axis])).collect()
}
