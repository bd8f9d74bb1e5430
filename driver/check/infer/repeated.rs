//! Which operations a check may come to more than once: a loop that runs a few times is run iteration by iteration, so what a check has
//! shown that ended in between need not hold in the iterations that it has not come to.

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
