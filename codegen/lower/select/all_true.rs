//! Tests whether a mask is true everywhere, by intervals of the compared numbers.

use spec::syntax::attributes::Comparison;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar};

use crate::analysis::divisibility;
use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Opcode, Operand, Reg, Ty};
use crate::lower::arith::integer;
use crate::lower::rematerialize::{self, definition};
use crate::lower::select::interval::{self, Interval};

/// A uniform predicate that is true only if every element of a mask is. `None` unless the mask consists of comparisons of indices with each
/// other and with uniform numbers.
pub(super) fn test(code: &mut Builder<'_>, mask: ValueId) -> Option<Reg> {
    if interval::shared_register(code, mask).is_some() || !rematerialize::is_cheap(code, mask) {
        return None;
    }
    let before = code.checkpoint();
    let made = of_mask(code, mask);
    if made.is_none() {
        code.restore(before);
    }
    made
}

fn of_mask(code: &mut Builder<'_>, mask: ValueId) -> Option<Reg> {
    if let Some(shared) = interval::shared_register(code, mask) {
        return (code.kernel().tile(mask).element == Element::Scalar(Scalar::I1)).then_some(shared);
    }
    let op = definition(code, mask)?;
    if matches!(op.op, Op::Reshape | Op::Broadcast | Op::Permute | Op::Assume) {
        of_mask(code, op.operands[0])
    } else if op.op == Op::Andi {
        let both = [of_mask(code, op.operands[0])?, of_mask(code, op.operands[1])?];
        Some(code.and(both[0], both[1]))
    } else if op.op == Op::Cmpi {
        match widened_truth(code, op) {
            Some(truth) => of_mask(code, truth),
            None => of_comparison(code, op),
        }
    } else {
        None
    }
}

/// The truth values that are compared with zero as bytes, as nvcc writes a `bool`.
fn widened_truth(code: &Builder<'_>, op: &Operation) -> Option<ValueId> {
    let is_zero = |value: ValueId| code.facts().divisor(value) >= divisibility::EVERYTHING;
    if op.attributes.comparison != Some(Comparison::NotEqual) || !is_zero(op.operands[1]) {
        return None;
    }
    let widened = definition(code, op.operands[0]).filter(|op| op.op == Op::Exti)?;
    let from = widened.operands[0];
    (code.kernel().tile(from).element == Element::Scalar(Scalar::I1)).then_some(from)
}

/// Whether all elements of one tile are on one side of all of another.
fn of_comparison(code: &mut Builder<'_>, op: &Operation) -> Option<Reg> {
    let a = interval::of(code, op.operands[0])?;
    let b = interval::of(code, op.operands[1])?;
    let holds = match op.attributes.comparison? {
        Comparison::LessThan => compare(code, Compare::Lt, a.greatest, b.least),
        Comparison::LessThanOrEqual => compare(code, Compare::Le, a.greatest, b.least),
        Comparison::GreaterThan => compare(code, Compare::Gt, a.least, b.greatest),
        Comparison::GreaterThanOrEqual => compare(code, Compare::Ge, a.least, b.greatest),
        Comparison::Equal | Comparison::NotEqual => return None,
    };
    let mut all = vec![holds];
    if !integer::is_signed(op) {
        // Nonnegative numbers have the same unsigned order.
        all.extend([a.least, b.least].map(|least| compare(code, Compare::Ge, least, Operand::Int(0))));
    }
    for Interval { unless_wrapped, .. } in [a, b] {
        all.extend(unless_wrapped);
    }
    all.into_iter().reduce(|a, b| code.op(Opcode::And, Ty::Pred, Class::Pred, &[a.into(), b.into()]))
}

fn compare(code: &mut Builder<'_>, how: Compare, a: Reg, b: impl Into<Operand>) -> Reg {
    code.compare(how, Ty::S64, a, b)
}
