#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// x *= s, in place: every block has its own tile
extern "C" __tile_global__ void scale(float* __restrict__ x, float s, int n) {
  auto v = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  v.store_masked(v.load_masked(i) * s, i);
}
