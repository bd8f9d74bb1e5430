// Tables: a constant of the module, an array of the kernel, and the text of an assertion.
#include <cuda_tile.h>
#include <cassert>
namespace ct = cuda::tiles;
using namespace ct::literals;

__tile__ const int table[128] = {1, 2, 3, 4, 5};
extern "C" __tile_global__ void of_module(int* o) {
  auto at = ct::iota<ct::tile<int, ct::shape<128>>>();
  ct::store(o + at, ct::load(table + at));
}
extern "C" __tile_global__ void of_kernel(int* o, int i) {
  const int squares[40] = {0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100, 121, 144, 169, 196, 225, 256, 289, 324, 361,
                           400, 441, 484, 529, 576, 625, 676, 729, 784, 841, 900, 961, 1024, 1089, 1156, 1225, 1296,
                           1369, 1444, 1521};
  ct::store(o, squares[i]);
}
extern "C" __tile_global__ void with_a_long_name_and_many_arguments(int* o, const float* __restrict__ first,
                                                                    const float* __restrict__ second, int rows,
                                                                    int columns) {
  assert(rows > 0);
  ct::store(o, rows);
}
