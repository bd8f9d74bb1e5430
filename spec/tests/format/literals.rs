//! Literals: exact bits from text, and back.

use spec::syntax::attributes::{Constant, Literal};
use spec::syntax::literal::{parse, print};
use spec::syntax::types::Scalar;

use crate::random::Random;

#[test]
fn decimals_are_rounded_once() {
    let cases: &[(&str, Scalar, u64)] = &[
        ("1.0", Scalar::F16, 0x3c00),
        ("-1.0", Scalar::Bf16, 0xbf80),
        ("0.1", Scalar::F32, 0x3dcc_cccd),
        ("0.1", Scalar::F16, 0x2e66),
        ("0.1", Scalar::F64, 0x3fb9_9999_9999_999a),
        ("-0.0", Scalar::F16, 0x8000),
        // Halfway between 1 and the next f16, exactly: to even.
        ("1.00048828125", Scalar::F16, 0x3c00),
        // A little more and a little less, in digits that no f64 has.
        ("1.000488281250000000000000000000000001", Scalar::F16, 0x3c01),
        ("1.000488281249999999999999999999999999", Scalar::F16, 0x3c00),
        ("1.00146484375", Scalar::F16, 0x3c02),
        // The least subnormal, half of it, and a little more than half.
        ("5.9604644775390625e-8", Scalar::F16, 0x0001),
        ("2.98023223876953125e-8", Scalar::F16, 0x0000),
        ("2.98023223876953126e-8", Scalar::F16, 0x0001),
        ("65504", Scalar::F16, 0x7bff),
        ("65519.99", Scalar::F16, 0x7bff),
        ("65520", Scalar::F16, 0x7c00),
        ("1e400", Scalar::F16, 0x7c00),
        ("448.0", Scalar::F8E4m3fn, 0x7e),
        ("6.0", Scalar::F4E2m1fn, 0x7),
        ("1.0", Scalar::F8E8m0fnu, 0x7f),
        ("1.0", Scalar::Tf32, 0x3f80_0000),
        ("3.0e-2", Scalar::F8E5m2, 0x28),
    ];
    for (text, scalar, bits) in cases {
        assert_eq!(parse(text, *scalar), Ok(Literal(*bits)), "{text} as {scalar}");
    }
}

/// The constant that a text gives for a tile of four elements in two rows.
fn constant(scalar: &str, text: &str) -> Constant {
    let kernel = format!("entry @k() {{ %c = constant <{scalar}: {text}> : tile<2x2x{scalar}> return }}");
    let module = spec::parse::module(&kernel).unwrap_or_else(|problem| panic!("{problem:?}"));
    module.kernels[0].body.ops[0].attributes.constant.clone().expect("it is a constant")
}

#[test]
fn bytes_in_quotes_are_the_elements_lowest_byte_first() {
    let cases: &[(&str, &str, [u64; 4])] = &[
        ("i1", "0x00010100", [0, 1, 1, 0]),
        ("i8", "0x0102fFFe", [1, 2, 0xff, 0xfe]),
        ("i16", "0x0100020003000080", [1, 2, 3, 0x8000]),
        ("i32", "0x01000000FEFFFFFF0000000000000080", [1, 0xffff_fffe, 0, 0x8000_0000]),
        (
            "i64",
            &format!("0x{}{}", "0100000000000000".repeat(3), "08".repeat(8)),
            [1, 1, 1, 0x0808_0808_0808_0808],
        ),
        ("f16", "0x003C00BC00000080", [0x3c00, 0xbc00, 0, 0x8000]),
        ("bf16", "0x803F80BF00000080", [0x3f80, 0xbf80, 0, 0x8000]),
        ("f32", "0x0000803F000080BF000000000000C07F", [0x3f80_0000, 0xbf80_0000, 0, 0x7fc0_0000]),
        ("tf32", "0x01FC01000002000000FFFF07", [0x1_fc01 << 13, 0x2_0000 << 13, 0, 0x7_ffff << 13]),
        ("f8E4M3FN", "0x38B8007F", [0x38, 0xb8, 0, 0x7f]),
        ("f8E5M2", "0x3CBC007C", [0x3c, 0xbc, 0, 0x7c]),
        ("f8E8M0FNU", "0x7F8000FF", [0x7f, 0x80, 0, 0xff]),
        ("f4E2M1FN", "0x00070F08", [0, 7, 15, 8]),
    ];
    for (scalar, text, bits) in cases {
        let wanted = Constant::Dense(bits.map(Literal).to_vec());
        assert_eq!(constant(scalar, &format!("\"{text}\"")), wanted, "{scalar}");
    }
    assert_eq!(constant("i16", "\"0x0201\""), Constant::Splat(Literal(0x102)), "one for all");
}

#[test]
fn integers_are_two_s_complement() {
    let cases: &[(&str, Scalar, u64)] = &[
        ("-1", Scalar::I8, 0xff),
        ("255", Scalar::I8, 0xff),
        ("-128", Scalar::I8, 0x80),
        ("-9223372036854775808", Scalar::I64, 1 << 63),
        ("18446744073709551615", Scalar::I64, u64::MAX),
        ("true", Scalar::I1, 1),
        ("false", Scalar::I1, 0),
        ("-1", Scalar::I1, 1),
        ("0xFF800000", Scalar::F32, 0xff80_0000),
        ("0x7FFFF", Scalar::Tf32, 0x7_ffff << 13),
    ];
    for (text, scalar, bits) in cases {
        assert_eq!(parse(text, *scalar), Ok(Literal(*bits)), "{text} as {scalar}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let cases = [
        ("256", Scalar::I8),
        ("-129", Scalar::I8),
        ("2", Scalar::I1),
        ("1.5", Scalar::I32),
        ("true", Scalar::I8),
        ("false", Scalar::F32),
        ("0x1FFFF", Scalar::F16),
        ("500.0", Scalar::F8E4m3fn),
        ("0.0", Scalar::F8E8m0fnu),
        ("99999999999999999999999999999999999999999999", Scalar::I64),
    ];
    for (text, scalar) in cases {
        assert!(parse(text, scalar).is_err(), "{text} as {scalar}");
    }
}

#[test]
fn every_pattern_reads_back() {
    let mut random = Random::new(1);
    for (scalar, _) in Scalar::NAMES {
        let bits = scalar.bits();
        let mask = u64::MAX >> (64 - bits);
        for i in 0..2000u64 {
            let pattern = if bits <= 8 { i } else { random.bits() } & mask;
            let pattern = if *scalar == Scalar::Tf32 { pattern & !0x1fff } else { pattern };
            let text = print(Literal(pattern), *scalar);
            assert_eq!(parse(&text, *scalar), Ok(Literal(pattern)), "{text} as {scalar}");
        }
    }
}

#[test]
fn floats_print_as_the_disassembler_prints_them() {
    let cases = [
        ("1.000000e+00", 0x3f80_0000),
        ("4.471500e-02", 0x3d37_2713),
        ("0.797884583", 0x3f4c_422a),
        ("9.99999997E-7", 0x3586_37bd),
        ("0.00999999977", 0x3c23_d70a),
        ("-2.500000e+00", 0xc020_0000),
        ("1.000000e+10", 0x5015_02f9),
        ("0xFF800000", 0xff80_0000),
        ("0x7FC00000", 0x7fc0_0000),
    ];
    for (text, bits) in cases {
        assert_eq!(print(Literal(bits), Scalar::F32), text);
    }
}
