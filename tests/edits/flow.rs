//! The origins of values: the computation of an address, and the block, loop or argument that decides it.

use std::collections::{BTreeSet, HashMap};

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};

/// The definition and the operands of every value.
pub(crate) struct Flow<'k> {
    makers: HashMap<ValueId, (usize, &'k Operation)>,
    sources: HashMap<ValueId, Vec<ValueId>>,
}

impl<'k> Flow<'k> {
    /// Follows the values of a kernel.
    pub(crate) fn new(kernel: &'k Kernel) -> Self {
        let mut flow = Flow { makers: HashMap::new(), sources: HashMap::new() };
        flow.block(&kernel.body, &mut 0);
        flow
    }

    fn block(&mut self, block: &'k Block, number: &mut usize) {
        for op in &block.ops {
            for result in &op.results {
                self.makers.insert(*result, (*number, op));
            }
            *number += 1;
            self.sources_of(op);
            for region in &op.regions {
                self.block(region, number);
            }
        }
    }

    /// The sources of an operation's results and of its regions' arguments. A carried value is followed only to
    /// its initial value, and a loaded value not at all.
    fn sources_of(&mut self, op: &Operation) {
        if op.op == Op::For || op.op == Op::Loop {
            let skipped = if op.op == Op::For { 3 } else { 0 };
            let params = op.regions[0].params.iter();
            let lower = op.operands.iter().take(usize::from(op.op == Op::For));
            let starts = lower.chain(op.operands.iter().skip(skipped));
            params.zip(starts).for_each(|(param, start)| self.add(*param, *start));
        } else if op.op == Op::If {
            for yielded in op.regions.iter().filter_map(|region| region.ops.last()) {
                op.results.iter().zip(&yielded.operands).for_each(|(to, from)| self.add(*to, *from));
            }
        } else if matches!(op.op.meaning(), Meaning::Elementwise | Meaning::Core(_)) {
            for result in &op.results {
                op.operands.iter().for_each(|operand| self.add(*result, *operand));
            }
        }
    }

    fn add(&mut self, to: ValueId, from: ValueId) {
        self.sources.entry(to).or_default().push(from);
    }

    /// Every value behind a value, including itself.
    pub(crate) fn slice(&self, value: ValueId) -> BTreeSet<ValueId> {
        let mut found = BTreeSet::new();
        let mut open = vec![value];
        while let Some(value) = open.pop() {
            if found.insert(value) {
                open.extend(self.sources.get(&value).into_iter().flatten());
            }
        }
        found
    }

    /// The operations that a value is computed by, with their numbers.
    pub(crate) fn makers(&self, value: ValueId) -> Vec<(usize, &'k Operation)> {
        let mut makers: Vec<_> =
            self.slice(value).iter().filter_map(|value| self.makers.get(value).copied()).collect();
        makers.sort_by_key(|(number, _)| *number);
        makers.dedup_by_key(|(number, _)| *number);
        makers
    }

    /// The definition of a value.
    pub(crate) fn maker(&self, value: ValueId) -> Option<(usize, &'k Operation)> {
        self.makers.get(&value).copied()
    }

    /// Whether a value is a place of the block in the grid.
    pub(crate) fn is_block(&self, value: ValueId) -> bool {
        self.maker(value).is_some_and(|(_, op)| op.op == Op::GetTileBlockId)
    }
}
