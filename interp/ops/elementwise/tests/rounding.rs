//! Directed rounding against its definition, where the exact result fits a wider format; and single values by hand.

use proptest::prelude::*;
use spec::syntax::attributes::{Attributes, Rounding};
use spec::syntax::op::Op;
use spec::syntax::types::Scalar;

use super::floats::bits;
use super::on;

fn f32_of(op: Op, at: &Attributes, operands: &[u32]) -> u32 {
    let operands: Vec<u64> = operands.iter().map(|bits| u64::from(*bits)).collect();
    on(op, at, Scalar::F32, Scalar::F32, &operands).unwrap() as u32
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The product of two f32 is exact in f64, but where it is smaller than any subnormal.
    #[test]
    fn a_product_lies_between_its_roundings(a in bits(Scalar::F32), b in bits(Scalar::F32)) {
        let exact = f64::from(f32::from_bits(a as u32)) * f64::from(f32::from_bits(b as u32));
        let range = f64::from(f32::MIN_POSITIVE)..f64::from(f32::MAX);
        if !range.contains(&exact.abs()) {
            return Ok(());
        }
        let rounded = |rounding| {
            let at = Attributes { rounding: Some(rounding), ..Attributes::default() };
            f32::from_bits(f32_of(Op::Mulf, &at, &[a as u32, b as u32]))
        };
        let (down, up) = (rounded(Rounding::NegativeInf), rounded(Rounding::PositiveInf));
        prop_assert!(f64::from(down) <= exact && exact <= f64::from(up));
        prop_assert_eq!(up, if f64::from(down) == exact { down } else { down.next_up() });
        prop_assert_eq!(rounded(Rounding::Zero), if exact < 0.0 { up } else { down });
        let near = rounded(Rounding::NearestEven);
        prop_assert!((f64::from(near) - exact).abs() <= (f64::from(down) - exact).abs());
        prop_assert!((f64::from(near) - exact).abs() <= (f64::from(up) - exact).abs());
    }

    /// Sum and product of two f16 are exact in f64.
    #[test]
    fn halves(a in bits(Scalar::F16), b in bits(Scalar::F16)) {
        let wide = |bits: u64| half::f16::from_bits(bits as u16).to_f64();
        for (op, exact) in [(Op::Addf, wide(a) + wide(b)), (Op::Mulf, wide(a) * wide(b))] {
            if !exact.is_finite() || exact.abs() > 65504.0 {
                continue;
            }
            let rounded = |rounding| {
                let at = Attributes { rounding: Some(rounding), ..Attributes::default() };
                wide(on(op, &at, Scalar::F16, Scalar::F16, &[a, b]).unwrap())
            };
            let (down, up) = (rounded(Rounding::NegativeInf), rounded(Rounding::PositiveInf));
            let near = rounded(Rounding::NearestEven);
            prop_assert!(down <= exact && exact <= up, "{down} {exact} {up}");
            prop_assert!(near == down || near == up);
            prop_assert!((near - exact).abs() <= (down - exact).abs() && (near - exact).abs() <= (up - exact).abs());
        }
    }
}

#[test]
fn greatest_and_least() {
    let (nan, other_nan) = (0x7fc0_0001, 0xffc0_0000);
    let (one, two, zero, minus_zero) = (0x3f80_0000, 0x4000_0000, 0, 0x8000_0000);
    let plain = Attributes::default();
    let propagating = Attributes { propagate_nan: true, ..Attributes::default() };
    let cases = [
        ([one, two], two, one, two, one),
        ([nan, two], two, two, 0x7fff_ffff, 0x7fff_ffff),
        ([two, nan], two, two, 0x7fff_ffff, 0x7fff_ffff),
        ([nan, other_nan], 0x7fff_ffff, 0x7fff_ffff, 0x7fff_ffff, 0x7fff_ffff),
        ([zero, minus_zero], zero, minus_zero, zero, minus_zero),
        ([minus_zero, zero], zero, minus_zero, zero, minus_zero),
    ];
    for (operands, max, min, max_nan, min_nan) in cases {
        assert_eq!(f32_of(Op::Maxf, &plain, &operands), max, "{operands:x?}");
        assert_eq!(f32_of(Op::Minf, &plain, &operands), min, "{operands:x?}");
        assert_eq!(f32_of(Op::Maxf, &propagating, &operands), max_nan, "{operands:x?}");
        assert_eq!(f32_of(Op::Minf, &propagating, &operands), min_nan, "{operands:x?}");
    }
}

#[test]
fn subnormals_are_flushed_where_asked() {
    let flush = Attributes { flush_to_zero: true, ..Attributes::default() };
    let plain = Attributes::default();
    let (least_normal, subnormal, minus_subnormal, one) =
        (0x0080_0000, 0x0040_0000, 0x8040_0000, 0x3f80_0000);
    let half = 0x3f00_0000;
    assert_eq!(f32_of(Op::Addf, &plain, &[subnormal, subnormal]), least_normal);
    assert_eq!(f32_of(Op::Addf, &flush, &[subnormal, subnormal]), 0);
    assert_eq!(f32_of(Op::Mulf, &plain, &[least_normal, half]), subnormal);
    assert_eq!(f32_of(Op::Mulf, &flush, &[least_normal, half]), 0);
    assert_eq!(f32_of(Op::Mulf, &flush, &[minus_subnormal, one]), 0x8000_0000);
    assert_eq!(f32_of(Op::Maxf, &flush, &[minus_subnormal, minus_subnormal]), 0x8000_0000);
    assert_eq!(f32_of(Op::Fma, &flush, &[one, subnormal, least_normal]), least_normal);
    let upwards = Attributes { rounding: Some(Rounding::PositiveInf), ..flush };
    assert_eq!(f32_of(Op::Addf, &upwards, &[subnormal, one]), one);
}

#[test]
fn a_negation_keeps_a_nan() {
    assert_eq!(f32_of(Op::Negf, &Attributes::default(), &[0x7fc0_0001]), 0xffc0_0001);
    assert_eq!(f32_of(Op::Negf, &Attributes::default(), &[0]), 0x8000_0000);
}

#[test]
fn f64_to_f16_is_rounded_once() {
    // 1 + 2⁻¹¹ + 2⁻⁴⁰ is above the middle of 1 and 1 + 2⁻¹⁰; through f32 it would become the middle, and then 1.
    let value = (1.0f64 + 2f64.powi(-11) + 2f64.powi(-40)).to_bits();
    assert_eq!(on(Op::Ftof, &Attributes::default(), Scalar::F64, Scalar::F16, &[value]), Ok(0x3c01));
    // The bf16 case: 1 + 2⁻⁸ + 2⁻⁴⁰.
    let value = (1.0f64 + 2f64.powi(-8) + 2f64.powi(-40)).to_bits();
    assert_eq!(on(Op::Ftof, &Attributes::default(), Scalar::F64, Scalar::Bf16, &[value]), Ok(0x3f81));
    // And for an integer: 2²⁴ + 2¹⁶ + 1.
    let number = (1u64 << 24) + (1 << 16) + 1;
    assert_eq!(on(Op::Itof, &Attributes::default(), Scalar::I64, Scalar::Bf16, &[number]), Ok(0x4b81));
}
