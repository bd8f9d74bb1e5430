//! Conversions between numbers, each rounded once.
//!
//! Every format except `f64` is a subset of binary32, so every conversion of a float goes through binary32. A source wider than
//! binary32 is rounded to odd first. A result rounded to odd has two digits more than any narrower format, and its last digit
//! records the loss. So the second rounding equals a single rounding (Boldo and Melquiond, Emulation of FMA and correctly rounded
//! sums: proved algorithms using rounding to odd).

use spec::problem::Unsupported;
use spec::syntax::attributes::{Rounding, Signedness};
use spec::syntax::kernel::Operation;
use spec::syntax::types::{Element, Scalar};

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Round, Ty};
use crate::ir::value::class;
use crate::lower::arith::float_builder::FloatBuilder;
use crate::lower::arith::float_types::{float_ty, rounding_of};
use crate::lower::arith::{integer, small_floats};
use crate::lower::element_type::scalar_of;

fn types(code: &Builder<'_>, op: &Operation) -> (Scalar, Scalar) {
    (scalar_of(code, op.operands[0]), scalar_of(code, op.results[0]))
}

fn is_signed(op: &Operation) -> bool {
    op.attributes.signedness != Some(Signedness::Unsigned)
}

/// `trunci`: the low bits.
pub(crate) fn truncate(code: &mut Builder<'_>, op: &Operation, reg: Reg) -> Reg {
    let (_, target) = types(code, op);
    let low = match reg.class {
        Class::B64 => code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, reg),
        Class::Pred | Class::B16 | Class::B32 => reg,
    };
    integer::canonical(code, target, low)
}

/// `exti`.
pub(crate) fn extend(code: &mut Builder<'_>, op: &Operation, reg: Reg) -> Reg {
    let (source, target) = types(code, op);
    let signed = is_signed(op);
    let reg =
        if signed { integer::read_signed(code, reg) } else { integer::read_unsigned(code, source, reg) };
    match (target.bits(), reg.class) {
        (64, Class::B32) if signed => code.sign_extend(reg),
        (64, Class::B32) => code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, reg),
        _ => reg,
    }
}

/// A float of 16 bits or 32, or a narrower one, in binary32, which has all their numbers.
pub(crate) fn to_f32(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    match scalar {
        Scalar::F16 => code.convert(Ty::F32, Ty::F16, Mode::default(), Class::B32, reg),
        Scalar::Bf16 => {
            // bf16 is the upper half of a binary32.
            let (to, zero) = (code.reg(Class::B32), code.mov(Class::B16, 0));
            code.push(Inst::Pack { to, from: vec![zero, reg] });
            to
        }
        // What stands below the digits does not count.
        Scalar::Tf32 => code.int(Opcode::And, reg, small_floats::TF32),
        Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn => {
            small_floats::decode(code, scalar, reg)
        }
        Scalar::F64 => round_to_odd(code, reg),
        Scalar::F32 | Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => reg,
    }
}

/// A double rounded to the odd single beside it.
fn round_to_odd(code: &mut Builder<'_>, reg: Reg) -> Reg {
    let near = code.convert(Ty::F32, Ty::F64, Mode::round(Round::Rz), Class::B32, reg);
    let back = code.convert(Ty::F64, Ty::F32, Mode::default(), Class::B64, near);
    // Rounding to odd: the last bit says that something was dropped.
    let inexact = code.compare(Compare::Ne, Ty::F64, back, reg);
    let sticky = code.int(Opcode::Or, near, 1);
    code.choose(inexact, sticky, near)
}

/// A single in a format of at most 32 bits, rounded.
pub(crate) fn from_f32(code: &mut Builder<'_>, target: Scalar, rounding: Rounding, reg: Reg) -> Reg {
    let round = match rounding {
        Rounding::Zero => Round::Rz,
        Rounding::NegativeInf => Round::Rm,
        Rounding::PositiveInf => Round::Rp,
        Rounding::NearestEven
        | Rounding::Approx
        | Rounding::Full
        | Rounding::NearestIntToZero
        | Rounding::NearestAway => Round::Rn,
    };
    match (target, round) {
        (Scalar::F16, _) => code.convert(Ty::F16, Ty::F32, Mode::round(round), Class::B16, reg),
        (Scalar::Bf16, Round::Rm | Round::Rp) => small_floats::directed_bf16(code, round == Round::Rp, reg),
        (Scalar::Bf16, _) => code.convert(Ty::Bf16, Ty::F32, Mode::round(round), Class::B16, reg),
        (Scalar::Tf32 | Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F8E8m0fnu | Scalar::F4E2m1fn, _) => {
            small_floats::encode(code, target, rounding, reg)
        }
        (Scalar::F32 | Scalar::F64, _) => reg,
        (Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64, _) => {
            unreachable!("an integer is no float")
        }
    }
}

/// `itof`.
pub(crate) fn int_to_float(code: &mut Builder<'_>, op: &Operation, reg: Reg) -> Result<Reg, Unsupported> {
    let (source, target) = types(code, op);
    let signed = is_signed(op);
    let reg =
        if signed { integer::read_signed(code, reg) } else { integer::read_unsigned(code, source, reg) };
    let from = match (reg.class, signed) {
        (Class::B64, true) => Ty::S64,
        (Class::B64, false) => Ty::U64,
        (Class::Pred | Class::B16 | Class::B32, true) => Ty::S32,
        (Class::Pred | Class::B16 | Class::B32, false) => Ty::U32,
    };
    if let Some(ty @ (Ty::F32 | Ty::F64 | Ty::F16)) = float_ty(target) {
        let class = class(Element::Scalar(target));
        return Ok(code.convert(ty, from, Mode::round(Round::Rn), class, reg));
    }
    let near = code.convert(Ty::F32, from, Mode::round(Round::Rz), Class::B32, reg);
    let near = if source.bits() > 16 {
        // Towards zero no integer leaves its type.
        let back = code.convert(from, Ty::F32, Mode::round(Round::Rzi), reg.class, near);
        let inexact = code.compare(Compare::Ne, from, back, reg);
        let sticky = code.int(Opcode::Or, near, 1);
        code.choose(inexact, sticky, near)
    } else {
        near
    };
    Ok(from_f32(code, target, Rounding::NearestEven, near))
}

/// `ftof`.
pub(crate) fn float_to_float(code: &mut Builder<'_>, op: &Operation, reg: Reg) -> Result<Reg, Unsupported> {
    let (source, target) = types(code, op);
    let rounding = op.attributes.rounding.unwrap_or(Rounding::NearestEven);
    let direct = Mode::round(rounding_of(op));
    match (source, target) {
        (Scalar::F64, Scalar::F32) => Ok(code.convert(Ty::F32, Ty::F64, direct, Class::B32, reg)),
        (Scalar::F64, Scalar::F16) => Ok(code.convert(Ty::F16, Ty::F64, direct, Class::B16, reg)),
        (Scalar::F16, Scalar::F64) => Ok(code.convert(Ty::F64, Ty::F16, Mode::default(), Class::B64, reg)),
        (_, Scalar::F64) => {
            let single = to_f32(code, source, reg);
            Ok(code.convert(Ty::F64, Ty::F32, Mode::default(), Class::B64, single))
        }
        (Scalar::F8E5m2, Scalar::F16) => Ok(small_floats::half_of_e5m2(code, reg)),
        (_, _) => {
            let single = to_f32(code, source, reg);
            Ok(from_f32(code, target, rounding, single))
        }
    }
}

/// `ftoi`: towards zero. The machine saturates to 32 bits and 64; where the operation does not, any integer does out of range.
pub(crate) fn float_to_int(code: &mut Builder<'_>, op: &Operation, reg: Reg) -> Result<Reg, Unsupported> {
    let (source, target) = types(code, op);
    let signed = is_signed(op);
    let (from, value) =
        if source == Scalar::F64 { (Ty::F64, reg) } else { (Ty::F32, to_f32(code, source, reg)) };
    let (to, class) = match (target.bits(), signed) {
        (64, true) => (Ty::S64, Class::B64),
        (64, false) => (Ty::U64, Class::B64),
        (_, true) => (Ty::S32, Class::B32),
        (_, false) => (Ty::U32, Class::B32),
    };
    // The machine's conversion saturates.
    let mut result = code.convert(to, from, Mode::round(Round::Rzi), class, value);
    if op.attributes.saturating {
        if from == Ty::F64 || class == Class::B64 {
            // Elsewhere the machine makes 0 of NaN.
            let nan = code.compare(Compare::Nan, from, value, value);
            let zero = code.mov(class, 0);
            result = code.choose(nan, zero, result);
        }
        result = clamp_to_range(code, target, signed, result);
    }
    Ok(integer::canonical(code, target, result))
}

/// An integer of 32 bits brought into the range of a narrower type.
fn clamp_to_range(code: &mut Builder<'_>, target: Scalar, signed: bool, value: Reg) -> Reg {
    let bits = target.bits();
    if bits >= 32 {
        return value;
    }
    if !signed {
        let greatest = Operand::Int((1 << bits) - 1);
        return code.op(Opcode::Min, Ty::U32, Class::B32, &[value.into(), greatest]);
    }
    let raised = code.int(Opcode::Max, value, -(1i64 << (bits - 1)));
    code.int(Opcode::Min, raised, (1i64 << (bits - 1)) - 1)
}

/// A function of binary32 applied to a float of 16 bits: computed there, and rounded.
pub(crate) fn through_f32(
    code: &mut Builder<'_>,
    scalar: Scalar,
    from: &[Reg],
    rounding: Rounding,
    of: impl FnOnce(&mut FloatBuilder<'_, '_>, &[Reg]) -> Reg,
) -> Reg {
    let wide: Vec<Reg> = from.iter().map(|reg| to_f32(code, scalar, *reg)).collect();
    let result = of(&mut FloatBuilder::f32(code), &wide);
    from_f32(code, scalar, rounding, result)
}
