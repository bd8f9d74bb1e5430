// Kernels as people write them, with the launches that they mean: products of many kinds, and reductions in loops.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <cuda_tf32.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using bf16 = __nv_bfloat16;
using f16 = __half;
using e4m3 = __nv_fp8_e4m3;
using tf32 = __nv_tf32;
using R = ct::memory_order_relaxed_t;
using D = ct::thread_scope_device_t;

// c = a·bᵀ, both with K last, as weights lie
// tileproof: grid = (cdiv(M, 128), cdiv(N, 128))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_nt_bf16(bf16* __restrict__ a, bf16* __restrict__ b, bf16* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{N, K}}, ct::shape{128_ic, 64_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, (K + 63) / 64)) acc = ct::mma(A.load_masked(i, k), ct::transpose(B.load_masked(j, k)), acc);
  C.store_masked(ct::element_cast<bf16>(acc), i, j);
}

// a wider tile
// tileproof: grid = (cdiv(M, 128), cdiv(N, 256))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_f16_wide(f16* __restrict__ a, f16* __restrict__ b, f16* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 256_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 256_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 256>>>(0.0f);
  for (auto k : ct::irange(0, (K + 63) / 64)) acc = ct::mma(A.load_masked(i, k), B.load_masked(k, j), acc);
  C.store_masked(ct::element_cast<f16>(acc), i, j);
}

// fp8, c = a·bᵀ
// tileproof: grid = (cdiv(M, 128), cdiv(N, 128))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_nt_fp8(e4m3* __restrict__ a, e4m3* __restrict__ b, bf16* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 128_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{N, K}}, ct::shape{128_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, (K + 127) / 128)) acc = ct::mma(A.load_masked(i, k), ct::transpose(B.load_masked(j, k)), acc);
  C.store_masked(ct::element_cast<bf16>(acc), i, j);
}

// split K: every z adds its part of the sum
// tileproof: grid = (M / 128, N / 128, 4)
// tileproof: requires = M >= 128, N >= 128, K >= 256, M % 128 == 0, N % 128 == 0, K % 256 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_splitk(bf16* __restrict__ a, bf16* __restrict__ b, float* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y, z = ct::bid().z, n = K / 256;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, n)) acc = ct::mma(A.load_masked(i, z * n + k), B.load_masked(z * n + k, j), acc);
  C.atomic_add_masked(acc, R{}, D{}, i, j);
}

// rows of any length, tile by tile, in three passes
// tileproof: grid = (rows)
// tileproof: requires = rows >= 1, cols >= 1, cols <= 2000000000
extern "C" __tile_global__ void layer_norm_loop(f16* __restrict__ x, float* __restrict__ g, float* __restrict__ b, f16* __restrict__ y, int rows, int cols) {
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  auto G = ct::partition_view{ct::tensor_span{g, ct::extents{1_ic, cols}}, ct::shape{1_ic, 1024_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{1_ic, cols}}, ct::shape{1_ic, 1024_ic}};
  using T = ct::tile<float, ct::shape<1, 1024>>;
  int i = ct::bid().x, n = (cols + 1023) / 1024; float c = static_cast<float>(cols);
  auto s = ct::zeros<T>(), q = ct::zeros<T>();
  for (auto k : ct::irange(0, n)) s = s + ct::element_cast<float>(X.load_masked(i, k));
  auto mean = ct::sum(s, 1_ic) / c;
  auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<1024>>>(), ct::shape<1, 1024>{});
  for (auto k : ct::irange(0, n)) { auto d = ct::select(k * 1024 + at < cols, ct::element_cast<float>(X.load_masked(i, k)) - mean, ct::zeros<T>()); q = q + d * d; }
  auto r = ct::rsqrt(ct::sum(q, 1_ic) / c + 1e-5f);
  for (auto k : ct::irange(0, n)) Y.store_masked(ct::element_cast<f16>((ct::element_cast<float>(X.load_masked(i, k)) - mean) * r * G.load_masked(0, k) + B.load_masked(0, k)), i, k);
}

// 3x3 convolution of one channel, from pointers
// tileproof: grid = (cdiv(w, 128), cdiv(h, 16))
// tileproof: requires = h >= 1, w >= 1, h <= 100000, w <= 20000
// tileproof: buffer x : f32[h * w]
// tileproof: buffer f : f32[9]
// tileproof: buffer y : f32[h * w] uninit
extern "C" __tile_global__ void conv3x3(float* __restrict__ x, float* __restrict__ f, float* __restrict__ y, int h, int w) {
  auto r = int(ct::bid().y) * 16 + ct::reshape(ct::iota<ct::tile<int, ct::shape<16>>>(), ct::shape<16, 1>{});
  auto c = int(ct::bid().x) * 128 + ct::reshape(ct::iota<ct::tile<int, ct::shape<128>>>(), ct::shape<1, 128>{});
  auto acc = ct::zeros<ct::tile<float, ct::shape<16, 128>>>();
  for (auto i : ct::irange(0, 3)) for (auto j : ct::irange(0, 3)) {
    auto rr = r + (i - 1); auto cc = c + (j - 1);
    auto in = (rr >= 0) && (rr < h) && (cc >= 0) && (cc < w);
    acc = acc + ct::load_masked(x + (rr * w + cc), in, 0.0f) * ct::load(f + (i * 3 + j));
  }
  ct::store_masked(y + (r * w + c), acc, (r < h) && (c < w));
}

// with bias and a residual in the epilogue
// tileproof: grid = (cdiv(M, 256), cdiv(N, 128))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_bias_gelu(bf16* __restrict__ a, bf16* __restrict__ b, float* __restrict__ bias, bf16* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic), bias = ct::assume_aligned(bias, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{256_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{256_ic, 128_ic}};
  auto Y = ct::partition_view{ct::tensor_span{bias, ct::extents{1_ic, N}}, ct::shape{1_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<256, 128>>>(0.0f);
  for (auto k : ct::irange(0, (K + 63) / 64)) acc = ct::mma(A.load_masked(i, k), B.load_masked(k, j), acc);
  auto v = acc + Y.load_masked(0, j);
  C.store_masked(ct::element_cast<bf16>(0.5f * v * (1.0f + ct::tanh(0.7978845608f * (v + 0.044715f * v * v * v)))), i, j);
}

// as many blocks as there are multiprocessors, tiles in groups of eight rows
// tileproof: grid = (132)
// tileproof: requires = M >= 128, N >= 128, K >= 64, M % 128 == 0, N % 128 == 0, K % 64 == 0, M <= 1000000, N <= 100000, K <= 2000000000
extern "C" __tile_global__ void matmul_persistent(bf16* __restrict__ a, bf16* __restrict__ b, bf16* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int nm = M / 128, nn = N / 128;
  for (auto t : ct::irange(int(ct::bid().x), nm * nn, int(ct::num_blocks().x))) {
    int i = t % nm, j = t / nm;
    auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
    for (auto k : ct::irange(0, K / 64)) acc = ct::mma(A.load_masked(i, k), B.load_masked(k, j), acc);
    C.store_masked(ct::element_cast<bf16>(acc), i, j);
  }
}

// one row times a matrix of weights
// tileproof: grid = (cdiv(rows, 16))
// tileproof: requires = rows >= 1, cols >= 1, cols <= 2000000000
extern "C" __tile_global__ void gemv(bf16* __restrict__ w, bf16* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  w = ct::assume_aligned(w, 16_ic), x = ct::assume_aligned(x, 16_ic), y = ct::assume_aligned(y, 16_ic);
  auto W = ct::partition_view{ct::tensor_span{w, ct::extents{rows, cols}}, ct::shape{16_ic, 512_ic}};
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{1_ic, cols}}, ct::shape{1_ic, 512_ic}};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{rows, 1_ic}}, ct::shape{16_ic, 1_ic}};
  int r = ct::bid().x;
  auto acc = ct::zeros<ct::tile<float, ct::shape<16, 512>>>();
  for (auto k : ct::irange(0, (cols + 511) / 512)) acc = acc + ct::element_cast<float>(W.load_masked(r, k)) * ct::element_cast<float>(X.load_masked(0, k));
  Y.store_masked(ct::sum<1>(acc), r, 0);
}

// tf32, c = a·bᵀ, of arrays that hold tf32
// tileproof: grid = (cdiv(M, 128), cdiv(N, 128))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_nt_tf32(tf32* __restrict__ a, tf32* __restrict__ b, float* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 32_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{N, K}}, ct::shape{128_ic, 32_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, (K + 31) / 32)) acc = ct::mma(A.load_masked(i, k), ct::transpose(B.load_masked(j, k)), acc);
  C.store_masked(acc, i, j);
}

// tf32 as it is mostly made: of floats, which are rounded in the loop
// tileproof: grid = (cdiv(M, 128), cdiv(N, 128))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2000000000
extern "C" __tile_global__ void matmul_rounded_tf32(float* __restrict__ a, float* __restrict__ b, float* __restrict__ c, int M, int N, int K) {
  a = ct::assume_aligned(a, 16_ic), b = ct::assume_aligned(b, 16_ic), c = ct::assume_aligned(c, 16_ic);
  M = ct::assume_divisible(M, 16_ic), N = ct::assume_divisible(N, 16_ic), K = ct::assume_divisible(K, 16_ic);
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{128_ic, 32_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{32_ic, 128_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{128_ic, 128_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, (K + 31) / 32)) acc = ct::mma(ct::element_cast<tf32>(A.load_masked(i, k)), ct::element_cast<tf32>(B.load_masked(k, j)), acc);
  C.store_masked(acc, i, j);
}

// sums of columns, 128 of them a block
// tileproof: grid = (cdiv(cols, 128))
// tileproof: requires = rows >= 1, cols >= 1, rows <= 2000000000
extern "C" __tile_global__ void column_sum(float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  x = ct::assume_aligned(x, 16_ic), y = ct::assume_aligned(y, 16_ic);
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{32_ic, 128_ic}};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{1_ic, cols}}, ct::shape{1_ic, 128_ic}};
  int j = ct::bid().x;
  auto acc = ct::zeros<ct::tile<float, ct::shape<32, 128>>>();
  for (auto k : ct::irange(0, (rows + 31) / 32)) acc = acc + X.load_masked(k, j);
  Y.store_masked(ct::sum<0>(acc), 0, j);
}
