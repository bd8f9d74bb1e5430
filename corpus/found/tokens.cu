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
