//! Which operations a check may come to more than once: a loop that runs a few times is run iteration by iteration, so what a check has
//! shown that ended in between need not hold in the iterations that it has not come to.

use std::collections::BTreeSet;

use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;

/// The positions of the operations that stand in a loop.
pub(in crate::check) fn find_repeated(kernel: &Kernel) -> BTreeSet<usize> {
    let all: Vec<&Operation> = kernel.operations().collect();
    let in_loops: Vec<&Operation> = all
        .iter()
        .filter(|op| matches!(op.op, Op::For | Op::Loop))
        .flat_map(|op| op.regions.iter().flat_map(|region| &region.ops))
        .flat_map(everything_in)
        .collect();
    let is_in_loop = |op: &Operation| in_loops.iter().any(|other| std::ptr::eq(*other, op));
    all.iter().enumerate().filter(|(_, op)| is_in_loop(op)).map(|(at, _)| at).collect()
}

fn everything_in(op: &Operation) -> Vec<&Operation> {
    let (mut all, mut open) = (Vec::new(), vec![op]);
    while let Some(op) = open.pop() {
        all.push(op);
        open.extend(op.regions.iter().flat_map(|region| &region.ops));
    }
    all
}
