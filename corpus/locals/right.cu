// Lambdas, references, structures, unions, small arrays and stacks: what the compiler leaves in arrays of the block. All are right.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
#define KERNEL extern "C" __tile_global__ void

using row = ct::tile<float, ct::shape<8>>;

__tile__ auto whole(float* p, int n) {
  return ct::partition_view{ct::tensor_span{p, ct::extents{n}}, ct::shape{8_ic}};
}

// A view, captured by reference twice over.
KERNEL nested(float* a, float* o, int n) {
  auto from = whole(a, n), to = whole(o, n);
  auto outer = [&](int k) { auto inner = [&](int j) { return from.load_masked(j); }; return inner(k); };
  to.store_masked(outer(ct::bid().x), ct::bid().x);
}

// Views, captured by reference and used in every round of a loop.
KERNEL rounds(float* a, float* o, int n) {
  auto from = whole(a, n), to = whole(o, n);
  auto step = [&](int k) { to.store_masked(from.load_masked(k), k); };
  for (auto k : ct::irange(int(ct::bid().x), (n + 7) / 8, int(ct::num_blocks().x))) step(k);
}

// Extents, compared before one array is read where the other is written.
KERNEL equal(float* a, float* o, int n, int m) {
  auto from = whole(a, n), to = whole(o, m);
  int k = ct::bid().x;
  if (from.span().extents() == to.span().extents()) to.store_masked(from.load_masked(k), k);
}

// Extents of which one is known to the compiler.
KERNEL unequal(float* a, float* o, int n) {
  auto from = whole(a, n);
  if (from.span().extents() != ct::extents{16_ic}) return;
  auto to = ct::partition_view{ct::tensor_span{o, ct::extents{16_ic}}, ct::shape{8_ic}};
  to.store(from.load(ct::bid().x), ct::bid().x);
}

struct Mixed { char first; int at; short small; long long far; };

// Members of several sizes, with padding between them, after a copy.
KERNEL mixed(int* o, int i) {
  Mixed one{1, i, 2, 5};
  Mixed both[2] = {one, one};
  both[i & 1].small = 3;
  o[both[0].at + both[1].first] = 7;
}

// A copy that is changed leaves the first one as it was.
KERNEL copied(int* o, int i, int k) {
  struct Four { int of[4]; } one{{0, 1, 2, 3}}, other;
  other = one;
  other.of[k] = 100;
  o[one.of[i]] = 7;
}

// Two halves of a number.
KERNEL halves(int* o, long long i) {
  struct Two { int low, high; };
  Two two = __builtin_bit_cast(Two, i);
  o[two.low + two.high] = 7;
}

// The lowest byte of a number, by another member of a union.
KERNEL lowest(int* o, int i, int j) {
  union { int word; unsigned char bytes[4]; } both;
  both.word = i;
  o[both.bytes[j & 0]] = 7;
}

// A table of the block, at an index.
KERNEL table(int* o, int i) {
  int at[4] = {3, 0, 2, 1};
  o[at[i]] = 7;
}

// A table in which one element is replaced.
KERNEL replaced(int* o, int i, int j) {
  int at[4] = {3, 0, 2, 1};
  at[i] = 4;
  o[at[j]] = 7;
}

struct Stack {
  int of[8];
  int top;
  __tile__ void push(int x) { of[top++] = x; }
  __tile__ int pop() { return of[--top]; }
};

// Two numbers on a stack, the last of which comes back first.
KERNEL stack(int* o, int i) {
  Stack stack;
  stack.top = 0;
  stack.push(100);
  stack.push(i);
  o[stack.pop()] = 7;
}

// A stack that is filled and emptied by loops.
KERNEL emptied(int* o) {
  Stack stack;
  stack.top = 0;
  for (int i = 0; i < 4; ++i) stack.push(i);
  int sum = 0;
  while (stack.top > 0) sum += stack.pop();
  o[sum] = 7;
}

// Two views change places where a condition holds.
KERNEL swapped(float* a, float* o, int n, int m) {
  auto from = whole(a, n), to = whole(o, m);
  auto *small = &from, *large = &to;
  if (n > m) { auto* other = small; small = large; large = other; }
  large->store_masked(small->load_masked(ct::bid().x), ct::bid().x);
}

// A reference to one of two variables.
KERNEL chosen(int* o, int n) {
  int x = 1, y = 2;
  int& one = n > 3 ? x : y;
  one = 5;
  o[x + y] = 7;
}

struct Place { int* to; int count; };

// A pointer to a variable, in a structure that is captured.
KERNEL pointed(int* o, int i) {
  int at[2] = {i, 0};
  Place place{at, 2};
  auto move = [&] { place.to[place.count - 1] += i; };
  move();
  o[at[i & 1]] = 7;
}

// Tiles in an array of the block, at an index.
KERNEL tiles(float* a, float* o, int n, int k) {
  auto from = whole(a, n), to = whole(o, n);
  row both[2] = {from.load_masked(ct::bid().x), ct::full<row>(0.0f)};
  to.store_masked(both[k & 1], ct::bid().x);
}

// A tile of indices that is changed through a reference.
KERNEL gathered(int* a, int* o, int k) {
  using four = ct::tile<int, ct::shape<4>>;
  four of[2] = {ct::iota<four>(), ct::iota<four>()};
  four& one = of[k & 1];
  one = one + 4;
  ct::store(o + ct::iota<four>(), ct::load(a + of[0]));
}

// An element that is replaced where a condition holds.
KERNEL perhaps(int* o, int n, int i) {
  int at[4] = {0, 1, 2, 3};
  auto clamp = [&](int most) { if (at[i] > most) at[i] = most; };
  clamp(n);
  o[at[i]] = 7;
}

// A counter in an array, which goes round.
KERNEL moved(int* o, int n, int i) {
  int at[2] = {0, 0};
  auto step = [&] { at[0] = (at[0] + 1) & 7; };
  for (int j = 0; j < n; ++j) step();
  o[at[0] + at[i & 1]] = 7;
}

// Bytes that make a number.
KERNEL bytes(int* o, int i, int j) {
  union { unsigned char of[4]; int word; } both;
  both.of[0] = both.of[1] = both.of[2] = both.of[3] = 0;
  both.of[j & 0] = (unsigned char)i;
  o[both.word] = 7;
}
