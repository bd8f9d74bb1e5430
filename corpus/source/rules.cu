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
KERNEL index_float_kept(float* o) {
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  to.store(ct::full<ct::tile<float, ct::shape<4>>>(1.0f), 1.0f);
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1
KERNEL index_from_int_kept(float* o, int i) {
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  to.store(ct::full<ct::tile<float, ct::shape<4>>>(1.0f), float(i));
}
// tileproof: grid = (1)
// tileproof: requires = i >= -1, i <= 1
KERNEL index_from_int_broken(float* o, int i) {
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}};
  to.store(ct::full<ct::tile<float, ct::shape<4>>>(1.0f), float(i)); // <- undetermined.index
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
// tileproof: requires = i >= 0, i <= 3
KERNEL index_strided_kept(float* o, long long i) {
  auto to = ct::strided_view{ct::tensor_span{o, ct::extents{8_ic}}, ct::shape{4_ic}, ct::strides{2_ic}};
  to.store_masked(ct::full<ct::tile<float, ct::shape<4>>>(1.0f), i);
}

// Views of types that the author spells out.
using Span = ct::tensor_span<float, ct::extents<unsigned, 8, 8>>;
using One = ct::shape<4, 4>;
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
KERNEL spelled_partition_broken(float* o, long long i) {
  ct::partition_view<Span, One> to{Span{o, ct::extents<unsigned, 8, 8>{}}, One{}};
  to.store(ct::full<ct::tile<float, One>>(1.0f), i, 0); // <- source.index.representable
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 1
KERNEL spelled_partition_kept(float* o, long long i) {
  ct::partition_view<Span, One> to{Span{o, ct::extents<unsigned, 8, 8>{}}, One{}};
  to.store(ct::full<ct::tile<float, One>>(1.0f), i, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
KERNEL spelled_strided_broken(float* o, long long i) {
  ct::strided_view<Span, One, ct::strides<unsigned, 2, 2>> to{Span{o, ct::extents<unsigned, 8, 8>{}}, One{}, ct::strides{2_ic, 2_ic}};
  to.store_masked(ct::full<ct::tile<float, One>>(1.0f), i, 0); // <- source.index.representable
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 3
KERNEL spelled_strided_kept(float* o, long long i) {
  ct::strided_view<Span, One, ct::strides<unsigned, 2, 2>> to{Span{o, ct::extents<unsigned, 8, 8>{}}, One{}, ct::strides{2_ic, 2_ic}};
  to.store_masked(ct::full<ct::tile<float, One>>(1.0f), i, 0);
}
// tileproof: grid = (1)
// tileproof: requires = i == 4294967296
KERNEL spelled_gather_broken(float* o, long long i) {
  ct::gather_scatter_view<Span, One, 0> to{Span{o, ct::extents<unsigned, 8, 8>{}}, One{}, 0_ic};
  to.store_masked(ct::full<ct::tile<float, One>>(1.0f), ct::iota<ct::tile<int, ct::shape<4>>>(), i); // <- source.index.representable
}
// tileproof: grid = (1)
// tileproof: requires = i >= 0, i <= 7
KERNEL spelled_gather_kept(float* o, long long i) {
  ct::gather_scatter_view<Span, One, 0> to{Span{o, ct::extents<unsigned, 8, 8>{}}, One{}, 0_ic};
  to.store_masked(ct::full<ct::tile<float, One>>(1.0f), ct::iota<ct::tile<int, ct::shape<4>>>(), i);
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
KERNEL static_extent_kept(int* o) {
  ct::extents extents{4_ic, 7};
  put(o, int(extents.static_extent(0)));
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

// Spans whose strides are the author's.
template<class Extents, class Strides> __tile__ auto strided(float* a, Extents extents, Strides strides) {
  return ct::tensor_span{a, typename ct::layout_strided<Strides>::template mapping<Extents>(extents, strides)};
}
template<class Span> __tile__ void copy_row(Span span, float* o) {
  auto row = ct::partition_view{span, ct::shape{1_ic, 4_ic}}.load_masked(0, 0);
  ct::partition_view{ct::tensor_span{o, ct::extents{1_ic, 4_ic}}, ct::shape{1_ic, 4_ic}}.store(row, 0, 0);
}
using Rows = ct::extents<int, ct::dynamic_extent, ct::dynamic_extent>;
using Steps = ct::strides<int, ct::dynamic_stride, ct::dynamic_stride>;
// tileproof: grid = (1)
// tileproof: requires = n == 8, s >= 7, s <= 8
KERNEL rows_broken(float* a, float* o, int n, int s) {
  auto span = strided(a, Rows{n, n}, Steps{s, 1});
  auto row = ct::partition_view{span, ct::shape{1_ic, 4_ic}}.load_masked(0, 0); // <- source.view.injective
  ct::partition_view{ct::tensor_span{o, ct::extents{1_ic, 4_ic}}, ct::shape{1_ic, 4_ic}}.store(row, 0, 0);
}
// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 100, s >= n
KERNEL rows_kept(float* a, float* o, int n, int s) { copy_row(strided(a, Rows{n, n}, Steps{s, 1}), o); }
// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 100, s >= n
KERNEL columns_kept(float* a, float* o, int n, int s) { copy_row(strided(a, Rows{n, n}, Steps{1, s}), o); }
// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 100, s >= 1
KERNEL one_row_kept(float* a, float* o, int n, int s) { copy_row(strided(a, Rows{1, n}, Steps{s, 1}), o); }
// tileproof: grid = (1)
KERNEL between_kept(float* a, float* o) {
  copy_row(strided(a, ct::extents<unsigned, 3, 2>{}, ct::strides<unsigned, 2, 3>{}), o);
}
// tileproof: grid = (1)
KERNEL store_of_one_broken(float* a) {
  auto span = strided(a, ct::extents<unsigned, 4, 4>{}, ct::strides<unsigned, 1, 1>{});
  ct::partition_view{span, ct::shape{1_ic, 1_ic}}.store(ct::full<ct::tile<float, ct::shape<1, 1>>>(1.0f), 0, 0); // <- source.view.injective
}
// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 100
KERNEL layouts_kept(float* a, float* o, int n) {
  copy_row(ct::tensor_span{a, ct::extents{n, n}, ct::layout_left{}}, o);
  copy_row(ct::tensor_span{a, ct::layout_right_padded_mapping{ct::extents{n, n}, 16_ic}}, o);
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

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
KERNEL unreachable_broken(int* o, int n) {
  if (n > 2) __builtin_unreachable(); // <- source.assumption
  put(o, n);
}
// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 2
// tileproof: buffer o : i32[1]
KERNEL unreachable_kept(int* o, int n) {
  if (n > 2) __builtin_unreachable();
  put(o, n);
}
