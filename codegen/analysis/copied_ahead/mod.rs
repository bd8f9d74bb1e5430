//! Loads of a loop whose tiles are copied to shared memory some iterations ahead (software prefetching, D. Callahan, K. Kennedy,
//! A. Porterfield, ASPLOS 1991). Each thread copies its own elements, so no thread waits for another.
//!
//! A copy starts earlier than the load that the source has. Three conditions make both read the same elements:
//!
//! - The iteration runs: its number is below the bound, and a body without control has no other end.
//! - The place depends only on the number of the iteration and on values from outside the loop, so it is known in advance.
//!   Each thread computes it alone: an exchange with other threads has a barrier, and copies stand behind a branch.
//! - The load waits for no access of the loop, so the proof excludes conflicts with accesses that the copy passes.
//!
//! Only whole tiles are copied: loops with tests of bounds have few iterations (`unroll/whole_tiles.rs`). Tiles that all blocks of threads
//! read, such as weights, come from the first-level cache, which the copies pass by.

use std::collections::{HashMap, HashSet};

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};
use spec::syntax::types::{Element, Type};

use crate::analysis::definitions::{Definition, Definitions, induction_variable};
use crate::analysis::kept_tiles::KeptTiles;
use crate::analysis::schedule::{can_move, is_load};

/// Operations between a load and the number of the tile block.
const DEEPEST: usize = 12;

/// The most elements between two iterations.
const MOST_STEP: i64 = 1 << 20;

/// The loads of a loop that may be copied ahead.
#[derive(Debug, Clone, Default)]
pub(crate) struct AheadLoop<'k> {
    /// The loads in the order of the body.
    pub(crate) loads: Vec<AheadLoad<'k>>,
    /// The distance of two iterations.
    pub(crate) step: i64,
}

/// A load and the computation of its place.
#[derive(Debug, Clone)]
pub(crate) struct AheadLoad<'k> {
    /// The load.
    pub(crate) load: &'k Operation,
    /// The token of all iterations, from outside the loop.
    pub(crate) token: Option<ValueId>,
    /// The operations of the body that compute its operands, in order.
    pub(crate) place: Vec<&'k Operation>,
}

/// By induction variable, the loops with such loads.
#[derive(Debug, Clone, Default)]
pub(crate) struct CopiedAhead<'k>(HashMap<ValueId, AheadLoop<'k>>);

impl<'k> CopiedAhead<'k> {
    /// Finds the loops of a kernel.
    pub(crate) fn of(kernel: &'k Kernel, definitions: &Definitions<'k>, kept: &KeptTiles) -> Self {
        let multiplies = |op: &Operation| matches!(op.op, Op::Mmaf | Op::Mmai | Op::MmafScaled);
        if kernel.operations().any(multiplies) || kernel.scratch().next().is_some() {
            return CopiedAhead::default();
        }
        let loops = kernel.operations().filter(|op| op.op == Op::For);
        CopiedAhead(loops.filter_map(|op| loop_of(kernel, definitions, kept, op)).collect())
    }

    /// The loads of the loop with this induction variable.
    pub(crate) fn get(&self, induction: ValueId) -> Option<&AheadLoop<'k>> {
        self.0.get(&induction)
    }

    /// All loops.
    pub(crate) fn loops(&self) -> impl Iterator<Item = &AheadLoop<'k>> {
        self.0.values()
    }
}

fn loop_of<'k>(
    kernel: &'k Kernel,
    definitions: &Definitions<'k>,
    kept: &KeptTiles,
    op: &'k Operation,
) -> Option<(ValueId, AheadLoop<'k>)> {
    let induction = induction_variable(op)?;
    let (_, straight) = op.regions[0].ops.split_last()?;
    let is_straight = |op: &Operation| !matches!(op.op.meaning(), Meaning::Control(_));
    let step = definitions.constant(kernel, op.operands[2]).filter(|step| (1..MOST_STEP).contains(step))?;
    if !straight.iter().all(is_straight) {
        return None;
    }
    let body =
        Body { kernel, definitions, induction, around: op, params: &op.regions[0].params, ops: straight };
    let loads = straight.iter().filter(|op| kept.get(op.results[0]).is_none());
    let loads: Vec<AheadLoad<'k>> = loads.filter_map(|load| body.ahead(load)).collect();
    (!loads.is_empty()).then_some((induction, AheadLoop { loads, step }))
}

/// The body of a loop.
struct Body<'a, 'k> {
    kernel: &'k Kernel,
    definitions: &'a Definitions<'k>,
    induction: ValueId,
    around: &'k Operation,
    params: &'a [ValueId],
    ops: &'k [Operation],
}

impl<'k> Body<'_, 'k> {
    fn ahead(&self, load: &'k Operation) -> Option<AheadLoad<'k>> {
        if load.op != Op::LoadViewTko || !is_load(load) || load.attributes.packed.is_some() {
            return None;
        }
        let inbounds = &load.attributes.inbounds;
        let is_whole = !inbounds.is_empty() && inbounds.iter().all(|axis| *axis);
        if !is_whole || !load.operands.iter().any(|operand| self.is_of_block(*operand, DEEPEST)) {
            return None;
        }
        let Element::Scalar(_) = self.kernel.tile(load.results[0]).element else { return None };
        let is_number =
            |value: &ValueId| matches!(self.kernel.ty(*value), Type::Tile(tile) if tile.shape.is_empty());
        if !load.operands[1..].iter().all(is_number) {
            return None;
        }
        let made: HashSet<ValueId> = self.ops.iter().flat_map(|op| &op.results).copied().collect();
        let token = match load.token {
            Some(token) if made.contains(&token) => return None,
            Some(token) => match self.params.iter().position(|param| *param == token) {
                Some(at) => Some(self.initial_of_unchanged(at)?),
                None => Some(token),
            },
            None => None,
        };
        let mut wanted: HashSet<ValueId> = load.operands.iter().copied().collect();
        let mut place = Vec::new();
        for op in self.ops.iter().rev() {
            if op.results.iter().any(|result| wanted.contains(result)) {
                if !can_move(op) || is_load(op) || !self.is_of_numbers(op) {
                    return None;
                }
                wanted.extend(op.operands.iter().chain(&op.token).copied());
                place.push(op);
            }
        }
        place.reverse();
        let carried = |value: &ValueId| *value != self.induction && self.params.contains(value);
        (!wanted.iter().any(carried)).then_some(AheadLoad { load, token, place })
    }

    /// Whether an operation computes numbers from numbers, or a view: it needs no exchange between threads.
    fn is_of_numbers(&self, op: &Operation) -> bool {
        let is_number = |value: &ValueId| match self.kernel.ty(*value) {
            Type::Tile(tile) => tile.shape.is_empty(),
            Type::TensorView(_) | Type::PartitionView(_) | Type::StridedView(_) | Type::Token => true,
            Type::GatherScatterView(_) => false,
        };
        op.operands.iter().chain(&op.results).all(is_number)
    }

    /// The initial value of a carried value that every iteration passes on unchanged.
    fn initial_of_unchanged(&self, at: usize) -> Option<ValueId> {
        let carried = at.checked_sub(1)?;
        let last = self.around.regions[0].ops.last()?;
        let is_same = last.operands.get(carried) == self.params.get(at);
        is_same.then(|| self.around.operands.get(3 + carried).copied()).flatten()
    }

    /// Whether a value follows from the number of the tile block, along short paths.
    fn is_of_block(&self, value: ValueId, depth: usize) -> bool {
        match self.definitions.get(value) {
            Some(Definition::Result(op, _)) => {
                op.op == Op::GetTileBlockId
                    || depth > 0 && op.operands.iter().any(|operand| self.is_of_block(*operand, depth - 1))
            }
            Some(Definition::Parameter(_) | Definition::Region(..)) | None => false,
        }
    }
}
