//! Functions of floats: exact functions, and functions with only a promised error bound (`accuracy.rs`).

use crate::domain::{Domain, Float, Function, Function2};
use crate::ops::float::mode;
use crate::syntax::attributes::Attributes;

/// A function of one operand, in the operation's mode.
fn of<D: Domain>(function: Function, at: &Attributes, operand: &D::Float) -> D::Float {
    operand.function(function, mode(at))
}

/// `absf`: the magnitude.
pub fn absf<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Abs, at, operand)
}

/// `ceil`: the integer above.
pub fn ceil<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Ceil, at, operand)
}

/// `floor`: the integer below.
pub fn floor<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Floor, at, operand)
}

/// `remf`: what the quotient rounded towards zero leaves; it has the sign of the left-hand side.
pub fn remf<D: Domain>(_: &mut D, _: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.function2(rhs, Function2::Remainder)
}

/// `sqrt`: the square root.
pub fn sqrt<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Sqrt, at, operand)
}

/// `rsqrt`: the reciprocal of the square root.
pub fn rsqrt<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Rsqrt, at, operand)
}

/// `exp`: the power of e.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "over bits it has no branch, so that a loop around it goes along lanes of the processor"
)]
pub fn exp<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Exp, at, operand)
}

/// `exp2`: the power of two.
pub fn exp2<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Exp2, at, operand)
}

/// `log`: the natural logarithm.
pub fn log<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Log, at, operand)
}

/// `log2`: the logarithm to base two.
pub fn log2<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Log2, at, operand)
}

/// `sin`: the sine.
pub fn sin<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Sin, at, operand)
}

/// `cos`: the cosine.
pub fn cos<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Cos, at, operand)
}

/// `tan`: the tangent.
pub fn tan<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Tan, at, operand)
}

/// `sinh`: the hyperbolic sine.
pub fn sinh<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Sinh, at, operand)
}

/// `cosh`: the hyperbolic cosine.
pub fn cosh<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Cosh, at, operand)
}

/// `tanh`: the hyperbolic tangent.
pub fn tanh<D: Domain>(_: &mut D, at: &Attributes, operand: &D::Float) -> D::Float {
    of::<D>(Function::Tanh, at, operand)
}

/// `atan2`: the angle of the point with this ordinate and the right-hand side's abscissa.
pub fn atan2<D: Domain>(_: &mut D, _: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.function2(rhs, Function2::Angle)
}

/// `fpowf`: the power.
pub fn fpowf<D: Domain>(_: &mut D, _: &Attributes, lhs: &D::Float, rhs: &D::Float) -> D::Float {
    lhs.function2(rhs, Function2::Power)
}

/// `fpowi`: the power with an integer exponent.
pub fn fpowi<D: Domain>(d: &mut D, _: &Attributes, base: &D::Float, exponent: &D::Number) -> D::Float {
    d.float_power(base, exponent)
}
