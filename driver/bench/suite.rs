//! The problems: which kernels, and how large.

use spec::syntax::types::Scalar;

use super::problem::{ATTENTION_HEAD, ATTENTION_SCALE, Expected, Fill, Given, Problem, Size};

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
        product(of(4096, 256)),
        product(of(8192, 128)),
        relu_product("matmul_relu_f16", of(4096, 256)),
        relu_product("matmul_relu_f16", of(8192, 128)),
        relu_product("matmul_relu_any_f16", of(4096, 256)),
        relu_product("matmul_relu_any_f16", of(4095, 135)),
        batched_product(of(8, 3), of(4096, 128)),
        byte_product(of(8192, 256)),
        attention(of(16, 2), of(16_384, 300)),
        attention(of(64, 1), of(4096, 256)),
    ]
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
        expected: Expected::Softmax,
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

fn product(size: u32) -> Problem {
    let side = u64::from(size);
    let len = side * side;
    let arrays = [input(Scalar::Bf16, len), input(Scalar::Bf16, len), Given::Output(Scalar::F32, len)];
    Problem {
        kernel: "matmul_bf16",
        label: format!("{size}³"),
        grid: [size.div_ceil(128), size.div_ceil(128), 1],
        arguments: [&arrays[..], &[Given::Number(size); 3]].concat(),
        bytes: 8 * len,
        operations: Some(2 * side * side * side),
        expected: Expected::Product(side),
    }
}

fn relu_product(kernel: &'static str, size: u32) -> Problem {
    let side = u64::from(size);
    let len = side * side;
    let (input, output) = (input(Scalar::F16, len), Given::Output(Scalar::F16, len));
    Problem {
        kernel,
        arguments: [&[input, input, output][..], &[Given::Number(size); 3]].concat(),
        bytes: 6 * len,
        expected: Expected::ReluProduct(side),
        ..product(size)
    }
}

fn batched_product(batch: u32, size: u32) -> Problem {
    let one = relu_product("bmm_f16", size);
    let side = u64::from(size);
    let len = u64::from(batch) * side * side;
    let (input, output) = (input(Scalar::F16, len), Given::Output(Scalar::F16, len));
    let numbers = [batch, size, size, size].map(Given::Number);
    Problem {
        label: format!("{batch} × {size}³"),
        grid: [one.grid[0], one.grid[1], batch],
        arguments: [&[input, input, output][..], &numbers].concat(),
        bytes: 6 * len,
        operations: Some(2 * len * side),
        expected: Expected::BatchedProduct(side),
        ..one
    }
}

fn byte_product(size: u32) -> Problem {
    let side = u64::from(size);
    let len = side * side;
    let input = Given::Input(Scalar::I8, len, Fill::Bytes);
    Problem {
        kernel: "matmul_nt_i8",
        arguments: [&[input, input, Given::Output(Scalar::I32, len)][..], &[Given::Number(size); 3]].concat(),
        bytes: 6 * len,
        expected: Expected::ByteProduct(side),
        ..product(size)
    }
}

pub(super) fn attention(heads: u32, length: u32) -> Problem {
    let len = u64::from(heads) * u64::from(length) * ATTENTION_HEAD;
    let (input, output) = (input(Scalar::Bf16, len), Given::Output(Scalar::Bf16, len));
    let numbers = [heads, length, ATTENTION_SCALE.to_bits()].map(Given::Number);
    let pairs = u64::from(heads) * u64::from(length) * u64::from(length) / 2;
    Problem {
        kernel: "causal_attention_128",
        label: format!("{heads} × {length}"),
        grid: [length.div_ceil(128), heads, 1],
        arguments: [&[input, input, input, output][..], &numbers].concat(),
        bytes: 8 * len,
        // Of each pair of a query and a key that it sees: a product of the two, and its part in the sum of values.
        operations: Some(4 * pairs * ATTENTION_HEAD),
        expected: Expected::Attention(length.into()),
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
            let outputs = problem.arguments.iter().filter(|given| matches!(given, Given::Output(..)));
            assert_eq!(outputs.count(), 1, "{name:?}");
        }
    }
}
