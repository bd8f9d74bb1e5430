#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// The sum of an array: every block adds to one element without an atomic update.
__tile_global__ void total(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto parts = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{128_ic}};
  auto sum = ct::partition_view{ct::tensor_span{out, ct::extents{1_ic}}, ct::shape{1_ic}};
  auto part = ct::reshape(ct::sum(parts.load_masked(ct::bid().x), 0_ic), ct::shape<1>{});
  sum.store(sum.load(0) + part, 0);
}

// A mean of neighbors in place: a block reads an element that another block writes.
__tile_global__ void blur(float* x, int n) {
  auto at = int(ct::bid().x) * 128 + ct::iota<ct::tile<int, ct::shape<128>>>();
  auto live = at < n;
  auto left = ct::load_masked(x + (at - 1), live && at > 0, 0.0f);
  ct::store_masked(x + at, (left + ct::load_masked(x + at, live, 0.0f)) * 0.5f, live);
}
