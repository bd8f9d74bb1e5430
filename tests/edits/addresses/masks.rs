//! Masks: dropped or negated. Promises that a tile lies inside: made or taken back.

use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;

use crate::edits::sites::{Sites, indices};

/// Every mask, dropped and negated; every promise of a view access, along every axis and along all.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::LoadPtrTko, Op::StorePtrTko, Op::AtomicRmwTko, Op::AtomicCasTko]) {
        let Some(at) = mask(sites.kernel, op) else { continue };
        sites.change(number, "no mask", |draft| {
            draft.op.operands.remove(at);
        });
        sites
            .operand(number, at, "the mask negated", |draft| draft.with_number(Op::Xori, op.operands[at], 1));
    }
    for (number, op) in sites.of(&[Op::LoadViewTko, Op::StoreViewTko]) {
        let axes = indices(op).len();
        for (promise, change) in [(true, "every axis in bounds"), (false, "no axis in bounds")] {
            let unsaid = op.attributes.inbounds.is_empty() && !promise;
            if !unsaid {
                sites.change(number, change, |draft| draft.op.attributes.inbounds = vec![promise; axes]);
            }
        }
        for axis in 0..axes {
            sites.change(number, &format!("the promise of axis {axis} the other way"), |draft| {
                draft.op.attributes.inbounds.resize(axes, false);
                draft.op.attributes.inbounds[axis] ^= true;
            });
        }
    }
}

/// The mask's position in an access through pointers, if any.
pub(crate) fn mask(kernel: &Kernel, op: &Operation) -> Option<usize> {
    match op.op == Op::LoadPtrTko {
        true => kernel.mask_and_padding(op).0.map(|_| 1),
        false => (op.operands.len() > 2).then_some(2),
    }
}
