//! The places of possible changes in a kernel, and their mutants.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use super::edit::{Draft, changed, operations};

/// A kernel with a change.
pub(crate) struct Mutant {
    /// The number and the name of the operation, and how it was changed.
    pub(crate) what: String,
    /// The kernel.
    pub(crate) kernel: Arc<Kernel>,
}

/// A kernel with the mutants of a kind so far.
pub(crate) struct Sites<'k> {
    /// The original kernel.
    pub(crate) kernel: &'k Kernel,
    found: Vec<Mutant>,
    /// The hashes of known texts.
    seen: HashSet<u64>,
}

impl<'k> Sites<'k> {
    /// No mutants yet.
    pub(crate) fn new(kernel: &'k Kernel) -> Self {
        Sites { kernel, found: Vec::new(), seen: HashSet::from([hash(&spec::print::kernel(kernel))]) }
    }

    /// Every operation with a number.
    pub(crate) fn operations(&self) -> impl Iterator<Item = (usize, &'k Operation)> + use<'k> {
        operations(self.kernel).into_iter().enumerate()
    }

    /// Every operation of the given kinds with a number.
    pub(crate) fn of(&self, ops: &'static [Op]) -> impl Iterator<Item = (usize, &'k Operation)> + use<'k> {
        self.operations().filter(|(_, op)| ops.contains(&op.op))
    }

    /// Adds the kernel with an edited operation, unless it equals the original or an earlier one.
    pub(crate) fn change(&mut self, number: usize, change: &str, edit: impl FnOnce(&mut Draft<'_>)) {
        self.add(number, change, changed(self.kernel, number, edit));
    }

    /// Lets an operand be another value.
    pub(crate) fn operand(
        &mut self,
        number: usize,
        at: usize,
        change: &str,
        value: impl FnOnce(&mut Draft<'_>) -> ValueId,
    ) {
        self.change(number, change, |draft| draft.op.operands[at] = value(draft));
    }

    /// Adds a kernel with a change at an operation.
    pub(crate) fn add(&mut self, number: usize, change: &str, mutated: Kernel) {
        if self.seen.insert(hash(&spec::print::kernel(&mutated))) {
            let mnemonic = operations(self.kernel)[number].op.mnemonic();
            let what = format!("{number} {mnemonic}: {change}");
            self.found.push(Mutant { what, kernel: Arc::new(mutated) });
        }
    }

    /// The mutants.
    pub(crate) fn mutants(self) -> Vec<Mutant> {
        self.found
    }
}

/// A reproducible hash.
pub(crate) fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Every two of so many.
pub(crate) fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |a| (a + 1..count).map(move |b| (a, b)))
}

/// The indices of a view access.
pub(crate) fn indices(op: &Operation) -> &[ValueId] {
    &op.operands[first_index(op)..]
}

/// The index of the first index operand.
pub(crate) fn first_index(op: &Operation) -> usize {
    if op.op == Op::StoreViewTko { 2 } else { 1 }
}
