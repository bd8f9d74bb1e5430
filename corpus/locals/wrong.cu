// Lambdas, references, structures, unions, small arrays and stacks: what the compiler leaves in arrays of the block. Each is wrong in
// one place.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#define KERNEL extern "C" __tile_global__ void

using row = ct::tile<float, ct::shape<8>>;

__tile__ auto whole(float* p, int n) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape{8_ic}};
}

// The inner lambda reads one tile too far.
KERNEL nested(float* a, float* o, int n) {
  auto from = whole(a, n), to = whole(o, n);
  auto outer = [&](int k) { auto inner = [&](int j) { return from.load_masked(j + 1); }; return inner(k); };
  to.store_masked(outer(ct::bid().x), ct::bid().x);
}

// The captured view is read without a mask.
KERNEL rounds(float* a, float* o, int n) {
  auto from = whole(a, n), to = whole(o, n);
  auto step = [&](int k) { to.store_masked(from.load(k), k); };
  for (auto k : ct::irange(int(ct::bid().x), (n + 7) / 8, int(ct::num_blocks().x))) step(k);
}

// The comparison is the wrong way round.
KERNEL equal(float* a, float* o, int n, int m) {
  auto from = whole(a, n), to = whole(o, m);
  int k = ct::bid().x;
  if (from.span().extents() != to.span().extents()) to.store_masked(from.load_masked(k), k);
}

// The extents that are compared are others than those that are used.
KERNEL unequal(float* a, float* o, int n) {
  auto from = whole(a, n);
  if (from.span().extents() != ct::extents{12_ic}) return;
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{16_ic}}, ct::shape{8_ic}};
  to.store(from.load(ct::bid().x), ct::bid().x);
}

struct Mixed { char first; int at; short small; long long far; };

// A member is changed in one copy and read from it.
KERNEL mixed(int* o, int i) {
  Mixed one{1, i, 2, 5};
  Mixed both[2] = {one, one};
  both[i & 1].at = 8;
  o[both[0].at] = 7;
}

// The copy that was changed is used.
KERNEL copied(int* o, int i, int k) {
  struct Four { int of[4]; } one{{0, 1, 2, 3}}, other;
  other = one;
  other.of[k] = 100;
  o[other.of[i]] = 7;
}

// The higher half is taken for the lower one.
KERNEL halves(int* o, long long i) {
  struct Two { int high, low; };
  Two two = __builtin_bit_cast(Two, i);
  o[two.low] = 7;
}

// The second byte, instead of the first.
KERNEL lowest(int* o, int i, int j) {
  union { int word; unsigned char bytes[4]; } both;
  both.word = i;
  o[both.bytes[(j & 0) + 1]] = 7;
}

// An index behind the end of the table.
KERNEL table(int* o, int i) {
  int at[4] = {3, 0, 2, 1};
  o[at[i + 1]] = 7;
}

// The element that was replaced is an index behind the end.
KERNEL replaced(int* o, int i, int j) {
  int at[4] = {3, 0, 2, 1};
  at[i] = 8;
  o[at[j]] = 7;
}

struct Stack {
  int of[8];
  int top;
  __tile__ void push(int x) { of[top++] = x; }
  __tile__ int pop() { return of[--top]; }
};

// The number that was stored first comes back last.
KERNEL stack(int* o, int i) {
  Stack stack;
  stack.top = 0;
  stack.push(i);
  stack.push(100);
  o[stack.pop()] = 7;
}

// One number more is taken than there are.
KERNEL emptied(int* o) {
  Stack stack;
  stack.top = 0;
  for (int i = 0; i < 4; ++i) stack.push(i);
  int sum = 0;
  while (stack.top >= 0) sum += stack.pop();
  o[sum] = 7;
}

// The two views change places where they should not.
KERNEL swapped(float* a, float* o, int n, int m) {
  auto from = whole(a, n), to = whole(o, m);
  auto *small = &from, *large = &to;
  if (n < m) { auto* other = small; small = large; large = other; }
  large->store_masked(small->load_masked(ct::bid().x), ct::bid().x);
}

// Either variable is changed, and only one was thought of.
KERNEL chosen(int* o, int n) {
  int x = 1, y = 2;
  int& one = n > 3 ? x : y;
  one = 6;
  o[x + y] = 7;
}

struct Place { int* to; int count; };

// What is moved through the pointer goes too far.
KERNEL pointed(int* o, int i) {
  int at[2] = {i, 0};
  Place place{at, 2};
  auto move = [&] { place.to[place.count - 1] += 8 * i; };
  move();
  o[at[i & 1]] = 7;
}

// A third tile of an array of two.
KERNEL tiles(float* a, float* o, int n, int k) {
  auto from = whole(a, n), to = whole(o, n);
  row both[2] = {from.load_masked(ct::bid().x), ct::full<row>(0.0f)};
  to.store_masked(both[k & 3], ct::bid().x);
}

// The tile of indices is moved twice.
KERNEL gathered(int* a, int* o, int k) {
  using four = ct::tile<int, ct::shape<4>>;
  four of[2] = {ct::iota<four>(), ct::iota<four>()};
  for (int j = 0; j < 2; ++j) {
    four& one = of[k & 1];
    one = one + 4;
  }
  ct::store(o + ct::iota<four>(), ct::load(a + of[0]));
}

// An element that is stored only where a condition holds.
KERNEL perhaps(int* o, int n, int i) {
  int at[4];
  if (n > 0) at[i] = 0;
  o[at[i]] = 7;
}

// A counter in an array, which goes too far before it begins anew.
KERNEL moved(int* o, int n, int i) {
  int at[2] = {0, 0};
  auto step = [&] { at[0] = (at[0] + 1) & 15; };
  for (int j = 0; j < n; ++j) step();
  o[at[0] + at[i & 1]] = 7;
}

// A number of which one byte was never stored.
KERNEL bytes(int* o, int i, int j) {
  union { unsigned char of[4]; int word; } both;
  both.of[0] = both.of[1] = both.of[2] = 0;
  both.of[j & 0] = (unsigned char)i;
  o[both.word] = 7;
}
