// Spans whose elements lie apart, and spans that have two elements at one place.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
template<class T, int... N> using tl = ct::tile<T, ct::shape<N...>>;
#define STR(E,S,e,s) typename ct::layout_strided<S>::template mapping<E>(e, s)
// rank-2 static, disjoint elements by a "woven" layout (3,2) with strides (2,3)
// tileproof: grid = (1)
// tileproof: buffer x : f32[8]
// tileproof: buffer r : f32[2]
//@ check @woven => proved
K woven(float* x, float* r) {
  using E = ct::extents<unsigned,3,2>; using S = ct::strides<unsigned,2,3>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic, 2_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,2_ic}}, ct::shape{1_ic,2_ic}}.store(p.load(2,0), 0, 0);
}
// (4,2) with strides (2,3): places 0, 2, 4, 6, 3, 5, 7, 9
// tileproof: grid = (1)
// tileproof: buffer x : f32[10]
// tileproof: buffer r : f32[2]
//@ check @woven42 => proved
K woven42(float* x, float* r) {
  using E = ct::extents<unsigned,4,2>; using S = ct::strides<unsigned,2,3>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic, 2_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,2_ic}}, ct::shape{1_ic,2_ic}}.store(p.load(2,0), 0, 0);
}
// (4,3) with strides (2,3): (3,0) and (0,2) are both at 6
// tileproof: grid = (1)
// tileproof: buffer x : f32[20]
// tileproof: buffer r : f32[2]
//@ check @woven43bad => undefined source.view.injective
K woven43bad(float* x, float* r) {
  using E = ct::extents<unsigned,4,3>; using S = ct::strides<unsigned,2,3>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic, 2_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,2_ic}}, ct::shape{1_ic,2_ic}}.store(p.load(2,0), 0, 0);
}
// dynamic: m rows of n with stride ld >= n
// tileproof: grid = (1)
// tileproof: requires = m >= 2, n >= 4, ld >= n, m <= 1000, n <= 1000, ld <= 1000
// tileproof: buffer x : f32[m * ld]
// tileproof: buffer r : f32[4]
//@ check @rows_ok => proved
K rows_ok(float* x, float* r, int m, int n, int ld) {
  using E = ct::extents<unsigned,ct::dynamic_extent,ct::dynamic_extent>; using S = ct::strides<unsigned,ct::dynamic_stride,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,(E{m,n}),S{ld})}, ct::shape{1_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,4_ic}}, ct::shape{1_ic,4_ic}}.store(p.load(1,0), 0, 0);
}
// ld >= n - 1
// tileproof: grid = (1)
// tileproof: requires = m >= 2, n >= 4, ld >= n - 1, m <= 1000, n <= 1000, ld <= 1000
// tileproof: buffer x : f32[m * ld + n]
// tileproof: buffer r : f32[4]
//@ check @rows_bad => undefined source.view.injective
K rows_bad(float* x, float* r, int m, int n, int ld) {
  using E = ct::extents<unsigned,ct::dynamic_extent,ct::dynamic_extent>; using S = ct::strides<unsigned,ct::dynamic_stride,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,(E{m,n}),S{ld})}, ct::shape{1_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,4_ic}}, ct::shape{1_ic,4_ic}}.store(p.load(1,0), 0, 0);
}
// an axis of one element may have any stride
// tileproof: grid = (1)
// tileproof: buffer x : f32[8]
// tileproof: buffer r : f32[4]
//@ check @stride0_one => proved
K stride0_one(float* x, float* r) {
  using E = ct::extents<unsigned,1,8>; using S = ct::strides<unsigned,8,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,4_ic}}, ct::shape{1_ic,4_ic}}.store(p.load(0,1), 0, 0);
}
// rank 1, dynamic stride 0 with an extent of 1
// tileproof: grid = (1)
// tileproof: requires = s == 0
// tileproof: buffer x : f32[8]
// tileproof: buffer r : f32[1]
//@ check @stride0_r1 => proved
K stride0_r1(float* x, float* r, int s) {
  using E = ct::extents<unsigned,1>; using S = ct::strides<unsigned,ct::dynamic_stride>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{s})}, ct::shape{1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic}}, ct::shape{1_ic}}.store(p.load(0), 0);
}
// rank 1, dynamic stride 0 with an extent of 4: not injective, load
// tileproof: grid = (1)
// tileproof: requires = s == 0
// tileproof: buffer x : f32[8]
// tileproof: buffer r : f32[1]
//@ check @stride0_r1bad => undefined view.stride
K stride0_r1bad(float* x, float* r, int s) {
  using E = ct::extents<unsigned,4>; using S = ct::strides<unsigned,ct::dynamic_stride>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{s})}, ct::shape{1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic}}, ct::shape{1_ic}}.store(p.load(0), 0);
}
// rank 3 overlapping only in axes 0 and 2, load masked, atomic
// tileproof: grid = (1)
// tileproof: buffer x : i32[100]
// tileproof: buffer r : i32[1]
//@ check @r3bad => undefined source.view.injective
K r3bad(int* x, int* r) {
  using E = ct::extents<unsigned,2,2,8>; using S = ct::strides<unsigned,4,16,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic,1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.atomic_load_masked<ct::view_padding::zero, ct::memory_order::relaxed>(0,0,0), 0,0,0);
}
// tileproof: grid = (1)
// tileproof: buffer x : i32[100]
// tileproof: buffer r : i32[1]
//@ check @r3ok => proved
K r3ok(int* x, int* r) {
  using E = ct::extents<unsigned,2,2,8>; using S = ct::strides<unsigned,8,16,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic,1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.atomic_load_masked<ct::view_padding::zero, ct::memory_order::relaxed>(0,0,0), 0,0,0);
}
// atomic_store to overlapping
// tileproof: grid = (1)
// tileproof: buffer x : i32[100]
//@ check @astbad => undefined source.view.injective
K astbad(int* x) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,1,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic,1_ic}};
  p.atomic_store_masked<ct::memory_order::release>(ct::full<tl<int,1,1>>(1), 0, 0);
}
// no access, so no rule
// tileproof: grid = (1)
// tileproof: requires = n == 0
// tileproof: buffer x : i32[100]
//@ check @notreached => proved
K notreached(int* x, int n) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,1,1>;
  ct::partition_view p{ct::tensor_span{x, STR(E,S,E{},S{})}, ct::shape{1_ic,1_ic}};
  if (n > 0) p.atomic_store_masked<ct::memory_order::release>(ct::full<tl<int,1,1>>(1), 0, 0);
}
// layout_right with index type uint32 and extents (2, 65536, 65536): the first stride is 2^32, cut to 0
// tileproof: grid = (1)
// tileproof: buffer x : f32[8589934592]
// tileproof: buffer r : f32[1]
//@ check @lr_overflow => undefined source.view.injective
K lr_overflow(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{2_ic, 65536_ic, 65536_ic}}, ct::shape{1_ic,1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.load(1,0,0), 0,0,0);
}
// tileproof: grid = (1)
// tileproof: requires = m == 65536
// tileproof: buffer x : f32[8589934592]
// tileproof: buffer r : f32[1]
//@ check @lr_overflow_dyn => undefined view.stride
K lr_overflow_dyn(float* x, float* r, int m) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{2_ic, m, m}}, ct::shape{1_ic,1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.load(1,0,0), 0,0,0);
}
// tileproof: grid = (1)
// tileproof: requires = m == 65537
// tileproof: buffer x : f32[8590196738]
// tileproof: buffer r : f32[1]
//@ check @lr_overflow_dyn2 => undefined source.view.injective
K lr_overflow_dyn2(float* x, float* r, int m) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{2_ic, m, m}}, ct::shape{1_ic,1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.load(1,0,0), 0,0,0);
}
