//! Values that a loop hands on without a change, which are trivial φ-functions (Braun et al., "Simple and Efficient Construction of Static
//! Single Assignment Form", CC 2013). nvcc carries the byte of an empty object through a loop, depending on how often the object is copied.

use std::collections::HashMap;

use spec::syntax::kernel::{Block, Kernel, OpId, Operation, ValueId};
use spec::syntax::op::Op;

/// The unchanged values of a kernel.
pub(super) struct Unchanged<'a> {
    kernel: &'a Kernel,
    constants: HashMap<ValueId, &'a Operation>,
    /// Parameters of loop bodies and results of loops, with the equal value from outside or the equal constant.
    same: HashMap<ValueId, ValueId>,
    /// Positions of operands that stand for such values, of loops and of the ends of their iterations.
    dropped: HashMap<OpId, Vec<usize>>,
}

impl<'a> Unchanged<'a> {
    pub(super) fn new(kernel: &'a Kernel) -> Self {
        let constants = kernel.operations().filter(|op| op.op == Op::Constant);
        let constants = constants.flat_map(|op| op.results.iter().map(move |result| (*result, op))).collect();
        let mut found = Unchanged { kernel, constants, same: HashMap::new(), dropped: HashMap::new() };
        found.block(&kernel.body);
        found
    }

    /// The value that a parameter or a result always equals.
    pub(super) fn same(&self, value: ValueId) -> Option<ValueId> {
        self.same.get(&value).copied()
    }

    /// The operands that stand for other values.
    pub(super) fn operands(&self, op: &Operation) -> Vec<ValueId> {
        let dropped = self.dropped.get(&op.id);
        let is_kept = |at: &usize| dropped.is_none_or(|dropped| !dropped.contains(at));
        (0..op.operands.len()).filter(is_kept).map(|at| op.operands[at]).collect()
    }

    /// Inner loops come first, since an outer loop may hand on what they do.
    fn block(&mut self, block: &'a Block) {
        for op in &block.ops {
            op.regions.iter().for_each(|region| self.block(region));
            if let (Op::For | Op::Loop, [body]) = (op.op, op.regions.as_slice()) {
                self.carried(op, body);
            }
        }
    }

    fn carried(&mut self, op: &Operation, body: &'a Block) {
        let (bounds, counters) = if op.op == Op::For { (3, 1) } else { (0, 0) };
        let [continues, breaks] = [Op::Continue, Op::Break].map(|how| leaving(body, how));
        let mut unchanged = Vec::new();
        for (position, param) in body.params.iter().skip(counters).enumerate() {
            let Some(initial) = op.operands.get(bounds + position).map(|value| self.resolve(*value)) else {
                continue;
            };
            let keeps = |end: &&Operation| {
                end.operands.get(position).is_some_and(|value| value == param || self.equal(*value, initial))
            };
            if continues.iter().all(keeps) {
                self.same.insert(*param, initial);
                unchanged.push(position);
            }
        }
        let left: Vec<usize> = match op.op == Op::For {
            true => unchanged.clone(),
            false => {
                (0..op.results.len()).filter(|position| self.common(&breaks, *position).is_some()).collect()
            }
        };
        for position in &left {
            let value = match op.op == Op::For {
                true => op.operands.get(bounds + position).map(|value| self.resolve(*value)),
                false => self.common(&breaks, *position),
            };
            if let (Some(result), Some(value)) = (op.results.get(*position), value) {
                self.same.insert(*result, value);
            }
        }
        self.dropped.insert(op.id, unchanged.iter().map(|position| bounds + position).collect());
        continues.iter().for_each(|end| _ = self.dropped.insert(end.id, unchanged.clone()));
        breaks.iter().for_each(|end| _ = self.dropped.insert(end.id, left.clone()));
    }

    /// The constant that every `break` of a loop gives for a result.
    fn common(&self, breaks: &[&Operation], position: usize) -> Option<ValueId> {
        let mut values =
            breaks.iter().map(|end| end.operands.get(position).map(|value| self.resolve(*value)));
        let first = values.next()??;
        let is_constant = self.constants.contains_key(&first);
        let equal = |value: Option<ValueId>| value.is_some_and(|value| self.equal(value, first));
        (is_constant && values.all(equal)).then_some(first)
    }

    fn resolve(&self, value: ValueId) -> ValueId {
        self.same(value).unwrap_or(value)
    }

    /// Whether two values are one, or equal constants.
    fn equal(&self, one: ValueId, other: ValueId) -> bool {
        let one = self.resolve(one);
        let [a, b] = [one, other].map(|value| self.constants.get(&value));
        let literals = a.zip(b).is_some_and(|(a, b)| a.attributes.constant == b.attributes.constant);
        one == other || literals && self.kernel.ty(one) == self.kernel.ty(other)
    }
}

/// The operations that leave an iteration of a loop in this way, at any depth outside of inner loops.
fn leaving(body: &Block, how: Op) -> Vec<&Operation> {
    let inner = |op: &&Operation| op.op == Op::If;
    let nested =
        body.ops.iter().filter(inner).flat_map(|op| &op.regions).flat_map(|region| leaving(region, how));
    body.ops.iter().filter(|op| op.op == how).chain(nested).collect()
}
