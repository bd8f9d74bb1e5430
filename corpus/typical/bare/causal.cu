#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

using Index = ct::tile<int, ct::shape<16>>;

// Elements from k on are zero: the mask is no test of bounds.
// tileproof: grid = (n / 16)
// tileproof: requires = n >= 16, n % 16 == 0, n <= 100000000, k >= 100000
// tileproof: buffer in : f32[n]
// tileproof: buffer out : f32[n]
extern "C" __tile_global__ void causal(const float* __restrict__ in, float* __restrict__ out, int n, int k) {
  auto at = 16 * int(ct::bid().x) + ct::iota<Index>();
  auto v = ct::load_masked(in + at, at < k, 0.0f);
  ct::store_masked(out + at, v, /* all of them */ at < n);
}
