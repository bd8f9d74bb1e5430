#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// tileproof: grid = (cdiv(n, T))
// tileproof: requires = n >= 128, n % 128 == 0
template <int T> __tile_global__ void copy(const float* __restrict__ x, float* __restrict__ y, int n) {
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape<T>{}};
  auto ys = ct::partition_view{ct::tensor_span{y, ct::extents{n}}, ct::shape<T>{}};
  int i = ct::bid().x;
  ys.store_masked(xs.load_masked(i), i);
}
template __tile_global__ void copy<128>(const float*, float*, int);
template __tile_global__ void copy<256>(const float*, float*, int);
