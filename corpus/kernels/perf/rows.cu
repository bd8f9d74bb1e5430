// Rows of a training step as people write them: reductions over long rows and columns, and element-wise kernels.
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using bf16 = __nv_bfloat16;
using f16 = __half;
using R = ct::memory_order_relaxed_t;
using D = ct::thread_scope_device_t;

// sums of columns, 64 of them a block
// tileproof: grid = (cdiv(cols, 64))
// tileproof: requires = rows >= 1, cols >= 1, rows <= 2000000000
extern "C" __tile_global__ void column_sum_64(float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{32_ic, 64_ic}};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{1_ic, cols}}, ct::shape{1_ic, 64_ic}};
  int j = ct::bid().x;
  auto acc = ct::zeros<ct::tile<float, ct::shape<32, 64>>>();
  for (auto k : ct::irange(0, (rows + 31) / 32)) acc = acc + X.load_masked(k, j);
  Y.store_masked(ct::sum<0>(acc), 0, j);
}

// the loss of each row of logits: log of the sum of exponentials, minus the logit of the label; two passes
// tileproof: grid = (rows)
// tileproof: requires = rows >= 1, cols >= 1, cols <= 2000000000, rows * cols <= 2147483647
// tileproof: buffer x : bf16[rows * cols]
// tileproof: buffer label : i32[rows]
// tileproof: buffer loss : f32[rows] uninit
// tileproof: contents label : 0 <= value && value < cols
extern "C" __tile_global__ void cross_entropy_bf16(bf16* __restrict__ x, int* __restrict__ label, float* __restrict__ loss, int rows, int cols) {
  using T = ct::tile<float, ct::shape<1, 4096>>;
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 4096_ic}};
  int i = ct::bid().x, n = (cols + 4095) / 4096;
  auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<4096>>>(), ct::shape<1, 4096>{});
  auto m = ct::full<T>(-INFINITY), s = ct::zeros<T>();
  for (auto k : ct::irange(0, n)) m = ct::max(m, ct::select(k * 4096 + at < cols, ct::element_cast<float>(X.load_masked(i, k)), ct::full<T>(-INFINITY)));
  auto top = ct::reduce_max(m, 1_ic);
  for (auto k : ct::irange(0, n)) s = s + ct::select(k * 4096 + at < cols, ct::exp(ct::element_cast<float>(X.load_masked(i, k)) - top), ct::zeros<T>());
  auto sum = ct::reshape(ct::sum(s, 1_ic), ct::shape<>{});
  auto of_label = ct::element_cast<float>(ct::load(x + i * cols + ct::load(label + i)));
  ct::store(loss + i, ct::log(sum) + ct::reshape(top, ct::shape<>{}) - of_label);
}

// softmax of rows of any length, tile by tile, in three passes
// tileproof: grid = (rows)
// tileproof: requires = rows >= 1, cols >= 1, cols <= 2000000000
extern "C" __tile_global__ void softmax_loop(float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  using T = ct::tile<float, ct::shape<1, 1024>>;
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  int i = ct::bid().x, n = (cols + 1023) / 1024;
  auto at = ct::reshape(ct::iota<ct::tile<int, ct::shape<1024>>>(), ct::shape<1, 1024>{});
  auto m = ct::full<T>(-INFINITY), s = ct::zeros<T>();
  for (auto k : ct::irange(0, n)) m = ct::max(m, ct::select(k * 1024 + at < cols, X.load_masked(i, k), ct::full<T>(-INFINITY)));
  auto top = ct::reduce_max(m, 1_ic);
  for (auto k : ct::irange(0, n)) s = s + ct::select(k * 1024 + at < cols, ct::exp(X.load_masked(i, k) - top), ct::zeros<T>());
  auto sum = ct::sum(s, 1_ic);
  for (auto k : ct::irange(0, n)) Y.store_masked(ct::exp(X.load_masked(i, k) - top) / sum, i, k);
}

// how often each number below `size` occurs, a tile a block
// tileproof: grid = (cdiv(n, 4096))
// tileproof: requires = n >= 1, n <= 2147479552, size >= 1
// tileproof: buffer x : i32[n]
// tileproof: buffer bins : i32[size]
// tileproof: contents x : 0 <= value && value < size
extern "C" __tile_global__ void histogram_any(int* __restrict__ x, int* __restrict__ bins, int n, int size) {
  using Counts = ct::tile<int, ct::shape<4096>>;
  auto at = 4096 * int(ct::bid().x) + ct::iota<Counts>();
  auto live = at < n;
  ct::atomic_add_masked(bins + ct::load_masked(x + at, live, 0), ct::full<Counts>(1), live, R{}, D{});
}

// out = relu(x + bias), rows of any length
// tileproof: grid = (rows, cdiv(cols, 1024))
// tileproof: requires = rows >= 1, cols >= 1, cols <= 60000000
extern "C" __tile_global__ void bias_relu(float* __restrict__ x, float* __restrict__ bias, float* __restrict__ y, int rows, int cols) {
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  auto B = ct::partition_view{ct::tensor_span{bias, ct::extents{1_ic, cols}}, ct::shape{1_ic, 1024_ic}};
  auto Y = ct::partition_view{ct::tensor_span{y, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  Y.store_masked(ct::max(X.load_masked(i, j) + B.load_masked(0, j), 0.0f), i, j);
}

// a product by tiles of 64 x 64 x 64
// tileproof: grid = (cdiv(M, 64), cdiv(N, 64))
// tileproof: requires = M >= 1, N >= 1, K >= 1, M % 16 == 0, N % 16 == 0, K % 16 == 0, K <= 2147483584
// tileproof: align a : 16
// tileproof: align b : 16
// tileproof: align c : 16
extern "C" __tile_global__ void matmul_64_bf16(bf16* __restrict__ a, bf16* __restrict__ b, bf16* __restrict__ c, int M, int N, int K) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{M, K}}, ct::shape{64_ic, 64_ic}};
  auto B = ct::partition_view{ct::tensor_span{b, ct::extents{K, N}}, ct::shape{64_ic, 64_ic}};
  auto C = ct::partition_view{ct::tensor_span{c, ct::extents{M, N}}, ct::shape{64_ic, 64_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto acc = ct::full<ct::tile<float, ct::shape<64, 64>>>(0.0f);
  for (auto k : ct::irange(0, (K + 63) / 64)) acc = ct::mma(A.load_masked(i, k), B.load_masked(k, j), acc);
  C.store_masked(ct::element_cast<bf16>(acc), i, j);
}
