//! Float arithmetic: rounded once, in the operation's mode; nothing is contracted.

use spec::problem::Unsupported;
use spec::syntax::attributes::{Comparison, Ordering, Rounding};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Round, Ty};
use crate::lower::arith::convert;
use crate::lower::arith::float_types::{machine_ty, rounding_of};
use crate::lower::element_type::scalar_of;

fn mode(op: &Operation) -> Mode {
    Mode { round: Some(rounding_of(op)), ftz: op.attributes.flush_to_zero, sat: false, nan: false }
}

fn apply(code: &mut Builder<'_>, opcode: Opcode, ty: Ty, mode: Mode, from: &[Reg]) -> Reg {
    let operands: Vec<Operand> = from.iter().map(|reg| (*reg).into()).collect();
    code.op_with(opcode, ty, mode, from[0].class, &operands)
}

/// Lowers a 16-bit operation through binary32 with a second rounding. Two directed roundings in one direction equal a single one. To the
/// nearest, quotients and roots rounded in binary32 first are rounded innocuously (Figueroa, When is double rounding innocuous?), because
/// binary32 has more than twice the digits plus two.
fn arithmetic_through_f32(code: &mut Builder<'_>, op: &Operation, opcode: Opcode, from: &[Reg]) -> Reg {
    let scalar = scalar_of(code, op.operands[0]);
    let rounding = op.attributes.rounding.unwrap_or(Rounding::NearestEven);
    let mode = Mode::round(rounding_of(op));
    convert::through_f32(code, scalar, from, rounding, |calc, wide| {
        let operands: Vec<Operand> = wide.iter().map(|reg| (*reg).into()).collect();
        calc.emit(opcode, mode, &operands)
    })
}

/// An operation whose result the type's rounding makes.
pub(crate) fn arithmetic(
    code: &mut Builder<'_>,
    op: &Operation,
    opcode: Opcode,
    from: &[Reg],
) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    let narrow = matches!(ty, Ty::F16 | Ty::Bf16);
    if narrow && (rounding_of(op) != Round::Rn || matches!(opcode, Opcode::Div | Opcode::Sqrt)) {
        return Ok(arithmetic_through_f32(code, op, opcode, from));
    }
    // `ftz` and the rounding are the operation's own.
    let mode = mode(op);
    if ty != Ty::Bf16 || opcode == Opcode::Fma {
        return Ok(apply(code, opcode, ty, mode, from));
    }
    // Older machines have a single instruction for bf16, the fused multiply-add, which rounds once.
    let mut number = |bits: i64| code.mov(Class::B16, bits);
    let fused = if opcode == Opcode::Add {
        [from[0], number(0x3f80), from[1]]
    } else if opcode == Opcode::Sub {
        // a − b is b·(−1) + a.
        [from[1], number(0xbf80), from[0]]
    } else {
        // With −0 a product keeps its sign.
        [from[0], from[1], number(0x8000)]
    };
    Ok(apply(code, Opcode::Fma, ty, mode, &fused))
}

/// `ceil`, `floor`: exact in every format.
pub(crate) fn round_to_integer(
    code: &mut Builder<'_>,
    op: &Operation,
    x: Reg,
    round: Round,
) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    if ty != Ty::Bf16 {
        return Ok(code.convert(ty, ty, Mode::round(round), x.class, x));
    }
    let rounding = Rounding::NearestEven;
    Ok(convert::through_f32(code, Scalar::Bf16, &[x], rounding, |calc, wide| {
        calc.builder().convert(Ty::F32, Ty::F32, Mode::round(round), Class::B32, wide[0])
    }))
}

/// `maxf`, `minf`.
pub(crate) fn min_max(
    code: &mut Builder<'_>,
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
    Ok(double_min_max(code, opcode == Opcode::Max, nan, from[0], from[1]))
}

/// The greater double or the lesser: the machine has no instruction, and what the assembler makes of `max` is not said to
/// order zeros.
fn double_min_max(code: &mut Builder<'_>, greater: bool, propagates: bool, a: Reg, b: Reg) -> Reg {
    let ty = Ty::F64;
    // The second loses as a NaN; the first is no number then, or is in its place.
    let first = code.compare(if greater { Compare::Gt } else { Compare::Lt }, ty, a, b);
    let none = code.compare(Compare::Nan, ty, b, b);
    let first = code.op(Opcode::Or, Ty::Pred, Class::Pred, &[first.into(), none.into()]);
    let chosen = code.choose(first, a, b);
    // Of equal numbers, which only zeros' signs tell apart, the sign bit of both, or of either.
    let equal = code.compare(Compare::Eq, ty, a, b);
    let bits = code.int(if greater { Opcode::And } else { Opcode::Or }, a, b);
    let chosen = code.choose(equal, bits, chosen);
    if !propagates {
        return chosen;
    }
    let unordered = code.compare(Compare::Nan, ty, a, b);
    let nan = code.mov(Class::B64, Operand::F64(f64::NAN.to_bits()));
    code.choose(unordered, nan, chosen)
}

/// `negf`, `absf`: the sign bit flipped, or cleared; of a NaN too.
pub(crate) fn change_sign(
    code: &mut Builder<'_>,
    op: &Operation,
    from: Reg,
    flips: bool,
) -> Result<Reg, Unsupported> {
    let scalar = scalar_of(code, op.operands[0]);
    let top = 1u64 << (scalar.bits() - 1);
    let (opcode, mask) = if flips { (Opcode::Xor, top) } else { (Opcode::And, top - 1) };
    Ok(code.op(opcode, from.class.ty(), from.class, &[from.into(), Operand::Int(mask.cast_signed())]))
}

/// `cmpf`.
pub(crate) fn compare(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    let mut ty = machine_ty(code, op)?;
    let mut from = [from[0], from[1]];
    if ty == Ty::Bf16 {
        // Every bf16 is a binary32, and older machines compare those only.
        from = from.map(|reg| convert::to_f32(code, Scalar::Bf16, reg));
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
