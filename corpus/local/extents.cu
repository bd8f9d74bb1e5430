// Extents that are compared, copied, exchanged and handed over by reference.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T> __tile__ void exchange(T& x, T& y) { T kept = x; x = y; y = kept; }
template <class E> __tile__ int first(E const& e) { return e.extent(0); }
template <class E> __tile__ auto view(float* a, E const& e) {
  return ct::partition_view{ct::tensor_span{a, e}, ct::shape{8_ic}};
}

// A copy only where both are of one length.
extern "C" __tile_global__ void copy_if_same(float* a, float* o, int n, int m) {
  auto from = view(a, ct::extents{n}), to = view(o, ct::extents{m});
  int i = ct::bid().x;
  if (from.span().extents() == to.span().extents()) to.store_masked(from.load_masked(i), i);
}

// A copy only where they are not.
extern "C" __tile_global__ void copy_if_other(float* a, float* o, int n, int m) {
  auto from = view(a, ct::extents{n}), to = view(o, ct::extents{m});
  int i = ct::bid().x;
  if (from.span().extents() != to.span().extents()) to.store_masked(from.load_masked(i), i);
}

// Extents of two axes, of which one is known when it is compiled.
extern "C" __tile_global__ void compare_mixed(int* o, int n) {
  ct::extents<int, 4, ct::dynamic_extent> x{n};
  ct::extents y{4_ic, 7};
  if (x == y) ct::store(o + n, 1);
}

// The axes are exchanged: 4 by n is 7 by 4 never, and n by 4 is 7 by 4 for another n.
extern "C" __tile_global__ void compare_exchanged(int* o, int n) {
  ct::extents<int, ct::dynamic_extent, 4> x{n};
  ct::extents y{8, 4_ic};
  if (x == y) ct::store(o + n, 1);
}

// A copy is the same, whatever it is.
extern "C" __tile_global__ void compare_copy(int* o, int n) {
  ct::extents<int, 8, ct::dynamic_extent, 3> e{n};
  auto copy = e;
  ct::store(o + int(copy == e), 1);
}

// What the two say of each other is one more.
extern "C" __tile_global__ void compare_copy_twice(int* o, int n) {
  ct::extents<int, 8, ct::dynamic_extent, 3> e{n};
  auto copy = e;
  ct::store(o + int(copy == e) + int(e == copy), 1);
}

// Each array gets its own extents back.
extern "C" __tile_global__ void exchange_extents(float* a, float* o, int n, int m) {
  ct::extents e{m}, f{n};
  exchange(e, f);
  auto from = view(a, e), to = view(o, f);
  int i = ct::bid().x;
  if (8 * i < n && 8 * i < m) to.store_masked(from.load_masked(i), i);
}

// Each array gets the other's.
extern "C" __tile_global__ void exchange_once_more(float* a, float* o, int n, int m) {
  ct::extents e{m}, f{n};
  exchange(e, f);
  exchange(e, f);
  auto from = view(a, e), to = view(o, f);
  int i = ct::bid().x;
  if (8 * i < n && 8 * i < m) to.store_masked(from.load_masked(i), i);
}

// Extents by reference, and assigned.
extern "C" __tile_global__ void assign_extents(float* a, float* o, int n) {
  ct::extents e{n}, f{1};
  f = e;
  auto from = view(a, e), to = view(o, f);
  int i = ct::bid().x;
  if (first(f) > 8 * i) to.store_masked(from.load_masked(i), i);
}

// Assigned the other way round.
extern "C" __tile_global__ void assign_back(float* a, float* o, int n) {
  ct::extents e{n}, f{1};
  e = f;
  auto from = view(a, e), to = view(o, f);
  int i = ct::bid().x;
  if (n > 8 * i) to.store_masked(from.load_masked(i), i);
}
