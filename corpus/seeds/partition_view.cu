// The seed document of partition views, statement by statement.
// Each kernel has its contract above it, and what is true of it; TABLE.md says which statements it is for.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void

using i22 = ct::tile<int, ct::shape<2,2>>;
template<class T, class V> __tile__ void put(T* r, V v, int) { }
// ---- worked example 1: 4x8 load (1,2)
// tileproof: grid = (1)
//@ check @ex_load => proved
//@ run @ex_load grid=1 x=i32[4x8]:iota r=i32[2x2]:uninit => r=[20, 21, 28, 29]
KERNEL ex_load(int* x, int* r) {
  ct::tensor_span t{x, ct::extents{4_ic, 8_ic}};
  ct::partition_view p{t, ct::shape{2_ic, 2_ic}};
  auto v = p.load(1, 2);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic}}, ct::shape{2_ic,2_ic}}.store(v, 0, 0);
}
// ---- worked example 2: 4x11 NaN
// tileproof: grid = (1)
//@ check @ex_nan => proved
//@ run @ex_nan grid=1 x=f32[4x11]:iota r=f32[2x4]:uninit => r=[8, 9, 10, nan, 19, 20, 21, nan]
KERNEL ex_nan(float* x, float* r) {
  ct::tensor_span t{x, ct::extents{4_ic, 11_ic}};
  ct::partition_view p{t, ct::shape{2_ic, 4_ic}};
  auto v = p.load_masked(ct::view_padding_nan_t{}, 0, 2);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
//@ check @ex_nan_tpl => proved
//@ run @ex_nan_tpl grid=1 x=f32[4x11]:iota r=f32[2x4]:uninit => r=[8, 9, 10, nan, 19, 20, 21, nan]
KERNEL ex_nan_tpl(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  auto v = p.load_masked<ct::view_padding::nan>(0, 2);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// default padding zero
// tileproof: grid = (1)
//@ check @ex_zero => proved
//@ run @ex_zero grid=1 x=f32[4x11]:iota r=f32[2x4]:uninit => r=[30, 31, 32, 0, 41, 42, 43, 0]
KERNEL ex_zero(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  auto v = p.load_masked(1, 2);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// ---- worked example 3: store 100*iota
// tileproof: grid = (1)
//@ check @ex_store => proved
//@ run @ex_store grid=1 x=i32[4x8]:full(7) => x=[7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 0, 100, 7, 7, 7, 7, 7, 7, 200, 300]
KERNEL ex_store(int* x) {
  ct::tensor_span t{x, ct::extents{4_ic, 8_ic}};
  ct::partition_view p{t, ct::shape{2_ic, 2_ic}};
  auto a = 100 * ct::iota<i22>();
  p.store(a, 1, 3);
}
// ---- non-masked, p(I,J) not in index space
// tileproof: grid = (1)
//@ check @ub_partial_load => undefined view.tile.inside
//@ run @ub_partial_load grid=1 x=f32[4x11]:iota r=f32[2x4]:uninit => undefined view.tile.inside
KERNEL ub_partial_load(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  auto v = p.load(0, 2);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
// tileproof: buffer x : f32[44]
//@ check @ub_partial_store => undefined view.tile.inside
//@ run @ub_partial_store grid=1 x=f32[4x11]:iota => undefined view.tile.inside
KERNEL ub_partial_store(float* x) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  p.store(ct::full<ct::tile<float, ct::shape<2,4>>>(1.0f), 0, 2);
}
// masked store: only inside
// tileproof: grid = (1)
// tileproof: buffer x : f32[44]
//@ check @ok_masked_store => proved
//@ run @ok_masked_store grid=1 x=f32[4x11]:zeros => x=[0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
KERNEL ok_masked_store(float* x) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  p.store_masked(ct::full<ct::tile<float, ct::shape<2,4>>>(1.0f), 0, 2);
}
// outside index space: unmasked, masked, negative
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 2, j >= 0, j <= 3
//@ check @space_load => undefined view.index.space
//@ run @space_load grid=1 i=1 j=2 x=f32[4x12]:iota r=f32[2x4]:uninit => r=[32, 33, 34, 35, 44, 45, 46, 47]
//@ run @space_load grid=1 i=2 j=0 x=f32[4x12]:iota r=f32[2x4]:uninit => undefined view.index.space
//@ run @space_load grid=1 i=0 j=3 x=f32[4x12]:iota r=f32[2x4]:uninit => undefined view.index.space
KERNEL space_load(float* x, float* r, int i, int j) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 12_ic}}, ct::shape{2_ic, 4_ic}};
  auto v = p.load(i, j);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1, j >= 0, j <= 3
//@ check @space_load_masked => undefined view.index.space
//@ run @space_load_masked grid=1 i=0 j=3 x=f32[4x11]:iota r=f32[2x4]:uninit => undefined view.index.space
KERNEL space_load_masked(float* x, float* r, int i, int j) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  auto v = p.load_masked(i, j);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1, j >= 0, j <= 2
//@ check @space_ok => proved
//@ run @space_ok grid=1 i=1 j=2 x=f32[4x11]:iota r=f32[2x4]:uninit => r=[30, 31, 32, 0, 41, 42, 43, 0]
KERNEL space_ok(float* x, float* r, int i, int j) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  auto v = p.load_masked(i, j);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(v, 0, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1, j >= 0, j <= 3
//@ check @space_store_masked => undefined view.index.space
//@ run @space_store_masked grid=1 i=0 j=3 x=f32[4x11]:iota => undefined view.index.space
KERNEL space_store_masked(float* x, int i, int j) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 11_ic}}, ct::shape{2_ic, 4_ic}};
  p.store_masked(ct::full<ct::tile<float, ct::shape<2,4>>>(1.0f), i, j);
}
// ---- UB 1: representable in index_type
// uint32 (default), index -1: small extent
// tileproof: grid = (1)
// tileproof: requires = i >= -1, i <= 1
//@ check @rep_neg => undefined view.index.space
//@ run @rep_neg grid=1 i=1 x=f32[8]:iota r=f32[4]:uninit => r=[4, 5, 6, 7]
KERNEL rep_neg(float* x, float* r, int i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(i), 0);
}
// int16_t index type, int index that wraps into range: 65536 -> 0
// tileproof: grid = (1)
// tileproof: requires = i == 65536
//@ check @rep_i16 => undefined source.index.representable
KERNEL rep_i16(float* x, float* r, int i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents<short, ct::dynamic_extent>{8}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(i), 0);
}
// uint32 index type, long long index 2^32
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
//@ check @rep_i64 => undefined source.index.representable
KERNEL rep_i64(float* x, float* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(i), 0);
}
// unsigned index type, negative index, extent 2^32-1 rank 1, tile 1: -1 -> 4294967295, not < 4294967295
// with tile 1 and index -2 -> 4294967294 < 4294967295 : in IR's index space!
// tileproof: grid = (1)
// tileproof: requires = n == -1, i == -2
// tileproof: buffer x : f32[4294967295]
//@ check @rep_neg_huge => undefined source.index.representable
KERNEL rep_neg_huge(float* x, float* r, int n, int i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{n}}, ct::shape{1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic}}, ct::shape{1_ic}}.store(p.load(i), 0);
}
// ---- UB 3: not injective
// tileproof: grid = (1)
// tileproof: buffer x : f32[16]
//@ check @inj_overlap_load => undefined source.view.injective
KERNEL inj_overlap_load(float* x, float* r) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,1,1>; ct::tensor_span t{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{})};
  ct::partition_view p{t, ct::shape{4_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,4_ic}}, ct::shape{4_ic,4_ic}}.store(p.load(0,0), 0, 0);
}
// tileproof: grid = (1)
// tileproof: buffer x : f32[16]
//@ check @inj_overlap_load_one => undefined source.view.injective
KERNEL inj_overlap_load_one(float* x, float* r) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,1,1>; ct::tensor_span t{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{})};
  ct::partition_view p{t, ct::shape{1_ic, 1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic}}, ct::shape{1_ic,1_ic}}.store(p.load(0,0), 0, 0);
}
// tileproof: grid = (1)
// tileproof: buffer x : f32[16]
//@ check @inj_overlap_store => undefined race.lane
//@ run @inj_overlap_store grid=1 x=f32[16]:zeros => undefined source.view.injective
KERNEL inj_overlap_store(float* x) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,1,1>; ct::tensor_span t{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{})};
  ct::partition_view p{t, ct::shape{4_ic, 4_ic}};
  p.store(ct::full<ct::tile<float, ct::shape<4,4>>>(1.0f), 0, 0);
}
// tileproof: grid = (1)
// tileproof: buffer x : f32[16]
//@ check @inj_overlap_store_one => undefined source.view.injective
KERNEL inj_overlap_store_one(float* x) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,1,1>; ct::tensor_span t{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{})};
  ct::partition_view p{t, ct::shape{1_ic, 1_ic}};
  p.store(ct::full<ct::tile<float, ct::shape<1,1>>>(1.0f), 0, 0);
}
// tileproof: grid = (1)
// tileproof: requires = s == 0
// tileproof: buffer x : f32[16]
//@ check @inj_stride0 => undefined view.stride
//@ run @inj_stride0 grid=1 s=0 x=f32[16]:zeros r=f32[4x4]:uninit => undefined source.view.injective
KERNEL inj_stride0(float* x, float* r, int s) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,ct::dynamic_stride,1>; ct::tensor_span t{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{s})};
  ct::partition_view p{t, ct::shape{4_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,4_ic}}, ct::shape{4_ic,4_ic}}.store(p.load(0,0), 0, 0);
}
// ---- atomics through a view
// tileproof: grid = (2)
//@ check @at_load => proved
//@ run @at_load grid=2 x=i32[4]:zeros r=i32[8]:uninit => x=[1, 1, 1, 1] r=[1, 1, 1, 1, 1, 1, 1, 1]
KERNEL at_load(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  p.atomic_store<ct::memory_order::relaxed>(ct::full<ivec<4>>(1), 0);
  auto v = p.atomic_load<ct::memory_order::acquire, ct::thread_scope::device>(0);
  ct::partition_view{ct::tensor_span{r, ct::extents{8_ic}}, ct::shape{4_ic}}.store(v, int(ct::bid().x));
}
// block scope only is not enough: race
// tileproof: grid = (2)
//@ check @at_block_scope => undefined race.block
KERNEL at_block_scope(int* x) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  p.atomic_store<ct::memory_order::relaxed, ct::thread_scope::block>(ct::full<ivec<4>>(1), 0);
}
// partial atomic load (unmasked)
// tileproof: grid = (1)
//@ check @at_partial => undefined view.tile.inside
//@ run @at_partial grid=1 x=i32[6]:iota r=i32[4]:uninit => undefined view.tile.inside
KERNEL at_partial(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{6_ic}}, ct::shape{4_ic}};
  auto v = p.atomic_load<ct::memory_order::relaxed>(1);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(v, 0);
}
// tileproof: grid = (1)
//@ check @at_partial_store => undefined view.tile.inside
//@ run @at_partial_store grid=1 x=i32[6]:iota => undefined view.tile.inside
KERNEL at_partial_store(int* x) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{6_ic}}, ct::shape{4_ic}};
  p.atomic_store<ct::memory_order::relaxed>(ct::full<ivec<4>>(1), 1);
}
// tileproof: grid = (1)
//@ check @at_masked => proved
//@ run @at_masked grid=1 x=f32[6]:iota r=f32[4]:uninit => r=[4, 5, nan, nan]
KERNEL at_masked(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{6_ic}}, ct::shape{4_ic}};
  auto v = p.atomic_load_masked(ct::view_padding_nan_t{}, ct::memory_order_constant<ct::memory_order::acquire>{}, 1);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(v, 0);
}
// masked atomic outside
// tileproof: grid = (1)
//@ check @at_masked_outside => undefined view.index.space
//@ run @at_masked_outside grid=1 x=f32[6]:iota r=f32[4]:uninit => undefined view.index.space
KERNEL at_masked_outside(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{6_ic}}, ct::shape{4_ic}};
  auto v = p.atomic_load_masked<ct::view_padding::zero, ct::memory_order::relaxed>(2);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(v, 0);
}
// hints
// tileproof: grid = (1)
//@ check @span_type => proved
//@ run @span_type grid=1 x=f32[8]:iota r=f32[4]:uninit => r=[4, 5, 6, 7]
KERNEL span_type(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  auto q = ct::partition_view{p.span(), decltype(p)::view_shape_type{}};
  auto v = q.load(1);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(v, 0);
}
// store converts: int tile to float? int8 -> int, broadcast scalar-ish
// tileproof: grid = (1)
//@ check @conv => proved
//@ run @conv grid=1 x=i32[8]:zeros s=i8[8]:[1, 2, 3, 4, -1, -128, 127, 5] => x=[0, 0, 0, 0, -1, -128, 127, 5]
KERNEL conv(int* x, signed char* s) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{s, ct::extents{8_ic}}, ct::shape{4_ic}};
  p.store(q.load(1), 1);
}
template<class V> __tile__ auto byref(V const& v, int i) { return v.load_masked(i); }
template<class V> __tile__ auto byval(V v, int i) { return v.load_masked(i); }
template<class V> struct Box { V v; int n; };
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
//@ check @view_byref => proved
//@ run @view_byref grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL view_byref(float* a, float* o, int n) {
  ct::partition_view A{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}};
  O.store_masked(byref(A, ct::bid().x), ct::bid().x);
}
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
//@ check @view_byval => proved
//@ run @view_byval grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL view_byval(float* a, float* o, int n) {
  ct::partition_view A{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}};
  O.store_masked(byval(A, ct::bid().x), ct::bid().x);
}
// copyable: copy, assign, swap
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
//@ check @view_copy => proved
//@ run @view_copy grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL view_copy(float* a, float* o, int n) {
  ct::partition_view A{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}};
  auto B = A; auto C = O; auto T = B; B = C; C = T;
  B.store_masked(C.load_masked(ct::bid().x), ct::bid().x);
}
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
//@ check @view_struct => proved
//@ run @view_struct grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL view_struct(float* a, float* o, int n) {
  ct::partition_view A{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}};
  Box<decltype(A)> b{A, n};
  O.store_masked(b.v.load_masked(ct::bid().x), ct::bid().x);
}
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
//@ check @local_scalar => proved
//@ run @local_scalar grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL local_scalar(float* a, float* o, int n) {
  int i = ct::bid().x; int* p = &i; *p += 0;
  ct::partition_view A{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}};
  O.store_masked(A.load_masked(*p), i);
}
#define C1 ct::partition_view A{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}}; ct::partition_view O{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}}; int i = ct::bid().x;
template<class T> __tile__ void swap2(T& x, T& y) { T t = x; x = y; y = t; }
template<class E> __tile__ int ext(E const& e) { return e.extent(0); }
struct P { int n; float* p; };
__tile__ int total(P const& q) { return q.n; }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @span_only => proved
//@ run @span_only grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL span_only(float* a, float* o, int n) { C1 ct::partition_view B{A.span(), ct::shape{8_ic}}; O.store_masked(B.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @span_extents => proved
//@ run @span_extents grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL span_extents(float* a, float* o, int n) { C1 ct::partition_view B{ct::tensor_span{o, A.span().extents()}, ct::shape{8_ic}}; B.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @span_extent => proved
//@ run @span_extent grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL span_extent(float* a, float* o, int n) { C1 if (8 * i < int(A.span().extent(0))) O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @lambda_ref => proved
//@ run @lambda_ref grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL lambda_ref(float* a, float* o, int n) { C1 auto f = [&](int k) { return A.load_masked(k); }; O.store_masked(f(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @lambda_val => proved
//@ run @lambda_val grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL lambda_val(float* a, float* o, int n) { C1 auto f = [=](int k) { return A.load_masked(k); }; O.store_masked(f(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @swap_ext => proved
//@ run @swap_ext grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL swap_ext(float* a, float* o, int n) { ct::extents e{n}, f{n}; swap2(e, f); ct::partition_view A{ct::tensor_span{a, e}, ct::shape{8_ic}}; ct::partition_view O{ct::tensor_span{o, f}, ct::shape{8_ic}}; int i = ct::bid().x; O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @assign_ext => proved
//@ run @assign_ext grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL assign_ext(float* a, float* o, int n) { ct::extents e{n}, f{1}; f = e; ct::partition_view A{ct::tensor_span{a, e}, ct::shape{8_ic}}; ct::partition_view O{ct::tensor_span{o, f}, ct::shape{8_ic}}; int i = ct::bid().x; O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @ext_ref => proved
//@ run @ext_ref grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL ext_ref(float* a, float* o, int n) { ct::extents e{n}; C1 if (ext(e) > 8 * i) O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @struct_ref => proved
//@ run @struct_ref grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL struct_ref(float* a, float* o, int n) { P q{n, a}; ct::partition_view A{ct::tensor_span{q.p, ct::extents{total(q)}}, ct::shape{8_ic}}; ct::partition_view O{ct::tensor_span{o, ct::extents{q.n}}, ct::shape{8_ic}}; int i = ct::bid().x; O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @eq_guard => proved
//@ run @eq_guard grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL eq_guard(float* a, float* o, int n) { C1 if (A.span().extents() == O.span().extents()) O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @local_array => proved
//@ run @local_array grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL local_array(float* a, float* o, int n) { int d[2] = {n, 8}; ct::partition_view A{ct::tensor_span{a, ct::extents{d[0]}}, ct::shape{8_ic}}; ct::partition_view O{ct::tensor_span{o, ct::extents{d[0]}}, ct::shape{8_ic}}; int i = ct::bid().x; O.store_masked(A.load_masked(i), i); }
// tileproof: grid = (cdiv(n, 8))
// tileproof: requires = n >= 1
// tileproof: buffer a : f32[n]
// tileproof: buffer o : f32[n]
//@ check @ternary_view => proved
//@ run @ternary_view grid=2 a=f32[10]:iota o=f32[10]:uninit n=10 => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
KERNEL ternary_view(float* a, float* o, int n) { C1 auto const& B = i == 0 ? A : A; O.store_masked(B.load_masked(i), i); }
// message passing through views: release/acquire device scope
// tileproof: grid = (2)
// tileproof: contents flag : value == 0
//@ check @mp_ok => proved
KERNEL mp_ok(int* data, int* flag, int* o) {
  ct::partition_view D{ct::tensor_span{data, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view F{ct::tensor_span{flag, ct::extents{1_ic}}, ct::shape{1_ic}};
  if (ct::bid().x == 0) {
    D.store(ct::full<ivec<4>>(7), 0);
    F.atomic_store<ct::memory_order::release, ct::thread_scope::device>(ct::full<ivec<1>>(1), 0);
  } else {
    auto f = F.atomic_load<ct::memory_order::acquire, ct::thread_scope::device>(0);
    if (int(ct::sum<0>(f)) == 1) O.store(D.load(0), 0);
  }
}
// tileproof: grid = (2)
// tileproof: contents flag : value == 0
//@ check @mp_relaxed => undefined race.block
KERNEL mp_relaxed(int* data, int* flag, int* o) {
  ct::partition_view D{ct::tensor_span{data, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view O{ct::tensor_span{o, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view F{ct::tensor_span{flag, ct::extents{1_ic}}, ct::shape{1_ic}};
  if (ct::bid().x == 0) {
    D.store(ct::full<ivec<4>>(7), 0);
    F.atomic_store<ct::memory_order::relaxed, ct::thread_scope::device>(ct::full<ivec<1>>(1), 0);
  } else {
    auto f = F.atomic_load<ct::memory_order::relaxed, ct::thread_scope::device>(0);
    if (int(ct::sum<0>(f)) == 1) O.store(D.load(0), 0);
  }
}
// masked lanes make no memory operation: blocks meet only in dropped lanes
// tileproof: grid = (2)
// tileproof: buffer x : f32[12]
//@ check @masked_no_op => proved
//@ run @masked_no_op grid=2 x=f32[12]:zeros => x=[1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
KERNEL masked_no_op(float* x) {
  int b = ct::bid().x;
  ct::partition_view p{ct::tensor_span{x + 6 * b, ct::extents{6_ic}}, ct::shape{8_ic}};
  p.store_masked(ct::full<fvec<8>>(1.0f), 0);
}
// hints on direct calls
// tileproof: grid = (1)
//@ check @hints_on_calls => proved
//@ run @hints_on_calls grid=1 x=f32[8]:iota r=f32[4]:uninit => r=[4, 5, 6, 7]
KERNEL hints_on_calls(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::tile<float, ct::shape<4>> v;
  [[ cutile::hint(0, latency=4, allow_tma=false) ]] v = p.load(1);
  [[ cutile::hint(0, latency=2) ]] q.store(v, 0);
}
// layout_left
// tileproof: grid = (1)
// tileproof: buffer x : i32[20]
// tileproof: buffer o : i32[8]
//@ check @left => proved
//@ run @left grid=1 x=i32[20]:iota o=i32[8]:uninit => o=[18, 0, 0, 0, 19, 0, 0, 0]
KERNEL left(int* x, int* o) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, 5_ic}, ct::layout_left{}}, ct::shape{2_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{o, ct::extents{2_ic, 4_ic}}, ct::shape{2_ic, 4_ic}}.store(p.load_masked(1, 1), 0, 0);
}
// negative strides/dynamic overlap: runtime stride smaller than the row
// tileproof: grid = (1)
// tileproof: requires = s >= 1
// tileproof: buffer x : f32[1000]
//@ check @overlap_dyn => undefined source.view.injective
KERNEL overlap_dyn(float* x, float* r, int s) {
  using E = ct::extents<unsigned,4,4>; using S = ct::strides<unsigned,ct::dynamic_stride,1>;
  ct::partition_view p{ct::tensor_span{x, typename ct::layout_strided<S>::template mapping<E>(E{}, S{s > 8 ? 8 : s})}, ct::shape{1_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,4_ic}}, ct::shape{1_ic,4_ic}}.store(p.load(2,0), 0, 0);
}
// float index at run time
// tileproof: grid = (1)
// tileproof: buffer x : f32[8]
//@ check @fidx => undefined source.index.representable
//@ run @fidx grid=1 f=1.0 x=f32[8]:iota r=f32[4]:uninit => r=[4, 5, 6, 7]
KERNEL fidx(float* x, float* r, float f) { ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  if (f >= 0.0f && f < 2.0f) ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(f), 0); }
// tileproof: grid = (1)
//@ check @fconst => undefined source.index.representable
KERNEL fconst(float* x, float* r) { ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(1.5f), 0); }
// tileproof: grid = (1)
//@ check @fneg => undefined source.index.representable
KERNEL fneg(float* x, float* r) { ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(-0.5f), 0); }
// signed index type, negative extents
// tileproof: grid = (1)
// tileproof: requires = n == -1
// tileproof: buffer x : f32[8]
//@ check @neg_extent => undefined source.extents.negative
KERNEL neg_extent(float* x, float* r, int n) { ct::partition_view p{ct::tensor_span{x, ct::extents<int, ct::dynamic_extent>{n}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load_masked(0), 0); }
// signed index type int32 extents and a signed index: index -1
// tileproof: grid = (1)
// tileproof: requires = i == -1
// tileproof: buffer x : f32[8]
//@ check @neg_index_signed => undefined view.index.space
//@ run @neg_index_signed grid=1 i=-1 x=f32[8]:iota r=f32[4]:uninit => undefined view.index.space
KERNEL neg_index_signed(float* x, float* r, int i) { ct::partition_view p{ct::tensor_span{x, ct::extents<int, 8>{}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load_masked(i), 0); }
// unsigned index converted to a signed 8-bit type: 255 -> -1 ; 128..: not representable
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 300
// tileproof: buffer x : f32[100]
//@ check @i8_index => undefined source.index.representable
//@ run @i8_index grid=1 i=5 x=f32[100]:iota r=f32[1]:uninit => r=[5]
KERNEL i8_index(float* x, float* r, int i) { ct::partition_view p{ct::tensor_span{x, ct::extents<signed char, 100>{}}, ct::shape{1_ic}};
  if (i < 100 || i >= 256) ct::partition_view{ct::tensor_span{r, ct::extents{1_ic}}, ct::shape{1_ic}}.store(p.load(i), 0); }
// bid (uint32) beyond int16
// tileproof: grid = (70000)
// tileproof: buffer x : f32[30000]
//@ check @bid_i16 => undefined view.index.space
KERNEL bid_i16(float* x) { ct::partition_view p{ct::tensor_span{x, ct::extents<short, 30000>{}}, ct::shape{1_ic}};
  p.store(ct::full<fvec<1>>(1.0f), ct::bid().x); }
