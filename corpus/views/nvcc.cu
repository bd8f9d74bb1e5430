// Views of Tile C++ beyond partition views, updates through views, arrays of the module and arrays of a block.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Tiles added by every block to the first elements of one array.
extern "C" __tile_global__ void add_counts(int* a, int* o, int n) {
  auto v = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{6_ic}}, ct::shape{8_ic}};
  int x = ct::bid().x;
  w.atomic_add_masked(v.load_masked(x), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}, 0);
}

__tile__ float table[4] = {1.f, 2.f, 3.f, 4.f};
__tile__ const int order[4] = {3, 2, 1, 0};
__tile__ int counter;

// An array of the module that nobody writes, and one that somebody may have.
extern "C" __tile_global__ void use_table(float* o, int k) {
  o[0] = table[order[k]];
}

// One that the kernel writes itself.
extern "C" __tile_global__ void count(int k) { counter = k; }

// An array of the block.
extern "C" __tile_global__ void turn_round(int* a, int* o) {
  int row[4];
  for (int i = 0; i < 4; ++i) row[i] = a[i];
  for (int i = 0; i < 4; ++i) o[i] = row[3 - i];
}

// An array of the block, one for each round.
extern "C" __tile_global__ void rounds(int* a, int* o, int n, int k) {
  for (int j = 0; j < n; ++j) {
    int row[4];
    for (int i = 0; i < 4; ++i) row[i] = a[i] + j;
    o[j] = row[k];
  }
}

// Tiles of four rows that begin every two.
extern "C" __tile_global__ void smooth(int* a, int* o, int m) {
  auto v = ct::strided_view{ct::tensor_span{a, ct::extents{m, 8_ic}}, ct::shape{4_ic, 8_ic}, ct::strides{2_ic, 8_ic}};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{m, 8_ic}}, ct::shape{4_ic, 8_ic}};
  int x = ct::bid().x;
  w.store_masked(v.load_masked(x, 0), x, 0);
}

// Rows at indices, from a column on.
extern "C" __tile_global__ void embed(int* a, int* g, int* o, int m, int c) {
  auto rows = ct::load(g + ct::iota<ct::tile<int, ct::shape<4>>>());
  auto v = ct::gather_scatter_view{ct::tensor_span{a, ct::extents{m, 8_ic}}, ct::shape{4_ic, 4_ic}, 0_ic};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{4_ic, 4_ic}}, ct::shape{4_ic, 4_ic}};
  w.store(v.load_masked(rows, c), 0, 0);
}
