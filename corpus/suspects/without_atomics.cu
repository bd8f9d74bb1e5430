// Twenty kernels in which several blocks or lanes update the same element, and none of them by an atomic update.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#define KERNEL extern "C" __tile_global__ void

using lanes = ct::tile<int, ct::shape<64>>;

__tile__ lanes places() { return int(ct::bid().x) * 64 + ct::iota<lanes>(); }

template <typename T>
__tile__ auto tiles(T* p, int n) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape{64_ic}};
}

template <typename T>
__tile__ auto cell(T* p) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{1_ic}}, ct::shape{1_ic}};
}

template <typename V>
__tile__ auto one(V v) {
  return ct::reshape(v, ct::shape<1>{});
}

// Counts how often each value occurs.
KERNEL histogram(const int* __restrict__ values, int* __restrict__ counts, int n, int bins) {
  auto i = places();
  auto live = i < n;
  auto v = ct::load_masked(values + i, live, 0);
  auto old = ct::load_masked(counts + v, live, 0);
  ct::store_masked(counts + v, old + 1, live);
}

// Adds the weight of each element to the bin of its key.
KERNEL weighted_histogram(const int* __restrict__ keys, const float* __restrict__ weights, float* __restrict__ sums, int n, int bins) {
  auto i = places();
  auto live = i < n;
  auto k = ct::load_masked(keys + i, live, 0);
  auto w = ct::load_masked(weights + i, live, 0.0f);
  ct::store_masked(sums + k, ct::load_masked(sums + k, live, 0.0f) + w, live);
}

// Adds values to the places that an index says.
KERNEL scatter_add(const float* __restrict__ x, const int* __restrict__ to, float* __restrict__ out, int n, int size) {
  auto i = places();
  auto live = i < n;
  auto at = out + ct::load_masked(to + i, live, 0);
  ct::store_masked(at, ct::load_masked(at, live, 0.0f) + ct::load_masked(x + i, live, 0.0f), live);
}

// Counts the edges that end at each node of a graph.
KERNEL degrees(const int* __restrict__ ends, unsigned* __restrict__ degree, int edges, int nodes) {
  auto i = places();
  auto live = i < edges;
  auto at = degree + ct::load_masked(ends + i, live, 0);
  ct::store_masked(at, ct::load_masked(at, live, 0u) + 1u, live);
}

// The sum of all elements.
KERNEL total(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto o = cell(out);
  o.store(o.load(0) + one(ct::sum(tiles(in, n).load_masked(int(ct::bid().x)), 0_ic)), 0);
}

// The greatest of all elements.
KERNEL greatest(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto o = cell(out);
  auto part = one(ct::reduce_max(tiles(in, n).load_masked(int(ct::bid().x)), 0_ic));
  o.store(ct::max(o.load(0), part), 0);
}

// Counts the blocks that run.
KERNEL count_blocks(unsigned* counter) { ct::store(counter, ct::load(counter) + 1u); }

// Counts the elements above a threshold, in a counter of the whole grid.
KERNEL count_above(const float* __restrict__ in, unsigned* __restrict__ counter, float threshold, int n) {
  auto i = places();
  auto live = i < n;
  auto above = live && ct::load_masked(in + i, live, 0.0f) > threshold;
  auto found = ct::sum(ct::select(above, ct::full<ct::tile<unsigned, ct::shape<64>>>(1u),
                                  ct::full<ct::tile<unsigned, ct::shape<64>>>(0u)), 0_ic);
  ct::store(counter, ct::load(counter) + ct::reshape(found, ct::shape<>{}));
}

// The sums of the columns of a matrix, a tile of rows a block.
KERNEL column_sums(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape{16_ic, 64_ic}};
  auto o = tiles(out, cols);
  int r = ct::bid().x, c = ct::bid().y;
  auto part = ct::reshape(ct::sum(from.load_masked(r, c), 0_ic), ct::shape<64>{});
  o.store_masked(o.load_masked(c) + part, c);
}

// The sums of the rows of a matrix, a tile of columns a block.
KERNEL row_sums(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape{16_ic, 64_ic}};
  auto o = ct::partition_view{ct::tensor_span{out, ct::extents{rows}}, ct::shape{16_ic}};
  int r = ct::bid().x, c = ct::bid().y;
  auto part = ct::reshape(ct::sum(from.load_masked(r, c), 1_ic), ct::shape<16>{});
  o.store_masked(o.load_masked(r) + part, r);
}

// A matrix product whose inner axis is split among the blocks along z.
KERNEL split_k(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  auto a = ct::partition_view{ct::tensor_span{A, ct::extents{M, K}}, ct::shape{16_ic, 32_ic}};
  auto b = ct::partition_view{ct::tensor_span{B, ct::extents{K, N}}, ct::shape{32_ic, 16_ic}};
  auto c = ct::partition_view{ct::tensor_span{C, ct::extents{M, N}}, ct::shape{16_ic, 16_ic}};
  int m = ct::bid().x, n = ct::bid().y, k = ct::bid().z;
  auto zero = ct::zeros<ct::tile<float, ct::shape<16, 16>>>();
  c.store_masked(c.load_masked(m, n) + ct::mma(a.load_masked(m, k), b.load_masked(k, n), zero), m, n);
}

// The gradient of an embedding: the row of each token gets the gradient of its place.
KERNEL embedding_gradient(const int* __restrict__ tokens, const float* __restrict__ gradient, float* __restrict__ table, int vocabulary) {
  auto from = ct::partition_view{ct::tensor_span{gradient, ct::extents{int(ct::num_blocks().x), 64_ic}}, ct::shape{1_ic, 64_ic}};
  auto rows = ct::partition_view{ct::tensor_span{table, ct::extents{vocabulary, 64_ic}}, ct::shape{1_ic, 64_ic}};
  int place = ct::bid().x;
  int token = ct::load(tokens + place);
  rows.store_masked(rows.load_masked(token, 0) + from.load_masked(place, 0), token, 0);
}

// The sums of segments: each row belongs to the segment that `segment` says.
KERNEL segment_sums(const float* __restrict__ in, const int* __restrict__ segment, float* __restrict__ out, int rows, int segments) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, 64_ic}}, ct::shape{1_ic, 64_ic}};
  int row = ct::bid().x;
  auto at = out + ct::load(segment + row);
  auto part = ct::reshape(ct::sum(ct::reshape(from.load_masked(row, 0), ct::shape<64>{}), 0_ic), ct::shape<>{});
  ct::store(at, ct::load(at) + part);
}

// Counts into bins of the block, which are added to those of all blocks.
KERNEL private_bins(const float* __restrict__ in, float* __restrict__ bins, int n) {
  auto i = places();
  auto live = i < n;
  auto low = ct::load_masked(in + i, live, 0.0f) * 0.5f;
  auto all = ct::partition_view{ct::tensor_span{bins, ct::extents{64_ic}}, ct::shape{64_ic}};
  all.store(all.load(0) + low, 0);
}

// Sum and sum of squares of all elements, in two cells.
KERNEL moments(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto x = tiles(in, n).load_masked(int(ct::bid().x));
  auto s = ct::reshape(ct::sum(x, 0_ic), ct::shape<>{});
  auto q = ct::reshape(ct::sum(x * x, 0_ic), ct::shape<>{});
  ct::store(out, ct::load(out) + s);
  ct::store(out + 1, ct::load(out + 1) + q);
}

// The gradient of a bias: the sum over a batch, whose rows the blocks along y share.
KERNEL bias_gradient(const float* __restrict__ gradient, float* __restrict__ bias, int batch, int features) {
  auto from = ct::partition_view{ct::tensor_span{gradient, ct::extents{batch, features}}, ct::shape{1_ic, 64_ic}};
  auto b = tiles(bias, features);
  int f = ct::bid().x, row = ct::bid().y;
  b.store_masked(b.load_masked(f) + ct::reshape(from.load_masked(row, f), ct::shape<64>{}), f);
}

// Appends the block's tile behind what other blocks have appended.
KERNEL append(const float* __restrict__ in, float* __restrict__ out, int* __restrict__ length, int n) {
  auto x = tiles(in, n).load_masked(int(ct::bid().x));
  int at = ct::load(length);
  ct::store(out + (at + ct::iota<lanes>()), x);
  ct::store(length, at + 64);
}

// The least value for each key.
KERNEL least_of_keys(const int* __restrict__ keys, const int* __restrict__ values, int* __restrict__ least, int n, int size) {
  auto i = places();
  auto live = i < n;
  auto at = least + ct::load_masked(keys + i, live, 0);
  ct::store_masked(at, ct::min(ct::load_masked(at, live, 0), ct::load_masked(values + i, live, 0)), live);
}

// Marks the values that occur.
KERNEL mark(const int* __restrict__ values, int* __restrict__ seen, int n, int size) {
  auto i = places();
  auto live = i < n;
  ct::store_masked(seen + ct::load_masked(values + i, live, 0), ct::full<ct::tile<int, ct::shape<64>>>(1), live);
}

// Mixes voices into one track: the blocks along y add a voice each.
KERNEL mix(const float* __restrict__ in, float* __restrict__ out, int n, int voices) {
  auto i = places();
  auto live = i < n && int(ct::bid().y) < voices;
  auto x = ct::load_masked(in + (int(ct::bid().y) * n + i), live, 0.0f);
  auto at = out + i;
  ct::store_masked(at, ct::load_masked(at, live, 0.0f) + x, live);
}
