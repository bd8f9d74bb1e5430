// The notes on accesses and loops, statement by statement.
// Each kernel has its contract above it, and what is true of it; TABLE.md says which statements it is for.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void

// ---- exact text of the notes
// tileproof: grid = (16)
//@ check @vec_add => proved
//@ run @vec_add grid=16 a=f32[128]:iota b=f32[128]:iota out=f32[128]:uninit => out=[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122, 124, 126, 128, 130, 132, 134, 136, 138, 140, 142, 144, 146, 148, 150, 152, 154, 156, 158, 160, 162, 164, 166, 168, 170, 172, 174, 176, 178, 180, 182, 184, 186, 188, 190, 192, 194, 196, 198, 200, 202, 204, 206, 208, 210, 212, 214, 216, 218, 220, 222, 224, 226, 228, 230, 232, 234, 236, 238, 240, 242, 244, 246, 248, 250, 252, 254]
//@ run @vec_add grid=17 a=f32[128]:iota b=f32[128]:iota out=f32[128]:uninit => undefined view.index.space
KERNEL vec_add(float* __restrict__ a, float* __restrict__ b, float* __restrict__ out) {
  a = ct::assume_aligned(a, 16_ic); b = ct::assume_aligned(b, 16_ic); out = ct::assume_aligned(out, 16_ic);
  auto aSpan = ct::tensor_span{a, ct::extents{128_ic}};
  auto bSpan = ct::tensor_span{b, ct::extents{128_ic}};
  auto oSpan = ct::tensor_span{out, ct::extents{128_ic}};
  auto aView = ct::partition_view{aSpan, ct::shape{8_ic}};
  auto bView = ct::partition_view{bSpan, ct::shape{8_ic}};
  auto oView = ct::partition_view{oSpan, ct::shape{8_ic}};
  int bx = ct::bid().x;
  auto aTile = aView.load(bx);
  auto bTile = bView.load(bx);
  oView.store(aTile + bTile, bx);
}
// tileproof: grid = (cdiv(N, 128))
// tileproof: requires = N >= 1
//@ check @edge_safe => proved
//@ run @edge_safe grid=2 N=130 in=f32[130]:iota out=f32[130]:uninit => out=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129]
//@ run @edge_safe grid=3 N=130 in=f32[130]:iota out=f32[130]:uninit => undefined view.index.space
//@ run @edge_safe grid=1 N=0 in=f32[1]:iota out=f32[1]:uninit => undefined view.index.space
KERNEL edge_safe(float* __restrict__ in, float* __restrict__ out, int N) {
  in = ct::assume_aligned(in, 16_ic);
  out = ct::assume_aligned(out, 16_ic);
  auto inView = ct::partition_view{ct::tensor_span{in, ct::extents{N}}, ct::shape{128_ic}};
  auto outView = ct::partition_view{ct::tensor_span{out, ct::extents{N}}, ct::shape{128_ic}};
  int bx = ct::bid().x;
  auto tile = inView.load_masked(bx);
  outView.store_masked(tile, bx);
}
// tileproof: grid = (16)
// tileproof: buffer a : i32[128]
// tileproof: buffer b : i32[128]
// tileproof: buffer out : i32[128]
// tileproof: align a : 16
// tileproof: align b : 16
// tileproof: align out : 16
// tileproof: contents a : 0 <= value && value <= 1000
// tileproof: contents b : 0 <= value && value <= 1000
//@ check @vec_add_gather => proved
//@ run @vec_add_gather grid=16 a=i32[128]:iota b=i32[128]:iota out=i32[128]:uninit => out=[0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48, 50, 52, 54, 56, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76, 78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108, 110, 112, 114, 116, 118, 120, 122, 124, 126, 128, 130, 132, 134, 136, 138, 140, 142, 144, 146, 148, 150, 152, 154, 156, 158, 160, 162, 164, 166, 168, 170, 172, 174, 176, 178, 180, 182, 184, 186, 188, 190, 192, 194, 196, 198, 200, 202, 204, 206, 208, 210, 212, 214, 216, 218, 220, 222, 224, 226, 228, 230, 232, 234, 236, 238, 240, 242, 244, 246, 248, 250, 252, 254]
KERNEL vec_add_gather(int* __restrict__ a, int* __restrict__ b, int* __restrict__ out) {
  using i32x8 = ct::tile<int, ct::shape<8>>;
  a = ct::assume_aligned(a, 16_ic); b = ct::assume_aligned(b, 16_ic);
  out = ct::assume_aligned(out, 16_ic);
  int bx = ct::bid().x;
  auto offsets = 8 * bx + ct::iota<i32x8>();
  auto aPtrs = a + offsets;
  auto bPtrs = b + offsets;
  auto aTile = ct::load(aPtrs);
  auto bTile = ct::load(bPtrs);
  ct::store(out + offsets, aTile + bTile);
}
// tileproof: grid = (cdiv(N, 8))
// tileproof: requires = N >= 1
// tileproof: buffer arr : i32[N]
// tileproof: buffer out : i32[N]
// tileproof: align arr : 16
// tileproof: align out : 16
//@ check @gather_safe => proved
//@ run @gather_safe grid=2 N=13 arr=i32[13]:iota out=i32[13]:uninit => out=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]
KERNEL gather_safe(int* __restrict__ arr, int* __restrict__ out, int N) {
  using i32x8 = ct::tile<int, ct::shape<8>>;
  arr = ct::assume_aligned(arr, 16_ic); out = ct::assume_aligned(out, 16_ic);
  int bx = ct::bid().x;
  auto offsets = 8 * bx + ct::iota<i32x8>();
  auto mask = offsets < N;
  auto ptrs = arr + offsets;
  auto tile = ct::load_masked(ptrs, mask, 0);
  ct::store_masked(out + offsets, tile, mask);
}
// tileproof: grid = (1)
// tileproof: requires = num_tiles >= 0, num_tiles <= 268435455
//@ check @tile_sum => proved
//@ run @tile_sum grid=1 num_tiles=4 arr=f32[32]:iota out=f32[8]:uninit => out=[48, 52, 56, 60, 64, 68, 72, 76]
KERNEL tile_sum(float* __restrict__ arr, float* __restrict__ out, int num_tiles) {
  using f32x8 = ct::tile<float, ct::shape<8>>;
  arr = ct::assume_aligned(arr, 16_ic); out = ct::assume_aligned(out, 16_ic);
  auto inView = ct::partition_view{ct::tensor_span{arr, ct::extents{8 * num_tiles}}, ct::shape{8_ic}};
  auto outView = ct::partition_view{ct::tensor_span{out, ct::extents{8_ic}}, ct::shape{8_ic}};
  auto acc = ct::full<f32x8>(0.0f);
  for (auto k : ct::irange(0, num_tiles)) {
    auto tile = inView.load(k);
    acc = acc + tile;
  }
  outView.store(acc, 0);
}
// tileproof: grid = (cdiv(N, 8))
// tileproof: requires = N >= 1
//@ check @conditional_load => proved
//@ run @conditional_load grid=3 N=20 arr=f32[20]:iota out=f32[20]:uninit => out=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 0, 0, 0]
//@ run @conditional_load grid=4 N=20 arr=f32[20]:iota out=f32[20]:uninit => undefined view.tile.inside
KERNEL conditional_load(float* __restrict__ arr, float* __restrict__ out, int N) {
  using f32x8 = ct::tile<float, ct::shape<8>>;
  arr = ct::assume_aligned(arr, 16_ic); out = ct::assume_aligned(out, 16_ic);
  auto inView = ct::partition_view{ct::tensor_span{arr, ct::extents{N}}, ct::shape{8_ic}};
  auto outView = ct::partition_view{ct::tensor_span{out, ct::extents{N}}, ct::shape{8_ic}};
  int bx = ct::bid().x;
  int nb_x = ct::num_blocks().x;
  auto tile = ct::full<f32x8>(0.0f);
  if (bx < nb_x - 1) {
    tile = inView.load(bx);
  }
  outView.store_masked(tile, bx);
}
// ---- figure 19
// tileproof: grid = (1)
//@ check @fig19 => proved
//@ run @fig19 grid=1 x=i32[10x16]:iota r=i32[2x4]:uninit => r=[40, 41, 42, 43, 56, 57, 58, 59]
KERNEL fig19(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{10_ic, 16_ic}}, ct::shape{2_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{2_ic,4_ic}}, ct::shape{2_ic,4_ic}}.store(p.load(1,2), 0, 0);
}
// whole figure grid: exactly (5,4)
// tileproof: grid = (5, 4)
//@ check @fig19_grid => proved
//@ run @fig19_grid grid=5x4 x=i32[10x16]:iota => x=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74, 75, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112, 113, 114, 115, 116, 117, 118, 119, 120, 121, 122, 123, 124, 125, 126, 127, 128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159]
KERNEL fig19_grid(int* x) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{10_ic, 16_ic}}, ct::shape{2_ic, 4_ic}};
  p.store(p.load(ct::bid().x, ct::bid().y), ct::bid().x, ct::bid().y);
}
// tileproof: grid = (4, 5)
//@ check @fig19_grid_bad => undefined view.index.space
//@ run @fig19_grid_bad grid=4x5 x=i32[10x16]:iota => undefined view.index.space
KERNEL fig19_grid_bad(int* x) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{10_ic, 16_ic}}, ct::shape{2_ic, 4_ic}};
  p.store(p.load(ct::bid().x, ct::bid().y), ct::bid().x, ct::bid().y);
}
// ---- edges
// masked also on full tiles
// tileproof: grid = (N / 8)
// tileproof: requires = N >= 8, N % 8 == 0
//@ check @masked_full => proved
//@ run @masked_full grid=2 N=16 a=f32[16]:iota o=f32[16]:uninit => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
KERNEL masked_full(float* a, float* o, int N) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{N}}, ct::shape{8_ic}};
  auto O = ct::partition_view{ct::tensor_span{o, ct::extents{N}}, ct::shape{8_ic}};
  O.store_masked(A.load_masked(int(ct::bid().x)), int(ct::bid().x));
}
// gather without a mask, ragged N
// tileproof: grid = (cdiv(N, 8))
// tileproof: requires = N >= 1
// tileproof: buffer arr : i32[N]
// tileproof: buffer out : i32[8 * cdiv(N, 8)]
//@ check @gather_unsafe => likely bug memory.bounds
//@ run @gather_unsafe grid=2 N=13 arr=i32[13]:iota out=i32[16]:uninit => undefined memory.bounds
//@ run @gather_unsafe grid=2 N=16 arr=i32[16]:iota out=i32[16]:uninit => out=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
KERNEL gather_unsafe(int* arr, int* out, int N) {
  auto offsets = 8 * int(ct::bid().x) + ct::iota<ivec<8>>();
  ct::store(out + offsets, ct::load(arr + offsets));
}
// all-masked-out lane pointers out of bounds are fine; masked loads' pad = 0
// mixed static/runtime extents
// tileproof: grid = (cdiv(N, 4))
// tileproof: requires = N >= 1
//@ check @mixed => proved
//@ run @mixed grid=2 N=5 a=f32[4x5]:iota o=f32[4x5]:uninit => o=[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19]
KERNEL mixed(float* a, float* o, int N) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{4_ic, N}}, ct::shape{4_ic, 4_ic}};
  auto O = ct::partition_view{ct::tensor_span{o, ct::extents{4_ic, N}}, ct::shape{4_ic, 4_ic}};
  O.store_masked(A.load_masked(0, int(ct::bid().x)), 0, int(ct::bid().x));
}
// irange: step 0, negative, upper bound too large, step 3
// tileproof: grid = (1)
// tileproof: requires = s >= 0, s <= 3, n >= 0, n <= 100
// tileproof: buffer o : i32[100]
//@ check @irange_step0 => undefined loop.step
//@ run @irange_step0 grid=1 n=10 s=3 o=i32[10]:full(9) => o=[0, 9, 9, 3, 9, 9, 6, 9, 9, 9]
//@ run @irange_step0 grid=1 n=10 s=0 o=i32[100]:full(9) => undefined source.range.step
KERNEL irange_step0(int* o, int n, int s) {
  for (auto k : ct::irange(0, n, s)) ct::store(o + k, k);
}
// tileproof: grid = (1)
// tileproof: requires = s == -1, n == 10
// tileproof: buffer o : i32[100]
//@ check @irange_stepneg => undefined loop.step
//@ run @irange_stepneg grid=1 n=10 s=-1 o=i32[100]:full(9) => undefined source.range.step
KERNEL irange_stepneg(int* o, int n, int s) {
  for (auto k : ct::irange(0, n, s)) ct::store(o + k, k);
}
// tileproof: grid = (1)
// tileproof: requires = n == 2147483647
// tileproof: buffer o : i32[1]
//@ check @irange_overflow => undefined loop.overflow
//@ run @irange_overflow grid=1 n=2147483647 o=i32[1]:uninit => undefined loop.overflow
KERNEL irange_overflow(int* o, int n) {
  for (auto k : ct::irange(2147483640, n, 5)) ct::store(o, k);
}
// empty range with step 0: precondition of the constructor still broken
// tileproof: grid = (1)
// tileproof: requires = s == 0
// tileproof: buffer o : i32[1]
//@ check @irange_step0_empty => undefined loop.step
//@ run @irange_step0_empty grid=1 s=0 o=i32[1]:uninit => undefined source.range.step
KERNEL irange_step0_empty(int* o, int s) {
  for (auto k : ct::irange(5, 5, s)) ct::store(o, k);
}
// never iterated: size only
// tileproof: grid = (1)
// tileproof: requires = s == 0
// tileproof: buffer o : i32[1]
//@ check @irange_unused => undefined source.range.step
KERNEL irange_unused(int* o, int s) {
  auto r = ct::irange(0, 10, s);
  ct::store(o, int(r.empty()));
}
// iterated by hand
// tileproof: grid = (1)
// tileproof: requires = s == 0
// tileproof: buffer o : i32[1]
//@ check @irange_by_hand => undefined source.range.step
KERNEL irange_by_hand(int* o, int s) {
  auto r = ct::irange(0, 10, s); int n = 0;
  for (auto it = r.begin(); it != r.end(); ++it) { ct::store(o, *it); if (++n > 3) break; }
}
// return inside a loop: the notes say not allowed
// tileproof: grid = (1)
// tileproof: buffer o : i32[100]
// tileproof: requires = n >= 0, n <= 100
//@ check @ret_in_loop => proved
//@ run @ret_in_loop grid=1 n=8 o=i32[8]:full(9) => o=[0, 1, 2, 9, 9, 9, 9, 9]
KERNEL ret_in_loop(int* o, int n) {
  for (auto k : ct::irange(0, n)) { if (k == 3) return; ct::store(o + k, k); }
}
// __restrict__ lie
// tileproof: grid = (1)
// tileproof: buffer a : f32[8]
// tileproof: alias a o
//@ check @restrict_lie => undefined race.token
KERNEL restrict_lie(float* __restrict__ a, float* __restrict__ o) {
  auto A = ct::partition_view{ct::tensor_span{a, ct::extents{8_ic}}, ct::shape{8_ic}};
  auto O = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{8_ic}};
  O.store(A.load(0), 0);
}
// gather pad value
// tileproof: grid = (cdiv(N, 8))
// tileproof: requires = N >= 1
// tileproof: buffer arr : i32[N]
// tileproof: buffer out : i32[8 * cdiv(N, 8)]
//@ check @pad0 => proved
//@ run @pad0 grid=2 N=13 arr=i32[13]:full(5) out=i32[16]:uninit => out=[5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 0, 0, 0]
KERNEL pad0(int* arr, int* out, int N) { auto of = 8 * int(ct::bid().x) + ct::iota<ivec<8>>(); ct::store(out + of, ct::load_masked(arr + of, of < N, 0)); }
// tileproof: grid = (cdiv(N, 8))
// tileproof: requires = N >= 1
// tileproof: buffer arr : i32[N]
// tileproof: buffer out : i32[8 * cdiv(N, 8)]
//@ check @nopad => likely bug undetermined.stored
//@ run @nopad grid=2 N=13 arr=i32[13]:full(5) out=i32[16]:uninit => undefined undetermined.stored
KERNEL nopad(int* arr, int* out, int N) { auto of = 8 * int(ct::bid().x) + ct::iota<ivec<8>>(); ct::store(out + of, ct::load_masked(arr + of, of < N)); }
