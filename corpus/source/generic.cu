// Generic code that asks what a view accepts.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
template<class P> __tile__ auto padded(P p, int i) {
  if constexpr (requires { p.template load_masked<ct::view_padding::nan>(i); }) return p.template load_masked<ct::view_padding::nan>(i);
  else return p.load_masked(i);
}
// tileproof: grid = (1)
// tileproof: buffer x : i32[6]
// tileproof: buffer r : i32[4]
//@ check @gen_i => proved
K gen_i(int* x, int* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{6_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(padded(p, 1), 0);
}
// tileproof: grid = (1)
// tileproof: buffer x : f32[6]
// tileproof: buffer r : f32[4]
//@ check @gen_f => proved
K gen_f(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::extents{6_ic}}, ct::shape{4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(padded(p, 1), 0);
}
