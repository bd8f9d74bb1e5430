//! Float arithmetic, named as in `spec/ops/elementwise/float.rs`.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Opcode, Reg};
use crate::lower::arith::float;

/// `addf`.
pub(crate) fn addf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::arithmetic(code, op, Opcode::Add, from)
}

/// `subf`.
pub(crate) fn subf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::arithmetic(code, op, Opcode::Sub, from)
}

/// `mulf`.
pub(crate) fn mulf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::arithmetic(code, op, Opcode::Mul, from)
}

/// `divf`.
pub(crate) fn divf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::arithmetic(code, op, Opcode::Div, from)
}

/// `fma`.
pub(crate) fn fma(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::arithmetic(code, op, Opcode::Fma, from)
}

/// `negf`.
pub(crate) fn negf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::change_sign(code, op, from[0], true)
}

/// `maxf`.
pub(crate) fn maxf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::min_max(code, op, Opcode::Max, from)
}

/// `minf`.
pub(crate) fn minf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::min_max(code, op, Opcode::Min, from)
}

/// `cmpf`.
pub(crate) fn cmpf(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    float::compare(code, op, from)
}
