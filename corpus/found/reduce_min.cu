// The least of sixteen-bit, thirty-two-bit and sixty-four-bit integers.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

extern "C" __tile_global__ void least(int* a, int* o) {
  auto off = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(o, int(ct::reduce_min<0>(ct::load(a + off))));
}
extern "C" __tile_global__ void least_long(long long* a, long long* o) {
  auto off = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(o, static_cast<long long>(ct::reduce_min<0>(ct::load(a + off))));
}
extern "C" __tile_global__ void least_unsigned(unsigned* a, unsigned* o) {
  auto off = ct::iota<ct::tile<int, ct::shape<8>>>();
  ct::store(o, static_cast<unsigned>(ct::reduce_min<0>(ct::load(a + off))));
}
