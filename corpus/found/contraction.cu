// A product and a sum whose roundings are written out: two roundings, says the program.
#include <cuda_tile.h>
namespace ct = cuda::tiles;

extern "C" __tile_global__ void rounded_twice(float* x, float* y, float* z, float* o) {
  auto off = ct::iota<ct::tile<int, ct::shape<8>>>();
  auto product = ct::mul(ct::load(x + off), ct::load(y + off), ct::round_ties_to_even_t{});
  ct::store(o + off, ct::add(product, ct::load(z + off), ct::round_ties_to_even_t{}));
}
