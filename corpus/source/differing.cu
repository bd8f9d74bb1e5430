// Code that finds out about the second compilation: nothing is proved where the two are different kernels.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @by_macro => unknown
K by_macro(int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
#ifdef partition_view
  q.store(p.load(0), 0);
#else
  if (i % 4294967296LL == 0) q.store(p.load(i), 0);
#endif
}
template<size_t N> struct number {};
template<class E> constexpr bool has_sixth = requires { number<E::static_extent(5)>{}; };
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @by_constant => unknown
K by_constant(int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  if constexpr (!has_sixth<ct::extents<int, 8, 9>>) q.store(p.load(0), 0);
  else if (i % 4294967296LL == 0) q.store(p.load(i), 0);
}
// tileproof: grid = (1)
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @the_same => proved
K the_same(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(p.load(0), 0);
}
// The name is the original one again, so the accesses behind this line have no assertions.
#undef partition_view
// tileproof: grid = (1)
// tileproof: buffer x : i32[8]
// tileproof: buffer r : i32[4]
//@ check @lost => unknown
K lost(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(p.load(1), 0);
}
