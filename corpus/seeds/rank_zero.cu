// A view of rank zero.
// Each kernel has its contract above it, and what is true of it; TABLE.md says which statements it is for.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
template <int N> using ivec = ct::tile<int, ct::shape<N>>;
template <int N> using fvec = ct::tile<float, ct::shape<N>>;
#define KERNEL extern "C" __tile_global__ void

// rank 0 view
// tileproof: grid = (1)
// tileproof: buffer x : f32[1]
// tileproof: buffer o : f32[1]
//@ check @rank0 => unsupported
KERNEL rank0(float* x, float* o) {
  ct::partition_view p{ct::tensor_span{x, ct::extents<unsigned>{}}, ct::shape<>{}};
  ct::store(o, float(p.load()));
}
