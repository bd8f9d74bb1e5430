// Calls of foreign code: by its own name and by another, with and without constants. Compile with --tile-preview=simt.
#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;
using Tile = ct::tile<float, ct::shape<16>>;

__experimental_foreign_decl__ void observe(Tile x);
template <class Element, long long Factor>
__experimental_foreign_decl__ __experimental_foreign_name__("scale a tile") Tile scale(Tile x, int n);

extern "C" __tile_global__ void foreign_call(float* __restrict__ data, int n) {
  auto tiles = ct::partition_view{ct::tensor_span{data, ct::extents{n}}, ct::shape{16_ic}};
  auto i = ct::bid().x;
  auto x = tiles.load_masked(i);
  observe(x);
  tiles.store_masked(scale<float, -3>(x, n), i);
}
