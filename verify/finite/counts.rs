//! Means: a sum divided by the number of its elements is at most the greatest of them. A padded view has nonzero numbers only at places of
//! its array, and an array of `n` elements along an axis has `n` places there. So a tile has at most `n` nonzero elements, and so have all
//! tiles of a loop that counts each tile once. The magnitude of the sum is at most `n` times the greatest, up to rounding, for every tile
//! length and number of iterations.
//!
//! The summands are read from definitions of values, which are equal in every iteration. Bounds are not.

use spec::ops::reduce;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::error::parts;
use super::eval::{is_nearest, literals};
use super::integers::axis_behind;
use super::loops::leaving;
use crate::fault_injection::Flaw;
use crate::values::float::bounds::Bounds;

/// How deep definitions are followed.
const DEPTH: usize = 32;

/// How deep literals are followed.
const DEPTH_OF_LITERALS: usize = 6;

/// A tile, with how many of its elements are not zero.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Counted {
    /// An argument: an upper bound of such elements in each line along the axis, over all iterations.
    count: ValueId,
    /// The axis, before the sum.
    axis: Option<usize>,
    /// What numbers the tile along the axis, until all tiles are summed.
    number: Option<ValueId>,
    /// The sum of magnitudes is no more than so many times the count; of each element the magnitude is no more, while nothing is summed.
    most: f64,
    /// Whether the count is a sum.
    is_sum: bool,
}

impl Counted {
    /// A sum with the given number of terms.
    fn summed(self, terms: f64, format: Scalar) -> Option<Self> {
        // Rounding to the nearest makes each partial sum more by a part of it at most.
        let most = self.most * (2.0 * terms / parts(format)).exp() * (1.0 + 1e-9);
        most.is_finite().then_some(Counted { most, is_sum: true, ..self })
    }

    /// The same places with other numbers, of at most the given magnitude before rounding.
    fn each(self, most: f64, format: Scalar) -> Option<Self> {
        let bounds = Bounds::new(-most, most).rounded(format, false);
        bounds.is_finite().then(|| Counted { most: bounds.magnitude(), ..self })
    }
}

impl Analysis<'_> {
    /// Bounds of a quotient that is a mean.
    pub(super) fn mean_of_counted(&self, op: &Operation) -> Option<Bounds> {
        let divisor = self.definitions.get(&self.uncopied(op.operands[1])).filter(|op| op.op == Op::Itof)?;
        let by = self.source(divisor.operands[0]);
        let sum = self.counted_tile(op.operands[0], by, DEPTH).filter(|sum| sum.axis.is_none())?;
        // An extent is read as a natural number, and there are no means of nothing.
        let is_natural = self.range(sum.count).0 >= 1;
        // The rounded count is at least this part of the count.
        let part = 1.0 - 2.0 / parts(self.format(divisor.results[0])?);
        let most = sum.most / part * (1.0 + 1e-9);
        // What is finite in the end was so on the way.
        let fits = is_natural && part > 0.5 && self.bounds(op, 0).is_finite() && most.is_finite();
        fits.then(|| Bounds::new(-most, most))
    }

    /// What is known of how many elements of a tile are not zero: no more than a number.
    fn counted_tile(&self, id: ValueId, by: ValueId, depth: usize) -> Option<Counted> {
        let depth = depth.checked_sub(1)?;
        let (op, format) = (*self.definitions.get(&id)?, self.format(id)?);
        let operand = |at: usize| self.counted_tile(*op.operands.get(at)?, by, depth);
        match () {
            () if op.op == Op::LoadViewTko => self.counted_in_view(op, by, format),
            () if op.op == Op::Negf || op.op == Op::Absf => operand(0),
            () if op.op == Op::Ftof => {
                let one = operand(0)?;
                let from = self.format(op.operands[0])?;
                let widens = format.bits() >= 32 && from.bits() < format.bits();
                if one.is_sum { Some(one).filter(|_| widens) } else { one.each(one.most, format) }
            }
            () if op.op == Op::Mulf => {
                // So that products of products are not followed again and again.
                let [a, b] = [0, 1].map(|at| self.counted_tile(op.operands[at], by, depth / 2));
                let (a, b) = (a?, b?);
                let are_beside = (a.count, a.axis, a.number) == (b.count, b.axis, b.number);
                let fits = are_beside && !a.is_sum && !b.is_sum;
                if fits { a.each(a.most * b.most, format) } else { None }
            }
            () if op.op == Op::Reshape || op.op == Op::Broadcast => {
                let one = operand(0)?;
                let Some(axis) = one.axis else { return Some(one) };
                let [from, to] = [op.operands[0], id].map(|id| &self.kernel.tile(id).shape);
                let axis = if op.op == Op::Reshape { axis_behind(from, to, axis) } else { None };
                Some(Counted { axis: Some(axis?), ..one })
            }
            () if op.op == Op::Reduce => self.counted_line(op, operand(0)?, format),
            () if op.op == Op::For => self.counted_through(op, (id, by), format, depth),
            () => None,
        }
    }

    /// A tile of a view whose padding is zero: along an axis it has no more elements than an argument says that the array has.
    fn counted_in_view(&self, op: &Operation, by: ValueId, format: Scalar) -> Option<Counted> {
        let ty = self.kernel.ty(op.operands[0]).tiled().filter(|ty| ty.sparse.is_none())?;
        let padding = ty.padding.and_then(|padding| padding.bits(format))?;
        if Bounds::of_bits(padding, format) != Bounds::new(0.0, 0.0) {
            return None;
        }
        let view = self.definitions.get(&op.operands[0]).filter(|op| op.op == Op::MakePartitionView)?;
        let tensor = self.definitions.get(&view.operands[0]).filter(|op| op.op == Op::MakeTensorView)?;
        if tensor.attributes.packed.is_some() {
            return None;
        }
        let most = self.loaded(op, format).bounds.magnitude();
        (0..ty.tile.len()).filter(|axis| ty.steps[*axis] == i64::from(ty.tile[*axis])).find_map(|axis| {
            let dim = ty.dim_map[axis];
            let dynamic = ty.tensor.shape[..dim].iter().filter(|stated| stated.is_none()).count();
            let is_dynamic = ty.tensor.shape[dim].is_none() && ty.tile[axis] > 1;
            let extent = tensor.operands.get(1 + dynamic).filter(|_| is_dynamic)?;
            let is_it = |count: &ValueId| *count == by || self.has(Flaw::AnythingCounts);
            let count = Some(self.source(*extent)).filter(is_it)?;
            let count = Some(count).filter(|count| self.kernel.params.contains(count))?;
            let number = Some(self.source(*op.operands.get(1 + axis)?));
            most.is_finite().then_some(Counted { count, axis: Some(axis), number, most, is_sum: false })
        })
    }

    /// The sum of each line along the axis.
    fn counted_line(&self, op: &Operation, one: Counted, format: Scalar) -> Option<Counted> {
        let inner = reduce::plain(op)?;
        let axis = op.attributes.axis();
        let adds = inner.op == Op::Addf && reduce::is_neutral(self.kernel, op, inner) && is_nearest(inner);
        let terms = f64::from(*self.kernel.tile(op.operands[0]).shape.get(axis)?);
        let fits = adds && one.axis == Some(axis) && !inner.attributes.flush_to_zero;
        let summed = one.summed(terms, format).filter(|_| fits)?;
        Some(Counted { axis: None, ..summed })
    }

    /// The result of a loop that adds, from zero, the tile with the iteration's number.
    fn counted_through(
        &self,
        op: &Operation,
        (id, by): (ValueId, ValueId),
        format: Scalar,
        depth: usize,
    ) -> Option<Counted> {
        let at = op.results.iter().position(|result| *result == id)?;
        let (params, init) = (&op.regions.first()?.params, op.operands.get(3 + at)?);
        let exits = leaving(op, Op::Continue);
        let [exit] = exits.as_slice() else { return None };
        let start = self.definitions.get(&self.uncopied(*init)).filter(|op| op.op == Op::Constant)?;
        let zero = literals(start.attributes.constant.as_ref(), format) == Bounds::new(0.0, 0.0);
        if !zero || !leaving(op, Op::Break).is_empty() {
            return None;
        }
        let sum = self.definitions.get(exit.operands.get(at)?).filter(|op| op.op == Op::Addf)?;
        let (carried, own) = (*params.get(1 + at)?, *params.first()?);
        let other = match sum.operands[..2] {
            [a, b] if a == carried => b,
            [a, b] if b == carried => a,
            [..] => return None,
        };
        let one = self.counted_tile(other, by, depth)?;
        let is_another = one.number == Some(own) || self.has(Flaw::TilesAreOthers);
        let fits = is_another && is_nearest(sum) && !sum.attributes.flush_to_zero;
        let summed = one.summed(self.iterations(op).most, format).filter(|_| fits)?;
        Some(Counted { number: None, ..summed })
    }

    /// The source of a tile with copied elements: another shape, or repeated elements.
    fn uncopied(&self, id: ValueId) -> ValueId {
        let mut id = id;
        while let Some(op) = self.definitions.get(&id) {
            if op.op != Op::Reshape && op.op != Op::Broadcast {
                break;
            }
            id = op.operands[0];
        }
        id
    }

    /// The integer behind additions of zero and multiplications by one, if it is nonnegative.
    fn source(&self, id: ValueId) -> ValueId {
        let mut id = self.uncopied(id);
        while let Some(op) = self.definitions.get(&id) {
            let is = |at: usize, number: i128| {
                self.is_literal(op.operands[at], DEPTH_OF_LITERALS)
                    && self.range(op.operands[at]) == (number, number)
            };
            let neutral = i128::from(op.op == Op::Muli);
            id = match () {
                () if op.op == Op::Assume || op.op == Op::Exti => op.operands[0],
                () if (op.op == Op::Addi || op.op == Op::Muli) && is(0, neutral) => op.operands[1],
                () if (op.op == Op::Addi || op.op == Op::Muli) && is(1, neutral) => op.operands[0],
                () => return id,
            };
            id = self.uncopied(id);
        }
        id
    }

    /// Whether a value depends only on literals, so its range is equal on all paths.
    fn is_literal(&self, id: ValueId, depth: usize) -> bool {
        let Some((depth, op)) = depth.checked_sub(1).zip(self.definitions.get(&id)) else { return false };
        op.op == Op::Constant
            || op.regions.is_empty()
                && !op.operands.is_empty()
                && op.operands.iter().all(|operand| self.is_literal(*operand, depth))
    }
}
