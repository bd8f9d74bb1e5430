//! Left factors that are equal in all iterations of a loop and loaded in front of it, such as the queries of attention. The producer
//! copies such a tile once in a tile block, to a ring of its own. So the copies for the next tile block start while results are stored.

use std::ptr;

use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::Op;

use crate::analysis::facts::KernelFacts;
use crate::ir::ring::TensorLoad;
use crate::lower::mma::pipeline::plan::{PipelinedLoad, STAGE_ALIGNMENT, place_terms, turned};
use crate::lower::mma::pipeline::ring_loop::RingLoop;
use crate::lower::mma::pipeline::staged_loop::StagedProduct;

/// A left factor that is copied once in a tile block.
#[derive(Debug)]
pub(crate) struct OuterFactor<'o> {
    /// The result of the product.
    pub(crate) product: ValueId,
    /// The load, and its copy.
    pub(crate) load: &'o Operation,
    pub(crate) copy: TensorLoad,
    /// The tile as the product has it, and as it is in front of each permutation, down to the loaded one.
    pub(crate) tiles: Vec<ValueId>,
}

impl<'o> OuterFactor<'o> {
    /// All of a kernel with these loops. No launch loses the maps of other copies by them.
    pub(crate) fn all(
        kernel: &'o Kernel,
        facts: &KernelFacts<'o>,
        loops: &[RingLoop<'o>],
    ) -> Vec<OuterFactor<'o>> {
        let [RingLoop::Staged(op, staged)] = loops else { return Vec::new() };
        if !runs_once(kernel, op) {
            return Vec::new();
        }
        let kept = staged.products.iter().filter(|product| product.keeps_left);
        kept.filter_map(|product| OuterFactor::of(kernel, facts, product)).collect()
    }

    /// Of a product that keeps its left factor, if a load in the kernel's outermost block made the tile for this product alone.
    fn of(kernel: &'o Kernel, facts: &KernelFacts<'o>, product: &StagedProduct<'o>) -> Option<Self> {
        let mut tiles = vec![product.op.operands[0]];
        let mut path = Vec::new();
        let load = loop {
            let value = *tiles.last()?;
            let uses = kernel.operations().flat_map(|one| &one.operands).filter(|used| **used == value);
            let made = kernel.body.ops.iter().find(|one| one.results.first() == Some(&value))?;
            if uses.count() != 1 {
                return None;
            }
            if made.op == Op::LoadViewTko {
                break made;
            }
            path.push(made);
            tiles.push(*made.operands.first().filter(|_| matches!(made.op, Op::Permute | Op::Reshape))?);
        };
        let factor = path.iter().rev().try_fold((0, false), |factor, one| turned(kernel, one, factor))?;
        let mut loads = [PipelinedLoad::of(kernel, load)?];
        let is_read = place_terms(&mut loads, [Some(factor), None], &product.kind).is_empty();
        let follows_write = facts.aliases().may_follow_write(facts.definitions(), &[load], load.token);
        let copy = TensorLoad::new(kernel, facts, &loads[0], (0, 0)).filter(|copy| copy.is_aligned)?;
        let product = product.op.results[0];
        (is_read && !follows_write).then_some(OuterFactor { product, load, copy, tiles })
    }

    /// The bytes of the tile in shared memory.
    pub(crate) fn bytes(&self) -> u64 {
        self.copy.lines.bytes().next_multiple_of(STAGE_ALIGNMENT)
    }
}

/// Whether each tile block runs all of the kernel's outermost block, with this loop.
fn runs_once(kernel: &Kernel, op: &Operation) -> bool {
    kernel.operations().all(|one| !matches!(one.op, Op::If | Op::Loop))
        && kernel.body.ops.iter().any(|one| ptr::eq(one, op))
}
