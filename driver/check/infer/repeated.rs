//! The operations that a check may reach more than once. A loop with few iterations runs iteration by iteration, so an interrupted
//! check need not have covered the later iterations.

use std::collections::BTreeSet;

use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;

/// The positions of the operations that stand in a loop, in the order of [`Kernel::operations`].
pub(in crate::check) fn find_repeated(kernel: &Kernel) -> BTreeSet<usize> {
    let mut repeated = BTreeSet::new();
    visit(&kernel.body.ops, false, &mut 0, &mut repeated);
    repeated
}

fn visit(ops: &[Operation], in_loop: bool, position: &mut usize, repeated: &mut BTreeSet<usize>) {
    for op in ops {
        if in_loop {
            repeated.insert(*position);
        }
        *position += 1;
        let in_loop = in_loop || matches!(op.op, Op::For | Op::Loop);
        op.regions.iter().for_each(|region| visit(&region.ops, in_loop, position, repeated));
    }
}
