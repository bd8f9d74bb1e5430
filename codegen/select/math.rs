//! Functions: within what `spec::ops::accuracy` permits.

use spec::problem::Unsupported;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use super::core::scalar_of;
use super::float;
use crate::r#gen::Gen;
use crate::ptx::{Class, Mode, Opcode, Operand, Reg, Round, Ty};

/// What has no code.
pub(crate) fn missing(code: &mut Gen<'_>, op: &Operation) -> Result<Reg, Unsupported> {
    code.refuse(op, format!("`{}` has no code yet", op.op.mnemonic()))
}

fn mode(code: &Gen<'_>, op: &Operation) -> Result<Mode, Unsupported> {
    let scalar = scalar_of(code, op.operands[0]);
    if scalar != Scalar::F32 {
        return code.refuse(op, format!("`{}` of {scalar}", op.op.mnemonic()));
    }
    Ok(Mode { round: Some(float::round(op)), ftz: op.attributes.flush_to_zero, sat: false, nan: false })
}

fn apply(code: &mut Gen<'_>, opcode: Opcode, mode: Mode, x: Reg) -> Reg {
    code.op_with(opcode, Ty::F32, mode, Class::B32, &[x.into()])
}

/// `ceil`, `floor`.
pub(crate) fn whole(code: &mut Gen<'_>, op: &Operation, x: Reg, round: Round) -> Result<Reg, Unsupported> {
    mode(code, op)?;
    Ok(code.convert(Ty::F32, Ty::F32, Mode::round(round), Class::B32, x))
}

/// `sqrt`.
pub(crate) fn sqrt(code: &mut Gen<'_>, op: &Operation, x: Reg) -> Result<Reg, Unsupported> {
    let mode = mode(code, op)?;
    Ok(apply(code, Opcode::Sqrt, mode, x))
}

/// `rsqrt`: the machine's own.
pub(crate) fn rsqrt(code: &mut Gen<'_>, op: &Operation, x: Reg) -> Result<Reg, Unsupported> {
    let mode = mode(code, op)?;
    Ok(apply(code, Opcode::Rsqrt, Mode { round: Some(Round::Approx), ..mode }, x))
}

/// `exp2`: the machine's own.
pub(crate) fn exp2(code: &mut Gen<'_>, op: &Operation, x: Reg) -> Result<Reg, Unsupported> {
    let mode = mode(code, op)?;
    Ok(apply(code, Opcode::Ex2, Mode { round: Some(Round::Approx), ..mode }, x))
}

/// `tanh`: the machine's own.
pub(crate) fn tanh(code: &mut Gen<'_>, op: &Operation, x: Reg) -> Result<Reg, Unsupported> {
    mode(code, op)?;
    Ok(apply(code, Opcode::Tanh, Mode::round(Round::Approx), x))
}

/// `exp`.
pub(crate) fn exp(code: &mut Gen<'_>, op: &Operation, x: Reg) -> Result<Reg, Unsupported> {
    mode(code, op)?;
    Ok(exponential(code, x))
}

/// 2^(x·log₂ e), where the product is taken in two parts: x·log₂ e = n + f with n an integer, and f from the exact rest.
fn exponential(code: &mut Gen<'_>, x: Reg) -> Reg {
    let float = Class::B32;
    let rn = Mode::round(Round::Rn);
    let scaled =
        code.op_with(Opcode::Mul, Ty::F32, rn, float, &[x.into(), Operand::from(std::f32::consts::LOG2_E)]);
    let whole = code.convert(Ty::F32, Ty::F32, Mode::round(Round::Rni), float, scaled);
    // x − n·ln 2, with ln 2 in two parts; far out the exponential is 0 or infinite whatever the rest is.
    let negated = code.op(Opcode::Neg, Ty::F32, float, &[whole.into()]);
    let high = Operand::from(f32::from_bits(0x3f31_7200));
    let low = Operand::from(f32::from_bits(0x35bf_be8e));
    let rest = code.op_with(Opcode::Fma, Ty::F32, rn, float, &[negated.into(), high, x.into()]);
    let rest = code.op_with(Opcode::Fma, Ty::F32, rn, float, &[negated.into(), low, rest.into()]);
    let part = code.op_with(
        Opcode::Mul,
        Ty::F32,
        rn,
        float,
        &[rest.into(), Operand::from(std::f32::consts::LOG2_E)],
    );
    let approx = Mode::round(Round::Approx);
    let fraction = code.op_with(Opcode::Ex2, Ty::F32, approx, float, &[part.into()]);
    // 2^n may be out of range where the product is not: in two steps, of halves of n.
    let half = code.op_with(Opcode::Mul, Ty::F32, rn, float, &[whole.into(), Operand::from(0.5f32)]);
    let first = code.convert(Ty::F32, Ty::F32, Mode::round(Round::Rmi), float, half);
    let second = code.op_with(Opcode::Sub, Ty::F32, rn, float, &[whole.into(), first.into()]);
    let first = code.op_with(Opcode::Ex2, Ty::F32, approx, float, &[first.into()]);
    let second = code.op_with(Opcode::Ex2, Ty::F32, approx, float, &[second.into()]);
    let product = code.op_with(Opcode::Mul, Ty::F32, rn, float, &[fraction.into(), first.into()]);
    let value = code.op_with(Opcode::Mul, Ty::F32, rn, float, &[product.into(), second.into()]);
    // Of an infinite operand the rest is no number.
    let small = code.compare(crate::ptx::Compare::Lt, Ty::F32, x, Operand::from(-150.0f32));
    let zero = code.mov(float, Operand::from(0.0f32));
    let value = code.choose(small, zero, value);
    let large = code.compare(crate::ptx::Compare::Gt, Ty::F32, x, Operand::from(130.0f32));
    let infinite = code.mov(float, Operand::from(f32::INFINITY));
    code.choose(large, infinite, value)
}
