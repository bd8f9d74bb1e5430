//! `remf`: the exact remainder, by long division of integers, as C's `fmod` is commonly made.

use spec::problem::Unsupported;
use spec::syntax::attributes::Rounding;
use spec::syntax::kernel::Operation;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Round, Ty};
use crate::lower::arith::convert;
use crate::lower::arith::float_builder::round_to_f32;
use crate::lower::arith::float_types::machine_ty;
use crate::lower::element_type::scalar_of;

/// `remf`. With |x| = m·2ᵃ and |y| = n·2ᵇ the remainder is 2ᵇ·(m·2ᵃ⁻ᵇ mod n), or x where a < b.
pub(crate) fn remainder(code: &mut Builder<'_>, op: &Operation, from: &[Reg]) -> Result<Reg, Unsupported> {
    let ty = machine_ty(code, op)?;
    let scalar = scalar_of(code, op.operands[0]);
    if matches!(ty, Ty::F16 | Ty::Bf16) {
        // The remainder has no more digits than the operands.
        let near = Rounding::NearestEven;
        return Ok(convert::through_f32(code, scalar, from, near, |calc, wide| {
            long_division(calc.builder(), Ty::F32, wide[0], wide[1])
        }));
    }
    Ok(long_division(code, ty, from[0], from[1]))
}

/// A magnitude as digits and exponent: the number is digits·2^(exponent − that of the format's least number).
struct Decomposed {
    digits: Reg,
    exponent: Reg,
}

struct Format {
    ty: Ty,
    class: Class,
    mantissa: i64,
    sign: i64,
}

fn decompose(code: &mut Builder<'_>, format: &Format, x: Reg) -> Decomposed {
    let magnitude = code.int(Opcode::And, x, !format.sign);
    let exponent = code.shift_right(magnitude, format.mantissa);
    let fraction = code.int(Opcode::And, magnitude, (1i64 << format.mantissa) - 1);
    let leading = code.int(Opcode::Or, fraction, 1i64 << format.mantissa);
    let subnormal = code.compare(Compare::Eq, format.class.ty(), exponent, 0);
    let digits = code.choose(subnormal, fraction, leading);
    let exponent = code.int(Opcode::Max, exponent, 1);
    let digits = if format.class == Class::B64 {
        digits
    } else {
        code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, digits)
    };
    let exponent = if format.class == Class::B64 {
        code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, exponent)
    } else {
        exponent
    };
    Decomposed { digits, exponent }
}

fn long_division(code: &mut Builder<'_>, ty: Ty, x: Reg, y: Reg) -> Reg {
    let format = if ty == Ty::F64 {
        Format { ty, class: Class::B64, mantissa: 52, sign: i64::MIN }
    } else {
        Format { ty, class: Class::B32, mantissa: 23, sign: i64::from(i32::MIN) }
    };
    let (of_x, of_y) = (decompose(code, &format, x), decompose(code, &format, y));
    let wide = Class::B64;
    // Division by zero is undefined in PTX; its result is replaced at the end.
    let divisor = code.op(Opcode::Max, Ty::U64, wide, &[of_y.digits.into(), Operand::Int(1)]);
    // The first digits at once; then the exponents' difference is worked off.
    let rest = code.op(Opcode::Rem, Ty::U64, wide, &[of_x.digits.into(), divisor.into()]);
    let left = code.int(Opcode::Sub, of_x.exponent, of_y.exponent);
    // As many binary digits at once as 64 bits have room for. Threads part here, and meet behind the loop.
    let (again, done) = (code.label(), code.label());
    code.place_label(again);
    let over = code.compare(Compare::Le, Ty::S32, left, 0);
    code.branch_if(over, true, done);
    let step = code.int(Opcode::Min, left, 63 - format.mantissa);
    let shifted = code.int(Opcode::Shl, rest, step);
    let next = code.op(Opcode::Rem, Ty::U64, wide, &[shifted.into(), divisor.into()]);
    code.assign(rest, next);
    let fewer = code.int(Opcode::Sub, left, step);
    code.assign(left, fewer);
    code.push(Inst::Branch(again));
    code.place_label(done);
    let whole = compose(code, &format, rest, of_y.exponent);
    finish_remainder(code, &format, x, y, whole)
}

/// digits·2^exponent in the format.
fn compose(code: &mut Builder<'_>, format: &Format, digits: Reg, exponent: Reg) -> Reg {
    let (digits, exponent) = if format.class == Class::B64 {
        (digits, code.convert(Ty::U64, Ty::U32, Mode::default(), Class::B64, exponent))
    } else {
        (code.convert(Ty::U32, Ty::U64, Mode::default(), Class::B32, digits), exponent)
    };
    let field = code.int(Opcode::Shl, exponent, format.mantissa);
    let normal = code.int(Opcode::Add, field, digits);
    let normal = code.int(Opcode::Sub, normal, 1i64 << format.mantissa);
    // Adding and subtracting the leading digit is exact.
    let raised = code.int(Opcode::Or, field, digits);
    let rn = Mode::round(Round::Rn);
    let lesser = code.op_with(Opcode::Sub, format.ty, rn, format.class, &[raised.into(), field.into()]);
    let leads = code.int(Opcode::And, digits, 1i64 << format.mantissa);
    let leads = code.compare(Compare::Ne, format.class.ty(), leads, 0);
    code.choose(leads, normal, lesser)
}

/// Finishes with the sign of x: x itself for |x| < y, and NaN without a remainder.
fn finish_remainder(code: &mut Builder<'_>, format: &Format, x: Reg, y: Reg, whole: Reg) -> Reg {
    // The remainder has the sign of x.
    let sign = code.int(Opcode::And, x, format.sign);
    let signed = code.int(Opcode::Or, whole, sign);
    let [size_x, size_y] = [x, y].map(|reg| code.int(Opcode::And, reg, !format.sign));
    let less = code.compare(Compare::Lt, format.ty, size_x, size_y);
    let result = code.choose(less, x, signed);
    let number = |number: f64| -> Operand {
        if format.class == Class::B64 { number.into() } else { round_to_f32(number).into() }
    };
    // Both comparisons are false of NaN.
    let finite = code.compare(Compare::Lt, format.ty, size_x, number(f64::INFINITY));
    let divides = code.compare(Compare::Ne, format.ty, y, number(0.0));
    let valid = code.and(finite, divides);
    let from = [result.into(), number(f64::NAN), valid.into()];
    code.op(Opcode::Selp, format.class.ty(), format.class, &from)
}
