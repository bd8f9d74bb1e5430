// Small arrays: at places that are known, at one of a few, and as stacks.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using namespace ct::literals;
using Tile = ct::tile<float, ct::shape<8>>;

struct Stack {
  int held[4];
  int depth;
  __tile__ void push(int x) { held[depth++] = x; }
  __tile__ int pop() { return held[--depth]; }
};

__tile__ auto view(float* a, int n) {
  return ct::partition_view{ct::tensor_span{a, ct::extents{n}}, ct::shape{8_ic}};
}

// One of four, by an argument.
extern "C" __tile_global__ void look_up(int* o, int k, int n) {
  int table[4] = {0, 2, 1, n};
  ct::store(o + table[k], 1);
}

// One of four is changed before.
extern "C" __tile_global__ void change_one(int* o, int k, int n) {
  int table[4] = {0, 2, 1, n};
  table[k] = n - 1;
  ct::store(o + table[k] + 1, table[0]);
}

// One of four is changed, and another one is taken for it.
extern "C" __tile_global__ void change_other(int* o, int k, int n) {
  int table[4] = {n, n, n, n};
  table[k] = 0;
  ct::store(o + table[0], 1);
}

// Three of four are written.
extern "C" __tile_global__ void look_up_unwritten(int* o, int k) {
  int table[4];
  table[0] = 2;
  table[1] = 1;
  table[3] = 0;
  ct::store(o + table[k], 1);
}

// The one behind is not in it.
extern "C" __tile_global__ void look_behind(int* o, int k) {
  int table[4] = {0, 2, 1, 3};
  ct::store(o + table[k + 1], 1);
}

// Two numbers on a stack.
extern "C" __tile_global__ void push_and_pop(int* o, int n) {
  Stack s;
  s.depth = 0;
  s.push(n);
  s.push(1);
  int one = s.pop();
  ct::store(o + s.pop() - one, s.depth);
}

// One is taken too many.
extern "C" __tile_global__ void pop_nothing(int* o, int n) {
  Stack s;
  s.depth = 0;
  s.push(n);
  s.pop();
  ct::store(o + s.pop(), 1);
}

// As many are pushed in a loop as there is room for.
extern "C" __tile_global__ void push_in_loop(int* o, int n) {
  Stack s;
  s.depth = 0;
  for (int i = 0; i < n; ++i) s.push(1);
  ct::store(o + s.depth, 1);
}

// One more than there is room for.
extern "C" __tile_global__ void push_too_many(int* o, int n) {
  Stack s;
  s.depth = 0;
  for (int i = 0; i <= n; ++i) s.push(1);
  ct::store(o + s.depth, 1);
}

// A loop over an array that was written before it.
extern "C" __tile_global__ void walk(int* o, int n) {
  int next[4] = {1, 2, 3, 0};
  int at = 0;
  for (int i = 0; i < n; ++i) at = next[at];
  ct::store(o + at, 1);
}

// One of the places leads out.
extern "C" __tile_global__ void walk_out(int* o, int n) {
  int next[4] = {1, 2, 4, 0};
  int at = 0;
  for (int i = 0; i < n; ++i) at = next[at];
  ct::store(o + at, 1);
}

// An array of tiles, of which an argument chooses.
extern "C" __tile_global__ void choose_tile(float* a, float* b, float* o, int n, int k) {
  int i = ct::bid().x;
  Tile tiles[2] = {view(a, n).load_masked(i), view(b, n).load_masked(i)};
  view(o, n).store_masked(tiles[k & 1], i);
}

// There are two.
extern "C" __tile_global__ void choose_third(float* a, float* b, float* o, int n, int k) {
  int i = ct::bid().x;
  Tile tiles[2] = {view(a, n).load_masked(i), view(b, n).load_masked(i)};
  view(o, n).store_masked(tiles[k & 3], i);
}

// An int that begins at an odd byte.
extern "C" __tile_global__ void misaligned(int* o, int k) {
  alignas(4) unsigned char bytes[8] = {};
  *reinterpret_cast<int*>(bytes + 1) = k;
  ct::store(o, int(bytes[1]));
}
