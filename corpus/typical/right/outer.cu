#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// out[i][j] = a[i] * b[j]
extern "C" __tile_global__ void outer(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, int m, int n) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{m, 1_ic}}, ct::shape{32_ic, 1_ic}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{1_ic, n}}, ct::shape{1_ic, 32_ic}};
  auto vo = ct::partition_view{ct::tensor_span{out, ct::extents{m, n}}, ct::shape{32_ic, 32_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  vo.store_masked(va.load_masked(i, 0) * vb.load_masked(0, j), i, j);
}
