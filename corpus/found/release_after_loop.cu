// A program that Tile C++ defines: whoever sees the flag sees all that was stored before it was raised. Its compiled
// release waits for the last round of the loop only.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

// Block 0 stores n numbers and raises a flag; another block that sees it reads the first of them.
extern "C" __tile_global__ void release_after_loop(int* data, int* flag, int* out, int n) {
  if (ct::bid().x == 0) {
    for (auto k : ct::irange(0, n)) ct::store(data + k, k);
    ct::atomic_store(flag, 1, ct::memory_order_release_t{}, ct::thread_scope_device_t{});
  } else if (ct::atomic_load(flag, ct::memory_order_acquire_t{}, ct::thread_scope_device_t{}) == 1) {
    ct::store(out, ct::load(data));
  }
}
