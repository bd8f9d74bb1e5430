#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// Softmax of each row, rows of up to 1024 elements
extern "C" __tile_global__ void softmax(const float* __restrict__ x, float* __restrict__ y, int rows, int cols) {
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  auto ys = ct::partition_view{ct::tensor_span{y, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  int row = ct::bid().x;
  auto v = xs.load_masked(ct::view_padding_constant<ct::view_padding::negative_inf>{}, row, 0);
  auto e = ct::exp(v - ct::reduce_max(v, 1_ic));
  ys.store_masked(e / ct::sum(e, 1_ic), row, 0);
}
