#include <cuda_tile.h>
namespace ct = cuda::tiles; using namespace ct::literals;
using f32x16 = ct::tile<float, ct::shape<16>>;

// Blocks stride over the tiles.
extern "C" __tile_global__ void grid_stride(float* a, float* o, int n) {
  auto v = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{16_ic}};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{n}}, ct::shape{16_ic}};
  int tiles = (n + 15) / 16;
  for (int t = ct::bid().x; t < tiles; t += ct::num_blocks().x) w.store_masked(v.load_masked(t), t);
}

// Every block has a chunk of tiles.
extern "C" __tile_global__ void chunks(float* a, float* o, int n, int per_block) {
  auto v = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{16_ic}};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{n}}, ct::shape{16_ic}};
  int tiles = (n + 15) / 16;
  int first = int(ct::bid().x) * per_block;
  int last = first + per_block < tiles ? first + per_block : tiles;
  for (auto t : ct::irange(first, last)) w.store_masked(v.load_masked(t), t);
}

// Every block has a chunk of tiles, and one tile of the next block's.
extern "C" __tile_global__ void chunks_overlap(float* a, float* o, int n, int per_block) {
  auto v = ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{16_ic}};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{n}}, ct::shape{16_ic}};
  int tiles = (n + 15) / 16;
  int first = int(ct::bid().x) * per_block;
  int last = first + per_block + 1 < tiles ? first + per_block + 1 : tiles;
  for (auto t : ct::irange(first, last)) w.store_masked(v.load_masked(t), t);
}

// Every row has its own length, which is loaded.
extern "C" __tile_global__ void ragged(float* a, int* len, float* o, int cols) {
  auto row = int(ct::bid().x);
  auto v = ct::partition_view{ct::tensor_span{a + row * cols, ct::extents{cols}}, ct::shape{16_ic}};
  auto acc = ct::zeros<f32x16>();
  int tiles = ct::load(len + row) / 16;
  for (int t = 0; t < tiles; ++t) acc = acc + v.load(t);
  ct::store(o + row * 16 + ct::iota<ct::tile<int, ct::shape<16>>>(), acc);
}

// Row i of a triangle has i + 1 tiles.
extern "C" __tile_global__ void triangle(float* a, float* o, int n) {
  auto v = ct::partition_view{ct::tensor_span{a, ct::extents{n, n}}, ct::shape{16_ic, 16_ic}};
  auto w = ct::partition_view{ct::tensor_span{o, ct::extents{n, n}}, ct::shape{16_ic, 16_ic}};
  int i = ct::bid().x;
  for (int j = 0; j <= i; ++j) w.store(v.load(i, j), j, i);
}

// Two pointers change places every round.
extern "C" __tile_global__ void smooth(float* a, float* b, int n, int rounds) {
  float* from = a;
  float* to = b;
  for (int r = 0; r < rounds; ++r) {
    for (int i = 1; i + 1 < n; ++i) {
      float s = ct::load(from + i - 1) + ct::load(from + i + 1);
      ct::store(to + i, s);
    }
    float* t = from; from = to; to = t;
  }
}

// A tile of pointers goes on by a row each time.
extern "C" __tile_global__ void column_sum(float* a, float* o, int rows, int cols) {
  auto lanes = ct::iota<ct::tile<int, ct::shape<16>>>();
  auto p = a + (lanes + int(ct::bid().x) * 16);
  auto inside = lanes + int(ct::bid().x) * 16 < cols;
  auto acc = ct::zeros<f32x16>();
  for (int r = 0; r < rows; ++r) {
    acc = acc + ct::load_masked(p, inside, 0.0f);
    p = p + cols;
  }
  ct::store_masked(o + (lanes + int(ct::bid().x) * 16), acc, inside);
}
