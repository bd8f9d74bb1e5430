#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// The mean of each element and its neighbours, into another array
extern "C" __tile_global__ void smooth_apart(const float* __restrict__ u, float* __restrict__ v, int n) {
  auto i = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto live = i < n;
  auto left = ct::load_masked(u + (i - 1), live && i > 0, 0.0f);
  auto here = ct::load_masked(u + i, live, 0.0f);
  auto right = ct::load_masked(u + (i + 1), i < n - 1, 0.0f);
  ct::store_masked(v + i, (left + here + right) / 3.0f, live);
}
