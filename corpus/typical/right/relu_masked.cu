#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// max(x, 0) by pointers
extern "C" __tile_global__ void relu_masked(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto at = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto live = at < n;
  auto x = ct::load_masked(in + at, live, 0.0f);
  ct::store_masked(out + at, ct::max(x, 0.0f), live);
}
