//! Functions of floats, named as in `spec/ops/elementwise/math.rs`.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Opcode, Reg, Round};
use crate::lower::arith::float;
use crate::lower::arith::remainder;
use crate::lower::math::functions;
use crate::lower::math::functions::Function;

/// `absf`.
pub(crate) fn absf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::change_sign(code, op, from[0], false)
}

/// `ceil`.
pub(crate) fn ceil(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::round_to_integer(code, op, from[0], Round::Rpi)
}

/// `floor`.
pub(crate) fn floor(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::round_to_integer(code, op, from[0], Round::Rmi)
}

/// `sqrt`.
pub(crate) fn sqrt(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::arithmetic(code, op, Opcode::Sqrt, from)
}

/// `rsqrt`.
pub(crate) fn rsqrt(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Rsqrt, from)
}

/// `exp`.
pub(crate) fn exp(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Exp, from)
}

/// `exp2`.
pub(crate) fn exp2(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Exp2, from)
}

/// `log`.
pub(crate) fn log(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Log, from)
}

/// `log2`.
pub(crate) fn log2(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Log2, from)
}

/// `sin`.
pub(crate) fn sin(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Sin, from)
}

/// `cos`.
pub(crate) fn cos(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Cos, from)
}

/// `tan`.
pub(crate) fn tan(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Tan, from)
}

/// `sinh`.
pub(crate) fn sinh(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Sinh, from)
}

/// `cosh`.
pub(crate) fn cosh(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Cosh, from)
}

/// `tanh`.
pub(crate) fn tanh(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Tanh, from)
}

/// `atan2`.
pub(crate) fn atan2(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Atan2, from)
}

/// `fpowf`.
pub(crate) fn fpowf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Power, from)
}

/// `fpowi`.
pub(crate) fn fpowi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    functions::function(code, op, Function::Power, from)
}

/// `remf`.
pub(crate) fn remf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    remainder::remainder(code, op, from)
}
