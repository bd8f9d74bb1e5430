//! Conversions between all float formats in all permitted roundings: every pattern of at most 16 bits, against software floats, or against
//! the definition for formats that they lack.

use proptest::prelude::*;
use rustc_apfloat::ieee::{BFloat, Double, Float8E4M3FN, Float8E5M2, Half, IeeeFloat, Semantics, Single};
use rustc_apfloat::{Float as Soft, FloatConvert, Round};
use spec::syntax::attributes::{Attributes, Rounding, Signedness};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::on;
use crate::ops::elementwise::apply::apply;
use crate::ops::elementwise::signature::Signature;
use crate::values::tile::Tile;

/// tf32 without the bits that are not stored.
struct TensorFloat;

impl Semantics for TensorFloat {
    const BITS: usize = 19;
    const EXP_BITS: usize = 8;
}

const FLOATS: [Scalar; 9] = [
    Scalar::F16,
    Scalar::Bf16,
    Scalar::F32,
    Scalar::F64,
    Scalar::Tf32,
    Scalar::F8E4m3fn,
    Scalar::F8E5m2,
    Scalar::F8E8m0fnu,
    Scalar::F4E2m1fn,
];

const IEEE: [Rounding; 4] =
    [Rounding::NearestEven, Rounding::Zero, Rounding::NegativeInf, Rounding::PositiveInf];

/// The roundings that a conversion has (semantics E.5), by hand.
fn roundings(from: Scalar, to: Scalar) -> Vec<Rounding> {
    let widens = to.bits() > from.bits() || (from, to) == (Scalar::F64, Scalar::F32);
    match to {
        Scalar::F8E8m0fnu => vec![Rounding::Zero, Rounding::PositiveInf],
        Scalar::F8E4m3fn | Scalar::F8E5m2 | Scalar::F4E2m1fn => vec![Rounding::NearestEven],
        Scalar::Tf32 if from == Scalar::F32 => {
            vec![Rounding::NearestEven, Rounding::Zero, Rounding::NearestAway]
        }
        Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64 | Scalar::Tf32 if widens => IEEE.to_vec(),
        Scalar::F16 | Scalar::Bf16 | Scalar::F32 | Scalar::F64 | Scalar::Tf32 => {
            vec![Rounding::NearestEven, Rounding::Zero]
        }
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => Vec::new(),
    }
}

fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Zero => Round::TowardZero,
        Rounding::NegativeInf => Round::TowardNegative,
        Rounding::PositiveInf => Round::TowardPositive,
        Rounding::NearestAway => Round::NearestTiesToAway,
        Rounding::NearestEven | Rounding::NearestIntToZero | Rounding::Approx | Rounding::Full => {
            Round::NearestTiesToEven
        }
    }
}

/// The eight magnitudes of f4E2M1FN.
const E2M1: [f64; 8] = [0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0];

fn double<S: Soft + FloatConvert<Double>>(bits: u64) -> f64 {
    f64::from_bits(S::from_bits(bits.into()).convert(&mut false).value.to_bits() as u64)
}

/// The number of a bit pattern.
fn value(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::F16 => double::<Half>(bits),
        Scalar::Bf16 => double::<BFloat>(bits),
        Scalar::F32 => f32::from_bits(bits as u32).into(),
        Scalar::F64 => f64::from_bits(bits),
        Scalar::Tf32 => double::<IeeeFloat<TensorFloat>>(bits >> 13),
        Scalar::F8E4m3fn => double::<Float8E4M3FN>(bits),
        Scalar::F8E5m2 => double::<Float8E5M2>(bits),
        Scalar::F8E8m0fnu if bits == 0xff => f64::NAN,
        Scalar::F8E8m0fnu => 2f64.powi(bits as i32 - 127),
        Scalar::F4E2m1fn => E2M1[bits as usize & 7] * if bits < 8 { 1.0 } else { -1.0 },
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            panic!("{scalar} is no float")
        }
    }
}

fn soft<S: Soft>(number: f64, rounding: Rounding) -> u64
where
    Double: FloatConvert<S>,
{
    let result = Double::from_bits(number.to_bits().into()).convert_r(direction(rounding), &mut false);
    let value: S = result.value;
    value.to_bits() as u64
}

/// The result of a saturating format: the greatest number instead of infinity or NaN.
fn saturated(bits: u64, finite: u64) -> u64 {
    if bits & 0x7f > finite { bits & 0x80 | finite } else { bits }
}

/// The nearest pattern of the sixteen, ties to the even one, by trying all; the sign is the number's.
fn nearest_e2m1(number: f64) -> u64 {
    let number_abs = number.abs().min(6.0);
    let distance = |at: &usize| (E2M1[*at] - number_abs).abs();
    let least = (0..8).map(|at| distance(&at)).fold(f64::INFINITY, f64::min);
    let mut near: Vec<usize> = (0..8).filter(|at| distance(at) == least).collect();
    near.sort_by_key(|at| at % 2);
    near[0] as u64 | if number.is_sign_negative() { 8 } else { 0 }
}

/// The greatest power of two that is not above the magnitude, or the least that is not below it, by trying all.
fn power(number: f64, up: bool) -> u64 {
    let at = |power: u64| 2f64.powi(power as i32 - 127);
    let below = (0..=254).rev().find(|power| at(*power) <= number.abs()).unwrap_or(0);
    let above = (0..=254).find(|power| at(*power) >= number.abs()).unwrap_or(254);
    if up { above } else { below }
}

/// What a conversion of a number gives; NaN is told apart by [`is_right`].
fn expected(number: f64, to: Scalar, rounding: Rounding) -> u64 {
    match to {
        Scalar::F16 => soft::<Half>(number, rounding),
        Scalar::Bf16 => soft::<BFloat>(number, rounding),
        Scalar::F32 => soft::<Single>(number, rounding),
        Scalar::F64 => number.to_bits(),
        Scalar::Tf32 => soft::<IeeeFloat<TensorFloat>>(number, rounding) << 13,
        Scalar::F8E4m3fn => saturated(soft::<Float8E4M3FN>(number, rounding), 0x7e),
        Scalar::F8E5m2 => saturated(soft::<Float8E5M2>(number, rounding), 0x7b),
        Scalar::F8E8m0fnu => power(number, rounding == Rounding::PositiveInf),
        Scalar::F4E2m1fn => nearest_e2m1(number),
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
            panic!("{to} is no float")
        }
    }
}

/// The NaN that a conversion makes (semantics K-19; of four bits, which have none, the greatest number).
fn is_nan_of(from: Scalar, source: u64, to: Scalar, seen: u64) -> bool {
    match to {
        Scalar::F16 | Scalar::Bf16 => seen == 0x7fff,
        Scalar::F32 if from == Scalar::Bf16 => seen == source << 16 | 0x0040_0000,
        Scalar::F32 if from != Scalar::F64 => seen == 0x7fff_ffff,
        Scalar::F32 => f32::from_bits(seen as u32).is_nan() && seen >> 22 & 1 == 1,
        Scalar::F64 => f64::from_bits(seen).is_nan(),
        Scalar::Tf32 => seen == 0x7fff_e000,
        Scalar::F8E4m3fn | Scalar::F8E5m2 => seen == 0x7f,
        Scalar::F8E8m0fnu => seen == 0xff,
        Scalar::F4E2m1fn => seen == 7,
        Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => false,
    }
}

fn at(rounding: Rounding) -> Attributes {
    Attributes { rounding: Some(rounding), ..Attributes::default() }
}

#[track_caller]
fn check(from: Scalar, to: Scalar, rounding: Rounding, source: u64, seen: u64) {
    let number = value(from, source);
    let right = if number.is_nan() {
        is_nan_of(from, source, to, seen)
    } else {
        seen == expected(number, to, rounding)
    };
    assert!(right, "{number} ({from} {source:#x}) to {to}, {rounding:?}: {seen:#x}");
}

/// Tiles of every pattern of a type.
fn all(from: Scalar) -> Tile {
    match from.bits() {
        4 => Tile::of((0..16u8).collect()),
        8 => Tile::of((0..=u8::MAX).collect()),
        _ => Tile::of((0..=u16::MAX).collect()),
    }
}

#[test]
fn every_pattern_of_at_most_16_bits_converts() {
    let mut count = 0;
    for from in FLOATS.into_iter().filter(|from| from.bits() <= 16) {
        let tile = all(from);
        for to in FLOATS.into_iter().filter(|to| *to != from) {
            for rounding in roundings(from, to) {
                let types = Signature { from, last: from, to, payload: false };
                let seen = apply(Op::Ftof, &at(rounding), types, &[&tile], None);
                let seen = seen.expect("it is element-wise").expect("it breaks no rule");
                (0..tile.len()).for_each(|lane| check(from, to, rounding, tile.raw(lane), seen.raw(lane)));
                count += tile.len();
            }
        }
    }
    assert_eq!(count, 2_508_928);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn wide_floats_convert(word: u64, exponent in -140i64..140, which in 0..3usize, to in 0..9usize) {
        let from = [Scalar::F32, Scalar::F64, Scalar::Tf32][which];
        let to = FLOATS[to];
        let near = (word & !(0x7ff << 52)) | ((exponent + 1023) as u64) << 52;
        // Few bits in the mantissa make ties.
        let short = near & !0 << (word % 50);
        for source in [word, near, short] {
            let single = u64::from((f64::from_bits(source) as f32).to_bits());
            let source = [single, source, single >> 13 << 13][which];
            for rounding in roundings(from, to).into_iter().filter(|_| from != to) {
                let seen = on(Op::Ftof, &at(rounding), from, to, &[source]).expect("it breaks no rule");
                check(from, to, rounding, source, seen);
            }
        }
    }

    #[test]
    fn integers_convert_to_narrow_floats(word: u64, short in 0..64u32, unsigned: bool, from in 0..4usize) {
        let from = [Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64][from];
        let word = word >> short & (u64::MAX >> (64 - from.bits()));
        let unused = 64 - from.bits();
        let number = if unsigned { i128::from(word) } else { i128::from((word << unused).cast_signed() >> unused) };
        let signedness = Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed });
        let plain = Attributes { signedness, ..Attributes::default() };
        let near = Round::NearestTiesToEven;
        let e4m3 = saturated(Float8E4M3FN::from_i128_r(number, near).value.to_bits() as u64, 0x7e);
        let e5m2 = saturated(Float8E5M2::from_i128_r(number, near).value.to_bits() as u64, 0x7b);
        let tensor = (IeeeFloat::<TensorFloat>::from_i128_r(number, near).value.to_bits() as u64) << 13;
        // Beyond six everything saturates; below, integers are exact in binary64.
        let e2m1 = nearest_e2m1(number as f64);
        for (to, expected) in
            [(Scalar::F8E4m3fn, e4m3), (Scalar::F8E5m2, e5m2), (Scalar::Tf32, tensor), (Scalar::F4E2m1fn, e2m1)]
        {
            prop_assert_eq!(on(Op::Itof, &plain, from, to, &[word]), Ok(expected), "{:?} {}", to, number);
        }
    }
}

#[test]
fn what_the_documents_say_of_single_values() {
    let nearest = |from, to, bits| on(Op::Ftof, &at(Rounding::NearestEven), from, to, &[bits]);
    let single = |number: f32| u64::from(number.to_bits());
    // Saturation, infinity included (K-16); the least subnormal, and half of it.
    assert_eq!(nearest(Scalar::F32, Scalar::F8E4m3fn, single(1e9)), Ok(0x7e));
    assert_eq!(nearest(Scalar::F32, Scalar::F8E4m3fn, single(f32::NEG_INFINITY)), Ok(0xfe));
    assert_eq!(nearest(Scalar::F32, Scalar::F8E5m2, single(f32::INFINITY)), Ok(0x7b));
    assert_eq!(nearest(Scalar::F32, Scalar::F8E4m3fn, single(f32::NAN)), Ok(0x7f));
    assert_eq!(nearest(Scalar::F32, Scalar::F8E4m3fn, single(2f32.powi(-9))), Ok(0x01));
    assert_eq!(nearest(Scalar::F32, Scalar::F8E4m3fn, single(2f32.powi(-10))), Ok(0x00));
    // f16 from 65520 on (K-15), towards zero the greatest finite number.
    assert_eq!(nearest(Scalar::F32, Scalar::F16, single(65519.996)), Ok(0x7bff));
    assert_eq!(nearest(Scalar::F32, Scalar::F16, single(65520.0)), Ok(0x7c00));
    let zero = |to, bits| on(Op::Ftof, &at(Rounding::Zero), Scalar::F32, to, &[bits]);
    assert_eq!(zero(Scalar::F16, single(1e9)), Ok(0x7bff));
    assert_eq!(zero(Scalar::F16, single(f32::INFINITY)), Ok(0x7c00));
    // tf32: ties to even and away (K-17).
    let tie = single(1.0) | 0x1000;
    assert_eq!(nearest(Scalar::F32, Scalar::Tf32, tie), Ok(0x3f80_0000));
    assert_eq!(on(Op::Ftof, &at(Rounding::NearestAway), Scalar::F32, Scalar::Tf32, &[tie]), Ok(0x3f80_2000));
}

#[test]
fn nibbles_are_widened_and_narrowed() {
    let plain = |unsigned| Attributes {
        signedness: Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed }),
        ..Attributes::default()
    };
    for nibble in 0..16u64 {
        let signed = if nibble < 8 { nibble } else { nibble | 0xf0 };
        assert_eq!(on(Op::Exti, &plain(false), Scalar::I4, Scalar::I8, &[nibble]), Ok(signed));
        assert_eq!(on(Op::Exti, &plain(true), Scalar::I4, Scalar::I32, &[nibble]), Ok(nibble));
        let wide = nibble | 0xa50;
        assert_eq!(on(Op::Trunci, &plain(true), Scalar::I16, Scalar::I4, &[wide]), Ok(nibble));
    }
}
