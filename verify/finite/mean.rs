//! Weighted means: a sum of rows with nonnegative weights, beside the sum of the weights. The first is at most the greatest element
//! times the second, up to rounding. Carried values that are scaled by equal factors and grow by such sums, as in attention, have
//! the same bound. So the quotient is at most the greatest element, for any number of rows.

use spec::ops::accuracy::least_normal;
use spec::syntax::kernel::{Operation, ValueId};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::Analysis;
use super::error::parts;
use super::eval::is_nearest;
use super::integers::axis_behind;
use super::weights::{Copied, Factored, Means, Near, Ratio, Weighted};
use crate::values::float::bounds::Bounds;

/// What a loop carries: as it is given, at the head of every iteration, at the end of an iteration, and behind the loop.
pub(super) struct Summed {
    pub(super) init: Bounds,
    pub(super) head: Bounds,
    pub(super) param: ValueId,
    pub(super) end: ValueId,
    pub(super) result: ValueId,
}

/// The least number of a format.
fn least(format: Scalar) -> f64 {
    least_normal(format) / parts(format)
}

impl Analysis<'_> {
    /// What an operation's result has to do with sums of weights.
    pub(super) fn means(&self, op: &Operation, format: Scalar) -> Means {
        if op.attributes.flush_to_zero {
            return Means::default();
        }
        let means = |at: usize| self.value(op.operands[at]).means;
        match () {
            () if op.op == Op::Reshape || op.op == Op::Broadcast => self.means_of_copy(op),
            () if op.op == Op::Mulf => Means { factored: self.factored(op), ..Means::default() },
            () if op.op == Op::Ftof => Means { near: self.rounded_weights(op, format), ..Means::default() },
            () if op.op == Op::Mmaf => Means { spread: self.weighted_sum(op, format), ..Means::default() },
            () if op.op == Op::Fma => {
                let scaled = self.factored(op);
                add(scaled, &means(2), format).filter(|_| is_nearest(op)).unwrap_or_default()
            }
            () if op.op == Op::Addf => {
                let either = add(means(0).factored, &means(1), format);
                either
                    .or_else(|| add(means(1).factored, &means(0), format))
                    .filter(|_| is_nearest(op))
                    .unwrap_or_default()
            }
            () => Means::default(),
        }
    }

    fn copied(&self, id: ValueId) -> Copied {
        let shape = &self.kernel.tile(id).shape;
        let axes = || (0..shape.len()).filter(|axis| shape[*axis] != 1).collect();
        self.value(id).means.copied.unwrap_or_else(|| Copied { of: id, axes: axes() })
    }

    fn means_of_copy(&self, op: &Operation) -> Means {
        let [from, to] = [op.operands[0], op.results[0]].map(|id| &self.kernel.tile(id).shape);
        let moved = |axes: &[usize]| -> Option<Vec<usize>> {
            let behind =
                |axis: &usize| if op.op == Op::Reshape { axis_behind(from, to, *axis) } else { Some(*axis) };
            axes.iter().map(behind).collect()
        };
        let Copied { of, axes } = self.copied(op.operands[0]);
        let copied = moved(&axes).map(|axes| Copied { of, axes });
        let mass = self.value(op.operands[0]).means.mass;
        let mass = mass.filter(|_| op.op == Op::Reshape);
        let mass = mass.and_then(|mass| Some(Weighted { axes: moved(&mass.axes)?, ..mass }));
        Means { copied, mass, ..Means::default() }
    }

    /// A carried value, times a factor.
    fn factored(&self, op: &Operation) -> Option<Factored> {
        [[0, 1], [1, 0]].into_iter().find_map(|[at, by]| {
            let of = op.operands[at];
            let factor = self.bounds(op, by);
            let fits = self.value(of).is_head_of(of) && factor.lo >= 0.0 && factor.is_finite();
            fits.then(|| Factored { of, by: self.copied(op.operands[by]), most: factor.hi })
        })
    }

    fn rounded_weights(&self, op: &Operation, format: Scalar) -> Option<Near> {
        let bounds = self.bounds(op, 0);
        let fits =
            bounds.lo >= 0.0 && !bounds.nan && bounds.rounded(format, false).is_finite() && is_nearest(op);
        fits.then(|| Near { of: op.operands[0], part: 1.0 + 2.0 / parts(format), offset: least(format) })
    }

    /// The sum of each line of weights: along the last axis, along which a matrix product sums them too.
    pub(super) fn sum_of_weights(&self, op: &Operation, axis: usize, format: Scalar) -> Means {
        let of = op.operands[0];
        let shape = &self.kernel.tile(of).shape;
        let bounds = self.bounds(op, 0);
        let is_last = axis + 1 == shape.len();
        if bounds.lo < 0.0 || !bounds.is_finite() || !is_last {
            return Means::default();
        }
        let lines = (0..shape.len()).filter(|along| *along != axis && shape[*along] != 1);
        let axes = lines.map(|along| along - usize::from(along > axis)).collect();
        let count = f64::from(shape.get(axis).copied().unwrap_or(0));
        let part = 1.0 - 2.0 * count / parts(format);
        let mass = Weighted { weights: of, axes, carried: None, part, offset: 0.0 };
        Means { mass: Some(mass).filter(|_| part > 0.5), ..Means::default() }
    }

    /// A product of weights and a matrix, with its addend.
    fn weighted_sum(&self, op: &Operation, format: Scalar) -> Option<Weighted> {
        let left = op.operands[0];
        let shape = &self.kernel.tile(left).shape;
        let depth = f64::from(shape.last().copied()?);
        let weights = self.bounds(op, 0);
        if weights.lo < 0.0 || !weights.is_finite() {
            return None;
        }
        let itself = Near { of: left, part: 1.0, offset: 0.0 };
        let near = self.value(left).means.near.unwrap_or(itself);
        let greatest = self.bounds(op, 1).magnitude();
        let off = 1.0 + self.drift_of_product(op, format);
        let axes = (0..shape.len() - 1).filter(|axis| shape[*axis] != 1).collect();
        let third = self.value(op.operands[2]);
        let carried = third.means.factored.map(|factored| (factored, off * (1.0 + 2.0 / parts(format))));
        let beside = if carried.is_some() { 0.0 } else { third.bounds.magnitude() };
        let (part, offset) =
            (near.part * greatest * off, (depth * near.offset * greatest + beside + least(format)) * off);
        let found =
            Weighted { weights: near.of, axes, carried, part, offset: offset + depth * least(format) };
        (found.part.is_finite() && found.offset.is_finite() && !self.bounds(op, 1).nan).then_some(found)
    }

    /// The ratio of two carried values behind a loop, from the effects of its iterations.
    pub(super) fn ratio(&self, [sum, mass]: [&Summed; 2], turns: f64) -> Option<Ratio> {
        let (ends, least) = ([self.value(sum.end), self.value(mass.end)], &mass.init);
        let (spread, weight) = (ends[0].means.spread.as_ref()?, ends[1].means.mass.as_ref()?);
        let ((above, most), (below, least_part)) = (spread.carried.as_ref()?, weight.carried.as_ref()?);
        let lines = self.copied(mass.param).axes;
        let are_lines = above.by.axes == spread.axes && below.by.axes == weight.axes && lines == weight.axes;
        let are_beside = above.by.of == below.by.of && spread.weights == weight.weights;
        let is_natural = least.lo >= 0.0 && mass.head.lo >= 0.0 && mass.head.is_finite();
        let is_carried = above.of == sum.param && below.of == mass.param && sum.head.is_finite();
        if !are_lines || !are_beside || !is_natural || !is_carried {
            return None;
        }
        // The sum of weights and the carried value are at most these parts of the iteration's result, plus the number.
        let kept = least_part.min(weight.part);
        let part = spread.part * (most / kept).powf(turns) * (1.0 + 1e-9);
        let grows = (most * above.most.max(1.0)).powf(turns) * (1.0 + 1e-9);
        let offset = (sum.init.magnitude() + turns * (spread.offset + part * weight.offset)) * grows;
        let found = Ratio { to: mass.result, axes: spread.axes.clone(), part, offset };
        (part.is_finite() && offset.is_finite()).then_some(found)
    }

    /// Bounds of a quotient by what the dividend is no more than.
    pub(super) fn quotient_of_ratio(&self, op: &Operation) -> Option<Bounds> {
        let ratio = self.value(op.operands[0]).means.ratio?;
        let by = self.copied(op.operands[1]);
        let divisor = self.bounds(op, 1);
        let most = ratio.part + ratio.offset / divisor.lo;
        let fits = by.of == ratio.to
            && by.axes == ratio.axes
            && divisor.lo > 0.0
            && !divisor.nan
            && most.is_finite();
        fits.then(|| Bounds::new(-most, most).near(1e-9))
    }
}

/// What a loop carries, times a factor, and a sum of weights.
fn add(scaled: Option<Factored>, to: &Means, format: Scalar) -> Option<Means> {
    let scaled = scaled?;
    let off = 4.0 / parts(format);
    let alone = |sum: &&Weighted| sum.carried.is_none();
    let mass = to.mass.as_ref().filter(alone).map(|mass| Weighted {
        carried: Some((scaled.clone(), 1.0 - off)),
        part: mass.part * (1.0 - off),
        offset: mass.offset + least(format),
        ..mass.clone()
    });
    let spread = to.spread.as_ref().filter(alone).map(|spread| Weighted {
        carried: Some((scaled.clone(), 1.0 + off)),
        part: spread.part * (1.0 + off),
        offset: spread.offset * (1.0 + off) + least(format),
        ..spread.clone()
    });
    (mass.is_some() || spread.is_some()).then(|| Means { mass, spread, ..Means::default() })
}
