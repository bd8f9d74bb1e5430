// The seed document of extents, statement by statement.
// Each kernel has its contract above it, and what is true of it; TABLE.md says which statements it is for.
#include <cuda_tile.h>
#include <cuda/std/type_traits>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void

// worked examples: x, y, z
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @ex_xyz => proved
//@ run @ex_xyz grid=1 o=i32[16]:uninit => o=[4, 7, 4, 7, 33, 0, 1, 8, 42, 3, 1, 0, 1, 1, 1, 0]
KERNEL ex_xyz(int* o) {
  ct::extents x{4_ic, 7};
  ct::extents<uint32_t, 4, ct::dynamic_extent> y{7};
  ct::shape<33, 0> z;
  static_assert(cuda::std::is_same_v<decltype(x), decltype(y)>);
  static_assert(cuda::std::is_same_v<decltype(x)::index_type, uint32_t>);
  static_assert(cuda::std::is_same_v<decltype(z)::index_type, uint32_t>);
  static_assert(cuda::std::is_same_v<decltype(x)::rank_type, size_t>);
  static_assert(x.rank() == 2 && x.rank_dynamic() == 1 && z.rank_dynamic() == 0);
  static_assert(decltype(x)::static_extent(0) == 4 && decltype(x)::static_extent(1) == ct::dynamic_extent);
  static_assert(ct::dynamic_extent == size_t(-1));
  static_assert(cuda::std::is_trivially_copyable_v<decltype(x)>);
  static_assert(cuda::std::is_nothrow_move_constructible_v<decltype(x)> && cuda::std::is_nothrow_move_assignable_v<decltype(x)>);
  static_assert(sizeof(x) == 4 && alignof(decltype(x)) == 4);
  ct::store(o, int(x.extent(0))); ct::store(o + 1, int(x.extent(1)));
  ct::store(o + 2, int(y.extent(0))); ct::store(o + 3, int(y.extent(1)));
  ct::store(o + 4, int(z.extent(0))); ct::store(o + 5, int(z.extent(1)));
  ct::store(o + 6, int(x == y));
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{42}, f{8, 42, 3};
  ct::store(o + 7, int(e.extent(0))); ct::store(o + 8, int(e.extent(1))); ct::store(o + 9, int(e.extent(2)));
  ct::store(o + 10, int(e == f));
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> d{};
  ct::store(o + 11, int(d.extent(1)));
  auto g = e; ct::store(o + 12, int(g == e)); ct::store(o + 13, int(g != d));
  ct::store(o + 14, int(ct::extents<int, 4, 7>{} == x)); ct::store(o + 15, int(ct::extents<int, 4>{} == x));
}
// UB: all-extents ctor with wrong static value (8 expected, 7 given)
// tileproof: grid = (1)
// tileproof: buffer x : f32[1008]
//@ check @ub_ctor => undefined source.extents.static
KERNEL ub_ctor(float* x, float* r) {
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{7, 42, 3};
  ct::partition_view p{ct::tensor_span{x, e}, ct::shape{8_ic, 2_ic, 1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{8_ic,2_ic,1_ic}}, ct::shape{8_ic,2_ic,1_ic}}.store(p.load(0,0,0), 0,0,0);
}
// the same at run time
// tileproof: grid = (1)
// tileproof: requires = n == 7
// tileproof: buffer x : f32[1008]
//@ check @ub_ctor_dyn => undefined source.extents.static
KERNEL ub_ctor_dyn(float* x, float* r, int n) {
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{n, 42, 3};
  ct::partition_view p{ct::tensor_span{x, e}, ct::shape{8_ic, 2_ic, 1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{8_ic,2_ic,1_ic}}, ct::shape{8_ic,2_ic,1_ic}}.store(p.load(0,0,0), 0,0,0);
}
// equality after conversion to index_type: 8 + 2^32 -> 8: allowed
// tileproof: grid = (1)
//@ check @ok_ctor_conv => proved
//@ run @ok_ctor_conv grid=1 x=f32[8x4]:iota r=f32[8x4]:uninit => r=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
KERNEL ok_ctor_conv(float* x, float* r) {
  ct::extents<uint32_t, 8, ct::dynamic_extent> e{4294967304LL, 4};
  ct::partition_view p{ct::tensor_span{x, e}, ct::shape{8_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{8_ic,4_ic}}, ct::shape{8_ic,4_ic}}.store(p.load(0,0), 0,0);
}
// UB: extent(i) with i >= rank; static_extent(i) with i >= rank
// tileproof: grid = (1)
// tileproof: buffer o : i32[2]
//@ check @ub_extent_rank => undefined source.extents.rank
KERNEL ub_extent_rank(int* o) {
  ct::extents x{4_ic, 7};
  ct::store(o, int(x.extent(2)));
  ct::store(o + 1, int(x.static_extent(2)));
}
// tileproof: grid = (1)
// tileproof: requires = i == 5
// tileproof: buffer o : i32[1]
//@ check @ub_extent_rank_dyn => undefined source.extents.rank
KERNEL ub_extent_rank_dyn(int* o, int i) {
  ct::extents x{4_ic, 7};
  ct::store(o, int(x.extent(i)));
}
// UB: static extent not representable in index_type
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @ub_repr => undefined source.extents.representable
KERNEL ub_repr(int* o) {
  ct::extents<signed char, 300> e{};
  ct::store(o, int(e.extent(0)));
}
// tileproof: grid = (1)
// tileproof: buffer x : f32[300]
//@ check @ub_repr_span => undefined source.extents.representable
KERNEL ub_repr_span(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents<signed char, 300>{}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(0), 0);
}
// not UB: 64-bit n cut to uint32
// tileproof: grid = (1)
// tileproof: requires = n >= 8
//@ check @cut64 => conditional
//@ run @cut64 grid=1 n=4294967304 x=f32[8]:iota r=f32[4]:uninit => r=[0, 1, 2, 3]
KERNEL cut64(float* x, float* r, long long n) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{n}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load_masked(0), 0);
}
// default construction gives a dynamic extent of 0: any access is outside
// tileproof: grid = (1)
// tileproof: buffer x : f32[64]
//@ check @default_ext => undefined view.index.space
//@ run @default_ext grid=1 x=f32[64]:iota r=f32[4]:uninit => undefined view.index.space
KERNEL default_ext(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents<int, ct::dynamic_extent>{}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load_masked(0), 0);
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_eq => proved
//@ run @a_eq grid=1 o=i32[16]:zeros => o=[0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]
KERNEL a_eq(int* o) {
  ct::extents x{4_ic, 7};
  ct::extents<uint32_t, 4, ct::dynamic_extent> y{7};
  ct::store(o + 6, int(x == y));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_two => proved
//@ run @a_two grid=1 o=i32[16]:zeros => o=[0, 0, 0, 0, 0, 0, 0, 8, 42, 3, 0, 0, 0, 0, 0, 0]
KERNEL a_two(int* o) {
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{42};
  ct::store(o + 7, int(e.extent(0))); ct::store(o + 8, int(e.extent(1))); ct::store(o + 9, int(e.extent(2)));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_eq2 => proved
//@ run @a_eq2 grid=1 o=i32[16]:zeros => o=[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]
KERNEL a_eq2(int* o) {
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{42}, f{8, 42, 3};
  ct::store(o + 10, int(e == f));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_copy => proved
//@ run @a_copy grid=1 o=i32[16]:zeros => o=[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
KERNEL a_copy(int* o) {
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> e{42};
  auto g = e; ct::store(o, int(g == e));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_default => proved
//@ run @a_default grid=1 o=i32[16]:full(9) => o=[9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 0, 9, 9, 9, 9]
KERNEL a_default(int* o) {
  ct::extents<int32_t, 8, ct::dynamic_extent, 3> d{};
  ct::store(o + 11, int(d.extent(1)));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_tmp => proved
//@ run @a_tmp grid=1 o=i32[16]:full(9) => o=[9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 1, 0]
KERNEL a_tmp(int* o) {
  ct::extents x{4_ic, 7};
  ct::store(o + 14, int(ct::extents<int, 4, 7>{} == x)); ct::store(o + 15, int(ct::extents<int, 4>{} == x));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[16]
//@ check @a_eq_stride => proved
//@ run @a_eq_stride grid=1 n=5 o=i32[16]:zeros => o=[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
KERNEL a_eq_stride(int* o, int n) {
  ct::extents x{4_ic, n}, y{4_ic, n};
  ct::store(o, int(x == y));
}
// default-initialisation (no braces): dynamic extents are 0 by the seed
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @ext_default_init => proved
//@ run @ext_default_init grid=1 o=i32[1]:uninit => o=[0]
KERNEL ext_default_init(int* o) { ct::extents<int, ct::dynamic_extent, 4> d; ct::store(o, int(d.extent(0))); }
