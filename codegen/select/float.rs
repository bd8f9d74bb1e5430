//! Float arithmetic: rounded once, in the operation's mode; nothing is contracted.

use spec::problem::Unsupported;
use spec::syntax::attributes::{Comparison, Ordering, Rounding};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use super::core::scalar_of;
use crate::r#gen::Gen;
use crate::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Round, Ty};

/// The type of arithmetic on a float, if the machine has it.
pub(crate) fn ty(scalar: Scalar) -> Option<Ty> {
    match scalar {
        Scalar::F16 => Some(Ty::F16),
        Scalar::Bf16 => Some(Ty::Bf16),
        Scalar::F32 => Some(Ty::F32),
        Scalar::F64 => Some(Ty::F64),
        Scalar::Tf32 | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => None,
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => None,
    }
}

/// The rounding of an operation in PTX.
pub(crate) fn round(op: &Operation) -> Round {
    match op.attributes.rounding {
        None | Some(Rounding::NearestEven | Rounding::NearestIntToZero) => Round::Rn,
        Some(Rounding::Zero) => Round::Rz,
        Some(Rounding::NegativeInf) => Round::Rm,
        Some(Rounding::PositiveInf) => Round::Rp,
        Some(Rounding::Approx) => Round::Approx,
        Some(Rounding::Full) => Round::Full,
        Some(Rounding::NearestAway) => Round::Rna,
    }
}

/// The type of arithmetic on an operation's operands.
pub(crate) fn machine_ty(code: &Gen<'_>, op: &Operation) -> Result<Ty, Unsupported> {
    let scalar = scalar_of(code, op.operands[0]);
    match ty(scalar) {
        Some(ty) => Ok(ty),
        None => code.refuse(op, format!("`{}` of {scalar}", op.op.mnemonic())),
    }
}

fn mode(op: &Operation) -> Mode {
    Mode { round: Some(round(op)), ftz: op.attributes.flush_to_zero, sat: false, nan: false }
}

fn apply(code: &mut Gen<'_>, opcode: Opcode, ty: Ty, mode: Mode, from: &[Reg]) -> Reg {
    let operands: Vec<Operand> = from.iter().map(|reg| (*reg).into()).collect();
    code.op_with(opcode, ty, mode, from[0].class, &operands)
}

/// `addf`, `subf`.
pub(crate) fn sum(
    code: &mut Gen<'_>,
    op: &Operation,
    from: &[Reg],
    negated: bool,
) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    if ty == Ty::Bf16 {
        // a + b is a·1 + b, and a − b is b·(−1) + a: rounded once.
        let (one, factor, term) =
            if negated { (0xbf80, from[1], from[0]) } else { (0x3f80, from[0], from[1]) };
        let one = code.mov(Class::B16, one);
        return Ok(apply(code, Opcode::Fma, ty, mode(op), &[factor, one, term]));
    }
    Ok(apply(code, if negated { Opcode::Sub } else { Opcode::Add }, ty, mode(op), from))
}

/// `mulf`.
pub(crate) fn product(code: &mut Gen<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    if ty == Ty::Bf16 {
        // With −0 a product keeps its sign.
        let zero = code.mov(Class::B16, 0x8000);
        return Ok(apply(code, Opcode::Fma, ty, mode(op), &[from[0], from[1], zero]));
    }
    Ok(apply(code, Opcode::Mul, ty, mode(op), from))
}

/// `fma`.
pub(crate) fn fma(code: &mut Gen<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    Ok(apply(code, Opcode::Fma, ty, mode(op), from))
}

/// `maxf`, `minf`.
pub(crate) fn choice(
    code: &mut Gen<'_>,
    op: &Operation,
    opcode: Opcode,
    from: &[Reg],
) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    let nan = op.attributes.propagate_nan;
    if ty != Ty::F64 {
        let mode = Mode { round: None, ftz: op.attributes.flush_to_zero, sat: false, nan };
        return Ok(apply(code, opcode, ty, mode, from));
    }
    let chosen = apply(code, opcode, ty, Mode::default(), from);
    if !nan {
        return Ok(chosen);
    }
    let unordered = code.compare(Compare::Nan, ty, from[0], from[1]);
    let nan = apply(code, Opcode::Add, ty, Mode::round(Round::Rn), from);
    Ok(code.choose(unordered, nan, chosen))
}

/// `negf`, `absf`: the sign bit flipped, or cleared; of a NaN too.
pub(crate) fn sign(code: &mut Gen<'_>, op: &Operation, from: Reg, flips: bool) -> Result<Reg, Unsupported> {
    let scalar = scalar_of(code, op.operands[0]);
    let top = 1u64 << (scalar.bits() - 1);
    let (opcode, mask) = if flips { (Opcode::Xor, top) } else { (Opcode::And, top - 1) };
    Ok(code.op(opcode, from.class.ty(), from.class, &[from.into(), Operand::Int(mask.cast_signed())]))
}

/// `divf`.
pub(crate) fn quotient(code: &mut Gen<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    if ty == Ty::F32 || ty == Ty::F64 {
        return Ok(apply(code, Opcode::Div, ty, mode(op), from));
    }
    if ty != Ty::F16 {
        return code.refuse(op, format!("`divf` of {ty}"));
    }
    // Through binary32, which has more than twice the digits: the quotient rounded twice is that rounded once.
    let convert = |reg: &Reg| code.convert(Ty::F32, ty, Mode::default(), Class::B32, *reg);
    let wide: Vec<Reg> = from.iter().map(convert).collect();
    let quotient = apply(code, Opcode::Div, Ty::F32, Mode::round(Round::Rn), &wide);
    Ok(code.convert(ty, Ty::F32, Mode::round(Round::Rn), Class::B16, quotient))
}

/// `cmpf`.
pub(crate) fn compare(code: &mut Gen<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    let mut ty = machine_ty(code, op)?;
    let mut from = [from[0], from[1]];
    if ty == Ty::Bf16 {
        // Every bf16 is a binary32, and older machines compare those only.
        from = from.map(|reg| code.convert(Ty::F32, Ty::Bf16, Mode::default(), Class::B32, reg));
        ty = Ty::F32;
    }
    let unordered = op.attributes.ordering == Some(Ordering::Unordered);
    let compare = match (op.attributes.comparison, unordered) {
        (Some(Comparison::Equal) | None, false) => Compare::Eq,
        (Some(Comparison::Equal) | None, true) => Compare::Equ,
        (Some(Comparison::NotEqual), false) => Compare::Ne,
        (Some(Comparison::NotEqual), true) => Compare::Neu,
        (Some(Comparison::LessThan), false) => Compare::Lt,
        (Some(Comparison::LessThan), true) => Compare::Ltu,
        (Some(Comparison::LessThanOrEqual), false) => Compare::Le,
        (Some(Comparison::LessThanOrEqual), true) => Compare::Leu,
        (Some(Comparison::GreaterThan), false) => Compare::Gt,
        (Some(Comparison::GreaterThan), true) => Compare::Gtu,
        (Some(Comparison::GreaterThanOrEqual), false) => Compare::Ge,
        (Some(Comparison::GreaterThanOrEqual), true) => Compare::Geu,
    };
    Ok(code.compare(compare, ty, from[0], from[1]))
}
