#include <cuda_tile.h>

namespace ct = cuda::tiles;
using namespace ct::literals;

// The dot product, added up by an atomic
extern "C" __tile_global__ void dot(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ result, int n) {
  auto va = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{256_ic}};
  auto vb = ct::partition_view{ct::tensor_span{b, ct::extents{n}}, ct::shape{256_ic}};
  int i = ct::bid().x;
  auto part = ct::sum(va.load_masked(i) * vb.load_masked(i), 0_ic);
  auto to = ct::partition_view{ct::tensor_span{result, ct::extents{1_ic}}, ct::shape{1_ic}};
  to.atomic_add(ct::reshape(part, ct::shape<1>{}), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
}
