//! Demanded elements: of some tiles only the elements below bounds influence what a kernel stores, as LLVM's `SimplifyDemandedVectorElts` says of
//! vectors. A row of a product depends on one row of the left factor, so rows that no mask of a store admits need not be loaded.
//!
//! The analysis is backward, over element-wise operations on floats, matrix products and values that loops carry. Any other use demands all elements.
//! Integers may decide control, addresses and promises, so their uses demand all elements, too.

use std::collections::HashMap;

use spec::syntax::kernel::{Block, Kernel, Operation, ValueId};
use spec::syntax::op::{Control, Core, Meaning, Op};

use super::affine::{AffineValues, values_inside};
use super::polynomial::Polynomial;

/// The bounds of the demanded elements of tiles: each polynomial is negative at every demanded element. A missing tile has no use.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Demanded(HashMap<ValueId, Vec<Polynomial>>);

impl Demanded {
    pub(super) fn of(kernel: &Kernel, values: &mut AffineValues<'_>) -> Self {
        let mut known = Demanded::default();
        // Bounds only become fewer, because more uses are seen.
        loop {
            let mut next = known.clone();
            next.block(kernel, &kernel.body, None, values);
            if next == known {
                return known;
            }
            known = next;
        }
    }

    /// The bounds of a tile's demanded elements; none for all elements.
    pub(super) fn bounds(&self, tile: ValueId) -> &[Polynomial] {
        self.0.get(&tile).map_or(&[], Vec::as_slice)
    }

    /// A use that demands the elements within bounds.
    fn demand(&mut self, tile: ValueId, bounds: Vec<Polynomial>) {
        match self.0.get_mut(&tile) {
            Some(known) => known.retain(|bound| bounds.contains(bound)),
            None => drop(self.0.insert(tile, bounds)),
        }
    }

    /// A use as another value, whose own uses may not be known yet.
    fn demand_as(&mut self, tile: ValueId, other: ValueId, is: impl Fn(&Polynomial) -> bool) {
        if let Some(bounds) = self.0.get(&other).cloned() {
            self.demand(tile, bounds.into_iter().filter(is).collect());
        }
    }

    fn block(
        &mut self,
        kernel: &Kernel,
        block: &Block,
        around: Option<&Operation>,
        values: &mut AffineValues<'_>,
    ) {
        for op in block.ops.iter().rev() {
            let inner = if op.op == Op::For { Some(op) } else { None };
            // A branch may end an iteration, too.
            let inner = if op.op == Op::If { around } else { inner };
            op.regions.iter().for_each(|region| self.block(kernel, region, inner, values));
            self.operation(kernel, op, around, values);
        }
    }

    fn operation(
        &mut self,
        kernel: &Kernel,
        op: &Operation,
        around: Option<&Operation>,
        values: &mut AffineValues<'_>,
    ) {
        let is_float = |value: ValueId| {
            let scalar = kernel.ty(value).tile().and_then(|tile| tile.element.scalar());
            scalar.is_some_and(|scalar| !scalar.is_integer())
        };
        match (op.op.meaning(), around) {
            (Meaning::Elementwise, _) if op.results.iter().all(|result| is_float(*result)) => {
                for operand in op.operands.iter().filter(|operand| is_float(**operand)) {
                    self.demand_as(*operand, op.results[0], |_| true);
                }
                self.demand_all(op.operands.iter().filter(|operand| !is_float(**operand)));
            }
            (Meaning::Core(Core::Mmaf), _) if kernel.tile(op.results[0]).shape.len() == 2 => {
                let along = |axis: usize| move |bound: &Polynomial| has_axis(bound, axis);
                self.demand_as(op.operands[0], op.results[0], along(0));
                self.demand_as(op.operands[1], op.results[0], along(1));
                self.demand_as(op.operands[2], op.results[0], |_| true);
            }
            (Meaning::Control(Control::For), _) => {
                self.demand_all(&op.operands[..3]);
                for (at, first) in op.operands[3..].iter().enumerate() {
                    self.carried(op, at, *first);
                }
            }
            (Meaning::Control(Control::Continue), Some(around)) => {
                for (at, next) in op.operands.iter().enumerate() {
                    self.carried(around, at, *next);
                }
            }
            (Meaning::Memory(_), _) if op.op == Op::StorePtrTko => {
                let bounds = op.operands.get(2).and_then(|mask| values.bounds(*mask)).unwrap_or_default();
                self.demand(op.operands[1], bounds);
                self.demand_all([&op.operands[0]].into_iter().chain(op.operands.get(2)));
            }
            (
                Meaning::Elementwise
                | Meaning::Core(_)
                | Meaning::Memory(_)
                | Meaning::Control(_)
                | Meaning::Unsupported,
                _,
            ) => self.demand_all(&op.operands),
        }
    }

    /// What a `for` carries at a position is used in its body and behind it. A number from inside is another one in the next iteration.
    fn carried(&mut self, op: &Operation, at: usize, value: ValueId) {
        let inside = values_inside(op);
        let is_outside = |bound: &Polynomial| bound.numbers().all(|number| !inside.contains(&number));
        self.demand_as(value, op.regions[0].params[1 + at], is_outside);
        self.demand_as(value, op.results[at], is_outside);
    }

    fn demand_all<'v>(&mut self, all: impl IntoIterator<Item = &'v ValueId>) {
        all.into_iter().for_each(|value| self.demand(*value, Vec::new()));
    }
}

/// Whether a bound speaks of the place along one axis alone.
fn has_axis(bound: &Polynomial, axis: usize) -> bool {
    bound.by_axis(2).is_some_and(|(lanes, _)| {
        lanes.iter().enumerate().all(|(other, lane)| (other == axis) == (lane.value() != Some(0)))
    })
}
