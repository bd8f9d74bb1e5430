#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// int8 to float with a scale
extern "C" __tile_global__ void widen(const signed char* __restrict__ q, float* __restrict__ x, float s, int n) {
  auto qs = ct::partition_view{ct::tensor_span{q, ct::extents{n}}, ct::shape{256_ic}};
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  xs.store_masked(ct::element_cast<float>(qs.load_masked(i)) * s, i);
}
