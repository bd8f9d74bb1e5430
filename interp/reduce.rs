//! Reductions. The order is the specification's to leave open, and ours to fix: the axis is folded by halves, the
//! element at `k + n/2` onto the accumulator at `k`, and what is left onto the identity.

use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};

use crate::control::Flow;
use crate::elementwise::{Broken, Signature, apply};
use crate::machine::{Machine, index_of, unsupported};
use crate::outcome::Stop;
use crate::shape::places;
use crate::tile::Tile;
use crate::value::Value;

/// A rule that a combination breaks, at a lane; or what else stopped it.
enum Failed {
    Broken(Broken),
    Stopped(Stop),
}

impl<'k> Machine<'k> {
    /// `reduce`
    pub(crate) fn reduce(&mut self, op: &'k Operation) -> Result<(), Stop> {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let axis = op.attributes.dim.unwrap_or(0) as usize;
        let (outer, inner) = (product(&shape[..axis]), product(&shape[axis + 1..]));
        let mut extent = shape[axis];
        let mut tiles: Vec<Tile> = op.operands.iter().map(|id| self.tile(*id).clone()).collect();
        while extent > 1 {
            let half = extent / 2;
            let part = |start: u32| {
                let steps = [(extent * inner) as usize, inner as usize, 1];
                let start = start as usize * inner as usize;
                places(&[outer, half, inner], &steps)
                    .into_iter()
                    .map(|place| start + place)
                    .collect::<Vec<_>>()
            };
            let (low, high) = (part(0), part(half));
            let elements = tiles.iter().map(|tile| tile.gather(&high)).collect();
            let accumulators = tiles.iter().map(|tile| tile.gather(&low)).collect();
            tiles = self.combined(op, elements, accumulators).map_err(|failed| {
                self.failed(op, failed, |lane| {
                    let [a, k, b] = *index_of(lane, &[outer, half, inner]) else { return lane };
                    ((a * shape[axis] + k) * inner + b) as usize
                })
            })?;
            extent = half;
        }
        let identities = op.attributes.identities.iter().zip(&op.operands);
        let identities = identities.map(|(literal, id)| {
            Tile::word(literal.0, self.scalar(*id).bits()).splat((outer * inner) as usize)
        });
        let identities: Vec<Tile> = identities.collect();
        if identities.len() == tiles.len() {
            tiles = self.combined(op, tiles, identities).map_err(|failed| {
                self.failed(op, failed, |lane| {
                    let lane = lane as u32;
                    (lane / inner * shape[axis] * inner + lane % inner) as usize
                })
            })?;
        }
        op.results.iter().zip(tiles).for_each(|(id, tile)| self.set_tile(*id, tile));
        Ok(())
    }

    /// What stopped a reduction; `lane` tells the lane of the operand that stands for a lane of a part.
    fn failed(&self, op: &Operation, failed: Failed, lane: impl Fn(usize) -> usize) -> Stop {
        match failed {
            Failed::Stopped(stop) => stop,
            Failed::Broken(Broken { rule, lane: at }) => {
                let shape = &self.kernel.tile(op.operands[0]).shape;
                self.violation(op, rule, Some(index_of(lane(at), shape)), None, None)
            }
        }
    }

    /// The combiner, applied to every lane of some tiles: over whole tiles if it is made of element-wise operations.
    fn combined(
        &mut self,
        op: &'k Operation,
        elements: Vec<Tile>,
        accumulators: Vec<Tile>,
    ) -> Result<Vec<Tile>, Failed> {
        let body = &op.regions[0];
        let arguments: Vec<Tile> =
            elements.into_iter().zip(accumulators).flat_map(|(element, acc)| [element, acc]).collect();
        let len = arguments[0].len();
        let single = |id: &ValueId| self.kernel.ty(*id).tile().is_some_and(|tile| tile.len() == 1);
        let whole = |op: &Operation| {
            let moves = matches!(op.op, Op::Constant | Op::Select | Op::Reshape | Op::Broadcast | Op::Yield);
            (moves || op.op.meaning() == Meaning::Elementwise) && op.results.iter().all(single)
        };
        if body.ops.iter().all(whole) {
            return self.over_tiles(body, arguments, len);
        }
        let mut results: Vec<Vec<Tile>> = Vec::with_capacity(len);
        for lane in 0..len {
            for (id, tile) in body.params.iter().zip(&arguments) {
                self.set_tile(*id, tile.gather(&[lane]));
            }
            match self.block(body).map_err(Failed::Stopped)? {
                Flow::Yield(values) => results.push(values.into_iter().filter_map(tile_of).collect()),
                Flow::Next | Flow::Continue(_) | Flow::Break(_) | Flow::Return => {
                    return Err(Failed::Stopped(unsupported(op)));
                }
            }
        }
        Ok((0..op.results.len()).map(|k| Tile::of_lanes(results.iter().map(|tiles| &tiles[k]))).collect())
    }

    /// The region of a combiner, each of its scalars a tile of all lanes.
    fn over_tiles(&mut self, body: &'k Block, arguments: Vec<Tile>, len: usize) -> Result<Vec<Tile>, Failed> {
        body.params.iter().zip(arguments).for_each(|(id, tile)| self.set_tile(*id, tile));
        for op in &body.ops {
            let operands = || -> Vec<Tile> {
                // What comes from outside the region is a scalar still.
                let widened = |tile: &Tile| if tile.len() == len { tile.clone() } else { tile.splat(len) };
                op.operands.iter().map(|id| widened(self.tile(*id))).collect()
            };
            let tile = match op.op.meaning() {
                Meaning::Control(_) => return Ok(operands()),
                Meaning::Core(Core::Constant) => self.constant_of(op, len),
                Meaning::Core(Core::Select) => {
                    let operands = operands();
                    self.selected([&operands[0], &operands[1], &operands[2]])
                }
                Meaning::Elementwise => {
                    let operands = operands();
                    let types =
                        Signature { from: self.scalar(op.operands[0]), to: self.scalar(op.results[0]) };
                    let operands: Vec<_> = operands.iter().collect();
                    let applied = apply(op.op, &op.attributes, types, &operands, self.options.ignore);
                    applied.ok_or_else(|| Failed::Stopped(unsupported(op)))?.map_err(Failed::Broken)?
                }
                // A reshape or a broadcast of one element to one.
                Meaning::Core(_) | Meaning::Memory(_) | Meaning::Unsupported => operands().swap_remove(0),
            };
            self.set_tile(op.results[0], tile);
        }
        Ok(Vec::new())
    }
}

fn tile_of(value: Value) -> Option<Tile> {
    match value {
        Value::Tile(tile) => Some(tile),
        Value::Token(_) | Value::View(_) => None,
    }
}

fn product(extents: &[u32]) -> u32 {
    extents.iter().product()
}
