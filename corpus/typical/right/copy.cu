#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// Copies n floats, 256 per block.
extern "C" __tile_global__ void copy(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{256_ic}};
  auto to = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  to.store_masked(from.load_masked(i), i);
}
