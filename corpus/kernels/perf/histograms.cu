// Histograms: many elements of an array are counted in few places, one after the other or all at once.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using R = ct::memory_order_relaxed_t;
using D = ct::thread_scope_device_t;
using Counts = ct::tile<int, ct::shape<4096>>;

// how often each byte occurs, by blocks that go through many tiles each
// tileproof: grid = (528)
// tileproof: requires = n >= 1, n <= 2147479552
// tileproof: buffer bins : i32[256]
extern "C" __tile_global__ void histogram_bytes(unsigned char* __restrict__ x, int* __restrict__ bins, int n) {
  x = ct::assume_aligned(x, 16_ic);
  auto X = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape{4096_ic}};
  auto at = ct::iota<Counts>();
  for (auto t : ct::irange(int(ct::bid().x), (n + 4095) / 4096, int(ct::num_blocks().x))) {
    auto byte = ct::element_cast<int>(X.load_masked(t));
    ct::atomic_add_masked(bins + byte, ct::full<Counts>(1), 4096 * t + at < n, R{}, D{});
  }
}

// how often each number below 256 occurs, a tile a block
// tileproof: grid = (cdiv(n, 4096))
// tileproof: requires = n >= 1, n <= 2147479552
// tileproof: buffer x : i32[n]
// tileproof: buffer bins : i32[256]
// tileproof: contents x : 0 <= value && value < 256
extern "C" __tile_global__ void histogram_tile(int* __restrict__ x, int* __restrict__ bins, int n) {
  x = ct::assume_aligned(x, 16_ic);
  auto at = 4096 * int(ct::bid().x) + ct::iota<Counts>();
  auto live = at < n;
  ct::atomic_add_masked(bins + ct::load_masked(x + at, live, 0), ct::full<Counts>(1), live, R{}, D{});
}
