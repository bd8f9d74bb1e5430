// A span with an extent of zero, which Tile IR does not have.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
// tileproof: grid = (1)
// tileproof: requires = n == 0
//@ check @st0 => unsupported
K st0(float* x, int n) { ct::shape<33, 0> z; ct::partition_view p{ct::tensor_span{x, z}, ct::shape{1_ic, 1_ic}}; if (n > 0) p.store(ct::full<ct::tile<float, ct::shape<1,1>>>(1.f), 0, 0); }
