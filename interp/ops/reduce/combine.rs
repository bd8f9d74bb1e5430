//! The combiner of a reduction or a scan, applied to whole tiles.

use spec::ops::reduce;
use spec::syntax::attributes::Literal;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};

use crate::machine::flow::Flow;
use crate::machine::outcome::Stop;
use crate::machine::state::Machine;
use crate::machine::violation::unsupported;
use crate::ops::elementwise::apply::apply;
use crate::ops::elementwise::signature::LaneViolation;
use crate::ops::reduce::axis::Axis;
use crate::values::element::bits::Plain;
use crate::values::lanes::index_of;
use crate::values::tile::Tile;
use crate::values::value::Value;

/// A rule broken by a combination at a lane, or another reason to stop.
#[derive(Debug)]
pub(crate) enum CombineError {
    LaneViolation(LaneViolation),
    Stopped(Stop),
}

impl CombineError {
    /// The value at the lane of a part.
    pub(crate) fn at(self, lane: impl Fn(usize) -> usize) -> Self {
        match self {
            CombineError::LaneViolation(LaneViolation { rule, lane: at }) => {
                CombineError::LaneViolation(LaneViolation { rule, lane: lane(at) })
            }
            CombineError::Stopped(stop) => CombineError::Stopped(stop),
        }
    }
}

fn tile_of(value: Value) -> Option<Tile> {
    match value {
        Value::Tile(tile) => Some(tile),
        Value::Token(_) | Value::View(_) => None,
    }
}

impl<'k> Machine<'k> {
    /// Combines the remaining elements with the identities.
    pub(crate) fn combine_with_identities(
        &mut self,
        op: &'k Operation,
        tiles: Vec<Tile>,
    ) -> Result<Vec<Tile>, CombineError> {
        let identity = |(literal, id): (&Literal, &ValueId)| {
            Tile::word(self.literal(self.scalar(*id), *literal), self.scalar(*id).bits())
                .splat(tiles[0].len())
        };
        let identities: Vec<Tile> = op.attributes.identities.iter().zip(&op.operands).map(identity).collect();
        self.combine(op, tiles, identities)
    }

    /// Checks a plain sum of integers with a promise not to wrap: the promise must hold in every order, or
    /// the sum is undefined.
    pub(crate) fn check_sum_in_any_order(&self, op: &'k Operation, axis: Axis) -> Result<(), Stop> {
        let Some(inner) = reduce::integer_sum(self.kernel, op) else { return Ok(()) };
        let overflow = inner.attributes.overflow;
        if !overflow.no_signed_wrap && !overflow.no_unsigned_wrap {
            return Ok(());
        }
        let (tile, bits) = (self.tile(op.operands[0]), self.scalar(op.operands[0]).bits());
        let shape = &self.kernel.tile(op.operands[0]).shape;
        for result in 0..axis.outer * axis.inner {
            let lanes = || (0..axis.extent).map(|place| axis.lane(result, place));
            let mut sums = reduce::Sums::none();
            lanes().for_each(|lane| sums = sums.with(&tile.signed(lane, bits), &tile.unsigned(lane)));
            let mut d = Plain::new(self.options.ignore);
            reduce::sum(&mut d, &inner.attributes, bits, &sums);
            if let Some(rule) = d.violation() {
                let lane = index_of(axis.lane(result, 0), shape);
                return Err(self.violation(op, rule, Some(lane), None, None));
            }
        }
        Ok(())
    }

    /// What stopped a reduction; `lane` tells the lane of the operand that stands for a lane of a part.
    pub(crate) fn stop_of(
        &self,
        op: &Operation,
        failed: CombineError,
        lane: impl Fn(usize) -> usize,
    ) -> Stop {
        match failed {
            CombineError::Stopped(stop) => stop,
            CombineError::LaneViolation(LaneViolation { rule, lane: at }) => {
                let shape = &self.kernel.tile(op.operands[0]).shape;
                self.violation(op, rule, Some(index_of(lane(at), shape)), None, None)
            }
        }
    }

    /// The combiner, applied to every lane of some tiles: over whole tiles if it is made of element-wise operations.
    pub(crate) fn combine(
        &mut self,
        op: &'k Operation,
        elements: Vec<Tile>,
        accumulators: Vec<Tile>,
    ) -> Result<Vec<Tile>, CombineError> {
        let body = &op.regions[0];
        let (firsts, seconds) = match reduce::accumulates_first(op.op) {
            true => (accumulators, elements),
            false => (elements, accumulators),
        };
        let arguments: Vec<Tile> =
            firsts.into_iter().zip(seconds).flat_map(|(first, second)| [first, second]).collect();
        let len = arguments[0].len();
        let single = |id: &ValueId| self.kernel.ty(*id).tile().is_some_and(|tile| tile.len() == 1);
        let whole = |op: &Operation| {
            let moves = matches!(op.op, Op::Constant | Op::Select | Op::Reshape | Op::Broadcast | Op::Yield);
            (moves || op.op.meaning() == Meaning::Elementwise) && op.results.iter().all(single)
        };
        // A combiner of element-wise operations is run once over tiles of all lanes, any other lane by lane.
        if body.ops.iter().all(whole) {
            return self.combine_whole_tiles(body, arguments, len);
        }
        let mut results: Vec<Vec<Tile>> = Vec::with_capacity(len);
        for lane in 0..len {
            for (id, tile) in body.params.iter().zip(&arguments) {
                self.set_tile(*id, tile.gather(&[lane]));
            }
            match self.run_region(body).map_err(CombineError::Stopped)? {
                Flow::Yield(values) => results.push(values.into_iter().filter_map(tile_of).collect()),
                Flow::Next | Flow::Continue(_) | Flow::Break(_) | Flow::Return => {
                    return Err(CombineError::Stopped(unsupported(op)));
                }
            }
        }
        Ok((0..op.results.len()).map(|k| Tile::of_lanes(results.iter().map(|tiles| &tiles[k]))).collect())
    }

    /// The region of a combiner, each of its scalars a tile of all lanes.
    fn combine_whole_tiles(
        &mut self,
        body: &'k Block,
        arguments: Vec<Tile>,
        len: usize,
    ) -> Result<Vec<Tile>, CombineError> {
        body.params.iter().zip(arguments).for_each(|(id, tile)| self.set_tile(*id, tile));
        for op in &body.ops {
            let operands = || -> Vec<Tile> {
                // What comes from outside the region is a scalar still.
                let widened = |tile: &Tile| if tile.len() == len { tile.clone() } else { tile.splat(len) };
                op.operands.iter().map(|id| widened(self.tile(*id))).collect()
            };
            let tile = match op.op.meaning() {
                Meaning::Control(_) => return Ok(operands()),
                Meaning::Core(Core::Constant) => self.make_constant(op, len),
                Meaning::Core(Core::Select) => {
                    let operands = operands();
                    self.select_lanes([&operands[0], &operands[1], &operands[2]])
                }
                Meaning::Elementwise => {
                    let operands = operands();
                    let types = self.signature(op);
                    let operands: Vec<_> = operands.iter().collect();
                    let applied = apply(op.op, &op.attributes, types, &operands, self.options.ignore);
                    applied
                        .ok_or_else(|| CombineError::Stopped(unsupported(op)))?
                        .map_err(CombineError::LaneViolation)?
                }
                // A reshape or broadcast of a single element.
                Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => operands().swap_remove(0),
            };
            self.set_tile(op.results[0], tile);
        }
        Ok(Vec::new())
    }
}
