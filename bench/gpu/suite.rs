//! The problems: the kernels and sizes.

use spec::syntax::types::Scalar;

use super::expected::{ATTENTION_SCALE, Expected};
use super::problem::{Fill, Given, Problem, Size};
use super::{products, rows};

/// All problems of a size.
pub(super) fn problems(size: Size) -> Vec<Problem> {
    let full = size == Size::Full;
    let of = |large: u32, small: u32| if full { large } else { small };
    vec![
        sum("vector_add", of(1 << 27, 1 << 12), 1024),
        sum("vector_add_masked", of(1 << 27, 1 << 13), 2048),
        sum("vector_add_masked", of((1 << 27) - 777, (1 << 13) - 777), 2048),
        gelu(of(1 << 28, 1 << 14)),
        gelu(of((1 << 28) - 777, (1 << 14) - 777)),
        softmax(of(1 << 17, 8)),
        norm(of(16_384, 4), 8192),
        norm(of(26_843, 4), 5000),
        transpose(of(16_384, 128), of(16_384, 192)),
        transpose(of(16_399, 130), of(16_321, 99)),
        row_sum(of(32_768, 4), 8192),
        row_sum(of(53_687, 4), 5000),
        gather(of(1 << 24, 4000), of(1 << 26, 5000)),
    ]
    .into_iter()
    .chain(products::problems(size))
    .chain(
        [("causal_attention_128", 128), ("flushed_attention_128", 128), ("flushed_attention_64", 64)]
            .into_iter()
            .flat_map(|kernel| {
                [attention(kernel, of(16, 2), of(16_384, 130)), attention(kernel, of(64, 1), of(4096, 256))]
            }),
    )
    .chain([
        layer_norm(of(32_768, 3), of(8192, 1100)),
        convolution(of(16_384, 17), of(16_384, 130)),
        gemv(of(65_536, 20), of(8192, 700)),
        column_sum(of(32_768, 70), of(8192, 200)),
        histogram("histogram_bytes", 528, of(1 << 30, 9000), Fill::Bytes),
        histogram("histogram_tile", of(1 << 28, 9000).div_ceil(4096), of(1 << 28, 9000), Fill::Below(256)),
        // All elements go to one bin.
        histogram("histogram_tile", of(1 << 28, 9000).div_ceil(4096), of(1 << 28, 9000), Fill::Below(1)),
    ])
    .chain(rows::problems(size))
    .collect()
}

fn input(element: Scalar, len: u64) -> Given {
    Given::Input(element, len, Fill::Floats)
}

fn sum(kernel: &'static str, n: u32, tile: u32) -> Problem {
    let len = u64::from(n);
    let (input, output) = (input(Scalar::F32, len), Given::Output(Scalar::F32, len));
    Problem {
        kernel,
        label: format!("n = {n}"),
        grid: [n.div_ceil(tile), 1, 1],
        arguments: vec![input, input, output, Given::Number(n)],
        bytes: 12 * len,
        operations: None,
        expected: Expected::Sum,
    }
}

fn gelu(n: u32) -> Problem {
    let len = u64::from(n);
    Problem {
        kernel: "gelu_bf16",
        label: format!("n = {n}"),
        grid: [n.div_ceil(4096), 1, 1],
        arguments: vec![input(Scalar::Bf16, len), Given::Output(Scalar::Bf16, len), Given::Number(n)],
        bytes: 4 * len,
        operations: None,
        expected: Expected::Gelu,
    }
}

fn softmax(rows: u32) -> Problem {
    let len = u64::from(rows) * 1024;
    Problem {
        kernel: "softmax_1024",
        label: format!("{rows} rows"),
        grid: [rows, 1, 1],
        arguments: vec![input(Scalar::F32, len), Given::Output(Scalar::F32, len), Given::Number(rows)],
        bytes: 8 * len,
        operations: None,
        expected: Expected::Softmax(1024),
    }
}

fn norm(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let weights = input(Scalar::F32, columns.into());
    let numbers = [Given::Number(rows), Given::Number(columns)];
    let arrays = [input(Scalar::F32, len), weights, Given::Output(Scalar::F32, len)];
    Problem {
        kernel: "rms_norm",
        label: format!("{rows} × {columns}"),
        grid: [rows, 1, 1],
        arguments: [&arrays[..], &numbers].concat(),
        bytes: 8 * len,
        operations: None,
        expected: Expected::Norm(columns.into()),
    }
}

fn transpose(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let arrays = [input(Scalar::F32, len), Given::Output(Scalar::F32, len)];
    Problem {
        kernel: "transpose_64",
        label: format!("{rows} × {columns}"),
        grid: [rows.div_ceil(64), columns.div_ceil(64), 1],
        arguments: [&arrays[..], &[Given::Number(rows), Given::Number(columns)]].concat(),
        bytes: 8 * len,
        operations: None,
        expected: Expected::Transposed(rows.into(), columns.into()),
    }
}

fn row_sum(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let arrays = [input(Scalar::F32, len), Given::Output(Scalar::F32, rows.into())];
    Problem {
        kernel: "row_sum",
        label: format!("{rows} × {columns}"),
        grid: [rows, 1, 1],
        arguments: [&arrays[..], &[Given::Number(rows), Given::Number(columns)]].concat(),
        bytes: 4 * len + 4 * u64::from(rows),
        operations: None,
        expected: Expected::RowSum(columns.into()),
    }
}

fn gather(n: u32, table: u32) -> Problem {
    let (len, size) = (u64::from(n), u64::from(table));
    let indices = Given::Input(Scalar::I32, len, Fill::Below(size));
    let arrays = [input(Scalar::F32, size), indices, Given::Output(Scalar::F32, len)];
    Problem {
        kernel: "gather_rows",
        label: format!("{n} of {table}"),
        grid: [n.div_ceil(1024), 1, 1],
        arguments: [&arrays[..], &[Given::Number(n), Given::Number(table)]].concat(),
        // An index, a result, and of the table a sector of 32 bytes: neighbours are wanted by nobody soon.
        bytes: 40 * len,
        operations: None,
        expected: Expected::Gathered,
    }
}

fn layer_norm(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let of_columns = input(Scalar::F32, columns.into());
    let arrays = [input(Scalar::F16, len), of_columns, of_columns, Given::Output(Scalar::F16, len)];
    Problem {
        kernel: "layer_norm_loop",
        label: format!("{rows} × {columns}"),
        grid: [rows, 1, 1],
        arguments: [&arrays[..], &[Given::Number(rows), Given::Number(columns)]].concat(),
        bytes: 4 * len,
        operations: None,
        expected: Expected::LayerNorm(columns.into()),
    }
}

fn convolution(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let arrays = [input(Scalar::F32, len), input(Scalar::F32, 9), Given::Output(Scalar::F32, len)];
    Problem {
        kernel: "conv3x3",
        label: format!("{rows} × {columns}"),
        grid: [columns.div_ceil(128), rows.div_ceil(16), 1],
        arguments: [&arrays[..], &[Given::Number(rows), Given::Number(columns)]].concat(),
        bytes: 8 * len,
        operations: None,
        expected: Expected::Convolution(rows.into(), columns.into()),
    }
}

fn gemv(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let vector = input(Scalar::Bf16, columns.into());
    let arrays = [input(Scalar::Bf16, len), vector, Given::Output(Scalar::F32, rows.into())];
    Problem {
        kernel: "gemv",
        label: format!("{rows} × {columns}"),
        grid: [rows.div_ceil(16), 1, 1],
        arguments: [&arrays[..], &[Given::Number(rows), Given::Number(columns)]].concat(),
        bytes: 2 * len,
        operations: None,
        expected: Expected::RowProduct(columns.into()),
    }
}

fn column_sum(rows: u32, columns: u32) -> Problem {
    let len = u64::from(rows) * u64::from(columns);
    let arrays = [input(Scalar::F32, len), Given::Output(Scalar::F32, columns.into())];
    Problem {
        kernel: "column_sum",
        label: format!("{rows} × {columns}"),
        grid: [columns.div_ceil(128), 1, 1],
        arguments: [&arrays[..], &[Given::Number(rows), Given::Number(columns)]].concat(),
        bytes: 4 * len,
        operations: None,
        expected: Expected::ColumnSum(rows.into(), columns.into()),
    }
}

/// Of 256 bins, by so many blocks.
fn histogram(kernel: &'static str, blocks: u32, n: u32, fill: Fill) -> Problem {
    let element = if fill == Fill::Bytes { Scalar::I8 } else { Scalar::I32 };
    let one = if fill == Fill::Below(1) { ", one bin" } else { "" };
    let numbers = Given::Input(element, n.into(), fill);
    Problem {
        kernel,
        label: format!("n = {n}{one}"),
        grid: [blocks, 1, 1],
        arguments: vec![numbers, Given::Sum(Scalar::I32, 256), Given::Number(n)],
        bytes: u64::from(n) * element.bytes(),
        operations: None,
        expected: Expected::Counted(256),
    }
}

/// Causal attention by a kernel for heads of so many elements.
fn attention((kernel, head): (&'static str, u64), heads: u32, length: u32) -> Problem {
    let len = u64::from(heads) * u64::from(length) * head;
    let (input, output) = (input(Scalar::Bf16, len), Given::Output(Scalar::Bf16, len));
    let numbers = [heads, length, ATTENTION_SCALE.to_bits()].map(Given::Number);
    let pairs = u64::from(heads) * u64::from(length) * u64::from(length) / 2;
    Problem {
        kernel,
        label: format!("{heads} × {length}"),
        grid: [length.div_ceil(128), heads, 1],
        arguments: [&[input, input, input, output][..], &numbers].concat(),
        bytes: 8 * len,
        // For each visible pair of a query and a key: a product of the two, and its part in the sum of values.
        operations: Some(4 * pairs * head),
        expected: Expected::Attention { length: length.into(), head },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn full_problems_move_more_than_a_cache_holds() {
        for problem in problems(Size::Full) {
            let name = (problem.kernel, problem.label.as_str());
            assert!(problem.bytes > 600 << 20 || problem.operations.is_some(), "{name:?}");
            assert!(problem.bytes < 3 << 30, "{name:?}");
            let outputs =
                problem.arguments.iter().filter(|given| matches!(given, Given::Output(..) | Given::Sum(..)));
            assert_eq!(outputs.count(), 1, "{name:?}");
        }
    }
}
