//! The problems that tensor cores decide: products of square matrices.

use spec::syntax::types::Scalar;

use super::expected::{Epilogue, Expected, Product};
use super::problem::{Fill, Given, Problem, Size};

/// All products of a size.
pub(super) fn problems(size: Size) -> Vec<Problem> {
    let of = |large: u32, small: u32| if size == Size::Full { large } else { small };
    let of_size = |kernel, large, small| product(kernel, of(large, small));
    vec![
        of_size(PLAIN, 4096, 256),
        of_size(PLAIN, 8192, 128),
        of_size(PLAIN, 4080, 144),
        of_size(SMALL_TILES, 4096, 144),
        of_size(SMALL_TILES, 8192, 128),
        of_size(RELU, 4096, 256),
        of_size(RELU, 8192, 128),
        of_size(RELU_OF_ANY_SIZE, 4096, 256),
        of_size(RELU_OF_ANY_SIZE, 4095, 135),
        batched(of(8, 3), of(4096, 128)),
        of_size(BYTES, 8192, 256),
        of_size(TRANSPOSED, 4096, 128),
        of_size(TRANSPOSED, 8192, 144),
        of_size(TRANSPOSED, 4080, 80),
        of_size(WIDE, 4096, 128),
        of_size(WIDE, 8192, 144),
        of_size(EIGHT_BITS, 8192, 144),
        of_size(SPLIT, 4096, 256),
        of_size(BIAS_GELU, 4096, 128),
        of_size(BIAS_GELU, 8192, 144),
        of_size(PERSISTENT, 4096, 256),
        of_size(PERSISTENT, 8192, 128),
        of_size(TF32, 4096, 144),
        of_size(ROUNDED, 4096, 144),
        ragged(of(8, 3), of(16_384, 200), of(4096, 128)),
    ]
}

/// A kernel that multiplies square matrices.
#[derive(Debug, Clone, Copy)]
struct Kernel {
    name: &'static str,
    /// Rows and columns of the tile that a block makes.
    tile: (u32, u32),
    /// The grid, unless it has one block per tile.
    grid: Option<Blocks>,
    /// The element type of both input arrays, and their contents.
    array: (Scalar, Fill),
    /// The product; the size is the problem's.
    product: Product,
}

/// The blocks of a grid.
#[derive(Debug, Clone, Copy)]
enum Blocks {
    /// So many.
    Resident(u32),
    /// The given number of parts per tile, to be added.
    Parts(u32),
}

const PLAIN: Kernel = Kernel {
    name: "matmul_bf16",
    tile: (128, 128),
    grid: None,
    array: (Scalar::Bf16, Fill::Floats),
    product: Product {
        size: 0,
        is_transposed: false,
        factors: Scalar::Bf16,
        then: Epilogue::Nothing,
        result: Scalar::F32,
    },
};
const SMALL_TILES: Kernel = Kernel {
    name: "matmul_64_bf16",
    tile: (64, 64),
    product: Product { result: Scalar::Bf16, ..PLAIN.product },
    ..PLAIN
};
const RELU: Kernel = Kernel {
    name: "matmul_relu_f16",
    array: (Scalar::F16, Fill::Floats),
    product: Product { factors: Scalar::F16, then: Epilogue::Relu, result: Scalar::F16, ..PLAIN.product },
    ..PLAIN
};
const RELU_OF_ANY_SIZE: Kernel = Kernel { name: "matmul_relu_any_f16", ..RELU };
const HALVES: Kernel =
    Kernel { name: "bmm_f16", product: Product { then: Epilogue::Nothing, ..RELU.product }, ..RELU };
const WIDE: Kernel = Kernel { name: "matmul_f16_wide", tile: (128, 256), ..HALVES };
const BYTES: Kernel = Kernel {
    name: "matmul_nt_i8",
    array: (Scalar::I8, Fill::Bytes),
    product: Product { is_transposed: true, factors: Scalar::I8, result: Scalar::I32, ..PLAIN.product },
    ..PLAIN
};
const TRANSPOSED: Kernel = Kernel {
    name: "matmul_nt_bf16",
    product: Product { is_transposed: true, result: Scalar::Bf16, ..PLAIN.product },
    ..PLAIN
};
const EIGHT_BITS: Kernel = Kernel {
    name: "matmul_nt_fp8",
    array: (Scalar::F8E4m3fn, Fill::Whole),
    product: Product { factors: Scalar::F8E4m3fn, ..TRANSPOSED.product },
    ..PLAIN
};
const SPLIT: Kernel = Kernel { name: "matmul_splitk", grid: Some(Blocks::Parts(4)), ..PLAIN };
const BIAS_GELU: Kernel = Kernel {
    name: "matmul_bias_gelu",
    tile: (256, 128),
    product: Product { then: Epilogue::BiasGelu, result: Scalar::Bf16, ..PLAIN.product },
    ..PLAIN
};
const PERSISTENT: Kernel = Kernel {
    name: "matmul_persistent",
    grid: Some(Blocks::Resident(132)),
    product: Product { result: Scalar::Bf16, ..PLAIN.product },
    ..PLAIN
};
const TF32: Kernel = Kernel {
    name: "matmul_nt_tf32",
    array: (Scalar::Tf32, Fill::Floats),
    product: Product { is_transposed: true, factors: Scalar::Tf32, ..PLAIN.product },
    ..PLAIN
};
const ROUNDED: Kernel = Kernel {
    name: "matmul_rounded_tf32",
    array: (Scalar::F32, Fill::Floats),
    product: Product { factors: Scalar::Tf32, ..PLAIN.product },
    ..PLAIN
};

fn product(kernel: Kernel, size: u32) -> Problem {
    let side = u64::from(size);
    let len = side * side;
    let (element, fill) = kernel.array;
    let product = Product { size: side, ..kernel.product };
    let factor = Given::Input(element, len, fill);
    let bias = Given::Input(Scalar::F32, side, Fill::Floats);
    let tiles = [size.div_ceil(kernel.tile.0), size.div_ceil(kernel.tile.1), 1];
    let (grid, output) = match kernel.grid {
        None => (tiles, Given::Output(product.result, len)),
        Some(Blocks::Resident(blocks)) => ([blocks, 1, 1], Given::Output(product.result, len)),
        Some(Blocks::Parts(parts)) => ([tiles[0], tiles[1], parts], Given::Sum(product.result, len)),
    };
    let arrays = match product.then {
        Epilogue::Nothing | Epilogue::Relu => vec![factor, factor, output],
        Epilogue::BiasGelu => vec![factor, factor, bias, output],
    };
    Problem {
        kernel: kernel.name,
        label: format!("{size}³"),
        grid,
        arguments: [&arrays[..], &[Given::Number(size); 3]].concat(),
        bytes: (2 * element.bytes() + product.result.bytes()) * len,
        operations: Some(2 * len * side),
        expected: Expected::Product(product),
    }
}

/// Rows in groups, each with a matrix of the given size.
fn ragged(groups: u32, rows: u32, size: u32) -> Problem {
    let [side, all] = [size, rows].map(u64::from);
    let matrices = u64::from(groups) * side * side;
    let product = Product { size: side, result: Scalar::Bf16, ..PLAIN.product };
    let arrays = [
        Given::Input(Scalar::Bf16, all * side, Fill::Floats),
        Given::Input(Scalar::Bf16, matrices, Fill::Floats),
        Given::Output(Scalar::Bf16, all * side),
        Given::Input(Scalar::I32, u64::from(groups) + 1, Fill::Starts(all)),
    ];
    Problem {
        kernel: "matmul_ragged_bf16",
        label: format!("{groups} groups of {rows} rows, {size}²"),
        grid: [rows.div_ceil(128), size / 128, groups],
        arguments: [&arrays[..], &[groups, rows, size, size].map(Given::Number)].concat(),
        bytes: 2 * (2 * all * side + matrices),
        operations: Some(2 * all * side * side),
        expected: Expected::Grouped(product),
    }
}

fn batched(batch: u32, size: u32) -> Problem {
    let one = product(HALVES, size);
    let side = u64::from(size);
    let len = u64::from(batch) * side * side;
    let (input, output) = (Given::Input(Scalar::F16, len, Fill::Floats), Given::Output(Scalar::F16, len));
    let numbers = [batch, size, size, size].map(Given::Number);
    Problem {
        label: format!("{batch} × {size}³"),
        grid: [one.grid[0], one.grid[1], batch],
        arguments: [&[input, input, output][..], &numbers].concat(),
        bytes: 6 * len,
        operations: Some(2 * len * side),
        ..one
    }
}
