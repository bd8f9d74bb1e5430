//! A dropped mask: a pointer access of every lane, a view access that promises to lie inside.

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::edit::{changed, operations};
use crate::mutant::Mutant;

/// Every mask, dropped.
pub(crate) fn dropped(kernel: &Kernel) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        if let Some(mask) = mask(kernel, op) {
            let without = changed(kernel, number, |draft| draft.op.operands.retain(|value| *value != mask));
            mutants.push(Mutant::new(kernel, number, "no mask", without));
        }
        let is_view = matches!(op.op, Op::LoadViewTko | Op::StoreViewTko);
        let promised = !op.attributes.inbounds.is_empty() && op.attributes.inbounds.iter().all(|axis| *axis);
        if is_view && !promised {
            let axes = indices(op).len();
            let inside = changed(kernel, number, |draft| draft.op.attributes.inbounds = vec![true; axes]);
            mutants.push(Mutant::new(kernel, number, "every axis in bounds", inside));
        }
    }
    mutants
}

/// The mask of an access through pointers.
fn mask(kernel: &Kernel, op: &Operation) -> Option<ValueId> {
    if op.op == Op::LoadPtrTko {
        return kernel.mask_and_padding(op).0;
    }
    let is_masked = matches!(op.op, Op::StorePtrTko | Op::AtomicRmwTko);
    op.operands.get(2).copied().filter(|_| is_masked)
}

/// The indices of a view access.
pub(crate) fn indices(op: &Operation) -> &[ValueId] {
    &op.operands[first_index(op)..]
}

/// Where they begin among the operands.
pub(crate) fn first_index(op: &Operation) -> usize {
    if op.op == Op::StoreViewTko { 2 } else { 1 }
}
