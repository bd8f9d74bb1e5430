//! Conversions between numbers.

use spec::problem::Unsupported;
use spec::syntax::attributes::Signedness;
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use super::core::scalar_of;
use super::{float, integer};
use crate::r#gen::Gen;
use crate::ptx::{Class, Mode, Reg, Round, Ty};

fn types(code: &Gen<'_>, op: &Operation) -> (Scalar, Scalar) {
    (scalar_of(code, op.operands[0]), scalar_of(code, op.results[0]))
}

/// `trunci`: the low bits.
pub(crate) fn truncate(code: &mut Gen<'_>, op: &Operation, reg: Reg) -> Reg {
    let (_, target) = types(code, op);
    let low = match reg.class {
        Class::B64 => code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, reg),
        Class::Pred | Class::B16 | Class::B32 => reg,
    };
    integer::canonical(code, target, low)
}

/// `ftoi`.
pub(crate) fn float_to_int(code: &mut Gen<'_>, op: &Operation, _: Reg) -> Result<Reg, Unsupported> {
    code.refuse(op, "`ftoi` has no code yet")
}

/// `exti`.
pub(crate) fn extend(code: &mut Gen<'_>, op: &Operation, reg: Reg) -> Reg {
    let (source, target) = types(code, op);
    let signed = op.attributes.signedness != Some(Signedness::Unsigned);
    let reg = if signed { integer::signed(code, reg) } else { integer::unsigned(code, source, reg) };
    match (target.bits(), reg.class) {
        (64, Class::B32) => {
            let (to, from) = if signed { (Ty::S64, Ty::S32) } else { (Ty::U64, Ty::U32) };
            code.convert(to, from, Mode::default(), Class::B64, reg)
        }
        _ => reg,
    }
}

/// `itof`.
pub(crate) fn int_to_float(code: &mut Gen<'_>, op: &Operation, reg: Reg) -> Result<Reg, Unsupported> {
    let (source, target) = types(code, op);
    let signed = op.attributes.signedness != Some(Signedness::Unsigned);
    let reg = if signed { integer::signed(code, reg) } else { integer::unsigned(code, source, reg) };
    let from = match (reg.class, signed) {
        (Class::B64, true) => Ty::S64,
        (Class::B64, false) => Ty::U64,
        (Class::Pred | Class::B16 | Class::B32, true) => Ty::S32,
        (Class::Pred | Class::B16 | Class::B32, false) => Ty::U32,
    };
    match float::ty(target) {
        Some(ty @ (Ty::F32 | Ty::F64 | Ty::F16)) => {
            let class = crate::value::class(spec::syntax::types::Element::Scalar(target));
            Ok(code.convert(ty, from, Mode::round(float::round(op)), class, reg))
        }
        _ => code.refuse(op, format!("`itof` from {source} to {target}")),
    }
}

/// `ftof`.
pub(crate) fn float_to_float(code: &mut Gen<'_>, op: &Operation, reg: Reg) -> Result<Reg, Unsupported> {
    let (source, target) = types(code, op);
    let class = crate::value::class(spec::syntax::types::Element::Scalar(target));
    let (Some(from), Some(to)) = (float::ty(source), float::ty(target)) else {
        return code.refuse(op, format!("`ftof` from {source} to {target}"));
    };
    match (from, to) {
        (from, to) if from == to => Ok(reg),
        // To a format that has every value of the other.
        (Ty::F16 | Ty::F32, Ty::F64) | (Ty::F16 | Ty::Bf16, Ty::F32) => {
            Ok(code.convert(to, from, Mode::default(), class, reg))
        }
        (Ty::F32, Ty::F16 | Ty::Bf16) | (Ty::F64, Ty::F32 | Ty::F16) => {
            Ok(code.convert(to, from, Mode::round(float::round(op)), class, reg))
        }
        (Ty::Bf16, Ty::F64) => {
            let single = code.convert(Ty::F32, Ty::Bf16, Mode::default(), Class::B32, reg);
            Ok(code.convert(Ty::F64, Ty::F32, Mode::default(), class, single))
        }
        (Ty::Bf16, Ty::F16) => {
            let single = code.convert(Ty::F32, Ty::Bf16, Mode::default(), Class::B32, reg);
            Ok(code.convert(Ty::F16, Ty::F32, Mode::round(Round::Rn), class, single))
        }
        (Ty::F16, Ty::Bf16) => {
            let single = code.convert(Ty::F32, Ty::F16, Mode::default(), Class::B32, reg);
            Ok(code.convert(Ty::Bf16, Ty::F32, Mode::round(Round::Rn), class, single))
        }
        (_, _) => code.refuse(op, format!("`ftof` from {source} to {target}")),
    }
}
