#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// Unmasked on purpose: arrays are padded to whole tiles.
extern "C" __tile_global__ void matmul_whole(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C,
                                             int M, int N, int K) {
  auto a = ct::partition_view{ct::tensor_span{A, ct::extents{M, K}}, ct::shape{32_ic, 16_ic}};
  auto b = ct::partition_view{ct::tensor_span{B, ct::extents{K, N}}, ct::shape{16_ic, 32_ic}};
  auto c = ct::partition_view{ct::tensor_span{C, ct::extents{M, N}}, ct::shape{32_ic, 32_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  auto sum = ct::zeros<ct::tile<float, ct::shape<32, 32>>>();
  for (int k = 0; k < K / 16; ++k) {
    sum = ct::mma(a.load(i, k), b.load(k, j), sum);
  }
  c.store(sum, i, j);
}
