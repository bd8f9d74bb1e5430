//! Operations that keep relations: sums and products of carried values, a greatest element times a number, and lines with a number
//! in them.

use spec::ops::accuracy::least_normal;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::error::parts;
use super::eval::{is_nearest, rounded};
use super::integers::axis_behind;
use super::value::{Floor, Greatest, Scaled, Sum, Uniform, Value, Which};
use crate::values::float::bounds::Bounds;

impl Analysis<'_> {
    /// `a + b`.
    pub(super) fn sum(&self, op: &Operation, format: Scalar) -> Value {
        let [a, b] = [self.value(op.operands[0]), self.value(op.operands[1])];
        let exact = self.bounds(op, 0).add(&self.bounds(op, 1));
        let with = |carried: &Value, other: &Value| carried.plus.map(|sum| sum.with(&other.bounds, 0.0));
        let plus = with(&a, &b).or_else(|| with(&b, &a)).filter(|_| is_nearest(op));
        let more = |one: &Value, other: &Value| {
            let adds = other.bounds.lo >= 0.0 && !other.bounds.nan;
            one.floor.filter(|_| adds).map(|floor| floor.times(1.0 - 2.0 / parts(format)))
        };
        let floor = more(&a, &b).or_else(|| more(&b, &a)).filter(|_| !op.attributes.flush_to_zero);
        let flushes = op.attributes.flush_to_zero;
        let peaks_beside = |one: &Value, other: &Value| -> Vec<(usize, f64)> {
            let adds = !other.bounds.nan && other.bounds.lo.is_finite() && !flushes;
            let of = |least: f64| Bounds::new(least, least).add(&other.bounds).rounded(format, false).lo;
            one.peaks.iter().filter(|_| adds).map(|(axis, least)| (*axis, of(*least))).collect()
        };
        let peaks = [peaks_beside(&a, &b), peaks_beside(&b, &a)].concat();
        Value { plus, floor, peaks, ..rounded(op, exact, format) }
    }

    /// `a · b`.
    pub(super) fn scaled(&self, op: &Operation, format: Scalar) -> Value {
        let mut value = rounded(op, self.product(op), format);
        value.plus = self.scaled_sum(op, format);
        value.floor = self.scaled_floor(op, format);
        for [at, by] in [[0, 1], [1, 0]] {
            let [one, number] = [self.value(op.operands[at]), self.value(op.operands[by])];
            let bounds = number.bounds;
            let rises = bounds.lo >= 0.0 && !bounds.nan && bounds.hi.is_finite();
            if !rises || op.attributes.flush_to_zero {
                continue;
            }
            if one.bounds.hi.is_finite() || bounds.lo > 0.0 {
                let of = |least: f64| Bounds::new(least, least).mul(&bounds).rounded(format, false).lo;
                value.peaks.extend(one.peaks.iter().map(|(axis, least)| (*axis, of(*least))));
            }
            let Some(by) = number.uniform.filter(|_| is_nearest(op)) else { continue };
            let times = |other: Scaled| Some(Scaled { by: Some(by), ..other }).filter(|_| other.by.is_none());
            value.scaled = Some(Scaled { of: op.operands[at], by: Some(by) });
            value.greatest = one.greatest.and_then(|one| Some(Greatest { of: times(one.of)?, ..one }));
            value.above = one.above.iter().filter_map(|other| times(*other)).collect();
            break;
        }
        value
    }

    /// A carried value times a factor, up to rounding.
    pub(super) fn scaled_sum(&self, op: &Operation, format: Scalar) -> Option<Sum> {
        [[0, 1], [1, 0]].into_iter().find_map(|[at, by]| {
            let factor = self.bounds(op, by);
            let sum = self.value(op.operands[at]).plus?.times(&factor, parts(format))?;
            // Rounding to the nearest passes no number that the exact product stays below. Other products of subnormal numbers grow by
            // a unit in the last place, which is no small part of them.
            let unit = least_normal(format) / parts(format);
            let keeps = factor.hi <= 1.0 && is_nearest(op);
            Some(if keeps { sum } else { sum.with(&Bounds::new(-unit, unit), 0.0) })
        })
    }

    /// A lower bound of a product.
    fn scaled_floor(&self, op: &Operation, format: Scalar) -> Option<Floor> {
        [[0, 1], [1, 0]].into_iter().find_map(|[at, by]| {
            let factor = self.bounds(op, by);
            let least = if factor.nan || op.attributes.flush_to_zero { 0.0 } else { factor.lo };
            self.value(op.operands[at]).floor.map(|floor| floor.times(least * (1.0 - 2.0 / parts(format))))
        })
    }

    /// `a · b + c`.
    pub(super) fn fused(&self, op: &Operation, format: Scalar) -> Value {
        let (product, third) = (self.product(op), self.bounds(op, 2));
        let carried = self.value(op.operands[2]).plus.map(|sum| sum.with(&product, 0.0));
        let scaled = || self.scaled_sum(op, format).map(|sum| sum.with(&third, 0.0));
        let plus = carried.or_else(scaled).filter(|_| is_nearest(op));
        let mut exact = product.add(&third);
        let mut peaks = Vec::new();
        if let Some((greatest, off)) = self.scaled_greatest(op, format) {
            exact.hi = exact.hi.min(off);
            let attained = greatest.filter(|one| one.is_element && !product.nan);
            peaks.extend(attained.map(|one| (one.axis, Bounds::new(-off, -off).rounded(format, false).lo)));
        }
        Value { plus, peaks, floor: self.floor_of_fma(op, format), ..rounded(op, exact, format) }
    }

    /// If `c` is at least the rounded product of `a` and `b` minus a number: the distance of the product above it, and the lines with `c`
    /// as the greatest.
    fn scaled_greatest(&self, op: &Operation, format: Scalar) -> Option<(Option<Greatest>, f64)> {
        let b = self.value(self.value(op.operands[2]).negated?);
        let magnitude = b.bounds.magnitude();
        let off = magnitude * 2.0 / parts(format) + least_normal(format) / parts(format);
        let fits = !op.attributes.flush_to_zero && is_nearest(op) && off.is_finite() && !b.bounds.nan;
        [[0, 1], [1, 0]].into_iter().filter(|_| fits).find_map(|[at, by]| {
            let by = self.value(op.operands[by]);
            let name = Scaled { of: op.operands[at], by: Some(by.uniform?) };
            let rises = by.bounds.lo >= 0.0 && !by.bounds.nan;
            let greatest = b.greatest.filter(|one| one.of == name);
            (rises && b.above.contains(&name)).then_some((greatest, off))
        })
    }

    /// A lower bound of `a · b + c`.
    fn floor_of_fma(&self, op: &Operation, format: Scalar) -> Option<Floor> {
        let (product, third) = (self.product(op), self.bounds(op, 2));
        let adds = |other: &Bounds| other.lo >= 0.0 && !other.nan && !op.attributes.flush_to_zero;
        let scaled = self.scaled_floor(op, format).filter(|_| adds(&third));
        let less = 1.0 - 2.0 / parts(format);
        let kept =
            || self.value(op.operands[2]).floor.filter(|_| adds(&product)).map(|floor| floor.times(less));
        scaled.or_else(kept)
    }

    /// The selection by a mask: if the mask is true for the first element of each line, this element is from the first
    /// tile.
    pub(super) fn selected(&self, op: &Operation) -> Value {
        let [then, other] = [self.bounds(op, 1), self.bounds(op, 2)];
        let rank = self.kernel.tile(op.results[0]).shape.len();
        let peak = |axis: usize| {
            let which = self.truth(op.operands[0], Which::First(axis))?;
            let bounds = if which { then } else { other };
            (!bounds.nan).then_some((axis, bounds.lo))
        };
        Value { peaks: (0..rank).filter_map(peak).collect(), ..Value::plain(then.or(&other)) }
    }

    /// The elements in another shape, or repeated.
    pub(super) fn reshaped(&self, op: &Operation) -> Value {
        let operand = self.value(op.operands[0]);
        let [from, shape] = [op.operands[0], op.results[0]].map(|id| &self.kernel.tile(id).shape);
        let is_one = from.iter().all(|length| *length == 1);
        let itself = Some(Uniform::Value(op.operands[0])).filter(|_| is_one);
        let moved = |(axis, least): &(usize, f64)| {
            let same = from.get(*axis) == shape.get(*axis);
            let to =
                if op.op == Op::Reshape { axis_behind(from, shape, *axis) } else { same.then_some(*axis) };
            to.map(|axis| (axis, *least))
        };
        let mut value = Value {
            plus: operand.plus,
            floor: operand.floor,
            uniform: operand.uniform.or(itself),
            peaks: operand.peaks.iter().filter_map(moved).collect(),
            ..Value::plain(operand.bounds)
        };
        let Some(one) = operand.greatest else { return value };
        let whole = &self.kernel.tile(one.of.of).shape;
        let mut kept = whole.clone();
        kept[one.axis] = 1;
        if *shape == kept && (op.op == Op::Reshape || one.keeps_axis) {
            value.greatest = Some(Greatest { keeps_axis: true, ..one });
        } else if shape == whole && one.keeps_axis && op.op == Op::Broadcast {
            value.greatest = Some(one);
            value.above = vec![one.of];
        }
        value
    }

    /// The names of a tile in relations: the tile itself, and a tile times a number for a scaled tile.
    pub(super) fn names(&self, id: ValueId) -> Vec<Scaled> {
        let itself = Scaled { of: id, by: None };
        std::iter::once(itself).chain(self.value(id).scaled).collect()
    }
}
