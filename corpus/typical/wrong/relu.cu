#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// Element-wise ReLU. The last block is partial, so the store is masked.
extern "C" __tile_global__ void relu(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto at = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto live = at < n;
  auto x = ct::load(in + at);
  ct::store_masked(out + at, ct::max(x, 0.0f), live);
}
