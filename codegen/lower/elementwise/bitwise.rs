//! Bitwise operations, named as in `spec/ops/elementwise/bitwise.rs`.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Opcode, Reg};
use crate::lower::arith::integer;

/// `andi`.
pub(crate) fn andi(code: &mut Builder<'_>, _: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::bitwise(code, Opcode::And, from))
}

/// `ori`.
pub(crate) fn ori(code: &mut Builder<'_>, _: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::bitwise(code, Opcode::Or, from))
}

/// `xori`.
pub(crate) fn xori(code: &mut Builder<'_>, _: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::bitwise(code, Opcode::Xor, from))
}
