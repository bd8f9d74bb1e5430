//! Persistent loops whose iterations commute: every block takes each `grid`-th number of [0, n) and stores one tile for each, no tile twice
//! (R. Allen, K. Kennedy, "Optimizing Compilers for Modern Architectures", 2001: a loop without carried dependences may run in any order).
//!
//! All blocks together run each number once. If no two numbers touch common memory except to read, any permutation of the numbers is an
//! equal launch, also across blocks. The code may choose an order in which concurrent blocks share loaded tiles.

pub(crate) mod longest_first;

use std::collections::HashSet;
use std::ptr;

use spec::syntax::attributes::{MemoryOrder, Rounding};
use spec::syntax::kernel::{Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Meaning, Memory, Op};
use spec::syntax::types::{Element, Scalar, Type};

use crate::analysis::alias::AliasAnalysis;
use crate::analysis::definitions::induction_variable;
use crate::analysis::definitions::{Definition, Definitions};
use crate::analysis::effects;

/// A persistent loop of tiles that may be made in any order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TileOrder {
    /// The loop's variable.
    pub(crate) variable: ValueId,
    /// The divisor of a tile's number: the remainder is the place along the first axis, the quotient the place along
    /// the second.
    pub(crate) rows: ValueId,
}

/// The loop under analysis.
struct Loop<'a, 'k> {
    kernel: &'k Kernel,
    definitions: &'a Definitions<'k>,
    op: &'k Operation,
    variable: ValueId,
}

impl TileOrder {
    /// Of the first loop of a kernel that multiplies tiles and whose iterations commute.
    pub(crate) fn of<'k>(
        kernel: &'k Kernel,
        definitions: &Definitions<'k>,
        aliases: &AliasAnalysis,
    ) -> Option<TileOrder> {
        if !has_plain_control(kernel) {
            return None;
        }
        let loops = kernel.body.ops.iter().filter(|op| op.op == Op::For);
        loops
            .filter_map(|op| Some(Loop { kernel, definitions, op, variable: induction_variable(op)? }))
            .filter(|one| one.multiplies() && one.is_persistent())
            .find_map(|one| Some(TileOrder { variable: one.variable, rows: one.independent(aliases)? }))
    }
}

/// Whether all blocks come to every operation of the kernel's own block, and end whatever others do.
fn has_plain_control(kernel: &Kernel) -> bool {
    let last = kernel.body.ops.last();
    kernel.operations().all(|op| match op.op.meaning() {
        Meaning::Control(Control::Return) => last.is_some_and(|last| ptr::eq(last, op)),
        Meaning::Control(Control::Loop) => false,
        Meaning::Control(
            Control::If | Control::For | Control::Yield | Control::Continue | Control::Break,
        )
        | Meaning::Elementwise
        | Meaning::Core(_)
        | Meaning::Memory(_)
        | Meaning::Unsupported => true,
    })
}

impl<'k> Loop<'_, 'k> {
    fn multiplies(&self) -> bool {
        self.inside().iter().any(|op| matches!(op.op, Op::Mmaf | Op::Mmai))
    }

    /// The operations of the body, with those in regions.
    fn inside(&self) -> Vec<&'k Operation> {
        let mut all = Vec::new();
        let mut rest: Vec<&Operation> = self.op.regions.iter().flat_map(|region| &region.ops).collect();
        while let Some(op) = rest.pop() {
            all.push(op);
            rest.extend(op.regions.iter().flat_map(|region| &region.ops));
        }
        all
    }

    /// Whether the loop is `for t in (block to n, step blocks)` along one axis of the grid, with a uniform n and 32-bit numbers. It must
    /// carry only tokens, and be the only use of the block's place along the axis.
    fn is_persistent(&self) -> bool {
        let [lower, upper, step] = [0, 1, 2].map(|at| self.op.operands[at]);
        let Some(axis) = self.axis_of(lower, Op::GetTileBlockId) else { return false };
        let has_words = self.kernel.tile(self.variable).element == Element::Scalar(Scalar::I32);
        let carries_tokens = self.op.results.iter().all(|result| *self.kernel.ty(*result) == Type::Token);
        has_words
            && carries_tokens
            && self.axis_of(step, Op::GetNumTileBlocks) == Some(axis)
            && self.definitions.is_of_launch(upper)
            && self.is_all_that_knows_the_block(axis)
    }

    /// The axis of the grid that a number is the block's place along, or the extent.
    fn axis_of(&self, value: ValueId, what: Op) -> Option<usize> {
        match self.definitions.get(self.definitions.behind_assumptions(value))? {
            Definition::Result(op, at) if op.op == what => Some(at),
            Definition::Result(..) | Definition::Parameter(_) | Definition::Region(..) => None,
        }
    }

    /// Whether nothing but the loop's first number depends on the block's place along an axis.
    fn is_all_that_knows_the_block(&self, axis: usize) -> bool {
        let knows = |value: &ValueId| self.axis_of(*value, Op::GetTileBlockId) == Some(axis);
        self.kernel.operations().filter(|op| op.op != Op::Assume).all(|op| {
            let operands = if ptr::eq(op, self.op) { &op.operands[1..] } else { &op.operands[..] };
            !operands.iter().any(knows)
        })
    }

    /// Whether no two iterations touch common memory except to read. All writes must be tiles of views without overlaps, at places that
    /// determine the iteration, in arrays without other accesses. Returns the divisor of the iteration number.
    fn independent(&self, aliases: &AliasAnalysis) -> Option<ValueId> {
        let accesses: Vec<&Operation> = self.kernel.operations().filter(|op| is_access(op)).collect();
        let (stores, loads): (Vec<&Operation>, Vec<&Operation>) =
            accesses.into_iter().partition(|op| effects::writes_memory(op.op));
        let meets = |one: &&Operation, others: &[&Operation]| {
            others.iter().any(|other| !ptr::eq(*one, *other) && aliases.may_alias(one, other))
        };
        let is_weak = |op: &&Operation| {
            matches!(op.attributes.memory_order, None | Some(MemoryOrder::Weak))
                && !effects::orders_other_blocks(op)
        };
        let is_alone =
            stores.iter().all(|store| is_weak(store) && !meets(store, &stores) && !meets(store, &loads));
        let has_effects = self.kernel.operations().any(|op| matches!(op.op, Op::PrintTko | Op::Assert));
        if !is_alone || has_effects {
            return None;
        }
        let mut rows: Option<ValueId> = None;
        for store in stores {
            let of_store = self.place_tells_iteration(store)?;
            if rows.is_some_and(|rows| rows != of_store) {
                return None;
            }
            rows = Some(of_store);
        }
        rows.filter(|rows| {
            self.definitions.is_of_launch(*rows) && !self.inside().iter().any(|op| op.results.contains(rows))
        })
    }

    /// What the iteration's number is divided by to get the place of a store: remainder and quotient are both among its indices.
    fn place_tells_iteration(&self, store: &Operation) -> Option<ValueId> {
        let body = &self.op.regions[0].ops;
        let is_own = body.iter().any(|op| ptr::eq(op, store));
        let is_partition = store.op == Op::StoreViewTko
            && matches!(self.kernel.ty(store.operands[1]), Type::PartitionView(_));
        if !is_own || !is_partition || !self.has_no_overlaps(store.operands[1]) {
            return None;
        }
        let divided = |index: &ValueId, by: Op| match self.definitions.get(*index) {
            Some(Definition::Result(op, _)) if op.op == by && op.operands[0] == self.variable => {
                let rounds_up = op.attributes.rounding == Some(Rounding::PositiveInf);
                (!rounds_up).then(|| self.definitions.behind_assumptions(op.operands[1]))
            }
            Some(Definition::Result(..) | Definition::Parameter(_) | Definition::Region(..)) | None => None,
        };
        let indices = &store.operands[2..];
        let remainders: HashSet<ValueId> =
            indices.iter().filter_map(|index| divided(index, Op::Remi)).collect();
        indices.iter().filter_map(|index| divided(index, Op::Divi)).find(|by| remainders.contains(by))
    }

    fn is_parameter(&self, value: ValueId) -> bool {
        matches!(
            self.definitions.get(self.definitions.behind_assumptions(value)),
            Some(Definition::Parameter(_))
        )
    }

    /// Whether no two elements of a matrix, which is the same in all iterations, share an address: rows are as far apart as they are long, or farther.
    fn has_no_overlaps(&self, tiles: ValueId) -> bool {
        let made = |value| match self.definitions.get(value)? {
            Definition::Result(op, _) => Some(op),
            Definition::Parameter(_) | Definition::Region(..) => None,
        };
        let Some(view) = made(tiles).and_then(|tiles| made(tiles.operands[0])) else { return false };
        let Type::TensorView(ty) = self.kernel.ty(view.results[0]) else { return false };
        let is_plain = view.op.meaning() == Meaning::Memory(Memory::MakeTensorView);
        let is_same_always = self.is_parameter(view.operands[0])
            && view.operands[1..].iter().all(|number| self.definitions.is_of_launch(*number));
        if !is_plain || !is_same_always || view.attributes.packed.is_some() || ty.shape.len() != 2 {
            return false;
        }
        let mut dynamic = view.operands[1..].iter().map(|value| self.definitions.behind_assumptions(*value));
        let mut number =
            |known: &Option<i64>| known.map_or_else(|| dynamic.next().map(Err), |known| Some(Ok(known)));
        let extents: Vec<_> = ty.shape.iter().map(&mut number).collect();
        let strides: Vec<_> = ty.strides.iter().map(&mut number).collect();
        [(0, 1), (1, 0)].into_iter().any(|(outer, inner)| {
            let is_far = match (strides[outer], extents[inner]) {
                (Some(Ok(stride)), Some(Ok(extent))) => stride >= extent,
                (Some(Err(stride)), Some(Err(extent))) => stride == extent,
                (Some(_), Some(_)) | (None, _) | (_, None) => false,
            };
            strides[inner] == Some(Ok(1)) && is_far
        })
    }
}

/// Whether an operation touches memory.
fn is_access(op: &Operation) -> bool {
    effects::writes_memory(op.op) || matches!(op.op, Op::LoadViewTko | Op::LoadPtrTko)
}
