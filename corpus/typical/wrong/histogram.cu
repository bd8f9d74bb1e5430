#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// Counts how often each of 256 values occurs.
// tileproof: grid = (cdiv(n, 128))
// tileproof: buffer data : i32[n]
// tileproof: buffer count : i32[256]
// tileproof: contents data : 0 <= value && value < 256
extern "C" __tile_global__ void histogram(const int* __restrict__ data, int* __restrict__ count, int n) {
  auto i = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto live = i < n;
  auto bin = ct::load_masked(data + i, live, 0);
  auto old = ct::load_masked(count + bin, live, 0);
  ct::store_masked(count + bin, old + 1, live);
}
