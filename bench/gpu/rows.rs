//! The problems of `corpus/kernels/perf/rows.tile`: rows and columns of any length.

use spec::syntax::types::Scalar;

use super::expected::Expected;
use super::problem::{Fill, Given, Problem, Size};

/// All problems of a size.
pub(super) fn problems(size: Size) -> Vec<Problem> {
    let of = |large: u32, small: u32| if size == Size::Full { large } else { small };
    let histogram = |bins| histogram(of(1 << 28, 9000), bins);
    vec![
        column_sum(of(65_536, 70), of(4096, 200)),
        cross_entropy(of(8192, 3), of(50_304, 9000)),
        softmax(of(65_536, 3), of(4096, 2500)),
        histogram(256),
        histogram(of(100_000, 2000)),
        bias_relu(of(16_399, 3), of(16_321, 1100)),
    ]
}

/// A problem of a matrix, with these arrays behind it.
fn of_rows(
    kernel: &'static str,
    matrix: (Scalar, [u32; 2]),
    blocks: [u32; 2],
    arrays: &[Given],
    expected: Expected,
) -> Problem {
    let (element, [rows, columns]) = matrix;
    let len = u64::from(rows) * u64::from(columns);
    let numbers = [Given::Number(rows), Given::Number(columns)];
    let written = |given: &Given| match given {
        Given::Output(element, len) | Given::Sum(element, len) => element.bytes() * len,
        Given::Number(_) | Given::Input(..) => 0,
    };
    Problem {
        kernel,
        label: format!("{rows} × {columns}"),
        grid: [blocks[0], blocks[1], 1],
        arguments: [&[Given::Input(element, len, Fill::Floats)], arrays, &numbers].concat(),
        bytes: element.bytes() * len + arrays.iter().map(written).sum::<u64>(),
        operations: None,
        expected,
    }
}

fn column_sum(rows: u32, columns: u32) -> Problem {
    let output = [Given::Output(Scalar::F32, columns.into())];
    let expected = Expected::ColumnSum(rows.into(), columns.into());
    of_rows("column_sum_64", (Scalar::F32, [rows, columns]), [columns.div_ceil(64), 1], &output, expected)
}

fn cross_entropy(rows: u32, columns: u32) -> Problem {
    let labels = Given::Input(Scalar::I32, rows.into(), Fill::Below(columns.into()));
    let arrays = [labels, Given::Output(Scalar::F32, rows.into())];
    let expected = Expected::CrossEntropy(columns.into());
    of_rows("cross_entropy_bf16", (Scalar::Bf16, [rows, columns]), [rows, 1], &arrays, expected)
}

fn softmax(rows: u32, columns: u32) -> Problem {
    let output = [Given::Output(Scalar::F32, u64::from(rows) * u64::from(columns))];
    let expected = Expected::Softmax(columns.into());
    of_rows("softmax_loop", (Scalar::F32, [rows, columns]), [rows, 1], &output, expected)
}

fn bias_relu(rows: u32, columns: u32) -> Problem {
    let bias = Given::Input(Scalar::F32, columns.into(), Fill::Floats);
    let arrays = [bias, Given::Output(Scalar::F32, u64::from(rows) * u64::from(columns))];
    let blocks = [rows, columns.div_ceil(1024)];
    of_rows("bias_relu", (Scalar::F32, [rows, columns]), blocks, &arrays, Expected::BiasRelu(columns.into()))
}

fn histogram(n: u32, bins: u32) -> Problem {
    let numbers = Given::Input(Scalar::I32, n.into(), Fill::Below(bins.into()));
    let sums = Given::Sum(Scalar::I32, bins.into());
    Problem {
        kernel: "histogram_any",
        label: format!("n = {n}, {bins} bins"),
        grid: [n.div_ceil(4096), 1, 1],
        arguments: vec![numbers, sums, Given::Number(n), Given::Number(bins)],
        bytes: 4 * u64::from(n),
        operations: None,
        expected: Expected::Counted(bins.into()),
    }
}
