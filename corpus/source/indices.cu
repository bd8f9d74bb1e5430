// Indices of accesses: outside of the index space, at its end, and beyond what the index type represents.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
template<class T, int... N> using tl = ct::tile<T, ct::shape<N...>>;
#define ONE(T,r,n) ct::partition_view{ct::tensor_span{r, ct::extents{n##_ic}}, ct::shape{n##_ic}}
// the last tile along each axis
// tileproof: grid = (1)
//@ check @r3 => proved
K r3(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{3_ic, 5_ic, 7_ic}}, ct::shape{2_ic, 2_ic, 4_ic}};
  auto v = p.load_masked(1, 2, 1);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic,4_ic}}, ct::shape{2_ic,2_ic,4_ic}}.store(v, 0, 0, 0);
}
// out in axis 0 entirely though in axis 1
// tileproof: grid = (1)
//@ check @r2out0 => undefined view.index.space
K r2out0(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{3_ic, 5_ic}}, ct::shape{2_ic, 2_ic}};
  auto v = p.load_masked(2, 0);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic}}, ct::shape{2_ic,2_ic}}.store(v, 0, 0);
}
// last in the space on both axes
// tileproof: grid = (1)
//@ check @r2last => proved
K r2last(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{3_ic, 5_ic}}, ct::shape{2_ic, 2_ic}};
  auto v = p.load_masked(1, 2);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic}}, ct::shape{2_ic,2_ic}}.store(v, 0, 0);
}
// masked stores
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 2, n == 8
// tileproof: buffer x : f32[8]
//@ check @st_space => undefined view.index.space
K st_space(float* x, int i, int n) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{n}}, ct::shape{4_ic}};
  p.store_masked(ct::full<tl<float,4>>(1.f), i);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1, n == 8
// tileproof: buffer x : f32[8]
//@ check @st_space_ok => proved
K st_space_ok(float* x, int i, int n) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{n}}, ct::shape{4_ic}};
  p.store_masked(ct::full<tl<float,4>>(1.f), i);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 2, n == 8
// tileproof: buffer x : i32[8]
//@ check @ast_space => undefined view.index.space
K ast_space(int* x, int i, int n) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{n}}, ct::shape{4_ic}};
  p.atomic_store_masked<ct::memory_order::release>(ct::full<tl<int,4>>(1), i);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1, n == 7
// tileproof: buffer x : i32[7]
//@ check @ast_space_ok => proved
K ast_space_ok(int* x, int i, int n) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{n}}, ct::shape{4_ic}};
  p.atomic_store_masked<ct::memory_order::release>(ct::full<tl<int,4>>(1), i);
}
// an index of 2^32, and an index type of 32 bits
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
// tileproof: buffer x : f32[4]
//@ check @st_rep => undefined source.index.representable
K st_rep(float* x, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  if (i % 4294967296LL == 0) p.store(ct::full<tl<float,4>>(1.f), i);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967295
// tileproof: buffer x : f32[4]
//@ check @st_rep_ok => proved
K st_rep_ok(float* x, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  if (i % 4294967296LL == 0) p.store(ct::full<tl<float,4>>(1.f), i);
}
// the same of atomic accesses
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
// tileproof: buffer x : i32[4]
//@ check @ast_rep => undefined source.index.representable
K ast_rep(int* x, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  p.atomic_store<ct::memory_order::relaxed>(ct::full<tl<int,4>>(1), i);
}
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
// tileproof: buffer x : i32[4]
// tileproof: buffer r : i32[4]
//@ check @ald_rep => undefined source.index.representable
K ald_rep(int* x, int* r, long long i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  auto v = p.atomic_load_masked<ct::view_padding::zero, ct::memory_order::relaxed>(i);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(v, 0);
}
// of two indices only the second one is not representable
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1
// tileproof: buffer x : f32[16]
// tileproof: buffer r : f32[4]
//@ check @ld_rep2 => undefined source.index.representable
K ld_rep2(float* x, float* r, unsigned i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents<signed char, 4, 4>{}}, ct::shape{2_ic, 2_ic}};
  auto v = p.load(i, i * 256u);
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,2_ic}}, ct::shape{2_ic,2_ic}}.store(v, 0, 0);
}
// index of unsigned 32 bits, signed 32-bit index type: 2^32-1 is not representable (and outside)
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967295
// tileproof: buffer x : f32[16]
// tileproof: buffer r : f32[4]
//@ check @ld_u32_i32 => proved
K ld_u32_i32(float* x, float* r, unsigned i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents<int, 16>{}}, ct::shape{4_ic}};
  if (i < 4) ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(i), 0);
}
// index of bool, char, enum
enum E2 : int { A0, A1 };
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1
// tileproof: buffer x : f32[8]
// tileproof: buffer r : f32[4]
//@ check @idx_kinds => proved
K idx_kinds(float* x, float* r, int i) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  bool b = i == 1; signed char c = i; 
  auto v = p.load(b) + p.load(c) + p.load((unsigned char)i) + p.load((unsigned long long)i);
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(v, 0);
}
// partial in axis 1 only, unmasked
// tileproof: grid = (2, 2)
// tileproof: requires = m >= 1, m <= 3
// tileproof: buffer x : f32[4 * m]
// tileproof: buffer r : f32[16]
//@ check @part1 => undefined view.tile.inside
K part1(float* x, float* r, int m) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic, m}}, ct::shape{2_ic, 2_ic}};
  int i = ct::bid().x, j = ct::bid().y;
  if (j * 2 < m) ct::partition_view{ct::tensor_span{r, ct::extents{4_ic,4_ic}}, ct::shape{2_ic,2_ic}}.store(p.load(i, j), i, j);
}
// const span
// tileproof: grid = (1)
// tileproof: buffer x : f32[8]
// tileproof: buffer r : f32[4]
//@ check @cspan => proved
K cspan(const float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(p.load(1), 0);
}
