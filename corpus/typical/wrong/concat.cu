#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// out = a followed by b
// tileproof: grid = (cdiv(na + nb, 128))
// tileproof: requires = na >= 1, nb >= 1, na <= 1000000, nb <= 1000000
// tileproof: buffer a : f32[na]
// tileproof: buffer b : f32[nb]
// tileproof: buffer out : f32[na + nb]
extern "C" __tile_global__ void concat(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out,
                                       int na, int nb) {
  auto i = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto from_a = ct::load_masked(a + i, i < nb, 0.0f);
  auto from_b = ct::load_masked(b + (i - na), (i >= na) && (i < na + nb), 0.0f);
  ct::store_masked(out + i, ct::select(i < na, from_a, from_b), i < na + nb);
}
