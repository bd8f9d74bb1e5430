//! Formats that the machine does not compute in, from and to binary32: `tf32`, those of eight bits and of four.

use spec::syntax::attributes::Rounding;
use spec::syntax::types::Scalar;

use crate::ir::builder::Builder;
use crate::ir::ptx::{Class, Compare, Inst, Mode, Opcode, Operand, Reg, Round, Ty};
use crate::lower::arith::float_builder::{FloatBuilder, exp2_const, round_to_f32};

/// The bits of a `tf32` that count.
pub(crate) const TF32: i64 = 0xffff_e000;
/// The first capability that rounds to the nearest `tf32`, ties to even (PTX ISA, `cvt`).
const HOPPER: u32 = 90;
/// NaN in binary32.
const NAN: i64 = 0x7fff_ffff;
/// The position of the exponent of binary32.
const EXPONENT: i64 = 23;

/// A small format: `mantissa` bits, the exponent of the least normal number, the greatest number, the pattern of NaN and the sign
/// bit.
struct Small {
    mantissa: i64,
    least: i64,
    greatest: f64,
    nan: i64,
    sign: i64,
}

const E4M3: Small = Small { mantissa: 3, least: -6, greatest: 448.0, nan: 0x7f, sign: 7 };
const E5M2: Small = Small { mantissa: 2, least: -14, greatest: 57344.0, nan: 0x7f, sign: 7 };
const E2M1: Small = Small { mantissa: 1, least: 0, greatest: 6.0, nan: 7, sign: 3 };

/// A small float in binary32.
pub(crate) fn decode(code: &mut Builder<'_>, scalar: Scalar, reg: Reg) -> Reg {
    match scalar {
        Scalar::F8E8m0fnu => {
            // The least number is subnormal in binary32.
            let shifted = code.int(Opcode::Shl, reg, EXPONENT);
            let number = code.op(Opcode::Max, Ty::U32, Class::B32, &[shifted.into(), Operand::Int(1 << 22)]);
            let nan = code.compare(Compare::Eq, Ty::U32, reg, 0xff);
            let other = code.mov(Class::B32, NAN);
            code.choose(nan, other, number)
        }
        Scalar::F8E5m2 => {
            let half = half_of_e5m2(code, reg);
            code.convert(Ty::F32, Ty::F16, Mode::default(), Class::B32, half)
        }
        Scalar::F4E2m1fn => widen_digits(code, reg, &E2M1),
        Scalar::F8E4m3fn => {
            let number = widen_digits(code, reg, &E4M3);
            let magnitude = code.int(Opcode::And, reg, E4M3.nan);
            let nan = code.compare(Compare::Eq, Ty::U32, magnitude, E4M3.nan);
            let other = code.mov(Class::B32, NAN);
            code.choose(nan, other, number)
        }
        Scalar::F16
        | Scalar::Bf16
        | Scalar::F32
        | Scalar::F64
        | Scalar::Tf32
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => unreachable!("{scalar} is no small float"),
    }
}

/// Moves digits to their place in binary32. A product corrects the exponent and also normalizes subnormal numbers.
fn widen_digits(code: &mut Builder<'_>, reg: Reg, format: &Small) -> Reg {
    let magnitude = code.int(Opcode::And, reg, (1i64 << format.sign) - 1);
    let magnitude = code.int(Opcode::Shl, magnitude, EXPONENT - format.mantissa);
    // A product by a power of two is exact, and normalizes what was subnormal.
    let number = FloatBuilder::f32(code).mul(magnitude, exp2_const(126 + format.least));
    let sign = code.int(Opcode::And, reg, 1i64 << format.sign);
    let sign = code.int(Opcode::Shl, sign, 31 - format.sign);
    code.int(Opcode::Or, number, sign)
}

/// Widens an `f8E5M2` to a half: the byte is the upper half.
pub(crate) fn half_of_e5m2(code: &mut Builder<'_>, reg: Reg) -> Reg {
    let shifted = code.int(Opcode::Shl, reg, 8);
    let (low, high) = (code.reg(Class::B16), code.reg(Class::B16));
    code.push(Inst::Unpack { to: vec![low, high], from: shifted });
    low
}

/// A single in a format that the machine does not have, rounded.
pub(crate) fn encode(code: &mut Builder<'_>, target: Scalar, rounding: Rounding, reg: Reg) -> Reg {
    match target {
        Scalar::Tf32 => tf32(code, rounding, reg),
        Scalar::F8E8m0fnu => power_of_two(code, rounding == Rounding::PositiveInf, reg),
        Scalar::F8E5m2 => round_to_small(code, &E5M2, reg),
        Scalar::F4E2m1fn => round_to_small(code, &E2M1, reg),
        Scalar::F8E4m3fn => round_to_small(code, &E4M3, reg),
        Scalar::F16
        | Scalar::Bf16
        | Scalar::F32
        | Scalar::F64
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => unreachable!("{target} is a format of the machine"),
    }
}

fn unless_nan(code: &mut Builder<'_>, reg: Reg, nan: i64, result: Reg) -> Reg {
    let is_nan = code.compare(Compare::Nan, Ty::F32, reg, reg);
    let other = code.mov(Class::B32, nan);
    code.choose(is_nan, other, result)
}

/// Rounds to `tf32`, by an instruction if the target has one. Otherwise an added number carries into the last kept bit, or does
/// not.
fn tf32(code: &mut Builder<'_>, rounding: Rounding, reg: Reg) -> Reg {
    if rounding == Rounding::NearestEven && code.target().sm >= HOPPER {
        let mode = Mode { round: Some(Round::Rn), ..Mode::default() };
        let rounded = code.convert(Ty::Tf32, Ty::F32, mode, Class::B32, reg);
        return code.int(Opcode::And, rounded, TF32);
    }
    let carried = match rounding {
        Rounding::Zero => reg,
        Rounding::NearestAway => code.int(Opcode::Add, reg, 0x1000),
        Rounding::NearestEven
        | Rounding::NegativeInf
        | Rounding::PositiveInf
        | Rounding::Approx
        | Rounding::Full
        | Rounding::NearestIntToZero => {
            let last = code.shift_right(reg, 13);
            let last = code.int(Opcode::And, last, 1);
            // Round half to even, in integers: half of the last place, and one more if the last bit is odd.
            let carried = code.int(Opcode::Add, reg, 0xfff);
            code.int(Opcode::Add, carried, last)
        }
    };
    let kept = code.int(Opcode::And, carried, TF32);
    unless_nan(code, reg, NAN & TF32, kept)
}

/// `f8E8M0FNU`: the exponent of the magnitude, or the next one.
fn power_of_two(code: &mut Builder<'_>, up: bool, reg: Reg) -> Reg {
    let magnitude = code.int(Opcode::And, reg, NAN);
    let mut carried = magnitude;
    if up {
        carried = code.int(Opcode::Add, magnitude, (1i64 << EXPONENT) - 1);
    }
    let exponent = code.shift_right(carried, EXPONENT);
    let mut result = code.int(Opcode::Min, exponent, 0xfe);
    if up {
        // 2⁻¹²⁷ is subnormal in binary32.
        let least = code.compare(Compare::Le, Ty::U32, magnitude, 1 << 22);
        let zero = code.mov(Class::B32, 0);
        result = code.choose(least, zero, result);
    }
    unless_nan(code, reg, 0xff, result)
}

/// The nearest, ties to even; what is larger than the greatest number becomes that.
fn round_to_small(code: &mut Builder<'_>, format: &Small, reg: Reg) -> Reg {
    let mut calc = FloatBuilder::f32(code);
    let magnitude = calc.abs(reg);
    let magnitude = calc.min(magnitude, format.greatest);
    let dropped = EXPONENT - format.mantissa;
    // A sum with this number has its last digit at the last digit of the format's subnormal numbers.
    let grid = exp2_const(format.least + dropped);
    let tiny = calc.add(magnitude, grid);
    // Subnormal results are rounded by the sum, normal ones in integers.
    let below = calc.compare(magnitude, Compare::Lt, exp2_const(format.least));
    let tiny = code.int(Opcode::Sub, tiny, i64::from(round_to_f32(grid).to_bits()));
    let last = code.shift_right(magnitude, dropped);
    let last = code.int(Opcode::And, last, 1);
    // One sum changes the bias of the exponent and rounds the dropped bits.
    let bias = (1i64 << (dropped - 1)) - 1 - ((126 + format.least) << EXPONENT);
    let carried = code.int(Opcode::Add, magnitude, bias);
    let carried = code.int(Opcode::Add, carried, last);
    let normal = code.shift_right(carried, dropped);
    let result = code.choose(below, tiny, normal);
    let sign = code.shift_right(reg, 31 - format.sign);
    let sign = code.int(Opcode::And, sign, 1i64 << format.sign);
    let result = code.int(Opcode::Or, result, sign);
    unless_nan(code, reg, format.nan, result)
}

/// `bf16` rounded down or up: the upper half, one more where something is dropped on the side that the rounding leads away from zero.
pub(crate) fn directed_bf16(code: &mut Builder<'_>, up: bool, reg: Reg) -> Reg {
    let away = code.int(Opcode::Add, reg, 0xffff);
    let leads = code.compare(if up { Compare::Ge } else { Compare::Lt }, Ty::S32, reg, 0);
    let carried = code.choose(leads, away, reg);
    let carried = unless_nan(code, reg, NAN, carried);
    let (low, high) = (code.reg(Class::B16), code.reg(Class::B16));
    code.push(Inst::Unpack { to: vec![low, high], from: carried });
    high
}
