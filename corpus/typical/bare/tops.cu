#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

template <class T> __tile__ auto top(T v) { return ct::reduce_max(v, 0_ic); }
#define TOP(v) ct::reduce_max(v, 0_ic)

// The greatest of 16 elements, by a helper.
// tileproof: grid = (cdiv(n, 16))
// tileproof: requires = n >= 1, n <= 100000
// tileproof: buffer in : f32[n]
// tileproof: buffer out : f32[cdiv(n, 16)]
extern "C" __tile_global__ void by_helper(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto first = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{16_ic}};
  int x = ct::bid().x;
  auto v = first.load(x);
  auto m = top(v);
  ct::store(out + x, float(m));
}

// The same by a macro.
// tileproof: grid = (cdiv(n, 16))
// tileproof: requires = n >= 1, n <= 100000
// tileproof: buffer in : f32[n]
// tileproof: buffer out : f32[cdiv(n, 16)]
extern "C" __tile_global__ void by_macro(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto second = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{16_ic}};
  int x = ct::bid().x;
  auto v = second.load(x);
  auto m = TOP(v);
  ct::store(out + x, float(m));
}

// The same as it is written.
// tileproof: grid = (cdiv(n, 16))
// tileproof: requires = n >= 1, n <= 100000
// tileproof: buffer in : f32[n]
// tileproof: buffer out : f32[cdiv(n, 16)]
extern "C" __tile_global__ void as_written(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto third = ct::partition_view{ct::tensor_span{in, ct::extents{n}}, ct::shape{16_ic}};
  int x = ct::bid().x;
  auto v = third.load(x);
  auto m = ct::reduce_max(v, 0_ic);
  ct::store(out + x, float(m));
}
