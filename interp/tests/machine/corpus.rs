//! Kernels of real compilers, on small launches with answers worked out by hand.

use std::path::Path;

use crate::case::{Case, case, elements};

/// A kernel of the corpus.
fn kernel(file: &str, name: &str) -> Case {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus/kernels").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    case(&text).with(|case| case.kernel = Some(name.to_owned()))
}

#[test]
fn masked_vector_addition() {
    let numbers = |len: usize, factor: f32| (0..len).map(|k| k as f32 * factor).collect::<Vec<f32>>();
    let add = kernel("perf/perf.tile", "vector_add_masked")
        .grid(3, 1)
        .input(&numbers(5000, 1.0))
        .input(&numbers(5000, 0.5))
        .output(20_000)
        .scalar(5000);
    assert_eq!(add.gives::<f32>(2), numbers(5000, 1.5));
    let one_more = add.clone().grid(4, 1);
    assert_eq!(one_more.rule().0, "view.index.space");
    let one_less = add.grid(2, 1).run();
    assert_eq!(one_less.buffers[2].undetermined(4 * 4095..4 * 4097), [[false; 4], [true; 4]].concat());
}

#[test]
fn transposition() {
    let (rows, columns) = (70usize, 100usize);
    let matrix: Vec<f32> = (0..rows * columns).map(|k| k as f32).collect();
    let transposed: Vec<f32> = (0..columns * rows).map(|k| (k % rows * columns + k / rows) as f32).collect();
    let transpose = kernel("perf/perf.tile", "transpose_64")
        .grid(2, 2)
        .input(&matrix)
        .output(4 * (rows * columns) as u64)
        .scalar(rows as u64)
        .scalar(columns as u64);
    assert_eq!(transpose.gives::<f32>(1), transposed);
}

#[test]
fn sums_of_rows() {
    let (rows, columns) = (3u16, 5000u16);
    let matrix: Vec<f32> = (0..rows).flat_map(|row| vec![f32::from(row) + 0.5; columns.into()]).collect();
    let sums = kernel("perf/perf.tile", "row_sum")
        .grid(rows.into(), 1)
        .input(&matrix)
        .output(12)
        .scalar(rows.into())
        .scalar(columns.into());
    assert_eq!(sums.gives::<f32>(1), [2500.0, 7500.0, 12500.0]);
}

#[test]
fn reductions_of_integers() {
    let mut numbers = [3i32; 32];
    (numbers[7], numbers[9], numbers[20]) = (-5, 12, 12);
    let reduced = kernel("cpp/c10_reduce.tile", "reduce_i").input(&numbers).output(32).gives::<i32>(1);
    // Sum, greatest, least, and, or, exclusive or, places of the greatest and the least.
    assert_eq!(reduced, [29 * 3 - 5 + 24, 12, -5, 0, -1, 3 ^ -5, 9, 7]);
    let overflow = kernel("cpp/c10_reduce.tile", "reduce_i").input(&[1i32 << 30; 32]).output(32);
    assert_eq!(overflow.rule().0, "arith.overflow.signed");
}

#[test]
fn a_sum_over_all_blocks() {
    let numbers: Vec<f32> = (0..1000u16).map(f32::from).collect();
    let sum = kernel("py/seed_tile_sum_all.tile", "tile_sum_all").input(&numbers).scalar(1000).scalar(1);
    let sum = sum.input(&[0f32]).scalar(1).scalar(1);
    // Every block adds all of them.
    let full = sum.grid(5, 1);
    let outcome = full.run();
    assert_eq!(elements::<f32>(&outcome, 1), [5.0 * 499_500.0]);
    for seed in 0..5 {
        let shuffled = full.clone().with(|case| case.options.seed = Some(seed)).run();
        assert_eq!(elements::<f32>(&shuffled, 1), [5.0 * 499_500.0]);
        let mut blocks = shuffled.blocks;
        blocks.sort_unstable();
        assert_eq!(blocks, outcome.blocks);
    }
}
