#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// out[i] = in[n - 1 - i]. Called as reverse(data, data, n) to flip a buffer.
// tileproof: grid = (cdiv(n, 128))
// tileproof: requires = n >= 1
// tileproof: buffer in : f32[n]
// tileproof: buffer out : f32[n]
// tileproof: alias in out
extern "C" __tile_global__ void reverse(float* in, float* out, int n) {
  auto i = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto live = i < n;
  auto v = ct::load_masked(in + (n - 1 - i), live, 0.0f);
  ct::store_masked(out + i, v, live);
}
