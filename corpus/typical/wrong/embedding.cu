#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Lane = ct::tile<int, ct::shape<256>>;

// Copies one row of the embedding table per token. Tables have millions of rows.
// tileproof: grid = (tokens)
// tileproof: requires = rows >= 1, rows <= 16000000, width >= 1, width <= 256
// tileproof: buffer table : f32[rows * width]
// tileproof: buffer ids : i32[tokens]
// tileproof: buffer out : f32[tokens * width]
// tileproof: contents ids : 0 <= value && value < rows
extern "C" __tile_global__ void embedding(const float* __restrict__ table, const int* __restrict__ ids,
                                          float* __restrict__ out, int tokens, int rows, int width) {
  int token = ct::bid().x;
  int row = ct::load(ids + token);
  auto lane = ct::iota<Lane>();
  auto inside = lane < width;
  auto v = ct::load_masked(table + (row * width + lane), inside, 0.0f);
  auto to = (long long)token * width;
  ct::store_masked(out + to + lane, v, inside);
}
