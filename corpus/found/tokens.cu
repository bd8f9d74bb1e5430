// Programs that Tile C++ defines, since accesses of one block happen in program order, and whose compiled form loses
// the order of some of them.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// A store after a loop of stores.
extern "C" __tile_global__ void store_after_loop(int* o, int n) {
  for (auto k : ct::irange(0, n)) ct::store(o + k, k);
  ct::store(o, 7);
}

// A load after a loop of stores.
extern "C" __tile_global__ void load_after_loop(int* o, int* r, int n) {
  for (auto k : ct::irange(0, n)) ct::store(o + k, k);
  ct::store(r, ct::load(o));
}

// The same stores, again and again.
extern "C" __tile_global__ void stores_again(int* o, int m, int n) {
  for (auto j : ct::irange(0, m))
    for (auto k : ct::irange(0, n)) ct::store(o + k, j);
}

// Two stores a round, of which the second one goes back.
extern "C" __tile_global__ void outer_and_inner(int* o, int m, int n) {
  for (auto j : ct::irange(0, m)) {
    ct::store(o + j, -1);
    for (auto k : ct::irange(0, n)) ct::store(o + k, j);
  }
}

// A store after a loop of loads, of something that may be the same.
extern "C" __tile_global__ void sum_into(int* a, int* o, int n) {
  int s = 0;
  for (auto k : ct::irange(0, n)) s = s ^ ct::load(a + k);
  ct::store(o, s);
}

// Tiles that overlap, stored in a loop.
extern "C" __tile_global__ void overlapping_tiles(int* o) {
  auto v = ct::strided_view{ct::tensor_span{o, ct::extents{96_ic}}, ct::shape{64_ic}, ct::strides{32_ic}};
  for (auto k : ct::irange(0, 2)) v.store(ct::full<ct::tile<int, ct::shape<64>>>(k), k);
}

// A release after a loop of stores.
extern "C" __tile_global__ void publish(int* o, int* flag, int n) {
  for (auto k : ct::irange(0, n)) ct::store(o + k, k + 1);
  ct::atomic_store(flag, 1, ct::memory_order_release_t{}, ct::thread_scope_device_t{});
}

// The same, and a block that takes what was published.
extern "C" __tile_global__ void publish_and_take(int* o, int* flag, int* r, int n) {
  if (ct::bid().x == 0) {
    for (auto k : ct::irange(0, n)) ct::store(o + k, k + 1);
    ct::atomic_store(flag, 1, ct::memory_order_release_t{}, ct::thread_scope_device_t{});
  } else {
    int f = ct::atomic_load(flag, ct::memory_order_acquire_t{}, ct::thread_scope_device_t{});
    if (f != 0) ct::store(r, ct::load(o));
  }
}
