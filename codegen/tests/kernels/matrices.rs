//! Matrix products on the simulated machine. Factors are small whole numbers, so every order of additions gives the same.

use proptest::prelude::*;

use super::agreement::{agree, kernel, text_of, valid};
use crate::compile::compile_valid;
use crate::ir::ptx::Inst;
use crate::tests::sample;
use crate::{Options, Target};

/// A product of these extents, batched for more than one batch.
fn product([batch, rows, columns, terms]: [u32; 4], (factors, acc): (&str, &str), threads: u32, seed: u64) {
    let shape = |rows: u32, columns: u32| {
        if batch > 1 { vec![batch, rows, columns] } else { vec![rows, columns] }
    };
    let (lhs, rhs, sums) = (shape(rows, terms), shape(terms, columns), shape(rows, columns));
    let (op, words) = match factors {
        "i8" => ("mmai", if seed.is_multiple_of(2) { " signed unsigned" } else { " unsigned signed" }),
        _ => ("mmaf", ""),
    };
    let lines = format!(
        "  %out0 = {op} %in0, %in1, %in2{words} : {}, {}, {}\n",
        text_of(factors, &lhs),
        text_of(factors, &rhs),
        text_of(acc, &sums)
    );
    agree(
        &[(factors, &lhs), (factors, &rhs), (acc, &sums)],
        &[(acc, &sums)],
        &[],
        &lines,
        threads,
        seed >> 1,
    );
}

fn types() -> impl Strategy<Value = (&'static str, &'static str)> {
    prop::sample::select(vec![
        ("f16", "f16"),
        ("f16", "f32"),
        ("bf16", "f32"),
        ("tf32", "f32"),
        ("f32", "f32"),
        ("f64", "f64"),
        ("i8", "i32"),
        ("f8E4M3FN", "f32"),
        ("f8E5M2", "f16"),
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: sample(96), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn products_are_those_of_the_interpreter(
        bits in (0u32..3, 0u32..7, 0u32..7, 0u32..7),
        types in types(),
        threads in prop::sample::select(vec![32u32, 64, 128, 256, 512, 1024]),
        seed: u64,
    ) {
        let (batch, rows, columns, terms) = bits;
        prop_assume!(batch + rows + columns < 13 && rows + terms + batch < 12 && columns + terms + batch < 12);
        product([1 << batch, 1 << rows, 1 << columns, 1 << terms], types, threads, seed);
    }
}

/// One side has fewer bytes than a thread moves at once.
#[test]
fn small_sides_leave_the_other_aligned() {
    for (rows, columns, terms) in [(1, 8, 1), (1, 16, 2), (2, 64, 1), (1, 1, 4)] {
        for factors in ["f32", "f16"] {
            product([1, rows, columns, terms], (factors, "f32"), 32, 11);
        }
    }
}

/// Turned operands, as of a product with a transposed matrix.
#[test]
fn transposed_operands_are_multiplied() {
    for (factors, acc) in [("bf16", "f32"), ("f16", "f32"), ("f32", "f32"), ("i8", "i32")] {
        let op =
            if factors == "i8" { "mmai %lhs, %rhs, %in2 signed signed" } else { "mmaf %lhs, %rhs, %in2" };
        let lines = format!(
            "  %lhs = permute %in0 [1, 0] : {0} -> {1}\n  %rhs = permute %in1 [1, 0] : {2} -> {0}\n  %out0 = {op} : {1}, {0}, {3}\n",
            text_of(factors, &[64, 32]),
            text_of(factors, &[32, 64]),
            text_of(factors, &[32, 64]),
            text_of(acc, &[32, 32])
        );
        agree(
            &[(factors, &[64, 32]), (factors, &[32, 64]), (acc, &[32, 32])],
            &[(acc, &[32, 32])],
            &[],
            &lines,
            128,
            5,
        );
    }
}

#[test]
fn scales_are_for_blocks_of_terms() {
    for (rows, columns, threads) in [(16, 8, 32), (32, 32, 128), (64, 16, 64), (256, 128, 256)] {
        let lines = format!(
            "  %out0 = mmaf_scaled %in0, %in1, %in2, %in3, %in4 : {}, {}, {}, {}, {}\n",
            text_of("f8E4M3FN", &[rows, 64]),
            text_of("f8E4M3FN", &[64, columns]),
            text_of("f32", &[rows, columns]),
            text_of("f8E8M0FNU", &[rows, 2]),
            text_of("f8E8M0FNU", &[2, columns])
        );
        let ins: [(&str, &[u32]); 5] = [
            ("f8E4M3FN", &[rows, 64]),
            ("f8E4M3FN", &[64, columns]),
            ("f32", &[rows, columns]),
            ("f8E8M0FNU", &[rows, 2]),
            ("f8E8M0FNU", &[2, columns]),
        ];
        agree(&ins, &[("f32", &[rows, columns])], &[], &lines, threads, 3);
    }
}

/// Factors that no instruction accepts go through `fma`, all others through the matrix instructions.
#[test]
fn matrix_instructions_are_used_where_they_keep_all_digits() {
    for (factors, acc, takes) in [
        ("f16", "f16", true),
        ("bf16", "f32", true),
        ("tf32", "f32", true),
        ("f64", "f64", true),
        ("i8", "i32", true),
        ("f8E5M2", "f32", true),
        ("f32", "f32", false),
    ] {
        let op =
            if factors == "i8" { "mmai %in0, %in1, %in2 signed signed" } else { "mmaf %in0, %in1, %in2" };
        let [of_factors, of_sums] = [text_of(factors, &[32, 32]), text_of(acc, &[32, 32])];
        let lines = format!("  %out0 = {op} : {of_factors}, {of_factors}, {of_sums}\n");
        let square: &[u32] = &[32, 32];
        let text =
            kernel(&[(factors, square), (factors, square), (acc, square)], &[(acc, square)], 0, &lines);
        let made = compile_valid(&valid(&text), Target { sm: 80 }, Options::default());
        let made = made.unwrap_or_else(|problem| panic!("{}", problem.message));
        let used = made.lines.iter().any(|line| matches!(line.inst, Inst::Mma { .. }));
        assert_eq!(used, takes, "{factors}");
    }
}
