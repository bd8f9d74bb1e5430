// Code that asks by `requires` which accesses a view accepts: both compilations take the same branch.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
template<class T, auto... N> using tl = ct::tile<T, ct::shape<N...>>;
// asks for a load with release order, which no view has
template<class P> constexpr bool acquires = requires(P p) { p.template atomic_load<ct::memory_order::release>(0); };
// asks for a store, which a span of const elements has not
template<class P> constexpr bool writable = requires(P p, typename P::view_tile_type v) { p.template atomic_store<ct::memory_order::relaxed>(v, 0); };
// asks for padding with NaN, which integers have not
template<class P> constexpr bool floats = requires(P p) { p.template load_masked<ct::view_padding::nan>(0); };
// writable: a source of const is read through a 64-bit index; a writable one from its first tile
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @g_writable => undefined source.index.representable
K g_writable(const int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  if constexpr (writable<decltype(p)>) q.store(p.load(0), 0);
  else if (i % 4294967296LL == 0) q.store(p.load(i), 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @g_floats => undefined source.index.representable
K g_floats(int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  if constexpr (floats<decltype(p)>) q.store(p.load(0), 0);
  else if (i % 4294967296LL == 0) q.store(p.load(i), 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @g_acquires => undefined source.index.representable
K g_acquires(int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  if constexpr (acquires<decltype(p)>) q.store(p.load(0), 0);
  else if (i % 4294967296LL == 0) q.store(p.load(i), 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967295
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @g_acquires_kept => proved
K g_acquires_kept(int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  if constexpr (acquires<decltype(p)>) q.store(p.load(0), 0);
  else if (i % 4294967296LL == 0) q.store(p.load(i), 0);
}
