//! Tiles that several loops load: a row that is longer than a tile is read once for its maximum, and again for its results. The first tiles of
//! such a row stay in shared memory, so that only the first loop reads them from global memory.
//!
//! A group of loads has one view and one place in it, except for one index. Each block of threads counts the kept tiles of a group: the tiles 0, 1,
//! … in front of the count are kept. A load with an index below the count reads shared memory, so the argument needs no bounds of loops. A load whose
//! index is the count reads global memory and adds its tile. Two loads of one place give the same tile, because nothing writes the array
//! in between.

use std::collections::{HashMap, HashSet};

use spec::syntax::attributes::Attributes;
use spec::syntax::kernel::{Kernel, OpId, Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::{Element, Type};

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects::{orders_other_blocks, writes_memory};
use crate::analysis::schedule::{can_move, is_load};

/// Operations that the definition of a place has at most, along one path.
const DEEPEST: usize = 32;

/// The fewest bits of a kept element, as measured on an H200. Kept tiles made softmax of f32 rows two fifths faster, but layer norm of
/// f16 rows up to a fifth slower.
const MIN_BITS: u32 = 32;

/// The place of a load in its group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeptLoad {
    /// The number of the group.
    pub(crate) group: usize,
    /// The index that differs inside the group.
    pub(crate) index: ValueId,
}

/// The groups of loads whose tiles are kept.
#[derive(Debug, Clone, Default)]
pub(crate) struct KeptTiles {
    loads: HashMap<ValueId, KeptLoad>,
    /// How many groups there are.
    pub(crate) groups: usize,
}

impl KeptTiles {
    /// Finds the groups of a kernel.
    pub(crate) fn of(kernel: &Kernel, definitions: &Definitions<'_>, aliases: &AliasAnalysis) -> Self {
        let mut kept = KeptTiles::default();
        if !kernel.operations().all(leaves_memory_alone) || kernel.scratch().next().is_some() {
            return kept;
        }
        let places = Places { kernel, definitions };
        let mut groups: Vec<Vec<Found<'_>>> = Vec::new();
        for found in places.loads_in_loops() {
            let is_written =
                kernel.operations().any(|op| writes_memory(op.op) && aliases.may_alias(found.load, op));
            match groups.iter_mut().find(|group| places.is_same_place(&group[0], &found)) {
                _ if is_written => {}
                Some(group) => group.push(found),
                None => groups.push(vec![found]),
            }
        }
        for group in groups.iter().filter(|group| passes(group) > 1) {
            for found in group {
                let load = KeptLoad { group: kept.groups, index: found.load.operands[found.position] };
                kept.loads.insert(found.load.results[0], load);
            }
            kept.groups += 1;
        }
        kept
    }

    /// The group of the load with this result.
    pub(crate) fn get(&self, tile: ValueId) -> Option<KeptLoad> {
        self.loads.get(&tile).copied()
    }
}

/// Whether an operation neither learns of writes by others, nor needs much of shared memory.
fn leaves_memory_alone(op: &Operation) -> bool {
    let learns = matches!(op.op, Op::GdcWaitTko | Op::GdcLaunchDependentsTko) || orders_other_blocks(op);
    let multiplies = matches!(op.op, Op::Mmaf | Op::Mmai | Op::MmafScaled);
    !learns && !multiplies
}

/// A load in a loop.
#[derive(Debug, Clone, Copy)]
struct Found<'k> {
    load: &'k Operation,
    /// The innermost loop.
    around: &'k Operation,
    /// The operand that changes from iteration to iteration.
    position: usize,
}

/// How often loops go through the tiles of a group. Loops from the end of another loop on belong to its pass.
fn passes(group: &[Found<'_>]) -> usize {
    let ends: HashSet<ValueId> = group.iter().map(|found| found.around.operands[1]).collect();
    let begins = group.iter().filter(|found| !ends.contains(&found.around.operands[0]));
    begins.map(|found| found.around.id).collect::<HashSet<OpId>>().len()
}

struct Places<'a, 'k> {
    kernel: &'k Kernel,
    definitions: &'a Definitions<'k>,
}

impl<'k> Places<'_, 'k> {
    /// The loads of views directly in a `for`, with one index that is not the same in the whole block.
    fn loads_in_loops(&self) -> Vec<Found<'k>> {
        let mut all = Vec::new();
        for around in self.kernel.operations().filter(|op| op.op == Op::For) {
            for load in around.regions.iter().flat_map(|region| &region.ops) {
                all.extend(self.changing_index(load).map(|position| Found { load, around, position }));
            }
        }
        all
    }

    fn changing_index(&self, load: &Operation) -> Option<usize> {
        if load.op != Op::LoadViewTko || !is_load(load) || load.attributes.packed.is_some() {
            return None;
        }
        let Element::Scalar(scalar) = self.kernel.tile(load.results[0]).element else { return None };
        let is_number =
            |value: &ValueId| matches!(self.kernel.ty(*value), Type::Tile(tile) if tile.shape.is_empty());
        let is_dense = scalar.bits() >= MIN_BITS && load.operands[1..].iter().all(is_number);
        let changing: Vec<usize> =
            (0..load.operands.len()).filter(|at| !self.is_of_block(load.operands[*at], DEEPEST)).collect();
        match changing[..] {
            [position] if position > 0 && is_dense => Some(position),
            [..] => None,
        }
    }

    /// Whether a value is the same wherever the kernel computes it: it follows from parameters and the number of the tile block.
    fn is_of_block(&self, value: ValueId, depth: usize) -> bool {
        match self.definitions.get(value) {
            Some(Definition::Parameter(_)) => true,
            Some(Definition::Result(op, _)) => {
                let is_computed = can_move(op) && !is_load(op);
                is_computed
                    && depth > 0
                    && op.operands.iter().all(|operand| self.is_of_block(*operand, depth - 1))
            }
            Some(Definition::Region(..)) | None => false,
        }
    }

    /// Whether two loads differ in no more than the changing index.
    fn is_same_place(&self, one: &Found<'_>, other: &Found<'_>) -> bool {
        let operands = |found: &Found<'_>| {
            let all = found.load.operands.iter().enumerate();
            all.filter(|(at, _)| *at != found.position).map(|(_, operand)| *operand).collect::<Vec<_>>()
        };
        let pairs: Vec<_> = operands(one).into_iter().zip(operands(other)).collect();
        one.position == other.position
            && one.load.operands.len() == other.load.operands.len()
            && without_bounds(one.load) == without_bounds(other.load)
            && self.kernel.ty(one.load.results[0]) == self.kernel.ty(other.load.results[0])
            && pairs.into_iter().all(|(one, other)| self.is_same(one, other, DEEPEST))
    }

    /// Whether two values of the block are computed in the same way.
    fn is_same(&self, one: ValueId, other: ValueId, depth: usize) -> bool {
        let [from, to] = [one, other].map(|value| self.definitions.get(value));
        let (Some(Definition::Result(from, at)), Some(Definition::Result(to, same_at))) = (from, to) else {
            return one == other;
        };
        let operands = || from.operands.iter().zip(&to.operands);
        one == other
            || depth > 0
                && at == same_at
                && from.op == to.op
                && from.attributes == to.attributes
                && self.kernel.ty(one) == self.kernel.ty(other)
                && from.operands.len() == to.operands.len()
                && operands().all(|(one, other)| self.is_same(*one, *other, depth - 1))
    }
}

/// The attributes of a load, but for the known bounds: a load without tests gives the same tile.
fn without_bounds(load: &Operation) -> Attributes {
    Attributes { inbounds: Vec::new(), ..load.attributes.clone() }
}
