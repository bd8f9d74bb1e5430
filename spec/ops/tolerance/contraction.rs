//! A permission: a product that is added to something may be rounded together with the sum, as `fma` does.
//!
//! The text neither promises nor excludes contraction (semantics I-35). NVIDIA's compiler contracts `x·y + z` and
//! `x·y − z`, but not `z − x·y` (K-21). The interpreter takes every operation as it stands; a device may leave what
//! [`contracted`] gives.

use crate::syntax::attributes::{Attributes, Rounding};
use crate::syntax::count::handle_from_usize;
use crate::syntax::kernel::{Block, Kernel, OpId, Operation, Value, ValueId};
use crate::syntax::op::Op;

/// A kernel with an `fma` for every sum or difference that begins with a product, both rounded to the nearest;
/// `None` without such sums. Of two products that are added, the first is taken.
pub fn contracted(kernel: &Kernel) -> Option<Kernel> {
    let mut contracted = kernel.clone();
    let mut body = std::mem::take(&mut contracted.body);
    let mut products = Products { of: vec![None; contracted.values.len()], fused: false };
    products.block(&mut contracted.values, &mut body);
    contracted.body = body;
    products.fused.then_some(contracted)
}

/// What is known of the products so far.
struct Products {
    /// By value, the factors, and whether subnormals are flushed.
    of: Vec<Option<([ValueId; 2], bool)>>,
    fused: bool,
}

impl Products {
    fn block(&mut self, values: &mut Vec<Value>, block: &mut Block) {
        for op in std::mem::take(&mut block.ops) {
            let fused = self.operation(values, op);
            block.ops.extend(fused);
        }
    }

    /// An operation, or its replacements.
    fn operation(&mut self, values: &mut Vec<Value>, mut op: Operation) -> Vec<Operation> {
        op.regions.iter_mut().for_each(|region| self.block(values, region));
        if !matches!(op.attributes.rounding, None | Some(Rounding::NearestEven)) {
            return vec![op];
        }
        if let (Op::Mulf, &[a, b]) = (op.op, op.operands.as_slice()) {
            self.of[op.results[0].index()] = Some(([a, b], op.attributes.flush_to_zero));
        }
        let factors = |id: ValueId| {
            let (factors, flush) = self.of.get(id.index()).copied().flatten()?;
            (flush == op.attributes.flush_to_zero).then_some(factors)
        };
        let &[lhs, rhs] = op.operands.as_slice() else { return vec![op] };
        if op.op == Op::Addf {
            let first = factors(lhs).map(|[a, b]| [a, b, rhs]);
            if let Some(operands) = first.or_else(|| factors(rhs).map(|[a, b]| [a, b, lhs])) {
                self.fused = true;
                return vec![Operation { op: Op::Fma, operands: operands.to_vec(), ..op }];
            }
        }
        if op.op == Op::Subf
            && let Some([a, b]) = factors(lhs)
        {
            self.fused = true;
            let minus = negate(values, &op, rhs);
            let operands = vec![a, b, minus.results[0]];
            return vec![minus, Operation { op: Op::Fma, operands, ..op }];
        }
        vec![op]
    }
}

/// The operation that negates a value, in front of another.
fn negate(values: &mut Vec<Value>, before: &Operation, value: ValueId) -> Operation {
    let id = ValueId(handle_from_usize(values.len()));
    let Value { name, ty } = values[value.index()].clone();
    values.push(Value { name: format!("{name}#negated"), ty });
    Operation {
        id: OpId::default(),
        op: Op::Negf,
        operands: vec![value],
        token: None,
        results: vec![id],
        attributes: Attributes::default(),
        regions: Vec::new(),
        at: before.at.clone(),
    }
}
