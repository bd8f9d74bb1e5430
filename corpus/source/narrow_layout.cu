// Strides that an index type of 8 bits cuts: two elements of the span lie at one place.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
template<class T, auto... N> using tl = ct::tile<T, ct::shape<N...>>;
using E8 = ct::extents<unsigned char, ct::dynamic_extent, ct::dynamic_extent, ct::dynamic_extent>;
// default layout, index type of 8 bits, (2, 20, 20): stride of axis 0 is 400 mod 256 = 144, and (1,0,0) is (0,7,4)
// tileproof: grid = (1)
// tileproof: requires = m == 20
// tileproof: buffer x : f32[800]
// tileproof: buffer r : f32[1]
//@ check @one_place8 => undefined source.view.injective
K one_place8(float* x, float* r, int m) {
  ct::partition_view p{ct::tensor_span{x, E8{2, m, m}}, ct::shape{1_ic,1_ic,1_ic}};
  p.store(ct::full<tl<float,1,1,1>>(7.f), 1, 0, 0);
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.load(0,7,4), 0,0,0);
}
// the same strides, given by the author
using S8 = ct::strides<unsigned char, ct::dynamic_stride, ct::dynamic_stride, 1>;
// tileproof: grid = (1)
// tileproof: requires = m == 20
// tileproof: buffer x : f32[800]
// tileproof: buffer r : f32[1]
//@ check @strided8 => undefined source.view.injective
K strided8(float* x, float* r, int m) {
  ct::partition_view p{ct::tensor_span{x, typename ct::layout_strided<S8>::template mapping<E8>(E8{2, m, m}, S8{144, 20})}, ct::shape{1_ic,1_ic,1_ic}};
  p.store(ct::full<tl<float,1,1,1>>(7.f), 1, 0, 0);
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.load(0,7,4), 0,0,0);
}
// padding of 200: rows of 201 elements would be 400 apart, cut to 144
using R8 = ct::extents<unsigned char, ct::dynamic_extent, ct::dynamic_extent>;
// tileproof: grid = (1)
// tileproof: requires = m == 201
// tileproof: buffer x : f32[800]
// tileproof: buffer r : f32[1]
//@ check @padded8 => undefined source.view.injective
K padded8(float* x, float* r, int m) {
  ct::layout_right_padded_mapping mapping{R8{2, m}, ct::integral_constant<200>{}};
  ct::partition_view p{ct::tensor_span{x, mapping}, ct::shape{1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic}}, ct::shape{1_ic,1_ic}}.store(p.load(0,150), 0,0);
}
// tileproof: grid = (1)
// tileproof: requires = m >= 1, m <= 200
// tileproof: buffer x : f32[800]
// tileproof: buffer r : f32[1]
//@ check @padded8_kept => proved
K padded8_kept(float* x, float* r, int m) {
  ct::layout_right_padded_mapping mapping{R8{2, m}, ct::integral_constant<200>{}};
  ct::partition_view p{ct::tensor_span{x, mapping}, ct::shape{1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic}}, ct::shape{1_ic,1_ic}}.store(p.load(0,0), 0,0);
}
// tileproof: grid = (1)
// tileproof: requires = m >= 1, m <= 15
// tileproof: buffer x : f32[800]
// tileproof: buffer r : f32[1]
//@ check @narrow_kept => proved
K narrow_kept(float* x, float* r, int m) {
  ct::partition_view p{ct::tensor_span{x, E8{2, m, m}}, ct::shape{1_ic,1_ic,1_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,1_ic,1_ic}}, ct::shape{1_ic,1_ic,1_ic}}.store(p.load(0,0,0), 0,0,0);
}
