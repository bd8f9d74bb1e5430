//! Offsets that overflow: in 64 bits, or in arithmetic that promises not to.

use spec::syntax::attributes::{Attributes, Signedness};
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, TileType, Type};

use crate::edit::{changed, operations, wide};
use crate::mutant::Mutant;
use crate::strides::{restrided, with};

/// So many elements of any size but one byte are more bytes than a pointer can move by.
const FAR: i64 = 1 << 62;

/// So many of four bytes are, and a few of them are not none again, modulo 2^64.
const SCALE: i64 = 1 << 61;

/// Every offset of a pointer, scaled and shifted; every sum and product that promises not to overflow, made to; every
/// static stride of a view, made so great that the offset of the second element does not fit.
pub(crate) fn overflowing(kernel: &Kernel) -> Vec<Mutant> {
    let mut mutants = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        if op.op == Op::Offset {
            for (change, by, far) in [("scaled far out", Op::Muli, SCALE), ("shifted far out", Op::Addi, FAR)]
            {
                mutants.push(Mutant::new(kernel, number, change, moved(kernel, number, op, (by, far))));
            }
        }
        let promises = op.attributes.overflow.no_signed_wrap;
        if promises && matches!(op.op, Op::Addi | Op::Muli | Op::Subi) {
            arithmetic(kernel, number, op, &mut mutants);
        }
        if let Some(Type::TensorView(view)) = op.results.first().map(|result| kernel.ty(*result)) {
            for axis in (0..view.strides.len()).filter(|axis| view.strides[*axis].is_some()) {
                let change = format!("stride {axis} of 2^62");
                mutants.push(Mutant::new(kernel, number, &change, restrided(kernel, number, axis, FAR)));
            }
        }
    }
    mutants
}

/// The index of an offset, in 64 bits, times or plus a number.
fn moved(kernel: &Kernel, number: usize, op: &Operation, (by, far): (Op, i64)) -> Kernel {
    let index = op.operands[1];
    with(kernel, number, 1, |draft| {
        let ty = wide(&draft.tile(index));
        let signed = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        let is_wide = draft.tile(index) == ty;
        let index = if is_wide { index } else { draft.apply(Op::Exti, &[index], ty, signed) };
        draft.with_number(by, index, far)
    })
}

/// One operand becomes the greatest integer of its type.
fn arithmetic(kernel: &Kernel, number: usize, op: &Operation, mutants: &mut Vec<Mutant>) {
    let ty: TileType = kernel.tile(op.operands[0]).clone();
    let greatest = match ty.element {
        Element::Scalar(scalar) => i64::MAX >> (64 - scalar.bits()),
        Element::Pointer(_) => return,
    };
    for at in 0..2 {
        // Differences with the least integer overflow for what is positive, on either side.
        let extreme = if op.op == Op::Subi { -greatest - 1 } else { greatest };
        let mutated = changed(kernel, number, |draft| {
            draft.op.operands[at] = draft.constant(ty.clone(), extreme);
        });
        mutants.push(Mutant::new(kernel, number, &format!("operand {at} is {extreme}"), mutated));
    }
}
