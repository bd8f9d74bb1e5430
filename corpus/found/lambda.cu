// A lambda that captures a view by reference: the view's pointer and extent go through memory of the block, byte by byte.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void copy(float* a, float* o, int n) {
  ct::partition_view from{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  ct::partition_view to{ct::tensor_span{o, ct::extents{n}}, ct::shape{8_ic}};
  auto part = [&](int k) { return from.load_masked(k); };
  to.store_masked(part(ct::bid().x), ct::bid().x);
}
