//! The rooms of sums, products and extremes of many elements, in whatever order an implementation combines them.

use spec::ops::accuracy::{self, Accuracy};
use spec::ops::reduce;
use spec::syntax::count::i128_from_usize;
use spec::syntax::kernel::{Kernel, Operation};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::room::{Bounded, Room};
use crate::convert::nearest_f64;

/// An operation on many elements, with the type of its result.
#[derive(Debug, Clone, Copy)]
pub(super) struct Combination<'k> {
    pub(super) kernel: &'k Kernel,
    pub(super) op: &'k Operation,
    pub(super) scalar: Scalar,
}

impl Combination<'_> {
    /// The error of a reduction's or a scan's element, from its combined elements.
    pub(super) fn along(&self, result: f64, terms: &[Bounded]) -> Room {
        let row = accuracy::of(self.kernel, self.op).map(|row| row.accuracy);
        let inner = reduce::plain(self.op);
        let Some((row, inner)) = row.zip(inner) else { return Room::ANY };
        let certain = terms.iter().all(|term| term.room.is_none());
        let known = terms.iter().all(|term| !term.value.is_nan());
        match row {
            Accuracy::Exact if certain => Room::NONE,
            Accuracy::Exact if known && [Op::Maxf, Op::Minf].contains(&inner.op) => {
                let away = terms.iter().map(|term| term.room.away).fold(0.0, f64::max);
                Room::of(away).within(self.scalar, result)
            }
            Accuracy::Terms { c, digits } if inner.op == Op::Addf => {
                let least = if inner.attributes.flush_to_zero {
                    accuracy::least_normal(self.scalar)
                } else {
                    accuracy::ulp(self.scalar, 0.0)
                };
                let away = terms.iter().map(|term| term.room.away).sum();
                let magnitude = terms.iter().map(Bounded::reach).sum();
                self.sum(result, (away, magnitude), terms.len(), (c, digits, least))
            }
            Accuracy::Terms { c, digits } if certain && inner.op == Op::Mulf && result.is_finite() => {
                let factor = open_share(terms.len(), c, digits);
                let least = accuracy::least_normal(self.scalar);
                // No order may leave the range of the type: the factors that are greater than one do not.
                let reach: f64 = terms.iter().map(|term| term.value.abs().max(1.0)).product();
                let away = factor * result.abs() + least * reach;
                Room::of(away).within(self.scalar, reach).within(self.scalar, result)
            }
            Accuracy::Exact | Accuracy::Terms { .. } => Room::ANY,
            Accuracy::Ulps(_) | Accuracy::Power | Accuracy::Any => Room::ANY,
        }
    }

    /// The room of an element of a matrix product, by the accumulator and the pairs of factors.
    pub(super) fn product(&self, result: f64, start: Bounded, factors: &[(Bounded, Bounded)]) -> Room {
        let row = accuracy::of(self.kernel, self.op).map(|row| row.accuracy);
        let Some(Accuracy::Terms { c, digits }) = row else { return Room::ANY };
        let (mut away, mut magnitude) = (start.room.away, start.reach());
        for (a, b) in factors {
            let (x, y) = (a.room.away, b.room.away);
            away += a.value.abs() * y + b.value.abs() * x + x * y;
            magnitude += a.reach() * b.reach();
        }
        let least = accuracy::ulp(self.scalar, 0.0);
        self.sum(result, (away, magnitude), factors.len() + 1, (c, digits, least))
    }

    /// The room of a sum of terms, which are off by `away` together.
    fn sum(
        &self,
        result: f64,
        (away, magnitude): (f64, f64),
        terms: usize,
        (c, digits, least): (u32, u32, f64),
    ) -> Room {
        let open = open_share(terms, c, digits) * magnitude + 2.0 * number(terms) * least;
        let room = Room::of(away + open);
        // A partial sum may be as large as all magnitudes together.
        let inside = room.within(self.scalar, magnitude);
        if inside.away.is_finite() { room.within(self.scalar, result) } else { Room::ANY }
    }
}

/// The share of the magnitudes by which two orders of so many terms may differ: each is off by c·n·u.
fn open_share(terms: usize, c: u32, digits: u32) -> f64 {
    2.0 * f64::from(c) * (number(terms) + 1.0) * 2f64.powi(-digits.cast_signed())
}

fn number(count: usize) -> f64 {
    nearest_f64(i128_from_usize(count))
}
