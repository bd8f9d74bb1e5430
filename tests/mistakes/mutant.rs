//! Kernels with one mistake, and the mistakes there are.

use std::sync::Arc;

use spec::syntax::kernel::Kernel;

use crate::edit::operations;
use crate::{assumptions, axes, bounds, masks, overflows, overlaps, shifts, strides};

/// A kernel with one mistake.
pub(crate) struct Mutant {
    /// The number and the name of the operation, and what is wrong with it.
    pub(crate) what: String,
    /// The kernel.
    pub(crate) kernel: Arc<Kernel>,
}

impl Mutant {
    /// What `mutated` makes of the operation of that number of a kernel.
    pub(crate) fn new(kernel: &Kernel, number: usize, change: &str, mutated: Kernel) -> Self {
        let op = operations(kernel)[number];
        Mutant { what: format!("{number} {}: {change}", op.op.mnemonic()), kernel: Arc::new(mutated) }
    }
}

/// A mistake: what it is called, and every way to make it in a kernel.
pub(crate) type Mistake = (&'static str, fn(&Kernel) -> Vec<Mutant>);

/// All of them.
pub(crate) const MISTAKES: [Mistake; 8] = [
    ("a mask dropped", masks::dropped),
    ("`<=` for `<`", bounds::widened),
    ("axes swapped", axes::swapped),
    ("a wrong stride", strides::wrong),
    ("off by one tile", shifts::by_one_tile),
    ("overlapping stores", overlaps::overlapping),
    ("a false assumption", assumptions::made),
    ("an offset that overflows", overflows::overflowing),
];
