#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// One Jacobi step of the heat equation: u[i] = (u[i-1] + u[i] + u[i+1]) / 3, the borders stay.
// tileproof: grid = (cdiv(n, 128))
// tileproof: buffer u : f32[n]
extern "C" __tile_global__ void smooth(float* u, int n) {
  auto i = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto inner = (i > 0) && (i < n - 1);
  auto left = ct::load_masked(u + (i - 1), inner, 0.0f);
  auto here = ct::load_masked(u + i, inner, 0.0f);
  auto right = ct::load_masked(u + (i + 1), inner, 0.0f);
  ct::store_masked(u + i, (left + here + right) / 3.0f, inner);
}
