// Lambdas that capture by reference: what they use and change lies in memory of the block.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ auto view(float* a, int n) {
  return ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
}

// One tile after the other, by a lambda that is called in a loop.
extern "C" __tile_global__ void copy_in_turn(float* a, float* o, int n) {
  auto from = view(a, n), to = view(o, n);
  auto copy = [&](int k) { to.store_masked(from.load_masked(k), k); };
  for (auto k : ct::irange(int(ct::bid().x), (n + 7) / 8, int(ct::num_blocks().x))) copy(k);
}

// The last round is one too many.
extern "C" __tile_global__ void copy_too_often(float* a, float* o, int n) {
  auto from = view(a, n), to = view(o, n);
  auto copy = [&](int k) { to.store_masked(from.load_masked(k), k); };
  for (auto k : ct::irange(int(ct::bid().x), (n + 7) / 8 + 1, int(ct::num_blocks().x))) copy(k);
}

// A lambda in a lambda, each with references of its own.
extern "C" __tile_global__ void copy_nested(float* a, float* o, int n) {
  auto from = view(a, n), to = view(o, n);
  auto copy = [&](int k) {
    auto load = [&](int at) { return from.load_masked(at); };
    to.store_masked(load(k), k);
  };
  copy(ct::bid().x);
}

// The inner one loads the tile behind.
extern "C" __tile_global__ void copy_next(float* a, float* o, int n) {
  auto from = view(a, n), to = view(o, n);
  auto copy = [&](int k) {
    auto load = [&](int at) { return from.load_masked(at + 1); };
    to.store_masked(load(k), k);
  };
  copy(ct::bid().x);
}

// A tile that a lambda changes, and a number that says where it belongs.
extern "C" __tile_global__ void scale_twice(float* a, float* o, int n) {
  auto from = view(a, n), to = view(o, n);
  int at = ct::bid().x;
  auto tile = from.load_masked(at);
  auto scale = [&](float by) { tile = tile * by; };
  scale(2.0f);
  scale(3.0f);
  to.store_masked(tile, at);
}

// The lambda also goes on to the next place.
extern "C" __tile_global__ void scale_and_step(float* a, float* o, int n) {
  auto from = view(a, n), to = view(o, n);
  int at = ct::bid().x;
  auto tile = from.load_masked(at);
  auto scale = [&](float by) { tile = tile * by; ++at; };
  scale(2.0f);
  to.store_masked(tile, at);
}

// A bound that is lowered on one branch.
extern "C" __tile_global__ void at_most_64(float* a, float* o, int n) {
  int m = n;
  auto lower = [&] { if (m > 64) m = 64; };
  lower();
  auto from = view(a, m), to = view(o, m);
  if (8 * int(ct::bid().x) < m) to.store_masked(from.load_masked(ct::bid().x), ct::bid().x);
}

// A bound that is raised on one branch.
extern "C" __tile_global__ void at_least_64(float* a, float* o, int n) {
  int m = n;
  auto raise = [&] { if (m < 64) m = 64; };
  raise();
  auto from = view(a, m), to = view(o, m);
  if (8 * int(ct::bid().x) < m) to.store_masked(from.load_masked(ct::bid().x), ct::bid().x);
}

// Where the branch is not taken, nobody has written the bound.
extern "C" __tile_global__ void perhaps_64(float* a, float* o, int n) {
  int m;
  auto set = [&] { if (n >= 64) m = 64; };
  set();
  auto from = view(a, m), to = view(o, m);
  if (ct::bid().x < 8) to.store_masked(from.load_masked(ct::bid().x), ct::bid().x);
}

// A place that goes on with every element that is kept.
extern "C" __tile_global__ void compact(int* a, int* o, int n) {
  int kept = 0;
  auto keep = [&](int x) { if (x > 0) { ct::store(o + kept, x); ++kept; } };
  for (int i = 0; i < n; ++i) keep(ct::load(a + i));
}

// The place goes on before the element is stored.
extern "C" __tile_global__ void compact_late(int* a, int* o, int n) {
  int kept = 0;
  auto keep = [&](int x) { if (x > 0) { ++kept; ct::store(o + kept, x); } };
  for (int i = 0; i < n; ++i) keep(ct::load(a + i));
}
