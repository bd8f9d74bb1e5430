//! An index off by one tile: of a view, or of a pointer's block.

use spec::syntax::kernel::Kernel;
use spec::syntax::op::Op;

use crate::edit::operations;
use crate::flow::Flow;
use crate::masks::{first_index, indices};
use crate::mutant::Mutant;
use crate::strides::with;

/// Every index of a view, one greater; every offset of a pointer, one tile further; every block that decides an
/// offset, the next one.
pub(crate) fn by_one_tile(kernel: &Kernel) -> Vec<Mutant> {
    let flow = Flow::new(kernel);
    let mut mutants = Vec::new();
    let mut products = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        if matches!(op.op, Op::LoadViewTko | Op::StoreViewTko) {
            for (axis, index) in indices(op).iter().enumerate() {
                let at = first_index(op) + axis;
                let next = with(kernel, number, at, |draft| draft.with_number(Op::Addi, *index, 1));
                mutants.push(Mutant::new(kernel, number, &format!("index {axis} one greater"), next));
            }
        } else if op.op == Op::Offset {
            let index = op.operands[1];
            let tile = i64::from(kernel.tile(index).shape.last().copied().unwrap_or(1));
            let next = with(kernel, number, 1, |draft| draft.with_number(Op::Addi, index, tile));
            mutants.push(Mutant::new(kernel, number, "one tile further", next));
            products.extend(flow.makers(index));
        }
    }
    products.sort_by_key(|(number, _)| *number);
    products.dedup_by_key(|(number, _)| *number);
    for (number, op) in products.into_iter().filter(|(_, op)| op.op == Op::Muli) {
        for (at, value) in op.operands.iter().enumerate().filter(|(_, value)| flow.is_block(**value)) {
            let next = with(kernel, number, at, |draft| draft.with_number(Op::Addi, *value, 1));
            mutants.push(Mutant::new(kernel, number, "the next block", next));
        }
    }
    mutants
}
