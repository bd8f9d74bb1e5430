//! Constant folding of integers. Known sizes leave computations behind in compiled code (an extent arrives as `cmpi`, `exti`, `muli`,
//! `addi` over constants); folding turns them into constants or arguments. The functions of the operations are evaluated over known numbers
//! ([`Constants`]), so operations have no second meaning. No rule is hidden: an operation with a failing requirement stays, and so does one
//! that would make an undetermined value determined.

pub(crate) mod constants;
mod identities;
mod reading;

pub use constants::Constants;

use std::sync::Arc;

use crate::domain::Int as _;
use crate::prose;
use crate::syntax::attributes::{Attributes, Constant, Literal};
use crate::syntax::kernel::{Block, Kernel, Operation, ValueId};
use crate::syntax::op::{Meaning, Op};
use crate::valid::Valid;

/// What is known of the values so far.
struct Fold {
    kernel: Kernel,
    /// The literal of every element.
    known: Vec<Option<Literal>>,
    /// The equal value that replaces a value.
    same: Vec<Option<ValueId>>,
    /// Whether it is determined for certain: it comes from parameters, constants and the grid alone.
    determined: Vec<bool>,
    /// The operand of a value made by `exti`.
    extended: Vec<Option<ValueId>>,
    /// Whether an undetermined value may be taken for any, as by code of what was proved.
    takes_any: bool,
    /// The grid, when folding for one launch: assumptions are then kept, and values are as they say.
    grid: Option<[u32; 3]>,
}

/// A kernel specialized to one launch: all values that follow from arguments and grid are known.
pub struct AtLaunch(Fold);

impl AtLaunch {
    /// Folds a kernel for known arguments, by parameter, and a grid.
    pub fn new(valid: &Valid, arguments: &[Option<Literal>], grid: [u32; 3]) -> Self {
        let mut fold = Fold::new(valid);
        fold.grid = Some(grid);
        for (param, argument) in valid.params.iter().zip(arguments) {
            fold.known[param.index()] = *argument;
        }
        fold.run();
        AtLaunch(fold)
    }

    /// The kernel; its values are those of the original kernel.
    pub fn kernel(&self) -> &Kernel {
        &self.0.kernel
    }

    /// The integer as a natural number, if known. A value that the code generator added has no known number.
    pub fn natural(&self, value: ValueId) -> Option<u64> {
        let value = self.0.same.get(value.index())?.unwrap_or(value);
        self.0.bits(value).and_then(|bits| u64::try_from(bits.unsigned()).ok())
    }
}

/// Folds a kernel. Values and names stay; some values become `constant`, and some become unused.
pub fn kernel(valid: &Valid) -> Valid {
    let mut fold = Fold::new(valid);
    fold.run();
    valid.with_folded(Arc::new(fold.kernel))
}

/// Folds a proved kernel for code generation. Nothing depends on an undetermined value, so a product with zero may treat an
/// undetermined factor as any number.
pub fn proved_kernel(valid: &Valid) -> Valid {
    let mut fold = Fold::new(valid);
    fold.takes_any = true;
    fold.run();
    valid.with_folded(Arc::new(fold.kernel))
}

/// Whether determined operands are all that an operation needs for a determined result.
fn determines(op: &Operation) -> bool {
    prose::operation(op.op, &op.attributes).is_none_or(|reading| reading.determined.is_empty())
}

impl Fold {
    /// Nothing is known but that parameters are determined.
    fn new(valid: &Valid) -> Self {
        let kernel = Kernel::clone(valid.kernel());
        let count = kernel.values.len();
        let mut determined = vec![false; count];
        kernel.params.iter().for_each(|param| determined[param.index()] = true);
        let (known, same, extended) = (vec![None; count], vec![None; count], vec![None; count]);
        Fold { kernel, known, same, determined, extended, takes_any: false, grid: None }
    }

    fn run(&mut self) {
        let mut body = std::mem::take(&mut self.kernel.body);
        self.block(&mut body);
        self.kernel.body = body;
    }

    fn block(&mut self, block: &mut Block) {
        for op in &mut block.ops {
            // Before anything else: an operand may be the same as a value that is a constant by now.
            for operand in op.operands.iter_mut().chain(&mut op.token) {
                *operand = self.same[operand.index()].unwrap_or(*operand);
            }
            op.regions.iter_mut().for_each(|region| self.block(region));
            if let [result] = *op.results.as_slice() {
                self.operation(op, result);
            } else if op.op == Op::GetTileBlockId || op.op == Op::GetNumTileBlocks {
                op.results.iter().for_each(|result| self.determined[result.index()] = true);
                if let (Some(grid), Op::GetNumTileBlocks) = (self.grid, op.op) {
                    let extents = op.results.iter().zip(grid);
                    extents.for_each(|(of, extent)| self.known[of.index()] = Some(Literal(extent.into())));
                }
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
        // The launch is checked against the assumption, so behind it the value equals the operand.
        if let (Op::Assume, Some(_), Some(operand)) = (op.op, self.grid, op.operands.first()) {
            self.same[result.index()] = Some(*operand);
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
