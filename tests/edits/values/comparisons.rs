//! Comparisons with another predicate or ordering, and branches the wrong way round.

use spec::syntax::attributes::{Comparison, Ordering};
use spec::syntax::op::Op;

use crate::edits::sites::Sites;

/// Every comparison with every other predicate, of floats with the other ordering; every condition negated.
pub(crate) fn changed(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::Cmpi, Op::Cmpf, Op::If]) {
        if op.op == Op::If {
            sites.operand(number, 0, "the condition negated", |draft| {
                draft.with_number(Op::Xori, op.operands[0], 1)
            });
            continue;
        }
        for (other, name) in Comparison::NAMES {
            sites.change(number, name, |draft| draft.op.attributes.comparison = Some(*other));
        }
        if op.op == Op::Cmpf {
            for (other, name) in Ordering::NAMES {
                sites.change(number, name, |draft| draft.op.attributes.ordering = Some(*other));
            }
        }
    }
}
