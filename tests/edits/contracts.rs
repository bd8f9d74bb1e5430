//! The promises of a launch about every buffer: the sizes that kernels need and no more, if their contracts leave them
//! open.

use spec::syntax::attributes::Assumption;
use spec::syntax::contract::Contract;
use spec::syntax::kernel::Kernel;
use spec::syntax::types::Element;

use super::operations;

/// Clauses for kernels, by file and name: buffers without a clause in the contract, and other promises if the kernel
/// is not proved under its own.
const CLAUSES: &[(&str, &str, &str)] = &[
    ("contents/measured", "pick", "buffer x : f32[8]"),
    ("kernels/py/seed_assert_print", "assert_print", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    ("kernels/py/seed_conditional_load", "conditional_load", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    ("kernels/py/seed_edge_safe", "edge_safe", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    ("kernels/py/seed_hints", "hints", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    ("kernels/py/seed_kernel_hints", "kernel_hints", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    (
        "kernels/py/seed_load_order",
        "load_order",
        "buffer a : f32[a_rows * a_cols] buffer o : f32[o_rows * o_cols]",
    ),
    (
        "kernels/py/seed_load_order_F",
        "load_order_F",
        "buffer a : f32[a_rows * a_cols] buffer o : f32[o_rows * o_cols]",
    ),
    ("kernels/py/seed_pads", "pads", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    ("kernels/py/seed_tile_sum", "tile_sum", "buffer a : f32[a_len] buffer o : f32[o_len]"),
    ("kernels/py/seed_tile_sum_all", "tile_sum_all", "buffer a : f32[a_len]"),
    ("kernels/py/seed_vec_add", "vec_add", VECTORS),
    ("kernels/py/seed_vec_add_archindep", "vec_add_archindep", VECTORS),
    ("kernels/py/seed_vec_add_bc13_1", "vec_add_bc13_1", VECTORS),
    ("kernels/py/seed_vec_add_bc13_2", "vec_add_bc13_2", VECTORS),
    ("kernels/py/seed_vec_add_bc13_3", "vec_add_bc13_3", VECTORS),
    ("kernels/py/seed_vec_add_div16", "vec_add_div16", VECTORS),
    (
        "kernels/py/seed_vec_add_generic",
        "vec_add_generic",
        "buffer a : f32[(a_len - 1) * a_stride + 1] buffer b : f32[(b_len - 1) * b_stride + 1] \
         buffer c : f32[(c_len - 1) * c_stride + 1]",
    ),
    ("kernels/py/seed_vec_add_i64", "vec_add_i64", VECTORS),
    (
        "kernels/py/seed_vec_add_static_shape",
        "vec_add_static_shape",
        "buffer a : f32[128] buffer b : f32[128] buffer c : f32[128]",
    ),
    ("kernels/py/seed_while_break", "while_break", "buffer a : f32[a_len]"),
    ("nonlinear/arrays", "divided", "requires = n % 4 == 0"),
    ("kernels/perf/perf", "vector_add", "buffer a : f32[n] buffer b : f32[n] buffer o : f32[n]"),
    ("kernels/perf/perf", "vector_add_masked", "buffer a : f32[n] buffer b : f32[n] buffer o : f32[n]"),
    ("kernels/perf/perf", "gelu_bf16", "buffer x : bf16[n] buffer y : bf16[n]"),
    ("kernels/perf/perf", "softmax_1024", "buffer x : f32[1024 * rows] buffer y : f32[1024 * rows]"),
    (
        "kernels/perf/perf",
        "rms_norm",
        "buffer x : f32[rows * cols] buffer w : f32[cols] buffer y : f32[rows * cols]",
    ),
    ("kernels/perf/perf", "transpose_64", "buffer x : f32[m * n] buffer y : f32[m * n]"),
    ("kernels/perf/perf", "row_sum", "buffer x : f32[rows * cols] buffer o : f32[rows]"),
    (
        "kernels/perf/perf",
        "matmul_bf16",
        "buffer a : bf16[M * K] buffer b : bf16[K * N] buffer c : f32[M * N]",
    ),
    (
        "kernels/perf/products",
        "matmul_relu_f16",
        "buffer a : f16[M * K] buffer b : f16[K * N] buffer c : f16[M * N]",
    ),
    (
        "kernels/perf/products",
        "matmul_relu_any_f16",
        "buffer a : f16[M * K] buffer b : f16[K * N] buffer c : f16[M * N]",
    ),
    ("kernels/perf/histograms", "histogram_bytes", "buffer x : i8[n]"),
    (
        "kernels/perf/hopper",
        "matmul_nt_bf16",
        "buffer a : bf16[M * K] buffer b : bf16[N * K] buffer c : bf16[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_f16_wide",
        "buffer a : f16[M * K] buffer b : f16[K * N] buffer c : f16[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_nt_fp8",
        "buffer a : f8E4M3FN[M * K] buffer b : f8E4M3FN[N * K] buffer c : bf16[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_splitk",
        "buffer a : bf16[M * K] buffer b : bf16[K * N] buffer c : f32[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_bias_gelu",
        "buffer a : bf16[M * K] buffer b : bf16[K * N] buffer bias : f32[N] buffer c : bf16[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_persistent",
        "buffer a : bf16[M * K] buffer b : bf16[K * N] buffer c : bf16[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_nt_tf32",
        "buffer a : tf32[M * K] buffer b : tf32[N * K] buffer c : f32[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "matmul_rounded_tf32",
        "buffer a : f32[M * K] buffer b : f32[K * N] buffer c : f32[M * N]",
    ),
    (
        "kernels/perf/hopper",
        "layer_norm_loop",
        "buffer x : f16[rows * cols] buffer g : f32[cols] buffer b : f32[cols] buffer y : f16[rows * cols]",
    ),
    (
        "kernels/perf/hopper",
        "gemv",
        "buffer w : bf16[rows * cols] buffer x : bf16[cols] buffer y : f32[rows]",
    ),
    ("kernels/perf/hopper", "column_sum", "buffer x : f32[rows * cols] buffer y : f32[cols]"),
    (
        "kernels/perf/products",
        "bmm_f16",
        "buffer a : f16[batch * M * K] buffer b : f16[batch * K * N] buffer c : f16[batch * M * N]",
    ),
    (
        "kernels/perf/products",
        "matmul_nt_i8",
        "buffer a : i8[M * K] buffer b : i8[N * K] buffer c : i32[M * N]",
    ),
    (
        "kernels/perf/attention",
        "causal_attention_128",
        "buffer query : bf16[heads * length * 128] buffer key : bf16[heads * length * 128] \
         buffer value : bf16[heads * length * 128] buffer out : bf16[heads * length * 128]",
    ),
    (
        "kernels/perf/attention_flush",
        "flushed_attention_128",
        "buffer query : bf16[heads * length * 128] buffer key : bf16[heads * length * 128] \
         buffer value : bf16[heads * length * 128] buffer out : bf16[heads * length * 128]",
    ),
    (
        "kernels/perf/attention_flush",
        "flushed_attention_64",
        "buffer query : bf16[heads * length * 64] buffer key : bf16[heads * length * 64] \
         buffer value : bf16[heads * length * 64] buffer out : bf16[heads * length * 64]",
    ),
    ("kernels/cpp/c01_view_1d", "view1d_static", "buffer a : f32[1024] buffer o : f32[1024]"),
    ("kernels/cpp/c01_view_1d", "view1d_dynamic", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c02_view_2d", "view2d_static", "buffer a : f32[32768] buffer o : f32[32768]"),
    ("kernels/cpp/c02_view_2d", "view2d_dynamic", "buffer a : f32[m * n] buffer o : f32[m * n]"),
    ("kernels/cpp/c02_view_2d", "view2d_mixed", "buffer a : i32[64 * m] buffer o : i32[64 * m]"),
    ("kernels/cpp/c03_view_3d", "view3d_static", "buffer a : f32[16384] buffer o : f32[16384]"),
    (
        "kernels/cpp/c03_view_3d",
        "view3d_dynamic",
        "buffer a : f32[d0 * d1 * d2] buffer o : f32[d0 * d1 * d2]",
    ),
    ("kernels/cpp/c04_padding", "pad_zero", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c04_padding", "pad_neg_zero", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c04_padding", "pad_pos_inf", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c04_padding", "pad_neg_inf", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c04_padding", "pad_nan", "buffer a : f32[n] buffer o : f32[n]"),
    // Only lanes without an element are scattered: no contract can say that indices are distinct.
    (
        "kernels/cpp/c06_gather_scatter",
        "scatter_idx",
        "requires = n >= 1, n % 16 == 0 contents idx : value == -1",
    ),
    ("kernels/cpp/c08_loops", "loop_step", "buffer a : f32[n] buffer o : f32[16]"),
    ("kernels/cpp/c08_loops", "loop_nested", "buffer a : f32[m * n] buffer o : f32[16]"),
    // The loop starts at a zero.
    ("kernels/cpp/c08_loops", "loop_do", "contents a : value == 0"),
    ("kernels/cpp/c09_ifelse", "if_else", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c10_reduce", "reduce_f", "buffer a : f32[512] buffer o : f32[64]"),
    ("kernels/cpp/c10_reduce", "reduce_f_modes", "buffer a : f32[512] buffer o : f32[96]"),
    ("kernels/cpp/c17_shape_ops", "transpose2d", "buffer a : f32[m * n] buffer o : f32[m * n]"),
    ("kernels/cpp/c17_shape_ops", "permute3d", "buffer a : f32[512] buffer o : f32[512]"),
    ("kernels/cpp/c17_shape_ops", "reshape_bcast", "buffer a : f32[32] buffer o : f32[512]"),
    ("kernels/cpp/c27_hints", "hints_k", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c29_types", "axpy_f16", "buffer x : f16[n] buffer y : f16[n]"),
    ("kernels/cpp/c29_types", "axpy_bf16", "buffer x : bf16[n] buffer y : bf16[n]"),
    ("kernels/cpp/c29_types", "f64_dot", "buffer x : f64[n] buffer y : f64[n]"),
    ("broken/cut_size", "cut_size", "buffer x : f64[n]"),
    ("broken/masked_outside", "masked_outside", "buffer x : f32[n] buffer y : f32[m] buffer r : f32[n]"),
    ("broken/size_overflow", "size_overflow", "buffer x : f32[8 * tiles]"),
    ("broken/swapped_axes", "swapped_axes", "buffer x : f32[m * n] buffer r : f32[m * n]"),
    ("broken/unmasked_edge", "unmasked_edge", "buffer x : f32[n] buffer r : f32[n]"),
    ("broken/wrong_tile_size", "wrong_tile_size", "buffer x : f32[n] buffer r : f32[n]"),
    ("inferred/bounds", "upper", "buffer a : f32[max(n, 0)]"),
    ("inferred/branches", "flagged", "buffer a : f32[128]"),
    ("inferred/branches", "guarded", "buffer a : f32[128]"),
    ("inferred/branches", "safe", "buffer a : f32[max(n, 0)]"),
    ("inferred/divisible", "padded", "buffer a : f32[n] buffer o : f32[1024]"),
    ("inferred/grid_ceil", "grid_ceil", "buffer o : f32[n]"),
    ("inferred/grid_floor", "grid_floor", "buffer a : f32[n]"),
    ("inferred/incomparable", "stride", "buffer a : f32[15 * s + 1]"),
    ("inferred/loops", "step", "buffer a : f32[512]"),
    ("inferred/loops", "trips", "buffer a : f32[512]"),
    ("inferred/loops", "whole", "buffer a : f32[m]"),
    ("inferred/lost", "tempting", "buffer a : f32[8]"),
    ("inferred/one_block", "one_block", "buffer o : f32[32]"),
    ("inferred/one_block", "sometimes", "buffer o : f32[32]"),
    ("inferred/static_view", "static_view", "buffer o : f32[300]"),
    (
        "inferred/packed",
        "packed",
        "requires = batches >= 1, heads >= 1, rows >= 1, columns >= 1, heads * rows * columns <= 2147483647 \
         buffer o : f32[batches * heads * rows * columns]",
    ),
    ("inferred/three_axes", "three_axes", "buffer o : f32[a * b * c]"),
    ("inferred/together", "first_whole", "buffer a : f32[n]"),
    ("inferred/together", "shifted", "buffer a : f32[128]"),
    ("elements/addresses", "distance", "buffer a : i32[100]"),
    ("kernels/cpp/c05_atomic_load_store", "view_atomic", "buffer a : i32[n] buffer b : i32[n]"),
    ("kernels/cpp/c11_scan", "scans", "buffer a : f32[256] buffer o : f32[1024]"),
    ("kernels/cpp/c12_mma", "matmul_op", "buffer a : f16[256] buffer b : f16[256] buffer c : f16[256]"),
    ("kernels/cpp/c12_mma", "mma_batched", "buffer a : f16[2048] buffer b : f16[2048] buffer c : f32[1024]"),
    ("kernels/cpp/c12_mma", "mma_f16_f32", "buffer a : f16[512] buffer b : f16[512] buffer c : f32[1024]"),
    ("kernels/cpp/c12_mma", "mma_f16_f16", "buffer a : f16[512] buffer b : f16[512] buffer c : f16[1024]"),
    ("kernels/cpp/c12_mma", "mma_bf16", "buffer a : bf16[512] buffer b : bf16[512] buffer c : f32[1024]"),
    ("kernels/cpp/c12_mma", "mma_f32", "buffer a : f32[512] buffer b : f32[512] buffer c : f32[1024]"),
    ("kernels/cpp/c12_mma", "mma_f64", "buffer a : f64[256] buffer b : f64[256] buffer c : f64[256]"),
    ("kernels/cpp/c12_mma", "mma_s8", "buffer a : i8[1024] buffer b : i8[1024] buffer c : i32[1024]"),
    ("kernels/cpp/c12_mma", "mma_u8", "buffer a : i8[1024] buffer b : i8[1024] buffer c : i32[1024]"),
    (
        "kernels/cpp/c12_mma",
        "mma_e4m3",
        "buffer a : f8E4M3FN[1024] buffer b : f8E4M3FN[1024] buffer c : f32[1024]",
    ),
    (
        "kernels/cpp/c12_mma",
        "mma_e5m2",
        "buffer a : f8E5M2[1024] buffer b : f8E5M2[1024] buffer c : f32[1024]",
    ),
    ("kernels/cpp/c13_mma_tf32", "mma_tf32", "buffer a : f32[512] buffer b : f32[512] buffer c : f32[1024]"),
    ("kernels/cpp/c17_shape_ops", "cat_extract_insert", "buffer a : f32[256] buffer o : f32[256]"),
    ("kernels/cpp/c19_math", "gelu", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c19_math", "silu_and_mul", "buffer a : f32[2 * n] buffer o : f32[n]"),
    ("kernels/cpp/c25_strided_view", "strided_view_2d", "buffer a : f32[m * n] buffer o : f32[m * n]"),
    ("kernels/cpp/c25_strided_view", "strided_view_k", "buffer a : f32[n] buffer o : f32[n]"),
    ("kernels/cpp/c26_gather_scatter_view", "gsv_load", "buffer a : f32[64 * m] buffer o : f32[1024]"),
    ("found/counterexamples", "before", "buffer a : f32[5]"),
    ("found/tables", "with_a_long_name_and_many_arguments", "buffer first : f32[1] buffer second : f32[1]"),
    ("found/vacuous", "unstated", "buffer i : i32[4]"),
    ("found/vacuous", "written", "buffer o : i32[4] contents o : value > 5"),
    ("inferred/halves", "halves", "buffer a : f4E2M1FN[n]"),
    ("inferred/halves", "growing", "buffer a : f4E2M1FN[16 * grid.x]"),
    (
        "kernels/cpp/c34_scaled_mma",
        "scaled",
        "buffer a : f8E4M3FN[16384] buffer sa : f8E8M0FNU[512] buffer b : f8E4M3FN[16384] buffer sb : f8E8M0FNU[512] buffer c : f32[16384]",
    ),
    ("seeds/contracts", "no_size", "buffer a : i32[1]"),
    ("seeds/vectors", "sum_undetermined", "buffer x : i32[n]"),
    ("views/gather", "places", "buffer a : i32[128 * n]"),
];

const VECTORS: &str = "buffer a : f32[a_len] buffer b : f32[b_len] buffer c : f32[c_len]";

/// The contract of a kernel of a file of the corpus, with a size and an alignment for every pointer.
///
/// # Errors
/// Nothing says how large the buffer of a pointer is.
pub(crate) fn closed(file: &str, kernel: &Kernel, written: &Contract) -> Result<Contract, String> {
    let mut contract = written.clone();
    let row = CLAUSES
        .iter()
        .find(|(path, name, _)| file.strip_suffix(".tile") == Some(*path) && kernel.name == *name);
    if let Some((_, _, clauses)) = row {
        let added = spec::parse::contract_clauses(clauses).expect("the clauses are clauses");
        contract.buffers.extend(added.buffers);
        if !added.requires.is_empty() {
            contract.requires = added.requires;
        }
        if !added.contents.is_empty() {
            contract.contents = added.contents;
        }
    }
    // What is not promised may be false: nothing is left to be inferred.
    contract.closed = true;
    for position in 0..kernel.params.len() {
        let Element::Pointer(element) = kernel.tile(kernel.params[position]).element else { continue };
        let bound = spec::contract::Bound { contract: &contract, kernel };
        let is_this = |name: &str| bound.position(name) == Some(position);
        if !contract.buffers.iter().any(|buffer| is_this(&buffer.name)) {
            return Err(format!("{file} @{}: no size of {}", kernel.name, bound.argument_name(position)));
        }
        let alignment = (!contract.aligns.iter().any(|(name, _)| is_this(name))).then(|| {
            (bound.argument_name(position).to_owned(), assumed(kernel, position).max(element.bytes()))
        });
        contract.aligns.extend(alignment);
    }
    Ok(contract)
}

/// The greatest alignment that a kernel assumes of a parameter.
fn assumed(kernel: &Kernel, position: usize) -> u64 {
    let of_it =
        operations(kernel).into_iter().filter(|op| op.operands.first() == Some(&kernel.params[position]));
    let divisor = of_it.filter_map(|op| match op.attributes.assumption {
        Some(Assumption::DivBy { divisor, every: None }) => Some(divisor),
        Some(Assumption::DivBy { .. } | Assumption::Bounded { .. } | Assumption::SameElements(_)) | None => {
            None
        }
    });
    divisor.max().unwrap_or(1)
}
