// The seed document of assumptions, statement by statement.
// Each kernel has its contract above it, and what is true of it; TABLE.md says which statements it is for.
#include <cuda_tile.h>
#include <cstdio>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void

template <class T, int R, int C> using mat = ct::tile<T, ct::shape<R,C>>;
__tile__ void foo(int x) {
  int y = ct::assume_bounded_below(x, 0_ic);
  if (y >= 0) { printf("y is non-negative!\n"); }
  if (x >= 0) { printf("x is non-negative!\n"); }
}
// tileproof: grid = (1)
// tileproof: requires = x >= 0
//@ check @foo_k => proved
KERNEL foo_k(int x) { foo(x); }
// tileproof: grid = (1)
// tileproof: requires = x >= -1
//@ check @foo_bad => undefined assume.bounded
//@ run @foo_bad grid=1 x=-1 => undefined assume.bounded
KERNEL foo_bad(int x) { foo(x); }
// assume_blocked 3x2 on 8x8
// tileproof: grid = (1)
// tileproof: buffer x : i32[64]
// tileproof: buffer r : i32[64]
//@ check @blocked => undefined assume.same
//@ run @blocked grid=1 x=i32[64]:[42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 7, 7, 8, 8, 3, 3, -6, -6, 7, 7, 8, 8, 3, 3, -6, -6] r=i32[64]:uninit => r=[42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 7, 7, 8, 8, 3, 3, -6, -6, 7, 7, 8, 8, 3, 3, -6, -6]
//@ run @blocked grid=1 x=i32[64]:[42, 42, 5, 5, 1, 1, -2, -2, 42, 5, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 7, 7, 8, 8, 3, 3, -6, -6, 7, 7, 8, 8, 3, 3, -6, -6] r=i32[64]:uninit => undefined assume.same
//@ run @blocked grid=1 x=i32[64]:[42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 42, 42, 5, 5, 1, 1, -2, -2, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 3, 3, 2, 2, 4, 4, -5, -5, 7, 7, 8, 8, 3, 3, -6, -6, 7, 7, 8, 8, 3, 3, -6, -5] r=i32[64]:uninit => undefined assume.same
KERNEL blocked(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{8_ic, 8_ic}}, ct::shape{8_ic, 8_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{8_ic, 8_ic}}, ct::shape{8_ic, 8_ic}};
  auto t = p.load(0, 0);
  auto y = ct::assume_blocked(t, ct::shape{3_ic, 2_ic});
  q.store(y, 0, 0);
}
// tileproof: grid = (1)
// tileproof: contents x : -10 <= value && value <= 100
//@ check @bounded => proved
//@ run @bounded grid=1 x=i32[4]:[-10, 0, 50, 100] r=i32[4]:uninit => r=[-10, 0, 50, 100]
//@ run @bounded grid=1 x=i32[4]:[-10, 0, 50, 101] r=i32[4]:uninit => undefined assume.bounded
//@ run @bounded grid=1 x=i32[4]:[-11, 0, 50, 100] r=i32[4]:uninit => undefined assume.bounded
KERNEL bounded(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(ct::assume_bounded(p.load(0), -10_ic, 100_ic), 0);
}
// tileproof: grid = (1)
// tileproof: contents x : -11 <= value && value <= 100
//@ check @bounded_lo => undefined assume.bounded
KERNEL bounded_lo(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(ct::assume_bounded<-10, 100>(p.load(0)), 0);
}
// tileproof: grid = (1)
// tileproof: contents x : value <= 101
//@ check @above => undefined assume.bounded
//@ run @above grid=1 x=i32[4]:[-10, 0, 50, 100] r=i32[4]:uninit => r=[-10, 0, 50, 100]
//@ run @above grid=1 x=i32[4]:[-10, 0, 50, 101] r=i32[4]:uninit => undefined assume.bounded
KERNEL above(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(ct::assume_bounded_above(p.load(0), 100_ic), 0);
}
// tileproof: grid = (1)
// tileproof: contents x : value >= -10
//@ check @below => proved
//@ run @below grid=1 x=i32[4]:[-10, 0, 50, 101] r=i32[4]:uninit => r=[-10, 0, 50, 101]
//@ run @below grid=1 x=i32[4]:[-11, 0, 50, 100] r=i32[4]:uninit => undefined assume.bounded
KERNEL below(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(ct::assume_bounded_below(p.load(0), -10_ic), 0);
}
// unsigned: 2^31 <= UB? an unsigned element of 2^31+5 with assume_bounded_above(100): e > UB -> UB; 
// tileproof: grid = (1)
// tileproof: requires = u == 4294967295
//@ check @above_unsigned => undefined assume.bounded
//@ run @above_unsigned grid=1 u=4294967295 r=i32[1]:uninit => undefined assume.bounded
KERNEL above_unsigned(unsigned* r, unsigned u) {
  ct::store(r, ct::assume_bounded_above(u, 100_ic));
}
// tileproof: grid = (1)
// tileproof: requires = u >= 0, u <= 100
// tileproof: buffer r : i32[1]
//@ check @above_unsigned_ok => proved
//@ run @above_unsigned_ok grid=1 u=100 r=i32[1]:uninit => r=[100]
KERNEL above_unsigned_ok(unsigned* r, unsigned u) {
  ct::store(r, ct::assume_bounded_above(u, 100_ic));
}
// signed above with negative lower: only upper counts
// tileproof: grid = (1)
// tileproof: requires = u >= -2147483648, u <= 100
// tileproof: buffer r : i32[1]
//@ check @above_signed_ok => proved
//@ run @above_signed_ok grid=1 u=-2147483648 r=i32[1]:uninit => r=[-2147483648]
KERNEL above_signed_ok(int* r, int u) {
  ct::store(r, ct::assume_bounded_above(u, 100_ic));
}
// unsigned LB at run time: u in [5, 7]
// tileproof: grid = (1)
// tileproof: requires = u == 4
// tileproof: buffer r : i32[1]
//@ check @bounded_unsigned => undefined assume.bounded
//@ run @bounded_unsigned grid=1 u=5 r=i32[1]:uninit => r=[5]
//@ run @bounded_unsigned grid=1 u=4 r=i32[1]:uninit => undefined assume.bounded
KERNEL bounded_unsigned(unsigned* r, unsigned u) { ct::store(r, ct::assume_bounded(u, 5_ic, 7_ic)); }
// unsigned char 200 with bound 0..127: e > UB
// tileproof: grid = (1)
// tileproof: buffer x : i8[1]
// tileproof: contents x : value == -56
// tileproof: buffer r : i8[1]
//@ check @bounded_u8 => undefined assume.bounded
//@ run @bounded_u8 grid=1 x=i8[1]:full(127) r=i8[1]:uninit => r=[127]
//@ run @bounded_u8 grid=1 x=i8[1]:full(-56) r=i8[1]:uninit => undefined assume.bounded
KERNEL bounded_u8(unsigned char* x, unsigned char* r) { ct::store(r, ct::assume_bounded(ct::load(x), 0_ic, 127_ic)); }
// tileproof: grid = (1)
// tileproof: contents x : value % 16 == 0
//@ check @divisible => proved
//@ run @divisible grid=1 x=i32[4]:[-16, 0, 32, 160] r=i32[4]:uninit => r=[-16, 0, 32, 160]
//@ run @divisible grid=1 x=i32[4]:[-16, 0, 8, 160] r=i32[4]:uninit => undefined assume.divisible
KERNEL divisible(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(ct::assume_divisible(p.load(0), 16_ic), 0);
}
// tileproof: grid = (1)
// tileproof: contents x : value % 8 == 0
//@ check @divisible_bad => undefined assume.divisible
KERNEL divisible_bad(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{4_ic}}, ct::shape{4_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}};
  q.store(ct::assume_divisible(p.load(0), 16_ic), 0);
}
// Div = 2^31 on int, 2^63 on 64-bit unsigned
// tileproof: grid = (1)
// tileproof: requires = u == -2147483648
// tileproof: buffer r : i32[1]
//@ check @div_2_31 => proved
//@ run @div_2_31 grid=1 u=-2147483648 r=i32[1]:uninit => r=[-2147483648]
KERNEL div_2_31(int* r, int u) { ct::store(r, ct::assume_divisible(u, 2147483648_ic)); }
// tileproof: grid = (1)
// tileproof: buffer x : i32[16]
// tileproof: buffer r : i32[16]
//@ check @div_strided => undefined assume.strided
//@ run @div_strided grid=1 x=i32[16]:[32, 33, 34, 0, 1, 2, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1] r=i32[16]:uninit => r=[32, 33, 34, 0, 1, 2, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1]
//@ run @div_strided grid=1 x=i32[16]:[32, 34, 34, 0, 1, 2, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1] r=i32[16]:uninit => undefined assume.strided
//@ run @div_strided grid=1 x=i32[16]:[32, 33, 34, 8, 9, 10, 16, 17, 64, 65, 66, -16, -15, -14, 0, 1] r=i32[16]:uninit => undefined assume.strided
KERNEL div_strided(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{2_ic, 8_ic}}, ct::shape{2_ic, 8_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{2_ic, 8_ic}}, ct::shape{2_ic, 8_ic}};
  q.store(ct::assume_divisible_strided(p.load(0,0), 16_ic, 3_ic, 1_ic), 0, 0);
}
// wrap: (INT_MAX-? ) run that wraps: n = 2147483632 with stride 32 -> wraps past INT_MAX
// tileproof: grid = (1)
// tileproof: requires = n == 2147483632
// tileproof: buffer r : i32[32]
//@ check @div_strided_wrap => undefined assume.strided
//@ run @div_strided_wrap grid=1 n=2147483632 r=i32[32]:uninit => undefined assume.strided
KERNEL div_strided_wrap(int* r, int n) {
  auto w = ct::element_cast<int>(ct::iota<ct::tile<long long, ct::shape<32>>>() + (long long)n);
  ct::partition_view q{ct::tensor_span{r, ct::extents{32_ic}}, ct::shape{32_ic}};
  q.store(ct::assume_divisible_strided(w, 16_ic, 32_ic, 0_ic), 0);
}
// tileproof: grid = (1)
// tileproof: align p : 16
// tileproof: buffer p : i32[8]
// tileproof: buffer r : i32[1]
//@ check @aligned => proved
//@ run @aligned grid=1 p=i32[8]@16:iota r=i32[1]:uninit => r=[0]
KERNEL aligned(int* p, int* r) { ct::store(r, ct::load(ct::assume_aligned(p, 16_ic))); }
// tileproof: grid = (1)
// tileproof: align p : 8
// tileproof: buffer p : i32[8]
// tileproof: buffer r : i32[1]
//@ check @aligned_bad => undefined assume.aligned
KERNEL aligned_bad(int* p, int* r) { ct::store(r, ct::load(ct::assume_aligned(p, 16_ic))); }
// every element of a pointer tile: p + {0,4,8,12} (i32) aligned 16
// tileproof: grid = (1)
// tileproof: align p : 16
// tileproof: buffer p : i32[16]
// tileproof: buffer r : i32[4]
//@ check @aligned_tile => proved
//@ run @aligned_tile grid=1 p=i32[16]@16:iota r=i32[4]:uninit => r=[0, 4, 8, 12]
KERNEL aligned_tile(int* p, int* r) {
  auto q = ct::assume_aligned(p + 4 * ct::iota<ivec<4>>(), 16_ic);
  ct::store(r + ct::iota<ivec<4>>(), ct::load(q));
}
// tileproof: grid = (1)
// tileproof: align p : 16
// tileproof: buffer p : i32[16]
// tileproof: buffer r : i32[4]
//@ check @aligned_tile_bad => undefined assume.aligned
//@ run @aligned_tile_bad grid=1 p=i32[16]@16:iota r=i32[4]:uninit => undefined assume.aligned
KERNEL aligned_tile_bad(int* p, int* r) {
  auto q = ct::assume_aligned(p + 2 * ct::iota<ivec<4>>(), 16_ic);
  ct::store(r + ct::iota<ivec<4>>(), ct::load(q));
}
// example: char pointers, align 8, stride 3, dim 1; offsets from a buffer
// tileproof: grid = (1)
// tileproof: buffer p : i8[96]
// tileproof: align p : 8
// tileproof: buffer at : i32[16]
// tileproof: buffer r : i8[16]
//@ check @al_strided => undefined assume.strided
//@ run @al_strided grid=1 p=i8[96]@8:iota at=i32[16]:[0, 1, 2, 8, 9, 10, 16, 17, 24, 25, 26, 32, 33, 34, 40, 41] r=i8[16]:uninit => r=[0, 1, 2, 8, 9, 10, 16, 17, 24, 25, 26, 32, 33, 34, 40, 41]
//@ run @al_strided grid=1 p=i8[96]@8:iota at=i32[16]:[0, 1, 2, 8, 9, 10, 16, 18, 24, 25, 26, 32, 33, 34, 40, 41] r=i8[16]:uninit => undefined assume.strided
//@ run @al_strided grid=1 p=i8[96]@8:iota at=i32[16]:[4, 5, 6, 8, 9, 10, 16, 17, 24, 25, 26, 32, 33, 34, 40, 41] r=i8[16]:uninit => undefined assume.strided
KERNEL al_strided(signed char* p, int* at, signed char* r) {
  ct::partition_view a{ct::tensor_span{at, ct::extents{2_ic, 8_ic}}, ct::shape{2_ic, 8_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{2_ic, 8_ic}}, ct::shape{2_ic, 8_ic}};
  auto y = ct::assume_aligned_strided(p + a.load(0, 0), 8_ic, 3_ic, 1_ic);
  q.store(ct::load(y), 0, 0);
}
// the same with int: "increase sequentially according to the object size": p + 8 (ints) is 32 bytes
// tileproof: grid = (1)
// tileproof: buffer p : i32[96]
// tileproof: align p : 8
// tileproof: buffer at : i32[16]
// tileproof: buffer r : i32[16]
//@ check @al_strided_int => undefined assume.strided
//@ run @al_strided_int grid=1 p=i32[96]@8:iota at=i32[16]:[0, 1, 2, 8, 9, 10, 16, 17, 24, 25, 26, 32, 33, 34, 40, 41] r=i32[16]:uninit => r=[0, 1, 2, 8, 9, 10, 16, 17, 24, 25, 26, 32, 33, 34, 40, 41]
//@ run @al_strided_int grid=1 p=i32[96]@8:iota at=i32[16]:[0, 1, 2, 8, 9, 10, 16, 18, 24, 25, 26, 32, 33, 34, 40, 41] r=i32[16]:uninit => undefined assume.strided
KERNEL al_strided_int(int* p, int* at, int* r) {
  ct::partition_view a{ct::tensor_span{at, ct::extents{2_ic, 8_ic}}, ct::shape{2_ic, 8_ic}};
  ct::partition_view q{ct::tensor_span{r, ct::extents{2_ic, 8_ic}}, ct::shape{2_ic, 8_ic}};
  auto y = ct::assume_aligned_strided(p + a.load(0, 0), 8_ic, 3_ic, 1_ic);
  q.store(ct::load(y), 0, 0);
}
// provable: computed
// tileproof: grid = (4)
// tileproof: align p : 32
// tileproof: buffer p : f32[32]
// tileproof: buffer r : f32[32]
//@ check @al_strided_ok => proved
//@ run @al_strided_ok grid=4 p=f32[32]@32:iota r=f32[32]:uninit => r=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]
KERNEL al_strided_ok(float* p, float* r) {
  auto off = ct::iota<ivec<8>>() + 8 * int(ct::bid().x);
  off = ct::assume_divisible_strided(off, 8_ic, 8_ic, 0_ic);
  auto y = ct::assume_aligned_strided(p + off, 32_ic, 8_ic, 0_ic);
  ct::store(r + off, ct::load(y));
}
// discarded assumption (return value unused): still UB by the seed?
// tileproof: grid = (1)
// tileproof: requires = x == -1
// tileproof: buffer r : i32[1]
//@ check @discarded => undefined assume.bounded
//@ run @discarded grid=1 x=-1 r=i32[1]:uninit => undefined assume.bounded
//@ run @discarded grid=1 x=3 r=i32[1]:uninit => r=[3]
KERNEL discarded(int* r, int x) { (void)ct::assume_bounded_below(x, 0_ic); ct::store(r, x); }
// assume_blocked of pointers
// tileproof: grid = (1)
// tileproof: buffer p : i32[16]
// tileproof: buffer r : i32[16]
//@ check @blocked_ptr => proved
//@ run @blocked_ptr grid=1 p=i32[16]:iota r=i32[16]:uninit => r=[0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]
KERNEL blocked_ptr(int* p, int* r) {
  auto i = ct::iota<ivec<16>>();
  auto y = ct::assume_blocked(p + i / 4, ct::shape{4_ic});
  ct::store(r + i, ct::load(y));
}
// tileproof: grid = (1)
// tileproof: buffer p : i32[16]
// tileproof: buffer r : i32[16]
//@ check @blocked_ptr_bad => undefined assume.same
//@ run @blocked_ptr_bad grid=1 p=i32[16]:iota r=i32[16]:uninit => undefined assume.same
KERNEL blocked_ptr_bad(int* p, int* r) {
  auto i = ct::iota<ivec<16>>();
  auto y = ct::assume_blocked(p + i / 4, ct::shape{5_ic});
  ct::store(r + i, ct::load(y));
}
// assume of scalars, rank-0 blocked?
// tileproof: grid = (1)
// tileproof: buffer r : i32[1]
//@ check @blocked_rank0 => proved
//@ run @blocked_rank0 grid=1 x=7 r=i32[1]:uninit => r=[7]
KERNEL blocked_rank0(int* r, int x) { ct::store(r, ct::assume_blocked(x, ct::shape<>{})); }
// Div greater than the type's range
// tileproof: grid = (1)
// tileproof: buffer c : i8[1]
// tileproof: contents c : value == -128
//@ check @div_big => undefined assume.divisible
KERNEL div_big(signed char* c, int* o) { ct::store(o, int(ct::assume_divisible(ct::load(c), 512_ic))); }
