//! Integers. A narrow integer is kept sign-extended to 32 bits, and results are brought back to this form.

use spec::syntax::attributes::{Comparison, Rounding, Signedness};
use spec::syntax::kernel::Operation;
use spec::syntax::types::Scalar;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Mode, Opcode, Operand, Reg, Ty};
use crate::lower::element_type::scalar_of;

/// The low bits of a register of 32 as a number of the type: its sign extended; of a boolean the predicate. The 32-bit
/// result is zero-extended for 64-bit types.
pub(crate) fn canonical(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    match scalar.bits() {
        1 => {
            let low = code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int(1)]);
            code.compare(Compare::Ne, Ty::U32, low, 0)
        }
        bits @ (4 | 8 | 16) => code.op(
            Opcode::Bfe,
            Ty::S32,
            Class::B32,
            &[reg.into(), Operand::Int(0), Operand::Int(bits.into())],
        ),
        64 if reg.class == Class::B32 => code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, reg),
        _ => reg,
    }
}

/// Reads a boolean as 0 or −1, and any other integer unchanged.
pub(crate) fn read_signed(code: &mut Builder<'_>, reg: Reg) -> Reg {
    match reg.class {
        Class::Pred => {
            code.op(Opcode::Selp, Ty::B32, Class::B32, &[Operand::Int(-1), Operand::Int(0), reg.into()])
        }
        Class::B16 | Class::B32 | Class::B64 => reg,
    }
}

/// An integer of a type as a natural number.
pub(crate) fn read_unsigned(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    let reg = read_signed(code, reg);
    match scalar.bits() {
        32 | 64 => reg,
        bits => code.op(Opcode::And, Ty::B32, Class::B32, &[reg.into(), Operand::Int((1 << bits) - 1)]),
    }
}

/// The type of arithmetic on an integer, signed or not.
pub(crate) fn ty(scalar: Scalar, is_signed: bool) -> Ty {
    match (scalar.bits(), is_signed) {
        (64, true) => Ty::S64,
        (64, false) => Ty::U64,
        (_, true) => Ty::S32,
        (_, false) => Ty::U32,
    }
}

/// Whether an operation reads its operands as signed.
pub(crate) fn is_signed(op: &Operation) -> bool {
    op.attributes.signedness != Some(Signedness::Unsigned)
}

/// Operands in the form of one signedness.
pub(crate) fn read(code: &mut Builder<'_>, scalar: Scalar, signs: bool, from: &[Reg]) -> Vec<Reg> {
    from.iter()
        .map(|reg| if signs { read_signed(code, *reg) } else { read_unsigned(code, scalar, *reg) })
        .collect()
}

/// An instruction into a new register of the operands' class.
pub(crate) fn apply(code: &mut Builder<'_>, opcode: Opcode, ty: Ty, from: &[Reg]) -> Reg {
    let operands: Vec<Operand> = from.iter().map(|reg| (*reg).into()).collect();
    code.op(opcode, ty, from[0].class, &operands)
}

/// An operation whose low bits do not depend on the signedness of its operands.
pub(crate) fn arithmetic(code: &mut Builder<'_>, op: &Operation, opcode: Opcode, from: &[Reg]) -> Reg {
    let scalar = scalar_of(code, op.results[0]);
    let from = read(code, scalar, true, from);
    let result = apply(code, opcode, ty(scalar, true), &from);
    canonical(code, scalar, result)
}

/// An operation with a signedness attribute.
pub(crate) fn arithmetic_by_sign(
    code: &mut Builder<'_>,
    op: &Operation,
    opcode: Opcode,
    from: &[Reg],
) -> Reg {
    let (scalar, signs) = (scalar_of(code, op.results[0]), is_signed(op));
    let from = read(code, scalar, signs, from);
    let result = apply(code, opcode, ty(scalar, signs), &from);
    canonical(code, scalar, result)
}

/// `andi`, `ori`, `xori`: sign bits that are extended stay so.
pub(crate) fn bitwise(code: &mut Builder<'_>, opcode: Opcode, from: &[Reg]) -> Reg {
    apply(code, opcode, from[0].class.ty(), from)
}

/// `shli`, `shri`: the amount is a natural number below the width, or else the result does not matter.
pub(crate) fn shift(code: &mut Builder<'_>, op: &Operation, opcode: Opcode, from: &[Reg]) -> Reg {
    let (scalar, signs) = (scalar_of(code, op.results[0]), is_signed(op));
    let value = read(code, scalar, signs || opcode == Opcode::Shl, &from[..1])[0];
    let amount = read_unsigned(code, scalar, from[1]);
    // PTX takes shift amounts of 32 bits.
    let amount = match amount.class {
        Class::B64 => code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, amount),
        Class::Pred | Class::B16 | Class::B32 => amount,
    };
    let ty = if opcode == Opcode::Shl { value.class.ty() } else { ty(scalar, signs) };
    let result = apply(code, opcode, ty, &[value, amount]);
    canonical(code, scalar, result)
}

/// `muli`. If the kernel has the high half of the product too, both are halves of one wide product, which the assembler computes once.
pub(crate) fn multiply_low(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Reg {
    if scalar_of(code, op.results[0]).bits() != 32 || !code.facts().has_high_product(op) {
        return arithmetic(code, op, Opcode::MulLo, from);
    }
    let product = wide_product(code, from);
    code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, product)
}

/// The product of two registers of 32 bits as natural numbers. The order of the factors does not matter, so equal products have equal code.
fn wide_product(code: &mut Builder<'_>, from: &[Reg]) -> Reg {
    let (a, b) = (from[0].min(from[1]), from[0].max(from[1]));
    code.op(Opcode::MulWide, Ty::U32, Class::B64, &[a.into(), b.into()])
}

/// `mulhii`: the high half of the unsigned product.
pub(crate) fn multiply_high(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Reg {
    let scalar = scalar_of(code, op.results[0]);
    let from = read(code, scalar, false, from);
    match scalar.bits() {
        32 => {
            let product = wide_product(code, &from);
            let high = code.op(Opcode::Shr, Ty::U64, Class::B64, &[product.into(), Operand::Int(32)]);
            return code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, high);
        }
        64 => return apply(code, Opcode::MulHi, Ty::U64, &from),
        _ => (),
    }
    let product = apply(code, Opcode::MulLo, Ty::U32, &from);
    // A product of narrow integers fits in 32 bits.
    let half =
        code.op(Opcode::Shr, Ty::U32, Class::B32, &[product.into(), Operand::Int(scalar.bits().into())]);
    canonical(code, scalar, half)
}

/// `divi`: the quotient in the operation's rounding; the divisor is not zero.
pub(crate) fn quotient(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Reg {
    let (scalar, signs) = (scalar_of(code, op.results[0]), is_signed(op));
    let from = read(code, scalar, signs, from);
    let quotient = rounded_quotient(code, op, ty(scalar, signs), &from);
    canonical(code, scalar, quotient)
}

fn rounded_quotient(code: &mut Builder<'_>, op: &Operation, ty: Ty, from: &[Reg]) -> Reg {
    let (lhs, rhs, class) = (from[0], from[1], from[0].class);
    let quotient = match log2_of_divisor(code, op) {
        Some(log2) => {
            let moved = moved_to_shift(code, ty, lhs, log2);
            code.op(Opcode::Shr, ty, class, &[moved.into(), Operand::Int(log2)])
        }
        None => apply(code, Opcode::Div, ty, from),
    };
    let up = match op.attributes.rounding {
        Some(Rounding::PositiveInf) => true,
        Some(Rounding::NegativeInf) if is_signed(op) => false,
        None
        | Some(
            Rounding::NegativeInf
            | Rounding::Zero
            | Rounding::NearestEven
            | Rounding::Approx
            | Rounding::Full
            | Rounding::NearestIntToZero
            | Rounding::NearestAway,
        ) => return quotient,
    };
    // The remainder of division toward zero decides whether the quotient must be adjusted.
    let product = code.op(Opcode::MulLo, ty, class, &[quotient.into(), rhs.into()]);
    let rest = code.op(Opcode::Sub, ty, class, &[lhs.into(), product.into()]);
    let inexact = code.compare(Compare::Ne, ty, rest, 0);
    let adjust = if is_signed(op) {
        // The sign of a fractional quotient follows from the signs of the operands.
        let signs = code.op(Opcode::Xor, class.ty(), class, &[lhs.into(), rhs.into()]);
        let wanted = code.compare(if up { Compare::Ge } else { Compare::Lt }, ty, signs, 0);
        code.and(inexact, wanted)
    } else {
        inexact
    };
    let one = Operand::Int(if up { 1 } else { -1 });
    let moved = code.op(Opcode::Add, ty, class, &[quotient.into(), one]);
    code.choose(adjust, moved, quotient)
}

/// `remi`: the remainder of division toward zero; the divisor is not zero.
pub(crate) fn remainder(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Reg {
    let (scalar, signs) = (scalar_of(code, op.results[0]), is_signed(op));
    let (from, ty) = (read(code, scalar, signs, from), ty(scalar, signs));
    let (lhs, class) = (from[0], from[0].class);
    let rest = match log2_of_divisor(code, op) {
        Some(log2) => {
            let moved = moved_to_shift(code, ty, lhs, log2);
            let whole = code.op(Opcode::And, class.ty(), class, &[moved.into(), Operand::Int(-1 << log2)]);
            code.op(Opcode::Sub, ty, class, &[lhs.into(), whole.into()])
        }
        None => apply(code, Opcode::Rem, ty, &from),
    };
    canonical(code, scalar, rest)
}

/// The logarithm of a constant divisor that is a power of two. The assembler divides by such a constant like by any number.
fn log2_of_divisor(code: &Builder<'_>, op: &Operation) -> Option<i64> {
    let divisor = code.facts().definitions().constant(code.kernel(), op.operands[1])?;
    (divisor > 0 && divisor.count_ones() == 1).then(|| divisor.trailing_zeros().into())
}

/// A dividend, moved so that a shift by a logarithm divides toward zero: a negative one is moved up by all bits that are shifted out.
fn moved_to_shift(code: &mut Builder<'_>, ty: Ty, from: Reg, log2: i64) -> Reg {
    if ty != Ty::S32 && ty != Ty::S64 {
        return from;
    }
    let (class, bits) = (from.class, if from.class == Class::B64 { 64 } else { 32 });
    let sign = code.op(Opcode::Shr, ty, class, &[from.into(), Operand::Int(bits - 1)]);
    let up = code.op(Opcode::Shr, class.ty(), class, &[sign.into(), Operand::Int(bits - log2)]);
    code.op(Opcode::Add, ty, class, &[from.into(), up.into()])
}

/// `cmpi`.
pub(crate) fn compare(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Reg {
    let scalar = scalar_of(code, op.operands[0]);
    let signs = is_signed(op);
    let from = read(code, scalar, signs, from);
    let compare = match op.attributes.comparison {
        Some(Comparison::Equal) | None => Compare::Eq,
        Some(Comparison::NotEqual) => Compare::Ne,
        Some(Comparison::LessThan) => Compare::Lt,
        Some(Comparison::LessThanOrEqual) => Compare::Le,
        Some(Comparison::GreaterThan) => Compare::Gt,
        Some(Comparison::GreaterThanOrEqual) => Compare::Ge,
    };
    code.compare(compare, ty(scalar, signs), from[0], from[1])
}
