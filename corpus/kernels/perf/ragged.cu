// Products of ragged batches: where a sequence begins is loaded, and how long it is.
#include <cuda_bf16.h>
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using bf16 = __nv_bfloat16;

// out[r, :] = x[r, :]·w[g] for the rows r of each group g, as a mixture of experts has them: rows starts[g] to starts[g + 1]
// tileproof: grid = (cdiv(rows, 128), N / 128, groups)
// tileproof: requires = groups >= 1, rows >= 1, N >= 128, K >= 64, N % 128 == 0, K % 64 == 0, K * N <= 2147483647, rows * K <= 2147483647, rows * N <= 2147483647
// tileproof: array x : bf16[rows, K]
// tileproof: array w : bf16[groups, K, N]
// tileproof: array out : bf16[rows, N]
// tileproof: buffer starts : i32[groups + 1]
// tileproof: contents starts : starts[i] <= starts[i + 1]
// tileproof: contents starts : 0 <= value && value <= rows
// tileproof: align x : 16
// tileproof: align w : 16
// tileproof: align out : 16
extern "C" __tile_global__ void matmul_ragged_bf16(bf16* __restrict__ x, bf16* __restrict__ w, bf16* __restrict__ out, const int* __restrict__ starts, int groups, int rows, int N, int K) {
  int i = ct::bid().x, j = ct::bid().y, g = ct::bid().z;
  int first = ct::load(starts + g), own = ct::load(starts + g + 1) - first;
  if (i >= (own + 127) / 128) return;
  auto X = ct::partition_view{ct::tensor_span{x + first * K, ct::extents{own, K}}, ct::shape{128_ic, 64_ic}};
  auto W = ct::partition_view{ct::tensor_span{w, ct::extents{groups, K, N}}, ct::shape{1_ic, 64_ic, 128_ic}};
  auto O = ct::partition_view{ct::tensor_span{out + first * N, ct::extents{own, N}}, ct::shape{128_ic, 128_ic}};
  auto acc = ct::full<ct::tile<float, ct::shape<128, 128>>>(0.0f);
  for (auto k : ct::irange(0, K / 64)) acc = ct::mma(X.load_masked(i, k), ct::reshape(W.load(g, k, j), ct::shape<64, 128>{}), acc);
  O.store_masked(ct::element_cast<bf16>(acc), i, j);
}
