//! Offsets that overflow: in 64 bits, or in arithmetic with a promise not to.

use spec::syntax::attributes::{Attributes, Signedness};
use spec::syntax::kernel::Operation;
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Type};

use super::geometry::{Part, resized};
use crate::edits::edit::wide;
use crate::edits::sites::Sites;

/// So many elements of any size but one byte are more bytes than a pointer can move by.
const FAR: i64 = 1 << 62;

/// So many of four bytes are, and a few of them are not none again, modulo 2^64.
const SCALE: i64 = 1 << 61;

/// Scales and shifts every pointer offset, makes every promised sum and product overflow, and enlarges every static stride of a view until
/// the offset of the second element overflows.
pub(crate) fn overflowing(sites: &mut Sites<'_>) {
    for (number, op) in sites.of(&[Op::Offset]) {
        for (change, by, far) in [("scaled far out", Op::Muli, SCALE), ("shifted far out", Op::Addi, FAR)] {
            sites.operand(number, 1, change, |draft| {
                let index = op.operands[1];
                let ty = wide(&draft.tile(index));
                let signed = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
                let is_wide = draft.tile(index) == ty;
                let index = if is_wide { index } else { draft.apply(Op::Exti, &[index], ty, signed) };
                draft.with_number(by, index, far)
            });
        }
    }
    for (number, op) in sites.of(&[Op::Addi, Op::Muli, Op::Subi]) {
        if op.attributes.overflow.no_signed_wrap {
            arithmetic(sites, number, op);
        }
    }
    for (number, op) in sites.of(&[Op::MakeTensorView]) {
        let Type::TensorView(view) = sites.kernel.ty(op.results[0]) else { continue };
        for axis in (0..view.strides.len()).filter(|axis| view.strides[*axis].is_some()) {
            let change = format!("stride {axis} of 2^62");
            sites.add(number, &change, resized(sites.kernel, number, (Part::Stride, axis), FAR));
        }
    }
}

/// An operand becomes the greatest integer of the type.
fn arithmetic(sites: &mut Sites<'_>, number: usize, op: &Operation) {
    let ty = sites.kernel.tile(op.operands[0]).clone();
    let Element::Scalar(scalar) = ty.element else { return };
    let greatest = i64::MAX >> (64 - scalar.bits());
    for at in 0..2 {
        // Differences with the least integer overflow for what is positive, on either side.
        let extreme = if op.op == Op::Subi { -greatest - 1 } else { greatest };
        let change = format!("operand {at} is {extreme}");
        sites.operand(number, at, &change, |draft| draft.constant(ty.clone(), extreme));
    }
}
