#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<64>>;

// Nearest-neighbour resize of a line of pixels
// tileproof: grid = (cdiv(n_out, 64))
// tileproof: requires = n_in >= 1, n_out >= 1
// tileproof: buffer in : f32[n_in]
// tileproof: buffer out : f32[n_out]
extern "C" __tile_global__ void resize(const float* __restrict__ in, float* __restrict__ out, int n_in, int n_out) {
  auto i = 64 * int(ct::bid().x) + ct::iota<Index>();
  auto live = i < n_out;
  float step = float(n_in) / float(n_out);
  auto from = ct::element_cast<int>((ct::element_cast<float>(i) + 0.5f) * step + 0.5f);
  auto v = ct::load_masked(in + from, live, 0.0f);
  ct::store_masked(out + i, v, live);
}
