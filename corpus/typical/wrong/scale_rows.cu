#include <cuda_tile.h>

namespace ct = cuda::tiles;
using Column = ct::tile<int, ct::shape<8, 1>>;
using Row = ct::tile<int, ct::shape<1, 32>>;

// Multiplies each row of a row-major matrix by its own factor.
// tileproof: grid = (cdiv(cols, 32), cdiv(rows, 8))
// tileproof: buffer matrix : f32[rows * cols]
// tileproof: buffer factor : f32[rows]
extern "C" __tile_global__ void scale_rows(float* __restrict__ matrix, const float* __restrict__ factor, int rows, int cols) {
  auto r = ct::reshape(ct::iota<ct::tile<int, ct::shape<8>>>(), ct::shape<8, 1>{}) + 8 * int(ct::bid().y);
  auto c = ct::reshape(ct::iota<ct::tile<int, ct::shape<32>>>(), ct::shape<1, 32>{}) + 32 * int(ct::bid().x);
  auto inside = (r < rows) && (c < cols);
  auto at = r * rows + c;
  auto f = ct::load_masked(factor + r, r < rows, 1.0f);
  auto v = ct::load_masked(matrix + at, inside, 0.0f);
  ct::store_masked(matrix + at, v * f, inside);
}
