// What Tile C++ requires of a source and nvcc drops: each rule once broken, at the line that names it, and once only just kept.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#define KERNEL extern "C" __tile_global__ void

__tile__ void put(int* o, int value) { ct::store(o, value); }

// tileproof: grid = (1)
// tileproof: requires = i >= 4294967296, i <= 4294967297
KERNEL index_broken(float* a, float* o, long long i) {
  auto from = ct::partition_view{ct::tensor_span{a, ct::extents{8_ic}}, ct::shape{4_ic}};
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{4_ic}}, ct::shape{4_ic}};
  auto part = from.load(i); // <- source.index.representable
  to.store(part, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1
KERNEL index_kept(float* a, float* o, long long i) {
  auto from = ct::partition_view{ct::tensor_span{a, ct::extents{8_ic}}, ct::shape{4_ic}};
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{4_ic}}, ct::shape{4_ic}};
  to.store(from.load(i), 0);
}
// tileproof: grid = (1)
KERNEL index_float_broken(float* o) {
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  to.store(ct::full<ct::tile<float, ct::shape<4>>>(1.0f), 0.5f); // <- source.index.representable
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
KERNEL index_atomic_broken(int* o, long long i) {
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  if (i == 4294967296) {
    to.atomic_store(ct::full<ct::tile<int, ct::shape<4>>>(1), ct::memory_order_relaxed_t{}, i); // <- source.index.representable
  }
}
// tileproof: grid = (1)
KERNEL index_atomic_kept(int* o, long long i) {
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  if (i == 1) to.atomic_store(ct::full<ct::tile<int, ct::shape<4>>>(1), ct::memory_order_relaxed_t{}, i);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 4294967296
KERNEL index_strided_broken(float* o, long long i) {
  auto to = ct::strided_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}, ct::strides{2_ic}};
  if (i == 4294967296) {
    to.store_masked(ct::full<ct::tile<float, ct::shape<4>>>(1.0f), i); // <- source.index.representable
  }
}

// tileproof: grid = (1)
// tileproof: requires = n >= 7, n <= 8
// tileproof: buffer o : i32[1]
KERNEL static_broken(int* o, int n) {
  ct::extents<int, 8, ct::dynamic_extent> extents{n, 42}; // <- source.extents.static
  put(o, extents.extent(0));
}
// tileproof: grid = (1)
// tileproof: requires = n == 8
// tileproof: buffer o : i32[1]
KERNEL static_kept(int* o, int n) {
  ct::extents<int, 8, ct::dynamic_extent> extents{n, 42};
  put(o, extents.extent(0));
}

// tileproof: grid = (1)
// tileproof: requires = axis >= 0, axis <= 2
// tileproof: buffer o : i32[1]
KERNEL rank_broken(int* o, int axis) {
  ct::extents extents{4_ic, 7};
  put(o, int(extents.extent(axis))); // <- source.extents.rank
}
// tileproof: grid = (1)
// tileproof: requires = axis >= 0, axis <= 1
// tileproof: buffer o : i32[1]
KERNEL rank_kept(int* o, int axis) {
  ct::extents extents{4_ic, 7};
  put(o, int(extents.extent(axis)));
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
KERNEL static_extent_broken(int* o) {
  ct::extents extents{4_ic, 7};
  put(o, int(extents.static_extent(2))); // <- source.extents.rank
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
KERNEL representable_broken(int* o) {
  ct::extents<signed char, 128> extents{};
  put(o, int(extents.extent(0))); // <- source.extents.representable
}
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
KERNEL representable_kept(int* o) {
  ct::extents<signed char, 127> extents{};
  put(o, int(extents.extent(0)));
}

// tileproof: grid = (1)
// tileproof: requires = n == -1
// tileproof: buffer a : f32[4]
KERNEL negative_broken(float* a, float* o, int n) {
  auto from = ct::partition_view{ct::tensor_span{a, ct::extents<int, ct::dynamic_extent>{n}}, ct::shape{4_ic}};
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{4_ic}}, ct::shape{4_ic}};
  auto part = from.load_masked(0); // <- source.extents.negative
  to.store(part, 0);
}
// tileproof: grid = (1)
// tileproof: requires = n >= 1
KERNEL negative_kept(float* a, float* o, int n) {
  auto from = ct::partition_view{ct::tensor_span{a, ct::extents<int, ct::dynamic_extent>{n}}, ct::shape{4_ic}};
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{4_ic}}, ct::shape{4_ic}};
  to.store(from.load_masked(0), 0);
}

// tileproof: grid = (1)
// tileproof: requires = step >= 0, step <= 3
// tileproof: buffer o : i32[1]
KERNEL step_broken(int* o, int step) {
  auto range = ct::irange(0, 10, step); // <- source.range.step
  put(o, int(range.empty()));
}
// tileproof: grid = (1)
// tileproof: requires = step >= 1, step <= 3
// tileproof: buffer o : i32[1]
KERNEL step_kept(int* o, int step) {
  auto range = ct::irange(0, 10, step);
  put(o, int(range.empty()));
}
