//! Reductions. The order is the specification's to leave open, and ours to fix: the one that an H200 takes along a tile
//! of one axis (K-29). Blocks of 128 are added one after the other, chunks of 32 are folded by halves, the element at
//! `k + n/2` onto the accumulator at `k`, then the chunks in the same way, and what is left is laid onto the identity.

use spec::ops::reduce;
use spec::syntax::attributes::Literal;
use spec::syntax::kernel::{Block, Operation, ValueId};
use spec::syntax::op::{Core, Meaning, Op};

use crate::control::Flow;
use crate::element::bits::Plain;
use crate::elementwise::{Broken, apply};
use crate::fold;
use crate::machine::{Machine, index_of, unsupported};
use crate::outcome::Stop;
use crate::tile::{Marks, Runs, Tile};
use crate::value::Value;

/// A rule that a combination breaks, at a lane; or what else stopped it.
#[derive(Debug)]
pub(crate) enum Failed {
    Broken(Broken),
    Stopped(Stop),
}

impl Failed {
    /// The same, at the lane that stands for one of a part.
    pub(crate) fn at(self, lane: impl Fn(usize) -> usize) -> Self {
        match self {
            Failed::Broken(Broken { rule, lane: at }) => Failed::Broken(Broken { rule, lane: lane(at) }),
            Failed::Stopped(stop) => Failed::Stopped(stop),
        }
    }
}

/// A tile as an axis with what is before it and what is behind: as many runs as the axes before have indices.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Axis {
    pub(crate) outer: usize,
    pub(crate) extent: usize,
    pub(crate) inner: usize,
}

impl Axis {
    /// An axis of a shape.
    pub(crate) fn of(shape: &[u32], axis: usize) -> Self {
        let product = |extents: &[u32]| extents.iter().map(|extent| *extent as usize).product();
        Axis {
            outer: product(&shape[..axis]),
            extent: shape[axis] as usize,
            inner: product(&shape[axis + 1..]),
        }
    }

    /// So many places along the axis, from one on.
    fn part(self, from: usize, len: usize) -> Runs {
        let (inner, step) = (self.inner, self.extent * self.inner);
        Runs { first: from * inner, len: len * inner, step, count: self.outer }
    }

    /// The lane at a place along the axis, of the run that a lane of a result belongs to.
    pub(crate) fn lane(self, result: usize, place: usize) -> usize {
        (result / self.inner * self.extent + place) * self.inner + result % self.inner
    }
}

/// What a device folds at once, and then what it folds of that.
pub(crate) const BLOCK: usize = 128;
pub(crate) const CHUNK: usize = 32;

impl<'k> Machine<'k> {
    /// `reduce`
    pub(crate) fn reduce(&mut self, op: &'k Operation) -> Result<(), Stop> {
        let shape = &self.kernel.tile(op.operands[0]).shape;
        let axis = Axis::of(shape, op.attributes.dim.unwrap_or(0) as usize);
        self.in_any_order(op, axis)?;
        let simple = fold::folded(self.kernel, op, self.tile(op.operands[0]), axis, self.options.ignore);
        if let Some(tile) = simple {
            self.set_tile(op.results[0], tile);
            return Ok(());
        }
        let tiles: Vec<Tile> = op.operands.iter().map(|id| self.tile(*id).clone()).collect();
        let stop = |machine: &Self, failed: Failed| {
            machine.failed(op, failed, |lane| axis.lane(lane % (axis.outer * axis.inner), 0))
        };
        let undetermined = self.folded_marks(&tiles, axis);
        let tiles = self.folded(op, tiles, axis).map_err(|failed| stop(self, failed))?;
        let tiles = self.onto_identities(op, tiles).map_err(|failed| stop(self, failed))?;
        for (id, tile) in op.results.iter().zip(tiles) {
            let undetermined = undetermined.or(&tile.undetermined);
            self.set_tile(*id, Tile { undetermined, ..tile });
        }
        Ok(())
    }

    /// The elements along an axis, combined.
    fn folded(&mut self, op: &'k Operation, tiles: Vec<Tile>, axis: Axis) -> Result<Vec<Tile>, Failed> {
        let part = |tiles: &[Tile], runs: Runs| tiles.iter().map(|tile| tile.runs(runs)).collect::<Vec<_>>();
        let block = axis.extent.min(BLOCK);
        let mut sums = part(&tiles, axis.part(0, block));
        for from in (block..axis.extent).step_by(block) {
            sums = self.combined(op, part(&tiles, axis.part(from, block)), sums)?;
        }
        let chunk = block.min(CHUNK);
        let chunks = Axis { outer: axis.outer * (block / chunk), extent: chunk, ..axis };
        for of in [chunks, Axis { extent: block / chunk, ..axis }] {
            let mut extent = of.extent;
            while extent > 1 {
                let (now, half) = (Axis { extent, ..of }, extent / 2);
                let (low, high) = (part(&sums, now.part(0, half)), part(&sums, now.part(half, half)));
                sums = self.combined(op, high, low)?;
                extent = half;
            }
        }
        Ok(sums)
    }

    /// What is left, combined with the identities.
    pub(crate) fn onto_identities(
        &mut self,
        op: &'k Operation,
        tiles: Vec<Tile>,
    ) -> Result<Vec<Tile>, Failed> {
        let identity = |(literal, id): (&Literal, &ValueId)| {
            Tile::word(literal.0, self.scalar(*id).bits()).splat(tiles[0].len())
        };
        let identities: Vec<Tile> = op.attributes.identities.iter().zip(&op.operands).map(identity).collect();
        self.combined(op, tiles, identities)
    }

    /// The results of which a term is undetermined: along the axis, of any operand.
    fn folded_marks(&self, tiles: &[Tile], axis: Axis) -> Marks {
        if tiles.iter().all(|tile| !tile.undetermined.any()) {
            return Marks::NONE;
        }
        let of = |result: usize| {
            let lanes = (0..axis.extent).map(|place| axis.lane(result, place));
            lanes.into_iter().any(|lane| tiles.iter().any(|tile| tile.undetermined.at(lane)))
        };
        Marks::new((0..axis.outer * axis.inner).map(of).collect())
    }

    /// Where a plain sum of integers promises not to wrap: it keeps that in every order, or is undefined.
    pub(crate) fn in_any_order(&self, op: &'k Operation, axis: Axis) -> Result<(), Stop> {
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
            if let Some(rule) = d.broken() {
                let lane = index_of(axis.lane(result, 0), shape);
                return Err(self.violation(op, rule, Some(lane), None, None));
            }
        }
        Ok(())
    }

    /// What stopped a reduction; `lane` tells the lane of the operand that stands for a lane of a part.
    pub(crate) fn failed(&self, op: &Operation, failed: Failed, lane: impl Fn(usize) -> usize) -> Stop {
        match failed {
            Failed::Stopped(stop) => stop,
            Failed::Broken(Broken { rule, lane: at }) => {
                let shape = &self.kernel.tile(op.operands[0]).shape;
                self.violation(op, rule, Some(index_of(lane(at), shape)), None, None)
            }
        }
    }

    /// The combiner, applied to every lane of some tiles: over whole tiles if it is made of element-wise operations.
    pub(crate) fn combined(
        &mut self,
        op: &'k Operation,
        elements: Vec<Tile>,
        accumulators: Vec<Tile>,
    ) -> Result<Vec<Tile>, Failed> {
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
                    let types = self.signature(op);
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
