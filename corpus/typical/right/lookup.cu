#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Index = ct::tile<int, ct::shape<128>>;

// out[i] = table[index[i]], all of index within the table
extern "C" __tile_global__ void lookup(const float* __restrict__ table, const int* __restrict__ index,
                                       float* __restrict__ out, int n, int size) {
  auto i = 128 * int(ct::bid().x) + ct::iota<Index>();
  auto live = i < n;
  auto at = ct::load_masked(index + i, live, 0);
  auto inside = live && at >= 0 && at < size;
  ct::store_masked(out + i, ct::load_masked(table + at, inside, 0.0f), live);
}
