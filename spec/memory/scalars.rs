//! One thread stores all scalars of a Triton program, in every code (`spec/triton.md`, *Order inside a program*).
//!
//! So a scalar store comes behind earlier scalar stores, and behind earlier scalar loads whose numbers go through operations on scalars to
//! scalar stores alone. The other threads may load early or late. Outside of loops with a pipeline such a load also comes behind earlier scalar
//! stores.
//!
//! A pipeline of loads moves branches of a counted loop to the front or the end of its body, and a flattened nest moves what is around the
//! inner loop. Accesses that such moves may exchange have no order.

use std::collections::{BTreeMap, BTreeSet};

use super::positions::Positions;
use crate::syntax::kernel::language::Language;
use crate::syntax::kernel::{Block, Kernel, OpId, Operation, ValueId};
use crate::syntax::op::{Meaning, Op};
use crate::syntax::types::Type;

/// The accesses of scalars that one thread makes, by token.
#[derive(Debug, Clone, Default)]
pub(super) struct Scalars {
    stores: BTreeSet<ValueId>,
    /// Those loads whose numbers only scalar stores get.
    loads: BTreeSet<ValueId>,
    /// The blocks around every operation, by its last result.
    blocks: BTreeMap<ValueId, Vec<Around>>,
}

/// A block around an access.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Around {
    region: (OpId, usize),
    /// Whether the block is the body of a counted loop.
    is_counted: bool,
    /// Whether the code has the accesses of the block in the order of the program.
    is_in_order: bool,
    /// Whether a loop stands directly in the block.
    has_loop: bool,
}

impl Scalars {
    /// The scalar accesses of a kernel; none where the threads of a program are not known to be one group.
    pub(super) fn new(kernel: &Kernel) -> Self {
        let Language::Triton { threads: Some(_) } = kernel.language else { return Scalars::default() };
        let is_scalar =
            |value: &ValueId| matches!(kernel.ty(*value), Type::Tile(tile) if tile.shape.is_empty());
        let is_store =
            |op: &Operation| op.op == Op::StorePtrTko && op.operands.first().is_some_and(is_scalar);
        let computes = |op: &Operation| {
            let keeps = match op.op.meaning() {
                Meaning::Elementwise => true,
                // Each thread computes a number, a choice or an address by itself.
                Meaning::Core(core) => core.positions() == Positions::Kept,
                Meaning::Memory(_) | Meaning::Control(_) | Meaning::Unsupported => false,
            };
            keeps && op.results.iter().all(is_scalar)
        };
        let ops: Vec<&Operation> = kernel.operations().collect();
        let leaving = find_leaving(&ops, &is_store, &computes);
        let stays = |op: &Operation| {
            op.op == Op::LoadPtrTko && op.results.first().is_some_and(|result| !leaving.contains(result))
        };
        let tokens = |is_wanted: &dyn Fn(&Operation) -> bool| {
            let wanted = ops.iter().filter(|op| is_wanted(op));
            wanted.filter_map(|op| op.results.last()).copied().collect()
        };
        let loads = tokens(&|op| op.operands.first().is_some_and(is_scalar) && stays(op));
        let mut blocks = BTreeMap::new();
        note_blocks(&kernel.body, &[], &mut blocks);
        Scalars { stores: tokens(&is_store), loads, blocks }
    }

    /// Whether one thread makes two accesses, by their tokens, in the order of the program.
    pub(super) fn order(&self, earlier: ValueId, later: ValueId) -> bool {
        let are_known =
            [earlier, later].iter().all(|one| self.stores.contains(one) || self.loads.contains(one));
        let is_behind =
            self.stores.contains(&later) && (earlier == later || self.stay_in_order(earlier, later));
        are_known && (is_behind || self.are_in_loops_in_order(earlier, later))
    }

    /// Whether the code of every counted loop around either access is in the order of the program.
    fn are_in_loops_in_order(&self, earlier: ValueId, later: ValueId) -> bool {
        let around = |access| self.blocks.get(&access).into_iter().flatten();
        around(earlier).chain(around(later)).all(|block| !block.is_counted || block.is_in_order)
    }

    /// Whether no pipeline moves one access past the other: the innermost block around both is no body of a counted loop, or has both
    /// without a branch or loop between.
    fn stay_in_order(&self, earlier: ValueId, later: ValueId) -> bool {
        let (Some(a), Some(b)) = (self.blocks.get(&earlier), self.blocks.get(&later)) else { return false };
        let common = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let Some(block) = common.checked_sub(1).map(|last| &a[last]) else { return true };
        let are_direct = a.len() == common && b.len() == common;
        !block.is_counted || are_direct && !block.has_loop
    }
}

/// Notes the blocks around each access, from the outermost below the body of the kernel.
fn note_blocks(block: &Block, around: &[Around], found: &mut BTreeMap<ValueId, Vec<Around>>) {
    for op in &block.ops {
        if let Some(token) = op.results.last() {
            found.insert(*token, around.to_vec());
        }
        for (number, region) in op.regions.iter().enumerate() {
            let has_loop = region.ops.iter().any(|inner| matches!(inner.op, Op::For | Op::Loop));
            let (is_counted, is_in_order) = (op.op == Op::For, op.attributes.in_order);
            let block = Around { region: (op.id, number), is_counted, is_in_order, has_loop };
            note_blocks(region, &[around, &[block]].concat(), found);
        }
    }
}

/// The values that leave the storing thread, with all values behind them. Scalar stores, computations of scalars, and loops and branches that
/// carry scalars keep values in the thread.
fn find_leaving(
    ops: &[&Operation],
    is_store: &dyn Fn(&Operation) -> bool,
    computes: &dyn Fn(&Operation) -> bool,
) -> BTreeSet<ValueId> {
    let mut leaving: BTreeSet<ValueId> = BTreeSet::new();
    let carriers = || ops.iter().filter(|op| matches!(op.op, Op::If | Op::For));
    let ends: Vec<&Operation> = carriers().flat_map(|op| ends(op)).collect();
    loop {
        let before = leaving.len();
        carriers().for_each(|op| leave_with_results(op, &mut leaving));
        for op in ops.iter().rev().filter(|op| !matches!(op.op, Op::If | Op::For)) {
            let gives = ends.iter().any(|end| std::ptr::eq(*end, *op));
            let keeps = computes(op) && op.results.iter().all(|result| !leaving.contains(result));
            if !gives && !keeps && !is_store(op) {
                leaving.extend(&op.operands);
            }
        }
        if leaving.len() == before {
            return leaving;
        }
    }
}

/// A carried or yielded value leaves with the result. What decides about control leaves.
fn leave_with_results(op: &Operation, leaving: &mut BTreeSet<ValueId>) {
    let deciding = if op.op == Op::If { 1 } else { 3 };
    leaving.extend(&op.operands[..deciding]);
    for (at, result) in op.results.iter().enumerate() {
        let inits = op.operands.get(deciding + at);
        let params = op.regions.iter().filter_map(|region| region.params.get(1 + at));
        let ends = ends(op).filter_map(|end| end.operands.get(at));
        let all: Vec<ValueId> = params.chain(ends).chain(inits).copied().collect();
        if leaving.contains(result) || all.iter().any(|value| leaving.contains(value)) {
            leaving.extend(all);
            leaving.insert(*result);
        }
    }
}

/// The ends of the regions of a branch or a loop that give their operands to the operation around them.
fn ends(op: &Operation) -> impl Iterator<Item = &Operation> {
    let kind = if op.op == Op::If { Op::Yield } else { Op::Continue };
    op.regions.iter().filter_map(|region| region.ops.last()).filter(move |end| end.op == kind)
}
