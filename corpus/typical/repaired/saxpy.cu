#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// y = alpha * x + y, 256 elements per block
extern "C" __tile_global__ void saxpy(const float* __restrict__ x, float* __restrict__ y, float alpha, int n) {
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape{256_ic}};
  auto ys = ct::partition_view{ct::tensor_span{y, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  ys.store_masked(alpha * xs.load_masked(i) + ys.load_masked(i), i);
}
