// Variables that are declared without a value. A kernel whose name begins with `wrong` may read one before it has a value.
#include <cuda_tile.h>
namespace ct = cuda::tiles;
using Eight = ct::tile<int, ct::shape<8>>;
struct Pair {
  int first, second;
};

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_branches(int* o, int n) {
  int t;
  if (n > 0) t = 1;
  else t = 2;
  *o = t;
}

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 1000
// tileproof: buffer o : i32[n]
__tile_global__ void right_loop(int* o, int n) {
  int t, twice;
  for (int i = 0; i < n; ++i) {
    t = i;
    twice = t + t;
    o[i] = twice / 2;
  }
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[8]
__tile_global__ void right_tile(int* o, int n) {
  Eight t;
  if (n > 0) t = ct::iota<Eight>();
  else t = ct::full<Eight>(3);
  ct::store(o + ct::iota<Eight>(), t);
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_members(int* o, int n) {
  Pair p;
  p.first = n > 0;
  p.second = 2;
  *o = p.first + p.second;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_branch(int* o, int n) {
  int t;
  if (n > 0) t = 1;
  *o = t;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_loop(int* o, int n) {
  int t;
  for (int i = 0; i < n; ++i) t = i;
  *o = t;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[8]
__tile_global__ void wrong_tile(int* o, int n) {
  Eight t;
  if (n > 0) t = ct::iota<Eight>();
  ct::store(o + ct::iota<Eight>(), t);
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_member(int* o, int n) {
  Pair p;
  p.first = n;
  *o = p.second;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[2]
__tile_global__ void wrong_index(int* o) {
  int t;
  o[t] = 2;
}
