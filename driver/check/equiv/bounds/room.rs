//! The distance of a float from the computed one: running error analysis (Wilkinson, "Rounding Errors in Algebraic Processes", 1963),
//! operation by operation, with the accuracies of the table.

use spec::ops::accuracy::{self, Accuracy};
use spec::syntax::attributes::Rounding;
use spec::syntax::format;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;
use verify::Rewrites;

/// Covers the roundings of the bounds themselves, each of which is off by at most a few units of 2⁻⁵³.
const SLACK: f64 = 1.0 + 1.0 / 1_048_576.0 / 1_048_576.0;

/// How far a float may be from the computed one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Room {
    /// The greatest distance; infinite if unknown.
    pub(super) away: f64,
    /// The sum behind the float, if its terms may be added in any order.
    sum: Option<Sum>,
}

/// A sum of terms in an open order.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sum {
    /// How far the terms may be from the computed ones, all together.
    away: f64,
    /// The sum of the magnitudes of all terms.
    magnitude: f64,
    /// The number of terms.
    count: f64,
}

/// A computed float with its error.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bounded {
    pub(super) value: f64,
    pub(super) room: Room,
}

impl Room {
    /// The error of a float that every implementation computes alike.
    pub(super) const NONE: Room = Room { away: 0.0, sum: None };
    /// The error of an unknown float.
    pub(super) const ANY: Room = Room { away: f64::INFINITY, sum: None };

    /// A distance; a NaN is none that is known.
    pub(super) fn of(away: f64) -> Self {
        Room { away: if away.is_nan() { f64::INFINITY } else { away * SLACK }, sum: None }
    }

    /// Whether the float is the computed one.
    pub(super) fn is_none(&self) -> bool {
        self.away == 0.0
    }

    /// The room where the computed float lies in a type: infinite if the range of the type may be left.
    pub(super) fn within(self, scalar: Scalar, value: f64) -> Self {
        let reach = value.abs() + self.away;
        let is_inside = value.is_finite() && greatest(scalar).is_some_and(|greatest| reach <= greatest);
        if self.is_none() || is_inside { self } else { Room::ANY }
    }
}

impl Bounded {
    /// The greatest magnitude that the float may have.
    pub(super) fn reach(&self) -> f64 {
        self.value.abs() + self.room.away
    }

    /// The least and the greatest value that the float may have.
    fn ends(&self) -> (f64, f64) {
        (self.value - self.room.away, self.value + self.room.away)
    }

    /// The float as a sum of terms, or as the only term.
    fn sum(&self) -> Sum {
        self.room.sum.unwrap_or(Sum { away: self.room.away, magnitude: self.reach(), count: 1.0 })
    }

    /// Whether two floats surely compare as the computed ones do.
    pub(super) fn compares(&self, other: &Bounded) -> bool {
        let room = self.room.away + other.room.away;
        room == 0.0 || (self.value - other.value).abs() > room
    }
}

/// The greatest finite number of a type.
fn greatest(scalar: Scalar) -> Option<f64> {
    format::convert(f64::MAX, scalar, Rounding::Zero).and_then(|bits| format::value(bits, scalar))
}

/// An element-wise operation on floats, applied.
#[derive(Debug)]
pub(super) struct Applied<'a> {
    pub(super) op: Op,
    pub(super) accuracy: Option<Accuracy>,
    /// Whether numbers next to zero may become zero.
    pub(super) flushes: bool,
    /// True for `divf rounding<approx>`.
    pub(super) approximates_quotient: bool,
    pub(super) scalar: Scalar,
    pub(super) result: f64,
    pub(super) operands: &'a [Bounded],
    /// The exponent of a power.
    pub(super) exponent: f64,
}

impl Applied<'_> {
    /// The room of the result.
    pub(super) fn room(&self, rewrites: Rewrites) -> Room {
        let exact = self.operands.iter().all(|operand| operand.room.is_none());
        let propagated = match exact {
            true => Some(0.0),
            false if self.approximates_quotient && !self.has_regular_divisor() => None,
            false => self.propagated(),
        };
        let Some(propagated) = propagated.filter(|away| away.is_finite()) else { return Room::ANY };
        let unit = accuracy::ulp(self.scalar, self.result.abs() + propagated);
        let units = match self.accuracy {
            Some(Accuracy::Exact) if exact => 0.0,
            // Both the computed result and the other one are rounded.
            Some(Accuracy::Exact) => 2.0,
            // The computed result is off by at most one unit.
            Some(Accuracy::Ulps(ulps)) => f64::from(ulps) + 2.0,
            Some(Accuracy::Power) if exact => 2.0f64.mul_add(self.exponent.abs(), 2.0),
            Some(Accuracy::Power | Accuracy::Terms { .. } | Accuracy::Any) | None => return Room::ANY,
        };
        let is_inexact = units > 0.0;
        let lost = if is_inexact && (self.flushes || self.accuracy == Some(Accuracy::Power)) {
            2.0 * accuracy::least_normal(self.scalar)
        } else {
            0.0
        };
        let rounding = if is_inexact { units * unit } else { 0.0 };
        let mut room = Room::of(propagated + rounding + lost + self.contracted(rewrites));
        if rewrites.reassociation && self.op == Op::Addf {
            room = self.reassociated(room);
        }
        if room.is_none() || self.is_certainly_infinite() {
            return Room { away: 0.0, ..room };
        }
        let inside = room.within(self.scalar, self.result);
        if inside.away.is_finite() { Room { sum: room.sum, ..inside } } else { Room::ANY }
    }

    /// The further distance of a product that may be rounded together with a sum, or apart from it.
    fn contracted(&self, rewrites: Rewrites) -> f64 {
        if !rewrites.contraction || !self.result.is_finite() {
            return 0.0;
        }
        let product = || self.operands.iter().take(2).map(Bounded::reach).product::<f64>();
        let unit = || accuracy::ulp(self.scalar, product());
        let own = || accuracy::ulp(self.scalar, self.result.abs() + unit());
        if self.op == Op::Mulf {
            unit()
        } else if self.op == Op::Fma {
            2.0 * (unit() + own())
        } else {
            0.0
        }
    }

    /// The room of a sum whose terms may be added in any order.
    fn reassociated(&self, room: Room) -> Room {
        let [a, b] = self.operands else { return Room::ANY };
        let (a, b) = (a.sum(), b.sum());
        let sum =
            Sum { away: a.away + b.away, magnitude: a.magnitude + b.magnitude, count: a.count + b.count };
        // Each of the two orders is off by at most n·u·Σ|terms|, and u is half a unit of 1.
        let unit = accuracy::ulp(self.scalar, 1.0) / 2.0;
        let open = if sum.count > 2.0 { 4.0 * sum.count * unit * sum.magnitude } else { 0.0 };
        let away = room.away.max(Room::of(sum.away + open).away);
        Room { away, sum: Some(sum) }
    }

    /// Whether an operand that is certain makes the result infinite or NaN.
    fn is_certainly_infinite(&self) -> bool {
        let decides = |operand: &Bounded| operand.room.is_none() && !operand.value.is_finite();
        let others = |operand: &Bounded| operand.room.away.is_finite();
        !self.result.is_finite()
            && [Op::Addf, Op::Subf].contains(&self.op)
            && self.operands.iter().any(decides)
            && self.operands.iter().all(others)
    }

    /// How far the exact result may be from that of the computed operands; none where no bound is known.
    fn propagated(&self) -> Option<f64> {
        let rule = PROPAGATION.iter().find(|(op, _)| *op == self.op).map(|(_, rule)| rule)?;
        let flushed = |operand: &Bounded| self.flushed(operand);
        let operands: Vec<Bounded> = self.operands.iter().map(flushed).collect();
        let away = rule(&operands)?;
        (!away.is_nan()).then_some(away)
    }

    /// The operand with the room that flushing adds: a number in the room may be subnormal, and then counts as zero.
    fn flushed(&self, operand: &Bounded) -> Bounded {
        let least = accuracy::least_normal(self.scalar);
        let may_flush =
            self.flushes && !operand.room.is_none() && operand.value.abs() - operand.room.away < least;
        let away = if may_flush { operand.room.away + least } else { operand.room.away };
        Bounded { room: Room { away, ..operand.room }, ..*operand }
    }

    /// Whether `approx` is accurate for every possible divisor.
    fn has_regular_divisor(&self) -> bool {
        self.operands.get(1).is_some_and(|divisor| {
            let least = divisor.value.abs() - divisor.room.away;
            least >= *accuracy::APPROX_DIVISORS.start() && divisor.reach() <= *accuracy::APPROX_DIVISORS.end()
        })
    }
}

/// A bound of |f(x′) − f(x)| for all x′ in the room of x.
type Propagation = fn(&[Bounded]) -> Option<f64>;

/// The operations with followed errors. The results of other operations are unknown.
const PROPAGATION: &[(Op, Propagation)] = &[
    (Op::Addf, |of| Some(of.iter().map(|one| one.room.away).sum())),
    (Op::Subf, |of| Some(of.iter().map(|one| one.room.away).sum())),
    (Op::Mulf, product),
    (Op::Fma, |of| Some(product(of)? + of.get(2)?.room.away)),
    (Op::Divf, quotient),
    (Op::Negf, |of| Some(of.first()?.room.away)),
    (Op::Absf, |of| Some(of.first()?.room.away)),
    (Op::Maxf, greatest_room),
    (Op::Minf, greatest_room),
    (Op::Ftof, |of| Some(of.first()?.room.away)),
    (Op::Sqrt, |of| falling(of, 0.0, f64::sqrt)),
    (Op::Rsqrt, |of| falling(of, f64::MIN_POSITIVE, |x| 1.0 / x.sqrt())),
    (Op::Log, |of| falling(of, f64::MIN_POSITIVE, f64::ln)),
    (Op::Log2, |of| falling(of, f64::MIN_POSITIVE, f64::log2)),
    (Op::Exp, |of| Some(of.first()?.value.exp() * of.first()?.room.away.exp_m1())),
    (Op::Exp2, |of| {
        Some(of.first()?.value.exp2() * (of.first()?.room.away * std::f64::consts::LN_2).exp_m1())
    }),
    (Op::Sin, |of| Some(of.first()?.room.away)),
    (Op::Cos, |of| Some(of.first()?.room.away)),
    (Op::Tanh, |of| Some(of.first()?.room.away)),
];

/// |a′·b′ − a·b|
fn product(of: &[Bounded]) -> Option<f64> {
    let (a, b) = (of.first()?, of.get(1)?);
    let (x, y) = (a.room.away, b.room.away);
    Some(a.value.abs() * y + b.value.abs() * x + x * y)
}

/// |a′/b′ − a/b|
fn quotient(of: &[Bounded]) -> Option<f64> {
    let (a, b) = (of.first()?, of.get(1)?);
    let least = b.value.abs() - b.room.away;
    (least > 0.0).then(|| (a.room.away + (a.value / b.value).abs() * b.room.away) / least)
}

fn greatest_room(of: &[Bounded]) -> Option<f64> {
    let known = of.iter().all(|one| !one.value.is_nan());
    known.then(|| of.iter().map(|one| one.room.away).fold(0.0, f64::max))
}

/// The room of a function that is monotone from a number on: the distance between its values at the ends.
fn falling(of: &[Bounded], from: f64, function: fn(f64) -> f64) -> Option<f64> {
    let (low, high) = of.first()?.ends();
    // The values at the ends are off by a few units of 2⁻⁵³ themselves.
    let (least, greatest) = (function(low), function(high));
    let off = (least.abs() + greatest.abs()) * f64::EPSILON * 8.0;
    (low >= from).then(|| (greatest - least).abs() + off)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounded(value: f64, away: f64) -> Bounded {
        Bounded { value, room: Room { away, sum: None } }
    }

    fn room(op: Op, result: f64, operands: &[Bounded], rewrites: Rewrites) -> f64 {
        let accuracy = Some(Accuracy::Exact);
        let applied = Applied {
            op,
            accuracy,
            flushes: false,
            approximates_quotient: false,
            scalar: Scalar::F32,
            result,
            operands,
            exponent: 0.0,
        };
        applied.room(rewrites).away
    }

    #[test]
    fn an_exact_operation_of_certain_operands_is_certain() {
        let of = [bounded(1.0, 0.0), bounded(3.0, 0.0)];
        assert_eq!(room(Op::Divf, f64::from(1f32 / 3.0), &of, Rewrites::default()), 0.0);
    }

    #[test]
    fn a_product_that_may_be_contracted_is_off_by_a_unit() {
        let of = [bounded(1.1, 0.0), bounded(1.3, 0.0)];
        let allowed = Rewrites { contraction: true, ..Rewrites::default() };
        let away = room(Op::Mulf, 1.43, &of, allowed);
        assert!(away >= accuracy::ulp(Scalar::F32, 1.43) && away < 4.0 * accuracy::ulp(Scalar::F32, 1.43));
    }

    #[test]
    fn a_difference_of_near_numbers_keeps_their_room() {
        let of = [bounded(1e9, 0.0), bounded(1.0, 0.5)];
        assert!(room(Op::Subf, 999_999_999.0, &of, Rewrites::default()) >= 0.5);
        let near = [bounded(1.0, 0.25), bounded(0.1, 0.2)];
        assert_eq!(room(Op::Divf, 10.0, &near, Rewrites::default()), f64::INFINITY);
    }

    #[test]
    fn a_sum_that_leaves_the_range_is_unknown() {
        let of = [bounded(3e38, 2e37), bounded(3e37, 0.0)];
        assert_eq!(room(Op::Addf, 3.3e38, &of, Rewrites::default()), f64::INFINITY);
    }
}
