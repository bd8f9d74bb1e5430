//! Thread-block merge (Y. Yang, P. Xiang, J. Kong, H. Zhou, "A GPGPU compiler for memory optimization and parallelism management",
//! PLDI 2010): a block of threads multiplies the tiles of two tile blocks side by side, a warpgroup each. Both tiles share one
//! factor, copied once, so a multiprocessor takes a quarter fewer bytes for as many products.
//!
//! The two are neighbours along the second axis of the grid, or in one row of the tiles of a persistent loop. Each warpgroup runs
//! its own tile block as a whole. Both tile blocks must agree on the number of iterations and on the place of the shared factor.
//! The place of the second factor must differ by one tile, and the rest of its load must agree.

use std::collections::HashSet;
use std::ptr;

use spec::syntax::attributes::Rounding;
use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Meaning, Op};

use crate::analysis::definitions::induction_variable;
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects::writes_memory;
use crate::analysis::facts::KernelFacts;
use crate::analysis::tile_order::TileOrder;
use crate::ir::role::{BlockMerge, TensorStores};
use crate::lower::mma::pipeline::ring_loop::RingLoop;

/// Bits of a tile's sums that are merged: as many as a warpgroup holds with half of its registers. Of smaller ones two blocks fit into a
/// multiprocessor, larger ones have as few copies already.
const SUM_BITS: usize = 14;

/// The axis of the grid along which tile blocks are merged.
const AXIS: usize = 1;

impl BlockMerge {
    /// Pairs tile blocks for a kernel with the given loops and bulk stores; `None` if tile blocks run one by one.
    pub(crate) fn of(
        kernel: &Kernel,
        facts: &KernelFacts<'_>,
        loops: &[RingLoop<'_>],
        stores: &TensorStores,
    ) -> Option<BlockMerge> {
        let [RingLoop::Products(op, plan)] = loops else { return None };
        let [product] = &plan.products[..] else { return None };
        let [rows, columns, _] = product.kind.bits;
        let tiles = Tiles { definitions: facts.definitions(), order: facts.tile_order() };
        // A warpgroup without a tile repeats its neighbor's tile and skips the stores, the only effects of a tile block.
        let writes = kernel.operations().filter(|op| writes_memory(op.op)).count();
        // All warps meet for a right factor from registers.
        let meets = plan.loads[product.factors[1]].through_registers;
        let fits = rows + columns == SUM_BITS && !meets && writes == stores.by_token.len();
        let runs_alike = tiles.always_run(kernel, op) && !tiles.differ(&op.operands[..3]);
        if !fits || !runs_alike {
            return None;
        }
        let own = |load: usize| tiles.differ(&plan.loads[load].op.operands);
        let side = match product.factors.map(own) {
            [true, false] => 0,
            [false, true] => 1,
            [false, false] | [true, true] => return None,
        };
        let load = product.factors[side];
        let [_, indices @ ..] = &plan.loads[load].op.operands[..] else { return None };
        let (next, same): (Vec<ValueId>, Vec<ValueId>) =
            indices.iter().partition(|index| tiles.is_place(**index));
        match next[..] {
            [index] if !tiles.differ(&same) => Some(BlockMerge { side, load, index }),
            _ => None,
        }
    }
}

/// Where the two tiles of a pair differ: by one along an axis of the grid, or in the quotient of a persistent loop's number by its rows.
struct Tiles<'a, 'k> {
    definitions: &'a Definitions<'k>,
    order: Option<TileOrder>,
}

impl Tiles<'_, '_> {
    /// Whether every tile block runs a loop exactly once per tile: the loop stands in the outermost block of the kernel or of the
    /// persistent loop, without earlier exits.
    fn always_run(&self, kernel: &Kernel, op: &Operation) -> bool {
        let is_in = |block: &Block| block.ops.iter().any(|one| ptr::eq(one, op));
        let is_plain = kernel.operations().all(|one| !matches!(one.op, Op::If | Op::Loop));
        let is_own = match self.order {
            None => is_in(&kernel.body),
            Some(order) => kernel
                .body
                .ops
                .iter()
                .filter(|one| induction_variable(one) == Some(order.variable))
                .any(|one| is_in(&one.regions[0])),
        };
        is_plain && is_own
    }

    /// Whether a number is the tile's place along the axis by which the two are neighbours.
    fn is_place(&self, value: ValueId) -> bool {
        match (self.definitions.get(self.definitions.behind_assumptions(value)), self.order) {
            (Some(Definition::Result(op, at)), None) => op.op == Op::GetTileBlockId && at == AXIS,
            (Some(Definition::Result(op, _)), Some(order)) => {
                self.is_divided(op, Op::Divi, order) && op.attributes.rounding != Some(Rounding::PositiveInf)
            }
            (Some(Definition::Parameter(_) | Definition::Region(..)) | None, _) => false,
        }
    }

    /// Whether an operation divides the number of a persistent loop by its rows.
    fn is_divided(&self, op: &Operation, by: Op, order: TileOrder) -> bool {
        op.op == by
            && op.operands[0] == order.variable
            && self.definitions.behind_assumptions(op.operands[1]) == order.rows
    }

    /// Whether any of these values may differ in the second tile.
    fn differ(&self, values: &[ValueId]) -> bool {
        let (mut seen, mut rest) = (HashSet::new(), values.to_vec());
        while let Some(value) = rest.pop() {
            if !seen.insert(value) {
                continue;
            }
            match self.definitions.get(value) {
                Some(Definition::Parameter(_)) => {}
                // A remainder by the rows is the same in a whole row of tiles.
                Some(Definition::Result(op, _))
                    if self.order.is_some_and(|order| self.is_divided(op, Op::Remi, order)) => {}
                Some(Definition::Result(op, at)) => {
                    let is_own = op.op == Op::GetTileBlockId && at == AXIS && self.order.is_none();
                    if is_own || matches!(op.op.meaning(), Meaning::Control(_)) {
                        return true;
                    }
                    rest.extend(op.operands.iter().chain(&op.token));
                }
                // Both tile blocks run the rounds of one loop, so the bounds decide.
                Some(Definition::Region(op, 0)) if op.op == Op::For && !self.is_persistent(op) => {
                    rest.extend(&op.operands[..3]);
                }
                Some(Definition::Region(..)) | None => return true,
            }
        }
        false
    }

    fn is_persistent(&self, op: &Operation) -> bool {
        self.order.is_some_and(|order| induction_variable(op) == Some(order.variable))
    }
}
