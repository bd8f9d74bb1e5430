#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// c[b] = a[b] + bias for a batch of matrices
extern "C" __tile_global__ void batched_add(const float* __restrict__ a, const float* __restrict__ bias, float* __restrict__ c,
                                            int batch, int rows, int cols) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{batch, rows, cols}}, ct::shape{1_ic, 16_ic, 64_ic}};
  auto vb = ct::partition_view{ct::tensor_span{bias, ct::extents{1_ic, rows, cols}}, ct::shape{1_ic, 16_ic, 64_ic}};
  auto vc = ct::partition_view{ct::tensor_span{c, ct::extents{batch, rows, cols}}, ct::shape{1_ic, 16_ic, 64_ic}};
  int b = ct::bid().z, r = ct::bid().y, k = ct::bid().x;
  vc.store_masked(va.load_masked(b, r, k) + vb.load_masked(0, r, k), b, r, k);
}
