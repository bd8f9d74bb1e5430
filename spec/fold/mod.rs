//! Constant folding of integers: what compilers leave behind where a size is known (an extent arrives as `cmpi`,
//! `exti`, `muli`, `addi` over constants) becomes a constant, or the argument that it is. It gives the operations no
//! meaning of its own: their functions are read over numbers that are known ([`Constants`]). It never hides a rule: an
//! operation whose requirement fails stays, and so does one that would make an undetermined value determined.

mod constants;
mod identities;
mod reading;

pub use constants::Constants;

use std::sync::Arc;

use crate::prose;
use crate::syntax::attributes::{Attributes, Constant, Literal};
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::{Meaning, Op};
use crate::valid::Valid;

/// What is known of the values so far.
struct Fold {
    kernel: Kernel,
    /// The literal that every element is.
    known: Vec<Option<Literal>>,
    /// The value that it is the same as.
    same: Vec<Option<ValueId>>,
    /// Whether it is determined for certain: it comes from parameters, constants and the grid alone.
    determined: Vec<bool>,
    /// Of a value that `exti` made: what of.
    extended: Vec<Option<ValueId>>,
}

/// Folds a kernel: the same values with the same names, some of them made by `constant` now, some used no more.
pub fn kernel(valid: &Valid) -> Valid {
    let kernel = Kernel::clone(valid.kernel());
    let count = kernel.values.len();
    let mut fold = Fold {
        known: vec![None; count],
        same: vec![None; count],
        determined: vec![false; count],
        extended: vec![None; count],
        kernel,
    };
    let params = fold.kernel.params.clone();
    params.iter().for_each(|param| fold.determined[param.index()] = true);
    let mut body = std::mem::take(&mut fold.kernel.body);
    fold.block(&mut body);
    fold.kernel.body = body;
    Valid::folded(Arc::new(fold.kernel))
}

/// Whether determined operands are all that an operation needs for a determined result.
fn determines(op: &Operation) -> bool {
    prose::operation(op.op, &op.attributes).is_none_or(|reading| reading.determined.is_empty())
}

impl Fold {
    fn block(&mut self, block: &mut Block) {
        for op in &mut block.ops {
            for operand in op.operands.iter_mut().chain(&mut op.token) {
                *operand = self.same[operand.index()].unwrap_or(*operand);
            }
            op.regions.iter_mut().for_each(|region| self.block(region));
            if let [result] = *op.results.as_slice() {
                self.operation(op, result);
            } else if op.op == Op::GetTileBlockId || op.op == Op::GetNumTileBlocks {
                op.results.iter().for_each(|result| self.determined[result.index()] = true);
            }
        }
    }

    /// An operation with one result.
    fn operation(&mut self, op: &mut Operation, result: ValueId) {
        let moves = matches!(
            op.op,
            Op::Reshape | Op::Broadcast | Op::Permute | Op::Select | Op::Constant | Op::Iota | Op::Assume
        );
        let computes = moves || op.op.meaning() == Meaning::Elementwise;
        let from = op.operands.iter().all(|operand| self.determined[operand.index()]);
        self.determined[result.index()] = computes && from && determines(op);
        if op.op == Op::Exti {
            self.extended[result.index()] = op.operands.first().copied();
        }
        if let (Op::Constant, Some(Constant::Splat(literal))) = (op.op, &op.attributes.constant) {
            self.known[result.index()] = Some(*literal);
        } else if let Some(literal) = self.literal(op, result) {
            self.known[result.index()] = Some(literal);
            self.determined[result.index()] = true;
            op.op = Op::Constant;
            op.operands.clear();
            op.attributes = Attributes { constant: Some(Constant::Splat(literal)), ..Attributes::default() };
        } else if let Some(same) = identities::same(self, op, result) {
            self.same[result.index()] = Some(same);
        }
    }

    /// The literal that every element of the result is.
    fn literal(&self, op: &Operation, result: ValueId) -> Option<Literal> {
        if matches!(op.op, Op::Reshape | Op::Broadcast | Op::Permute) {
            return self.known[op.operands.first()?.index()];
        }
        let operands: Option<Vec<constants::Bits>> =
            op.operands.iter().map(|operand| self.bits(*operand)).collect();
        let width = self.kernel.ty(result).tile()?.element.scalar()?.bits();
        let computed = operands.and_then(|operands| reading::read(op, &operands, width));
        computed.or_else(|| identities::zero(self, op))
    }

    /// The integer that every element of a value is.
    fn bits(&self, value: ValueId) -> Option<constants::Bits> {
        let scalar = self.kernel.ty(value).tile()?.element.scalar()?;
        let literal = self.known[value.index()].filter(|_| scalar.is_integer())?;
        Some(constants::Bits::new(scalar.bits(), literal))
    }
}
