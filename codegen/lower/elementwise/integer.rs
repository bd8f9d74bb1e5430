//! Integer operations, named as in `spec/ops/elementwise/integer.rs`.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Opcode, Reg};
use crate::lower::arith::integer;

/// `addi`.
pub(crate) fn addi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::arithmetic(code, op, Opcode::Add, from))
}

/// `subi`.
pub(crate) fn subi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::arithmetic(code, op, Opcode::Sub, from))
}

/// `muli`.
pub(crate) fn muli(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::multiply_low(code, op, from))
}

/// `negi`.
pub(crate) fn negi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::arithmetic(code, op, Opcode::Neg, from))
}

/// `absi`.
pub(crate) fn absi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::arithmetic(code, op, Opcode::Abs, from))
}

/// `mini`.
pub(crate) fn mini(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::arithmetic_by_sign(code, op, Opcode::Min, from))
}

/// `maxi`.
pub(crate) fn maxi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::arithmetic_by_sign(code, op, Opcode::Max, from))
}

/// `remi`.
pub(crate) fn remi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::remainder(code, op, from))
}

/// `divi`.
pub(crate) fn divi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::quotient(code, op, from))
}

/// `shli`.
pub(crate) fn shli(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::shift(code, op, Opcode::Shl, from))
}

/// `shri`.
pub(crate) fn shri(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::shift(code, op, Opcode::Shr, from))
}

/// `mulhii`.
pub(crate) fn mulhii(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::multiply_high(code, op, from))
}

/// `cmpi`.
pub(crate) fn cmpi(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    Ok(integer::compare(code, op, from))
}
