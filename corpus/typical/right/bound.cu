#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// Clips a signal to [low, high]
extern "C" __tile_global__ void bound(const float* __restrict__ in, float* __restrict__ out, float low, float high, int n) {
  auto source = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{256_ic}};
  auto target = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape{256_ic}};
  int block = ct::bid().x;
  target.store_masked(ct::min(ct::max(source.load_masked(block), low), high), block);
}
