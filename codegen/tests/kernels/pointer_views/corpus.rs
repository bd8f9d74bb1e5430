//! Kernels of the Triton corpus as a whole: rows that are normed in place or elsewhere, and attention, whose keys and values a producer copies by maps that
//! it makes.

use std::sync::Arc;

use spec::syntax::kernel::Kernel;
use spec::valid::Valid;

use super::super::agreement::{contents, interpreted, ran_grid};
use super::{accesses, all_facts, compiled};
use crate::Options;
use crate::ir::ptx::Inst;
use crate::tests::simulator::arithmetic::{float, named};

const ATTENTION: &str = include_str!("../../../../corpus/triton/attention.right.ttir");
const SOFTMAX: &str = include_str!("../../../../corpus/triton/softmax_rows.right.ttir");
const LAYER_NORM: &str = include_str!("../../../../corpus/triton/layer_norm.right.ttir");
const VECTOR_SUM: &str = include_str!("../../../../corpus/triton/vector_sum.right.ttir");
const SWIGLU: &str = include_str!("../../../../corpus/triton/swiglu.right.ttir");

/// The kernel of a text of Triton, under the name that the simulated machine knows.
fn read(text: &str) -> Valid {
    let module = frontends::triton::module(text).unwrap_or_else(|refused| panic!("{refused}"));
    let mut kernel = Kernel::clone(&module.kernels[0]);
    kernel.name = "k".to_owned();
    Valid::new(Arc::new(kernel)).unwrap_or_else(|problem| panic!("{problem:?}"))
}

/// Two arrays are equal up to a bound for each element.
fn are_near(ty: &str, [left, expected]: [&[u8]; 2], bound: f64, label: &str) {
    let size = if ty == "f32" { 4 } else { 2 };
    let number = |bytes: &[u8]| {
        let mut word = [0; 8];
        word[..size].copy_from_slice(bytes);
        float(named(ty), u64::from_le_bytes(word))
    };
    for (at, (left, expected)) in left.chunks_exact(size).zip(expected.chunks_exact(size)).enumerate() {
        let (left, expected) = (number(left), number(expected));
        assert!((left - expected).abs() <= bound, "{label}: element {at} is {left}, not {expected}");
    }
}

/// Runs a kernel of rows by the machine and by the interpreter, and compares all arrays; the number of accesses that are views.
fn rows_agree(text: &str, arrays: &[(&str, u32, f64)], scalars: &[i32], rows: u32) -> (usize, usize) {
    let kernel = read(text);
    let facts = all_facts(&kernel);
    let code = compiled(&kernel, &facts, Options::default());
    let of = |(at, (ty, size, _)): (usize, &(&str, u32, f64))| contents((*ty, &[*size]), at as u64 + 3);
    let buffers: Vec<Vec<u8>> = arrays.iter().enumerate().map(of).collect();
    let grid = [rows, 1, 1];
    let expected = interpreted(&kernel, &buffers, scalars, grid);
    let left = ran_grid(&code, &buffers, scalars, &[], grid);
    for ((ty, _, bound), (left, expected)) in arrays.iter().zip(left.iter().zip(&expected)) {
        are_near(ty, [left, expected], *bound, &format!("{scalars:?}"));
    }
    accesses(&kernel, &facts)
}

#[test]
fn rows_by_pointers_are_those_of_the_interpreter() {
    for length in [1500u32, 2048, 3] {
        let array = ("f32", length, 0.0);
        let blocks = length.div_ceil(1024);
        assert_eq!(rows_agree(VECTOR_SUM, &[array; 3], &[length.cast_signed()], blocks), (3, 0));
    }
    for (length, stride) in [(1000u32, 1000u32), (1024, 1032), (5, 7)] {
        let array = ("f32", 5 * stride, 1e-6);
        let scalars = [stride, stride, 5, length].map(u32::cast_signed);
        assert_eq!(rows_agree(SOFTMAX, &[array; 2], &scalars, 2), (2, 0));
    }
    for (length, stride) in [(1500u32, 1504u32), (2048, 2048), (7, 9)] {
        let [rows, row] = [("f16", 2 * stride, 0.02), ("f16", length, 0.0)];
        let sums = ("f32", 2, 1e-3);
        let arrays = [rows, rows, row, row, sums, sums];
        let scalars = [stride, length, 1e-5f32.to_bits()].map(u32::cast_signed);
        assert_eq!(rows_agree(LAYER_NORM, &arrays, &scalars, 2), (6, 2));
    }
    for (length, stride) in [(700u32, 704u32), (16384, 16384)] {
        let array = ("bf16", 2 * stride, 0.2);
        let scalars = [stride, length].map(u32::cast_signed);
        assert_eq!(rows_agree(SWIGLU, &[array; 3], &scalars, 2), (3, 0));
    }
}

/// Elements of a row, and heads.
const ROW: u32 = 64;
const HEADS: u32 = 2;

#[test]
fn attention_by_pointers_is_that_of_the_interpreter() {
    let kernel = read(ATTENTION);
    let mut facts = all_facts(&kernel);
    facts.divisors = kernel.params.iter().map(|param| (*param, 16)).collect();
    assert_eq!(accesses(&kernel, &facts), (5, 0));
    let code = compiled(&kernel, &facts, Options::default());
    assert!(code.lines.iter().any(|line| matches!(line.inst, Inst::Wgmma(_))));
    assert!(code.program.scratch_bytes > 0 && code.program.maps.is_empty());
    for length in [128, 100, 200, 1] {
        let head = (length + 5) * ROW;
        let matrices = [1, 2, 3, 4].map(|seed| contents(("f16", &[HEADS * head]), seed));
        let buffers: Vec<Vec<u8>> =
            matrices.into_iter().chain([contents(("f32", &[HEADS * length]), 5)]).collect();
        let scalars = [0.0625f32.to_bits(), head, ROW, length].map(u32::cast_signed);
        let grid = [length.div_ceil(128), HEADS, 1];
        let expected = interpreted(&kernel, &buffers, &scalars, grid);
        let left = ran_grid(&code, &buffers, &scalars, &[], grid);
        for (ty, at, bound) in [("f16", 3, 0.02), ("f32", 4, 0.001)] {
            are_near(ty, [&left[at], &expected[at]], bound, &format!("{length}"));
        }
        assert_eq!(left[..3], expected[..3]);
    }
}
