// A kernel that breaks a rule of its source; otherwise it is the kernel of static_kept.cu.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
// tileproof: grid = (1)
// tileproof: requires = n >= 7, n <= 8
// tileproof: buffer o : i32[1]
//@ check @k => undefined source.extents.static
extern "C" __tile_global__ void k(int* o, int n) {
  ct::extents<int, 8, ct::dynamic_extent> extents{n, 42};
  ct::store(o, int(extents.extent(1)));
}
