//! Whether two kernels are the same but for facts: promises, assumptions of parameters, and the order of accesses.

use std::collections::HashMap;

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Type;

/// An operation without its facts, with values numbered by definition.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Plain {
    op: Op,
    operands: Vec<Number>,
    results: Vec<(Number, Type)>,
    attributes: Attributes,
    regions: Vec<(Vec<Number>, usize)>,
}

/// The number of a value. No token has one: their order is checked separately.
type Number = Option<usize>;

/// Whether `after`, whose first operations assume `added` things, is `before` otherwise.
pub(super) fn is_same(before: &Kernel, after: &Kernel, added: usize) -> bool {
    let heads = before.name == after.name
        && before.hints == after.hints
        && before.globals.len() == after.globals.len();
    heads && plain(before, 0).is_some_and(|before| plain(after, added).is_some_and(|after| before == after))
}

/// All operations except for pure ordering; `None` if the first operations are not assumptions of parameters.
fn plain(kernel: &Kernel, added: usize) -> Option<Vec<Plain>> {
    let mut numbers = Numbers { kernel, of: HashMap::new(), next: 0 };
    kernel.params.iter().for_each(|param| _ = numbers.define(*param));
    for op in kernel.body.ops.get(..added)? {
        let [operand] = op.operands[..] else { return None };
        let number = numbers
            .of
            .get(&operand)
            .copied()
            .filter(|_| op.op == Op::Assume && kernel.params.contains(&operand))?;
        numbers.of.insert(op.results[0], number);
    }
    let mut all = Vec::new();
    numbers.block(kernel.body.ops.get(added..)?, &mut all);
    Some(all)
}

struct Numbers<'k> {
    kernel: &'k Kernel,
    of: HashMap<ValueId, usize>,
    next: usize,
}

impl Numbers<'_> {
    fn define(&mut self, value: ValueId) -> Number {
        if *self.kernel.ty(value) == Type::Token {
            return None;
        }
        self.next += 1;
        self.of.insert(value, self.next);
        Some(self.next)
    }

    fn block(&mut self, ops: &[Operation], all: &mut Vec<Plain>) {
        for op in ops.iter().filter(|op| op.op != Op::JoinTokens) {
            let operands = op.operands.iter().map(|value| self.of.get(value).copied()).collect();
            let results = op
                .results
                .iter()
                .map(|value| (self.define(*value), self.kernel.ty(*value).clone()))
                .collect();
            let attributes = Attributes { inbounds: Vec::new(), ..op.attributes.clone() };
            let at = all.len();
            all.push(Plain { op: op.op, operands, results, attributes, regions: Vec::new() });
            for region in &op.regions {
                let Block { params, ops } = region;
                let params = params.iter().map(|param| self.define(*param)).collect();
                self.block(ops, all);
                let end = all.len();
                all[at].regions.push((params, end));
            }
        }
    }
}
