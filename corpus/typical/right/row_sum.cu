#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// The sum of each row, 128 columns at a time
extern "C" __tile_global__ void row_sum(const float* __restrict__ x, float* __restrict__ out, int rows, int cols) {
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{rows, cols}}, ct::shape{1_ic, 128_ic}};
  auto os = ct::partition_view{ct::tensor_span{out, ct::extents{rows}}, ct::shape{1_ic}};
  int row = ct::bid().x;
  auto sum = ct::zeros<ct::tile<float, ct::shape<1, 128>>>();
  for (auto k : ct::irange(0, (cols + 127) / 128)) sum = sum + xs.load_masked(row, k);
  os.store(ct::reshape(ct::sum(sum, 1_ic), ct::shape<1>{}), row);
}
