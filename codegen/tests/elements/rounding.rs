//! Numbers of the machine: how their bits are read, and what an operation rounds them to.

use rustc_apfloat::Float as _;
use rustc_apfloat::Round as Soft;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};

use crate::ir::ptx::{Opcode, Round, Ty};

/// So many low bits.
pub(crate) const fn mask(bits: u32) -> u64 {
    if bits == 64 { u64::MAX } else { (1 << bits) - 1 }
}

/// Bits of a type, and whether it is a signed integer.
pub(crate) fn shape(ty: Ty) -> (u32, bool) {
    match ty {
        Ty::Pred => (1, false),
        Ty::B8 | Ty::U8 => (8, false),
        Ty::S8 => (8, true),
        Ty::B16 | Ty::U16 | Ty::F16 | Ty::Bf16 | Ty::E4m3x2 | Ty::E5m2x2 => (16, false),
        Ty::S16 => (16, true),
        Ty::B32 | Ty::U32 | Ty::F32 | Ty::Tf32 | Ty::F16x2 | Ty::Bf16x2 => (32, false),
        Ty::S32 => (32, true),
        Ty::B64 | Ty::U64 | Ty::F64 => (64, false),
        Ty::S64 => (64, true),
    }
}

pub(crate) fn is_float(ty: Ty) -> bool {
    matches!(ty, Ty::F16 | Ty::Bf16 | Ty::F32 | Ty::F64 | Ty::Tf32)
}

pub(crate) fn integer(bits: u64, ty: Ty) -> i128 {
    let (width, signed) = shape(ty);
    let bits = bits & mask(width);
    if signed { i128::from((bits << (64 - width)).cast_signed() >> (64 - width)) } else { bits.into() }
}

pub(crate) const fn soft(round: Option<Round>) -> Soft {
    match round {
        None | Some(Round::Rn | Round::Rni | Round::Approx | Round::Full) => Soft::NearestTiesToEven,
        Some(Round::Rz | Round::Rzi) => Soft::TowardZero,
        Some(Round::Rm | Round::Rmi) => Soft::TowardNegative,
        Some(Round::Rp | Round::Rpi) => Soft::TowardPositive,
        Some(Round::Rna) => Soft::NearestTiesToAway,
    }
}

/// The number that a float's bits stand for.
pub(crate) fn number(bits: u64, ty: Ty) -> f64 {
    match ty {
        Ty::F64 => f64::from_bits(bits),
        Ty::F32 | Ty::Tf32 => f32::from_bits(bits as u32).into(),
        Ty::Bf16 => f32::from_bits((bits as u32) << 16).into(),
        Ty::F16 => {
            spec::syntax::format::value(bits & 0xffff, spec::syntax::types::Scalar::F16).expect("a float")
        }
        other => panic!("{other} is no float of the machine"),
    }
}

/// A number rounded to a type's format.
pub(crate) fn encode(value: f64, ty: Ty, round: Soft) -> u64 {
    use rustc_apfloat::FloatConvert;
    if value.is_nan() {
        return match ty {
            Ty::F64 => 0x7ff8_0000_0000_0000,
            Ty::F32 | Ty::Tf32 => 0x7fff_ffff,
            _ => 0x7fff,
        };
    }
    let wide = Double::from_bits(value.to_bits().into());
    let bits = match ty {
        Ty::F64 => value.to_bits().into(),
        Ty::F32 => FloatConvert::<Single>::convert_r(wide, round, &mut false).value.to_bits(),
        Ty::F16 => FloatConvert::<Half>::convert_r(wide, round, &mut false).value.to_bits(),
        Ty::Bf16 => FloatConvert::<BFloat>::convert_r(wide, round, &mut false).value.to_bits(),
        Ty::Tf32 => {
            assert_eq!(round, Soft::NearestTiesToEven);
            let format = spec::syntax::types::Scalar::Tf32;
            spec::syntax::format::nearest(value, format).expect("it has infinity").into()
        }
        other => panic!("{other} is no float of the machine"),
    };
    bits as u64
}

pub(crate) fn flush(bits: u64, ty: Ty, on: bool) -> u64 {
    let value = number(bits, ty);
    let tiny = on && value != 0.0 && value.abs() < f64::from(f32::MIN_POSITIVE);
    if tiny { bits & 1 << 31 } else { bits }
}

/// Arithmetic of two or three floats, rounded once.
pub(crate) fn arithmetic(op: Opcode, ty: Ty, round: Soft, from: &[u64]) -> u64 {
    macro_rules! of {
        ($soft:ty) => {{
            let all: Vec<$soft> = from.iter().map(|bits| <$soft>::from_bits((*bits).into())).collect();
            let result = match op {
                Opcode::Add => all[0].add_r(all[1], round).value,
                Opcode::Sub => all[0].sub_r(all[1], round).value,
                Opcode::Mul => all[0].mul_r(all[1], round).value,
                Opcode::Div => all[0].div_r(all[1], round).value,
                Opcode::Fma => all[0].mul_add_r(all[1], all[2], round).value,
                other => panic!("{other} of floats"),
            };
            result.to_bits() as u64
        }};
    }
    let near = round == Soft::NearestTiesToEven;
    let bits = match (ty, op) {
        (Ty::F64, Opcode::Fma) if near => {
            let [a, b, c] = [0, 1, 2].map(|at| f64::from_bits(from[at]));
            a.mul_add(b, c).to_bits()
        }
        (Ty::F32, Opcode::Fma) if near => {
            let [a, b, c] = [0, 1, 2].map(|at| f32::from_bits(from[at] as u32));
            a.mul_add(b, c).to_bits().into()
        }
        (Ty::F64, _) if near => {
            let [a, b] = [0, 1].map(|at| f64::from_bits(from[at]));
            let value = match op {
                Opcode::Add => a + b,
                Opcode::Sub => a - b,
                Opcode::Mul => a * b,
                _ => a / b,
            };
            value.to_bits()
        }
        (Ty::F16, _) => of!(Half),
        (Ty::Bf16, _) => of!(BFloat),
        (Ty::F32, _) => of!(Single),
        _ => of!(Double),
    };
    if number(bits, ty).is_nan() { encode(f64::NAN, ty, round) } else { bits }
}

/// The square root in any rounding: binary64's, moved where it is on the wrong side.
pub(crate) fn root(value: f64, ty: Ty, round: Soft) -> u64 {
    let near = value.sqrt();
    if ty != Ty::F64 {
        return encode(near, ty, round);
    }
    let scale = if value < 1e-200 { 2f64.powi(300) } else { 1.0 };
    let (scaled, scaled_near) = (value * scale * scale, near * scale);
    let rest = scaled_near.mul_add(-scaled_near, scaled);
    let moved = match round {
        Soft::TowardPositive if rest > 0.0 => near.next_up(),
        Soft::TowardNegative | Soft::TowardZero if rest < 0.0 => near.next_down(),
        _ => near,
    };
    encode(moved, ty, round)
}
