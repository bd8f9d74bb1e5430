//! Operations that return an operand, or zero, whatever the other operand is.

use super::Fold;
use super::constants::Bits;
use crate::domain::Int as _;
use crate::syntax::attributes::{Literal, Overflow};
use crate::syntax::kernel::{Operation, ValueId};
use crate::syntax::op::Op;

/// The operand that equals the result.
pub(super) fn same(fold: &Fold, op: &Operation, result: ValueId) -> Option<ValueId> {
    let same = match *op.operands.as_slice() {
        [of] if op.op == Op::Trunci => narrowed_again(fold, op, of)?,
        [condition, then, otherwise] if op.op == Op::Select => {
            if fold.bits(condition)?.unsigned() == 1 {
                then
            } else {
                otherwise
            }
        }
        [lhs, rhs] => {
            let kept = neutral(op.op, fold.bits(rhs)).then_some(lhs);
            let turned = commutes(op.op) && neutral(op.op, fold.bits(lhs));
            kept.or(turned.then_some(rhs))?
        }
        _ => return None,
    };
    (fold.kernel.ty(same) == fold.kernel.ty(result)).then_some(same)
}

/// Whether a right-hand side leaves the left-hand side as it is. No promise about overflow can be broken so.
fn neutral(op: Op, rhs: Option<Bits>) -> bool {
    let Some(rhs) = rhs else { return false };
    let zero = matches!(op, Op::Addi | Op::Subi | Op::Ori | Op::Xori) && rhs.unsigned() == 0;
    // The 1 of one bit is −1 when read as signed.
    let one = op == Op::Muli && rhs.signed() == 1;
    let ones = op == Op::Andi && rhs.signed() == -1;
    zero || one || ones
}

fn commutes(op: Op) -> bool {
    matches!(op, Op::Addi | Op::Muli | Op::Ori | Op::Xori | Op::Andi)
}

/// A value that is widened and truncated to its own type again, without a promise that could be broken.
fn narrowed_again(fold: &Fold, op: &Operation, of: ValueId) -> Option<ValueId> {
    fold.extended[of.index()].filter(|_| op.attributes.overflow == Overflow::default())
}

/// Zero, if one operand is zero and the other is determined. A product with an undetermined operand is undetermined, unless any
/// value is acceptable.
pub(super) fn zero(fold: &Fold, op: &Operation) -> Option<Literal> {
    let [lhs, rhs] = *op.operands.as_slice() else { return None };
    let absorbs = |zero: ValueId, other: ValueId| {
        let is_zero = fold.bits(zero).is_some_and(|bits| bits.unsigned() == 0);
        is_zero && (fold.takes_any || fold.determined[other.index()])
    };
    let zero = matches!(op.op, Op::Muli | Op::Andi) && (absorbs(lhs, rhs) || absorbs(rhs, lhs));
    zero.then_some(Literal(0))
}
