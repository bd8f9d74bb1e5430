// Twins of the twenty kernels without atomics, each right: by an atomic update, by rows that are a block's own, or by a loop of one block.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#define KERNEL extern "C" __tile_global__ void
#define RELAXED ct::memory_order_relaxed_t{}, ct::thread_scope_device_t{}

using lanes = ct::tile<int, ct::shape<64>>;
template <typename T>
using row = ct::tile<T, ct::shape<64>>;

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

template <typename V>
__tile__ auto scalar(V v) {
  return ct::reshape(v, ct::shape<>{});
}

// Counts how often each value occurs.
KERNEL histogram(const int* __restrict__ values, unsigned* __restrict__ counts, int n, int bins) {
  auto i = places();
  auto live = i < n;
  auto v = ct::load_masked(values + i, live, 0);
  ct::atomic_add_masked(counts + v, ct::full<row<unsigned>>(1u), live, RELAXED);
}

// Adds the weight of each element to the bin of its key.
KERNEL weighted_histogram(const int* __restrict__ keys, const float* __restrict__ weights, float* __restrict__ sums, int n, int bins) {
  auto i = places();
  auto live = i < n;
  auto k = ct::load_masked(keys + i, live, 0);
  ct::atomic_add_masked(sums + k, ct::load_masked(weights + i, live, 0.0f), live, RELAXED);
}

// Adds values to the places that an index says.
KERNEL scatter_add(const float* __restrict__ x, const int* __restrict__ to, float* __restrict__ out, int n, int size) {
  auto i = places();
  auto live = i < n;
  auto at = out + ct::load_masked(to + i, live, 0);
  ct::atomic_add_masked(at, ct::load_masked(x + i, live, 0.0f), live, RELAXED);
}

// Counts the edges of each node of a graph, whose edges lie behind one another: a node a lane.
KERNEL degrees(const int* __restrict__ first, unsigned* __restrict__ degree, int nodes) {
  auto i = places();
  auto live = i < nodes;
  auto begin = ct::load_masked(first + i, live, 0), end = ct::load_masked(first + (i + 1), live, 0);
  ct::store_masked(degree + i, ct::element_cast<unsigned>(end) - ct::element_cast<unsigned>(begin), live);
}

// The sum of all elements.
KERNEL total(const float* __restrict__ in, float* __restrict__ out, int n) {
  ct::atomic_add(out, scalar(ct::sum(tiles(in, n).load_masked(int(ct::bid().x)), 0_ic)), RELAXED);
}

// The greatest of all elements.
KERNEL greatest(const int* __restrict__ in, int* __restrict__ out, int n) {
  ct::atomic_max(out, scalar(ct::reduce_max(tiles(in, n).load_masked(int(ct::bid().x)), 0_ic)), RELAXED);
}

// The inner product of two vectors, a part of it each block: another kernel adds the parts up.
KERNEL inner_product(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ parts, int n) {
  int t = ct::bid().x;
  auto o = ct::partition_view{ct::tensor_span{parts, ct::extents{int(ct::num_blocks().x)}}, ct::shape{1_ic}};
  o.store(one(ct::sum(tiles(a, n).load_masked(t) * tiles(b, n).load_masked(t), 0_ic)), t);
}

// Counts the elements above a threshold, in a counter of the whole grid.
KERNEL count_above(const float* __restrict__ in, unsigned* __restrict__ counter, float threshold, int n) {
  auto i = places();
  auto live = i < n;
  auto above = live && ct::load_masked(in + i, live, 0.0f) > threshold;
  auto found = ct::sum(ct::select(above, ct::full<row<unsigned>>(1u), ct::full<row<unsigned>>(0u)), 0_ic);
  ct::atomic_add(counter, scalar(found), RELAXED);
}

// The sums of the columns of a matrix: a block goes over all rows of its columns.
KERNEL column_sums(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape{16_ic, 64_ic}};
  auto o = tiles(out, cols);
  int c = ct::bid().x;
  auto sum = ct::zeros<row<float>>();
  for (int r = 0; r < (rows + 15) / 16; ++r) sum = sum + ct::reshape(ct::sum(from.load_masked(r, c), 0_ic), ct::shape<64>{});
  o.store_masked(o.load_masked(c) + sum, c);
}

// The sums of the rows of a matrix, a tile of columns a block.
KERNEL row_sums(const float* __restrict__ in, float* __restrict__ out, int rows, int cols) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, cols}}, ct::shape{16_ic, 64_ic}};
  auto o = ct::partition_view{ct::tensor_span{out, ct::extents{rows}}, ct::shape{16_ic}};
  int r = ct::bid().x, c = ct::bid().y;
  auto part = ct::reshape(ct::sum(from.load_masked(r, c), 1_ic), ct::shape<16>{});
  o.atomic_add_masked(part, RELAXED, r);
}

// A matrix product whose inner axis is split among the blocks along z.
KERNEL split_k(const float* __restrict__ A, const float* __restrict__ B, float* __restrict__ C, int M, int N, int K) {
  auto a = ct::partition_view{ct::tensor_span{A, ct::extents{M, K}}, ct::shape{16_ic, 32_ic}};
  auto b = ct::partition_view{ct::tensor_span{B, ct::extents{K, N}}, ct::shape{32_ic, 16_ic}};
  auto c = ct::partition_view{ct::tensor_span{C, ct::extents{M, N}}, ct::shape{16_ic, 16_ic}};
  int m = ct::bid().x, n = ct::bid().y, k = ct::bid().z;
  auto zero = ct::zeros<ct::tile<float, ct::shape<16, 16>>>();
  c.atomic_add_masked(ct::mma(a.load_masked(m, k), b.load_masked(k, n), zero), RELAXED, m, n);
}

// The gradient of an embedding: the row of each token gets the gradient of its place.
KERNEL embedding_gradient(const int* __restrict__ tokens, const float* __restrict__ gradient, float* __restrict__ table, int vocabulary) {
  auto from = ct::partition_view{ct::tensor_span{gradient, ct::extents{int(ct::num_blocks().x), 64_ic}}, ct::shape{1_ic, 64_ic}};
  auto rows = ct::partition_view{ct::tensor_span{table, ct::extents{vocabulary, 64_ic}}, ct::shape{1_ic, 64_ic}};
  int place = ct::bid().x;
  int token = ct::load(tokens + place);
  rows.atomic_add(from.load_masked(place, 0), RELAXED, token, 0);
}

// The sums of segments: each row belongs to the segment that `segment` says.
KERNEL segment_sums(const float* __restrict__ in, const int* __restrict__ segment, float* __restrict__ out, int rows, int segments) {
  auto from = ct::partition_view{ct::tensor_span{in, ct::extents{rows, 64_ic}}, ct::shape{1_ic, 64_ic}};
  int at = ct::bid().x;
  auto part = scalar(ct::sum(ct::reshape(from.load_masked(at, 0), ct::shape<64>{}), 0_ic));
  ct::atomic_add(out + ct::load(segment + at), part, RELAXED);
}

// Counts into bins of the block: a row of bins each.
KERNEL private_bins(const float* __restrict__ in, float* __restrict__ bins, int n) {
  auto i = places();
  auto live = i < n;
  auto low = ct::load_masked(in + i, live, 0.0f) * 0.5f;
  auto all = ct::partition_view{ct::tensor_span{bins, ct::extents{int(ct::num_blocks().x), 64_ic}}, ct::shape{1_ic, 64_ic}};
  int own = ct::bid().x;
  all.store(ct::reshape(low, ct::shape<1, 64>{}), own, 0);
}

// Sum and sum of squares of all elements, in two cells, by one block that goes over all.
// tileproof: grid = (1)
KERNEL moments(const float* __restrict__ in, float* __restrict__ out, int n) {
  auto s = ct::zeros<row<float>>(), q = ct::zeros<row<float>>();
  for (int t = 0; t < (n + 63) / 64; ++t) {
    auto x = tiles(in, n).load_masked(t);
    s = s + x;
    q = q + x * x;
  }
  ct::store(out, ct::load(out) + scalar(ct::sum(s, 0_ic)));
  ct::store(out + 1, ct::load(out + 1) + scalar(ct::sum(q, 0_ic)));
}

// The gradient of a bias: a block goes over the batch.
KERNEL bias_gradient(const float* __restrict__ gradient, float* __restrict__ bias, int batch, int features) {
  auto from = ct::partition_view{ct::tensor_span{gradient, ct::extents{batch, features}}, ct::shape{1_ic, 64_ic}};
  auto b = tiles(bias, features);
  int f = ct::bid().x;
  auto sum = b.load_masked(f);
  for (int at = 0; at < batch; ++at) sum = sum + ct::reshape(from.load_masked(at, f), ct::shape<64>{});
  b.store_masked(sum, f);
}

// Adds a step to the parameters in place, each element by one lane.
KERNEL update_in_place(const float* __restrict__ gradient, float* __restrict__ parameters, float rate, int n) {
  auto i = places();
  auto live = i < n;
  auto p = ct::load_masked(parameters + i, live, 0.0f);
  ct::store_masked(parameters + i, p - rate * ct::load_masked(gradient + i, live, 0.0f), live);
}

// The least value for each key.
KERNEL least_of_keys(const int* __restrict__ keys, const int* __restrict__ values, int* __restrict__ least, int n, int size) {
  auto i = places();
  auto live = i < n;
  auto at = least + ct::load_masked(keys + i, live, 0);
  ct::atomic_min_masked(at, ct::load_masked(values + i, live, 0), live, RELAXED);
}

// Marks the values that occur.
KERNEL mark(const int* __restrict__ values, int* __restrict__ seen, int n, int size) {
  auto i = places();
  auto live = i < n;
  ct::atomic_or_masked(seen + ct::load_masked(values + i, live, 0), ct::full<lanes>(1), live, RELAXED);
}

// Mixes voices into one track: the blocks along y add a voice each.
KERNEL mix(const float* __restrict__ in, float* __restrict__ out, int n, int voices) {
  auto i = places();
  auto live = i < n && int(ct::bid().y) < voices;
  auto x = ct::load_masked(in + (int(ct::bid().y) * n + i), live, 0.0f);
  ct::atomic_add_masked(out + i, x, live, RELAXED);
}
