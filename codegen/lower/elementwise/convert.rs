//! Conversions, under their names in `spec/ops/elementwise/convert.rs`.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::Reg;
use crate::lower::arith::convert;

/// `exti`.
pub(crate) fn exti(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(convert::extend(code, op, from[0]))
}

/// `trunci`.
pub(crate) fn trunci(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(convert::truncate(code, op, from[0]))
}

/// `itof`.
pub(crate) fn itof(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    convert::int_to_float(code, op, from[0])
}

/// `ftof`.
pub(crate) fn ftof(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    convert::float_to_float(code, op, from[0])
}

/// `ftoi`.
pub(crate) fn ftoi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    convert::float_to_int(code, op, from[0])
}
