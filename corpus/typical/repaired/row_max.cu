#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;
using Lane = ct::tile<int, ct::shape<1024>>;

// The largest value of each row, rows of up to 1024 elements
// tileproof: grid = (rows)
// tileproof: requires = rows >= 1, cols >= 1, cols <= 1024
// tileproof: buffer x : f32[rows * cols]
// tileproof: buffer out : f32[rows]
extern "C" __tile_global__ void row_max(const float* __restrict__ x, float* __restrict__ out, int rows, int cols) {
  long long row = ct::bid().x;
  auto lane = ct::iota<Lane>();
  auto v = ct::load_masked(x + row * cols + lane, lane < cols, -__builtin_huge_valf());
  auto best = ct::reduce_max(v, 0_ic);
  ct::store(out + row, ct::reshape(best, ct::shape<>{}));
}
