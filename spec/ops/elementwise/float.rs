//! Floating-point arithmetic (semantics E.3, E.4): what IEEE 754 says, in the operation's mode.

use crate::domain::{Domain, Float, FloatMode};
use crate::syntax::attributes::{Attributes, Comparison, Ordering, Rounding};

/// The mode that an operation's attributes name; rounding to nearest, ties to even, is the default.
pub fn mode(at: &Attributes) -> FloatMode {
    FloatMode { rounding: at.rounding.unwrap_or(Rounding::NearestEven), flush_to_zero: at.flush_to_zero }
}

/// `addf`: the sum.
pub fn addf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.add(rhs, mode(at))
}

/// `subf`: the difference.
pub fn subf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.sub(rhs, mode(at))
}

/// `mulf`: the product.
pub fn mulf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.mul(rhs, mode(at))
}

/// `divf`: the quotient.
#[inline]
pub fn divf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.div(rhs, mode(at))
}

/// `fma`: product and sum, rounded once.
pub fn fma<D: Domain>(_: &mut D, at: &Attributes, a: &D::Float, b: &D::Float, c: &D::Float) -> D::Float {
    a.fma(b, c, mode(at))
}

/// `negf`: the sign flipped.
pub fn negf<D: Domain>(_: &mut D, _: &Attributes, operand: &D::Float) -> D::Float {
    operand.neg()
}

/// `maxf`: the greater; NaN loses, or wins with `propagate_nan`.
pub fn maxf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.max(rhs, at.propagate_nan, at.flush_to_zero)
}

/// `minf`: the lesser; NaN loses, or wins with `propagate_nan`.
pub fn minf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.min(rhs, at.propagate_nan, at.flush_to_zero)
}

/// `cmpf`: a comparison.
pub fn cmpf<D: Domain>(_: &mut D, at: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Bool {
    let comparison = at.comparison.unwrap_or(Comparison::Equal);
    lhs.compare(rhs, comparison, at.ordering.unwrap_or(Ordering::Ordered))
}
