#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// x[r][c] += bias[c] for a rows x cols activation
extern "C" __tile_global__ void add_bias(float* __restrict__ x, const float* __restrict__ bias, int rows, int cols) {
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{16_ic, 64_ic}};
  auto bs = ct::partition_view{ct::tensor_span{bias, ct::extents{1_ic, cols}}, ct::shape{1_ic, 64_ic}};
  int row = ct::bid().x, col = ct::bid().y;
  auto tile = xs.load_masked(row, col);
  auto b = bs.load_masked(0, row);
  xs.store_masked(tile + b, row, col);
}
