//! What operations say of their integers: the sign they are read with, and the overflow that is promised not to be.

use spec::syntax::attributes::{Overflow, Signedness};
use spec::syntax::op::Op;

use crate::edits::sites::Sites;

/// Every integer read with the other sign.
pub(crate) fn signs(sites: &mut Sites<'_>) {
    for (number, op) in sites.operations() {
        for (other, name) in Signedness::NAMES {
            if op.attributes.signedness.is_some() {
                sites.change(number, name, |draft| draft.op.attributes.signedness = Some(*other));
            }
        }
        if op.op == Op::For {
            let unsigned = !op.attributes.unsigned_compare;
            let change = if unsigned { "unsigned" } else { "signed" };
            sites.change(number, change, |draft| draft.op.attributes.unsigned_compare = unsigned);
        }
    }
}

/// Every alternative set of promises, the empty set included.
pub(crate) fn overflow(sites: &mut Sites<'_>) {
    for (number, _) in sites.of(&[Op::Addi, Op::Subi, Op::Muli, Op::Negi, Op::Trunci]) {
        for (other, name) in Overflow::NAMES {
            sites.change(number, name, |draft| draft.op.attributes.overflow = *other);
        }
    }
}
