// Updates through views: an index that the index type does not represent, and a span of which two elements lie at one place.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
using R = ct::memory_order_constant<ct::memory_order::relaxed>;
using D = ct::thread_scope_constant<ct::thread_scope::device>;
using four = ct::tile<int, ct::shape<4>>;
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : i32[4]
//@ check @add_cut => undefined source.index.representable
K add_cut(int* x, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  if (i % 4294967296LL == 0) p.atomic_add_masked(ct::full<four>(1), R{}, D{}, i);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967295
// tileproof: buffer x : i32[4]
//@ check @add_kept => proved
K add_kept(int* x, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  if (i % 4294967296LL == 0) p.atomic_add_masked(ct::full<four>(1), R{}, D{}, i);
}
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
// tileproof: buffer x : i32[4]
//@ check @max_cut => undefined source.index.representable
K max_cut(int* x, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  p.atomic_max(ct::full<four>(1), R{}, D{}, i);
}
// tileproof: grid = (1)
// tileproof: buffer x : i32[8]
//@ check @overlapping => undefined source.view.injective
K overlapping(int* x) {
  using E = ct::extents<unsigned, 4, 4>; using S = ct::strides<unsigned, 1, 1>;
  ct::partition_view p{ct::tensor_span{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{})}, ct::shape{1_ic, 1_ic}};
  p.atomic_or_masked(ct::full<ct::tile<int, ct::shape<1, 1>>>(1), R{}, D{}, 0, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
// tileproof: buffer x : i32[8]
//@ check @strided_cut => undefined source.index.representable
K strided_cut(int* x, long long i) {
  ct::strided_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}, ct::strides{2_ic}};
  p.atomic_and_masked(ct::full<four>(1), R{}, D{}, i);
}
// A call with a hint: hints are no part of what is compared.
// tileproof: grid = (1)
// tileproof: buffer x : i32[8]
// tileproof: buffer o : i32[8]
//@ check @hinted => proved
K hinted(int* x, int* o) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  four t;
  [[ cutile::hint(0, latency = 4, allow_tma = false) ]] t = p.load_masked(1);
  [[ cutile::hint(0, latency = 2) ]] q.store_masked(t, 1);
}
