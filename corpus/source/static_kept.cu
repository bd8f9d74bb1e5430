// A kernel whose proof is not one of static_broken.cu: nvcc makes the same bytecode of both.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
// tileproof: grid = (1)
// tileproof: requires = n >= 7, n <= 8
// tileproof: buffer o : i32[1]
//@ check @k => proved
extern "C" __tile_global__ void k(int* o, int n) {
  ct::extents<int, 8, ct::dynamic_extent> extents{8, 42};
  ct::store(o, int(extents.extent(1)));
}
