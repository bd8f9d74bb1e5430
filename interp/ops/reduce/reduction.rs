//! Reductions, as a tree. The specification leaves the order open; the interpreter uses the order of an H200 along a tile of one
//! axis (K-29). Blocks of 128 are added in turn. Chunks of 32 are folded by halves, the element at `k + n/2` onto the accumulator
//! at `k`. Then the chunks are folded in the same way, and the result is combined with the identity.

use spec::syntax::kernel::Operation;

use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::ops::reduce::axis::{Axis, BLOCK, CHUNK};
use crate::ops::reduce::combine::CombineError;
use crate::ops::reduce::fold::try_fold;
use crate::values::lanes::LaneRuns;
use crate::values::marks::Marks;
use crate::values::tile::Tile;

impl<'k> Machine<'k> {
    /// `reduce`
    pub(crate) fn reduce(&mut self, op: &'k Operation) -> Result<(), Stop> {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let axis = Axis::of(shape, op.attributes.axis());
        self.check_sum_in_any_order(op, axis)?;
        let is_plain = !self.options.payload;
        let simple = is_plain
            .then(|| try_fold(self.kernel, op, self.tile(op.operands[0]), axis, self.options.ignore))
            .flatten();
        if let Some(tile) = simple {
            self.set_tile(op.results[0], tile);
            return Ok(());
        }
        let tiles: Vec<Tile> = op.operands.iter().map(|id| self.share_tile(*id)).collect();
        let stop = |machine: &Self, failed: CombineError| {
            machine.stop_of(op, failed, |lane| axis.lane(lane % (axis.outer * axis.inner), 0))
        };
        let undetermined = self.mark_folded(&tiles, axis);
        let tiles = self.fold_elements(op, tiles, axis).map_err(|failed| stop(self, failed))?;
        let tiles = self.combine_with_identities(op, tiles).map_err(|failed| stop(self, failed))?;
        for (id, tile) in op.results.iter().zip(tiles) {
            let undetermined = undetermined.or(&tile.undetermined);
            self.set_tile(*id, Tile { undetermined, ..tile });
        }
        Ok(())
    }

    /// The elements along an axis, combined.
    fn fold_elements(
        &mut self,
        op: &'k Operation,
        tiles: Vec<Tile>,
        axis: Axis,
    ) -> Result<Vec<Tile>, CombineError> {
        let part =
            |tiles: &[Tile], runs: LaneRuns| tiles.iter().map(|tile| tile.runs(runs)).collect::<Vec<_>>();
        let block = axis.extent.min(BLOCK);
        let mut sums = part(&tiles, axis.part(0, block));
        for from in (block..axis.extent).step_by(block) {
            sums = self.combine(op, part(&tiles, axis.part(from, block)), sums)?;
        }
        let chunk = block.min(CHUNK);
        let chunks = Axis { outer: axis.outer * (block / chunk), extent: chunk, ..axis };
        for of in [chunks, Axis { extent: block / chunk, ..axis }] {
            let mut extent = of.extent;
            while extent > 1 {
                let (now, half) = (Axis { extent, ..of }, extent / 2);
                let (low, high) = (part(&sums, now.part(0, half)), part(&sums, now.part(half, half)));
                sums = self.combine(op, high, low)?;
                extent = half;
            }
        }
        Ok(sums)
    }

    /// The results of which a term is undetermined: along the axis, of any operand.
    pub(crate) fn mark_folded(&self, tiles: &[Tile], axis: Axis) -> Marks {
        if tiles.iter().all(|tile| !tile.undetermined.any()) {
            return Marks::NONE;
        }
        let of = |result: usize| {
            let lanes = (0..axis.extent).map(|place| axis.lane(result, place));
            lanes.into_iter().any(|lane| tiles.iter().any(|tile| tile.undetermined.at(lane)))
        };
        Marks::new((0..axis.outer * axis.inner).map(of).collect())
    }
}
