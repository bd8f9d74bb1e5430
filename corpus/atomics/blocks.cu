// Blocks that meet in atomic operations.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;

using lanes = ct::tile<int, ct::shape<8>>;

// Counts elements by their lowest two bits; elements are read with padding behind the end.
extern "C" __tile_global__ void histogram(const int* __restrict__ a, int* __restrict__ bins, int n) {
  auto at = ct::iota<lanes>() + 8 * int(ct::bid().x);
  auto value = ct::load_masked(a + at, at < n, 0);
  ct::atomic_add_masked(bins + (value & 3), ct::full<lanes>(1), at < n, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// The same, each block for itself.
extern "C" __tile_global__ void histogram_of_block(const int* __restrict__ a, int* __restrict__ bins, int n) {
  auto at = ct::iota<lanes>() + 8 * int(ct::bid().x);
  auto value = ct::load_masked(a + at, at < n, 0);
  ct::atomic_add_masked(bins + (value & 3), ct::full<lanes>(1), at < n, ct::memory_order_relaxed_t{}, ct::thread_scope_block_t{});
}

// Every block stores a part; the last to count itself copies all.
extern "C" __tile_global__ void last_block(int* parts, int* count, int* out) {
  int x = ct::bid().x;
  ct::store(parts + x, x + 1);
  int before = ct::atomic_add(count, 1, ct::memory_order_acq_rel_t{}, ct::thread_scope_device_t{});
  if (before == 3) {
    auto lane = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + lane, ct::load(parts + lane));
  }
}

// The same, and nothing orders the parts.
extern "C" __tile_global__ void last_block_relaxed(int* parts, int* count, int* out) {
  int x = ct::bid().x;
  ct::store(parts + x, x + 1);
  int before = ct::atomic_add(count, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
  if (before == 3) {
    auto lane = ct::iota<ct::tile<int, ct::shape<4>>>();
    ct::store(out + lane, ct::load(parts + lane));
  }
}

// A lock that nobody waits for: who does not get it leaves.
extern "C" __tile_global__ void lock(int* lock, unsigned* sum) {
  if (ct::atomic_compare_exchange(lock, 0, 1, ct::memory_order_acquire_t{}, ct::thread_scope_device_t{}) == 0) {
    ct::store(sum, ct::load(sum) + 1u);
    ct::atomic_store(lock, 0, ct::memory_order_release_t{}, ct::thread_scope_device_t{});
  }
}

// The least of all elements, and the greatest of them read as natural numbers.
extern "C" __tile_global__ void extremes(const int* __restrict__ a, int* __restrict__ least, unsigned* __restrict__ most) {
  int value = ct::load(a + ct::bid().x);
  ct::atomic_min(least, value, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
  ct::atomic_max(most, static_cast<unsigned>(value), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
}

// A flag that one block raises weakly and others look at.
extern "C" __tile_global__ void weak_flag(int* flag, int* seen) {
  int x = ct::bid().x;
  if (x == 0) {
    ct::store(flag, 1);
  } else {
    ct::store(seen + x, ct::atomic_load(flag, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}));
  }
}

// Halves of an integer, each strong: not the size of the whole.
extern "C" __tile_global__ void halves(int* whole, short* half) {
  if (ct::bid().x == 0) {
    ct::atomic_store(whole, 1, ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
  } else {
    ct::atomic_store(half, short(2), ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{});
  }
}
