#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// out = transpose(in): in is rows x cols, out is cols x rows
extern "C" __tile_global__ void transpose(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  auto src = ct::partition_view{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape{32_ic, 64_ic}};
  auto dst = ct::partition_view{ct::tensor_span{out, ct::extents{cols, rows}}, ct::shape{64_ic, 32_ic}};
  int r = ct::bid().y, c = ct::bid().x;
  auto t = src.load_masked(c, r);
  dst.store_masked(ct::transpose(t), r, c);
}
