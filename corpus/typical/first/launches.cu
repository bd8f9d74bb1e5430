#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;
using Lanes = ct::tile<int, ct::shape<512>>;

// The sum of two arrays; the last tile is not masked.
__tile_global__ void add(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ sum, int n) {
  auto at = int(ct::bid().x) * 512 + ct::iota<Lanes>();
  ct::store(sum + at, ct::load(a + at) + ct::load(b + at));
}

// The transpose of a matrix; the load has the indices of the store.
__tile_global__ void flip(const float* __restrict__ from, float* __restrict__ to, int rows, int cols) {
  auto source = ct::partition_view{ct::tensor_span{from, ct::extents{rows, cols}}, ct::shape{16_ic, 16_ic}};
  auto target = ct::partition_view{ct::tensor_span{to, ct::extents{cols, rows}}, ct::shape{16_ic, 16_ic}};
  int r = ct::bid().y, c = ct::bid().x;
  target.store_masked(ct::transpose(source.load_masked(r, c)), r, c);
}

// Counts of values; two lanes may add to one count.
__tile_global__ void count(const int* __restrict__ values, int* __restrict__ counts, int n) {
  auto at = int(ct::bid().x) * 512 + ct::iota<Lanes>();
  auto live = at < n;
  auto value = ct::load_masked(values + at, live, 0);
  auto old = ct::load_masked(counts + value, live, 0);
  ct::store_masked(counts + value, old + 1, live);
}

int main() {
  int n = 1 << 20;
  float *a = nullptr, *b = nullptr, *c = nullptr;
  add<<<n / 512, 1>>>(a, b, c, n);
}
