// A view on a span of `shape<33, 0>`.
// Each kernel has its contract above it, and what is true of it; TABLE.md says which statements it is for.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void

// zero extents: shape<33,0> as span
// tileproof: grid = (1)
// tileproof: buffer x : f32[64]
//@ check @zero_ext => unsupported
KERNEL zero_ext(float* x, float* r) {
  ct::partition_view p{ct::tensor_span{x, ct::shape<33,0>{}}, ct::shape{1_ic, 4_ic}};
  ct::partition_view{ct::tensor_span{r, ct::extents{1_ic,4_ic}}, ct::shape{1_ic,4_ic}}.store(p.load_masked(0, 0), 0, 0);
}
// tileproof: grid = (1)
//@ check @fine => proved
KERNEL fine(float* r) { ct::partition_view{ct::tensor_span{r, ct::extents{4_ic}}, ct::shape{4_ic}}.store(ct::full<fvec<4>>(0.0f), 0); }
