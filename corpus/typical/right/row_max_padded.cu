#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// The largest value of each row; what lies outside is -inf
extern "C" __tile_global__ void row_max_padded(const float* __restrict__ x, float* __restrict__ out, int rows, int cols) {
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 1024_ic}};
  auto os = ct::partition_view{ct::tensor_span{out, ct::extents{rows}}, ct::shape{1_ic}};
  int row = ct::bid().x;
  auto v = xs.load_masked(ct::view_padding_constant<ct::view_padding::negative_inf>{}, row, 0);
  os.store(ct::reshape(ct::reduce_max(v, 1_ic), ct::shape<1>{}), row);
}
