//! Float operations against the host, `half`, and software floats in every mode.

use proptest::prelude::*;
use proptest::sample::select;
use rustc_apfloat::ieee::{BFloat, Double, Half, Single};
use rustc_apfloat::{Float as Soft, FloatConvert, Round};
use spec::syntax::attributes::{Attributes, Comparison, Ordering, Rounding, Signedness};
use spec::syntax::format;
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::on;

const MODES: &[(Rounding, Round)] = &[
    (Rounding::NearestEven, Round::NearestTiesToEven),
    (Rounding::Zero, Round::TowardZero),
    (Rounding::NegativeInf, Round::TowardNegative),
    (Rounding::PositiveInf, Round::TowardPositive),
];

const FORMATS: [Scalar; 4] = [Scalar::F16, Scalar::Bf16, Scalar::F32, Scalar::F64];

/// The index of a format in the list.
pub(super) fn place(scalar: Scalar) -> usize {
    FORMATS.iter().position(|format| *format == scalar).expect("it is a float")
}

/// The NaN pattern of an operation.
fn nan(scalar: Scalar) -> u64 {
    match scalar.bits() {
        16 => 0x7fff,
        32 => 0x7fff_ffff,
        _ => 0x7ff8_0000_0000_0000,
    }
}

fn mode(rounding: Rounding) -> Attributes {
    Attributes { rounding: Some(rounding), ..Attributes::default() }
}

/// Bits of floats: any, or with exponents near enough to each other that something happens, or special.
pub(super) fn bits(scalar: Scalar) -> impl Strategy<Value = u64> {
    let (mantissa, exponent) = [(10u32, 15u64), (7, 127), (23, 127), (52, 1023)][place(scalar)];
    let sign = 1u64 << (scalar.bits() - 1);
    let infinity = (2 * exponent + 1) << mantissa;
    let mask = u64::MAX >> (64 - scalar.bits());
    let special = vec![
        0,
        1,
        infinity,
        infinity - 1,
        infinity | 1 << (mantissa - 1),
        1 << mantissa,
        (1 << mantissa) - 1,
        exponent << mantissa,
    ];
    let special = special.into_iter().flat_map(|bits| [bits, bits | sign]).collect::<Vec<u64>>();
    let near = (any::<u64>(), exponent - 6..exponent + 7).prop_map(move |(word, exponent)| {
        (word & sign) | exponent << mantissa | word & ((1 << mantissa) - 1)
    });
    prop_oneof![any::<u64>().prop_map(move |word| word & mask), near, select(special)]
}

/// An operation in software.
fn soft<S: Soft>(op: Op, [a, b, c]: [u64; 3], round: Round, scalar: Scalar) -> u64 {
    let [a, b, c] = [a, b, c].map(|bits| S::from_bits(bits.into()));
    let results = [
        (Op::Addf, a.add_r(b, round)),
        (Op::Subf, a.sub_r(b, round)),
        (Op::Mulf, a.mul_r(b, round)),
        (Op::Divf, a.div_r(b, round)),
        (Op::Fma, a.mul_add_r(b, c, round)),
    ];
    let (_, result) = results[results.iter().position(|(known, _)| *known == op).expect("it is listed")];
    if result.value.is_nan() { nan(scalar) } else { result.value.to_bits() as u64 }
}

fn operands() -> impl Strategy<Value = (Scalar, [u64; 3])> {
    select(&FORMATS[..]).prop_flat_map(|scalar| (Just(scalar), [bits(scalar), bits(scalar), bits(scalar)]))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn arithmetic_in_every_mode((scalar, operands) in operands(), (rounding, round) in select(MODES)) {
        for op in [Op::Addf, Op::Subf, Op::Mulf, Op::Divf, Op::Fma] {
            let count = if op == Op::Fma { 3 } else { 2 };
            let expected = match place(scalar) {
                0 => soft::<Half>(op, operands, round, scalar),
                1 => soft::<BFloat>(op, operands, round, scalar),
                2 => soft::<Single>(op, operands, round, scalar),
                _ => soft::<Double>(op, operands, round, scalar),
            };
            let given = on(op, &mode(rounding), scalar, scalar, &operands[..count]);
            prop_assert_eq!(given, Ok(expected), "{:?} {:?} {:?} {:x?}", op, scalar, rounding, operands);
        }
    }

    #[test]
    fn the_host_agrees((a, b) in (bits(Scalar::F32), bits(Scalar::F32)), (c, d) in (bits(Scalar::F64), bits(Scalar::F64))) {
        let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
        let (u, v) = (f64::from_bits(c), f64::from_bits(d));
        let single = |op| on(op, &Attributes::default(), Scalar::F32, Scalar::F32, &[a, b]);
        let double = |op| on(op, &Attributes::default(), Scalar::F64, Scalar::F64, &[c, d]);
        for (op, z, w) in [(Op::Addf, x + y, u + v), (Op::Subf, x - y, u - v), (Op::Mulf, x * y, u * v), (Op::Divf, x / y, u / v)] {
            prop_assert_eq!(single(op), Ok(if z.is_nan() { 0x7fff_ffff } else { z.to_bits().into() }));
            prop_assert_eq!(double(op), Ok(if w.is_nan() { 0x7ff8_0000_0000_0000 } else { w.to_bits() }));
        }
    }

    #[test]
    fn comparisons((scalar, [a, b, _]) in operands()) {
        let wide = |bits: u64| match place(scalar) {
            0 => half::f16::from_bits(bits as u16).to_f64(),
            1 => half::bf16::from_bits(bits as u16).to_f64(),
            2 => f32::from_bits(bits as u32).into(),
            _ => f64::from_bits(bits),
        };
        let (x, y) = (wide(a), wide(b));
        let order = x.partial_cmp(&y);
        use std::cmp::Ordering::{Equal, Greater, Less};
        let comparisons: [(Comparison, &[std::cmp::Ordering]); 6] = [
            (Comparison::Equal, &[Equal]),
            (Comparison::NotEqual, &[Less, Greater]),
            (Comparison::LessThan, &[Less]),
            (Comparison::LessThanOrEqual, &[Less, Equal]),
            (Comparison::GreaterThan, &[Greater]),
            (Comparison::GreaterThanOrEqual, &[Greater, Equal]),
        ];
        for (comparison, orders) in comparisons {
            for ordering in [Ordering::Ordered, Ordering::Unordered] {
                let at = Attributes { comparison: Some(comparison), ordering: Some(ordering), ..Attributes::default() };
                let expected = order.map_or(ordering == Ordering::Unordered, |order| orders.contains(&order));
                prop_assert_eq!(on(Op::Cmpf, &at, scalar, Scalar::I1, &[a, b]), Ok(expected.into()));
            }
        }
    }

    #[test]
    fn conversions_between_formats((from, [a, ..]) in operands(), to in select(&FORMATS[..]), (rounding, round) in select(MODES)) {
        fn to_each<S>(bits: u64, to: Scalar, round: Round) -> u64
        where
            S: Soft + FloatConvert<Half> + FloatConvert<BFloat> + FloatConvert<Single> + FloatConvert<Double>,
        {
            fn done<T: Soft>(value: T, scalar: Scalar) -> u64 {
                if value.is_nan() { nan(scalar) } else { value.to_bits() as u64 }
            }
            let value = S::from_bits(bits.into());
            match place(to) {
                0 => done::<Half>(value.convert_r(round, &mut false).value, to),
                1 => done::<BFloat>(value.convert_r(round, &mut false).value, to),
                2 => done::<Single>(value.convert_r(round, &mut false).value, to),
                _ => done::<Double>(value.convert_r(round, &mut false).value, to),
            }
        }
        let expected = match place(from) {
            0 => to_each::<Half>(a, to, round),
            1 => to_each::<BFloat>(a, to, round),
            2 => to_each::<Single>(a, to, round),
            _ => to_each::<Double>(a, to, round),
        };
        let seen = on(Op::Ftof, &mode(rounding), from, to, &[a]);
        // `conversions` tests the bits of NaN.
        let both = expected == nan(to) && seen.is_ok_and(|bits| format::value(bits, to).is_some_and(f64::is_nan));
        prop_assert!(both || seen == Ok(expected), "{:?} {:x}", seen, expected);
    }

    #[test]
    fn integers_become_the_nearest(word: u64, bits in select(&[1u32, 8, 16, 32, 64][..]), unsigned: bool, (rounding, round) in select(MODES)) {
        let from = [Scalar::I1, Scalar::I8, Scalar::I16, Scalar::I32, Scalar::I64][[1, 8, 16, 32, 64].iter().position(|b| *b == bits).unwrap()];
        let word = word >> (64 - bits);
        let negative = !unsigned && word >> (bits - 1) == 1;
        let number = if negative { i128::from(word) - (1 << bits) } else { word.into() };
        let signedness = Some(if unsigned { Signedness::Unsigned } else { Signedness::Signed });
        let at = Attributes { signedness, ..mode(rounding) };
        let half = Half::from_i128_r(number, round).value.to_bits() as u64;
        let brain = BFloat::from_i128_r(number, round).value.to_bits() as u64;
        let single = Single::from_i128_r(number, round).value.to_bits() as u64;
        let double = Double::from_i128_r(number, round).value.to_bits() as u64;
        for (to, expected) in [(Scalar::F16, half), (Scalar::Bf16, brain), (Scalar::F32, single), (Scalar::F64, double)] {
            prop_assert_eq!(on(Op::Itof, &at, from, to, &[word]), Ok(expected), "{:?} {}", to, number);
        }
    }
}
