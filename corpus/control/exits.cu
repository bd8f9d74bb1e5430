#include <cuda_tile.h>
namespace ct = cuda::tiles; using namespace ct::literals;

// Leaves two loops at once, by a return in the inner one.
extern "C" __tile_global__ void find_pair(int* a, int* o, int n) {
  for (int i = 0; i < n; ++i) {
    for (int j = i + 1; j < n; ++j) {
      if (ct::load(a + i) + ct::load(a + j) == 0) {
        ct::store(o, i);
        ct::store(o + 1, j);
        return;
      }
    }
  }
  ct::store(o, -1);
}

// Keeps what is positive: the place that is written is never ahead of the one that is read.
extern "C" __tile_global__ void compact(int* a, int* o, int n) {
  int kept = 0;
  for (int i = 0; i < n; ++i) {
    int x = ct::load(a + i);
    if (x <= 0) continue;
    ct::store(o + kept, x);
    kept = kept + 1;
  }
  ct::store(o + n, kept);
}

// Both ends go towards each other.
extern "C" __tile_global__ void reverse(int* a, int n) {
  int i = 0, j = n - 1;
  while (i < j) {
    int x = ct::load(a + i), y = ct::load(a + j);
    ct::store(a + i, y);
    ct::store(a + j, x);
    ++i;
    --j;
  }
}

// Halves the distance until it is found.
extern "C" __tile_global__ void lower_bound(int* a, int* o, int n, int key) {
  int lo = 0, hi = n;
  while (lo < hi) {
    int mid = lo + (hi - lo) / 2;
    if (ct::load(a + mid) < key) lo = mid + 1; else hi = mid;
  }
  ct::store(o, lo);
}

// Writes a last row only where no row before it was too long.
extern "C" __tile_global__ void rows_before(int* a, int rows, int m) {
  for (int k = 0; k < rows; ++k) {
    if (k * 16 >= m) return;
    ct::store(a + k * 16, k);
  }
  ct::store(a + (rows - 1) * 16, -1);
}
