//! Stores of two blocks that overlap: the block that decides where a store goes is halved, forgotten, or counts for
//! less than a tile.

use spec::syntax::attributes::{Attributes, Signedness};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::edit::{Draft, operations};
use crate::flow::Flow;
use crate::masks::{first_index, indices};
use crate::mutant::Mutant;
use crate::strides::with;

/// Every store, made to overlap that of another block.
pub(crate) fn overlapping(kernel: &Kernel) -> Vec<Mutant> {
    let flow = Flow::new(kernel);
    let mut mutants = Vec::new();
    let mut done = Vec::new();
    for (number, op) in operations(kernel).into_iter().enumerate() {
        if op.op == Op::StoreViewTko {
            for (axis, index) in indices(op).iter().enumerate().filter(|(_, index)| flow.of_block(**index)) {
                fewer(
                    kernel,
                    (number, first_index(op) + axis),
                    *index,
                    &format!("index {axis}"),
                    &mut mutants,
                );
            }
        } else if op.op == Op::StorePtrTko {
            for (number, maker) in flow.makers(op.operands[0]) {
                if !done.contains(&number) {
                    done.push(number);
                    of_address(kernel, &flow, (number, maker), &mut mutants);
                }
            }
        }
    }
    mutants
}

/// An operation that an address is made by: where it reads the block, and where it moves a pointer by it.
fn of_address(
    kernel: &Kernel,
    flow: &Flow<'_>,
    (number, op): (usize, &Operation),
    mutants: &mut Vec<Mutant>,
) {
    for (at, value) in op.operands.iter().enumerate() {
        let by_block = op.op == Op::Offset && at == 1 && flow.of_block(*value);
        if !flow.is_block(*value) && !by_block {
            continue;
        }
        let what = if by_block { "offset" } else { "block" };
        fewer(kernel, (number, at), *value, what, mutants);
        let Some(tile) = op.operands.iter().find_map(|other| flow.constant(*other)).filter(|_| !by_block)
        else {
            continue;
        };
        let factor = 1 - at;
        for (smaller, change) in [(tile / 2, "half a tile a block"), (tile - 1, "a tile less one a block")] {
            let constant =
                |draft: &mut Draft<'_>| draft.constant(kernel.tile(op.operands[factor]).clone(), smaller);
            mutants.push(Mutant::new(kernel, number, change, with(kernel, number, factor, constant)));
        }
    }
}

/// The value halved, and none at all.
fn fewer(
    kernel: &Kernel,
    (number, at): (usize, usize),
    value: ValueId,
    what: &str,
    mutants: &mut Vec<Mutant>,
) {
    let halved = with(kernel, number, at, |draft| {
        let ty = draft.tile(value);
        let two = draft.constant(ty.clone(), 2);
        let attributes = Attributes { signedness: Some(Signedness::Signed), ..Attributes::default() };
        draft.apply(Op::Divi, &[value, two], ty, attributes)
    });
    mutants.push(Mutant::new(kernel, number, &format!("{what} halved"), halved));
    let nothing = with(kernel, number, at, |draft| draft.constant(draft.tile(value), 0));
    mutants.push(Mutant::new(kernel, number, &format!("{what} forgotten"), nothing));
}
