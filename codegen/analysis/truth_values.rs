//! Narrowing of integers that are truth values (M. Stephenson, J. Babb, S. Amarasinghe, "Bitwidth analysis with application to
//! silicon compilation", PLDI 2000): C++ makes integers of comparisons, combines them, and compares them with zero. Integers
//! without another use become one bit, a predicate register of the machine.

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::{Attributes, Comparison, Constant, Literal, Signedness};
use spec::syntax::count::handle_from_usize;
use spec::syntax::kernel::{Block, Kernel, OpId, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Scalar, Type};

/// The kernel with its truth values in one bit; all values keep their names.
pub(crate) fn narrow_truth_values(kernel: &Kernel) -> Kernel {
    let zeros: HashSet<ValueId> =
        kernel.operations().filter(|op| is_zero(op)).map(|op| op.results[0]).collect();
    let mut truths: HashSet<ValueId> = HashSet::new();
    for op in kernel.operations() {
        if makes_truth(kernel, op, &truths) {
            truths.insert(op.results[0]);
        }
    }
    // The greatest set that is closed under uses and operands.
    loop {
        let before = truths.len();
        for op in kernel.operations() {
            if !is_use_of_truths(kernel, op, &truths, &zeros) {
                truths.retain(|value| !op.operands.contains(value));
            }
            if op.results.first().is_some_and(|result| truths.contains(result))
                && !makes_truth(kernel, op, &truths)
            {
                truths.remove(&op.results[0]);
            }
        }
        if truths.len() == before {
            break;
        }
    }
    let mut narrowed = kernel.clone();
    if truths.is_empty() {
        return narrowed;
    }
    let body = std::mem::take(&mut narrowed.body);
    let mut narrowing = Narrowing { kernel: narrowed, truths: &truths, names: HashMap::new() };
    narrowing.kernel.body = narrowing.block(body);
    narrowing.kernel
}

fn is_zero(op: &Operation) -> bool {
    matches!(&op.attributes.constant, Some(Constant::Splat(literal)) if op.op == Op::Constant && literal.0 == 0)
}

fn element(kernel: &Kernel, value: ValueId) -> Option<Scalar> {
    kernel.ty(value).tile().and_then(|tile| tile.element.scalar())
}

/// Whether an operation makes an integer that is 0 or 1, and so many bits of it are zero as are above the first.
fn makes_truth(kernel: &Kernel, op: &Operation, truths: &HashSet<ValueId>) -> bool {
    let extends = op.op == Op::Exti && op.attributes.signedness == Some(Signedness::Unsigned);
    extends && element(kernel, op.operands[0]) == Some(Scalar::I1)
        || carries(op.op) && op.operands.iter().all(|operand| truths.contains(operand))
}

/// Operations of truth values that give truth values.
fn carries(op: Op) -> bool {
    matches!(op, Op::Andi | Op::Ori | Op::Xori | Op::Broadcast | Op::Reshape | Op::Permute)
}

/// Whether an operation uses truth values as such, or none.
fn is_use_of_truths(
    kernel: &Kernel,
    op: &Operation,
    truths: &HashSet<ValueId>,
    zeros: &HashSet<ValueId>,
) -> bool {
    if !op.operands.iter().any(|operand| truths.contains(operand)) {
        return true;
    }
    let is_test = |[value, other]: [ValueId; 2]| truths.contains(&value) && zeros.contains(&other);
    if op.op == Op::Cmpi {
        let equality = matches!(op.attributes.comparison, Some(Comparison::Equal | Comparison::NotEqual));
        return equality && <[ValueId; 2]>::try_from(op.operands.as_slice()).is_ok_and(is_test);
    }
    let becomes_bit = op.op == Op::Trunci && element(kernel, op.results[0]) == Some(Scalar::I1);
    becomes_bit || carries(op.op) && truths.contains(&op.results[0])
}

struct Narrowing<'t> {
    /// The kernel without its body; a value is added for each negation.
    kernel: Kernel,
    truths: &'t HashSet<ValueId>,
    /// New names of values with removed operations.
    names: HashMap<ValueId, ValueId>,
}

impl Narrowing<'_> {
    fn block(&mut self, block: Block) -> Block {
        let mut ops = Vec::with_capacity(block.ops.len());
        for mut op in block.ops {
            for value in op.operands.iter_mut().chain(&mut op.token) {
                *value = self.names.get(value).copied().unwrap_or(*value);
            }
            op.regions = std::mem::take(&mut op.regions).into_iter().map(|it| self.block(it)).collect();
            self.operation(op, &mut ops);
        }
        Block { params: block.params, ops }
    }

    fn operation(&mut self, op: Operation, ops: &mut Vec<Operation>) {
        let is_truth = |value: Option<&ValueId>| value.is_some_and(|value| self.truths.contains(value));
        // An extension's operand is one bit already; a tested value was narrowed before.
        let tests = matches!(op.op, Op::Cmpi | Op::Trunci) && self.is_narrow(op.operands[0]);
        if op.op == Op::Exti && is_truth(op.results.first()) {
            self.names.insert(op.results[0], op.operands[0]);
        } else if tests && op.attributes.comparison == Some(Comparison::Equal) {
            self.negate(op, ops);
        } else if tests && self.was_truth(&op) {
            self.names.insert(op.results[0], op.operands[0]);
        } else {
            if is_truth(op.results.first()) {
                self.set_element(op.results[0]);
            }
            ops.push(op);
        }
    }

    fn is_narrow(&self, value: ValueId) -> bool {
        element(&self.kernel, value) == Some(Scalar::I1)
    }

    /// Whether an operation tests what has been narrowed: booleans are compared with booleans elsewhere.
    fn was_truth(&self, op: &Operation) -> bool {
        op.op == Op::Trunci || op.operands.get(1).is_some_and(|other| !self.is_narrow(*other))
    }

    fn set_element(&mut self, value: ValueId) {
        if let Type::Tile(tile) = &mut self.kernel.values[value.index()].ty {
            tile.element = Element::Scalar(Scalar::I1);
        }
    }

    /// Lowers `is zero` to the negated truth value.
    fn negate(&mut self, op: Operation, ops: &mut Vec<Operation>) {
        if !self.was_truth(&op) {
            ops.push(op);
            return;
        }
        let value = self.kernel.values[op.results[0].index()].clone();
        let one = ValueId(handle_from_usize(self.kernel.values.len()));
        self.kernel.values.push(value);
        let attributes = Attributes { constant: Some(Constant::Splat(Literal(1))), ..Attributes::default() };
        let constant = Operation {
            id: OpId::default(),
            op: Op::Constant,
            operands: Vec::new(),
            token: None,
            results: vec![one],
            attributes,
            regions: Vec::new(),
            at: op.at.clone(),
        };
        let operands = vec![op.operands[0], one];
        ops.push(constant);
        ops.push(Operation { op: Op::Xori, operands, attributes: Attributes::default(), ..op });
    }
}

#[cfg(test)]
#[path = "../tests/units/truth_values.rs"]
mod tests;
