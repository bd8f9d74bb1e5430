// Variables that are declared without a value. A kernel whose name begins with `wrong` may read one before it has a value.
#include <cuda_tile.h>
#include "unset.h"
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

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_switch(int* o, int n) {
  int t;
  switch (n) {
    case 1: t = 3; break;
    case 2: t = 4; break;
    default: t = 5;
  }
  *o = t;
}

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 1000
// tileproof: buffer o : i32[1]
__tile_global__ void right_do(int* o, int n) {
  int t, i = 0;
  do {
    t = i;
    ++i;
  } while (i < n);
  *o = t;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_same_condition(int* o, int n) {
  int t;
  if (n > 4) t = n;
  if (n > 6) *o = t;
}

__tile__ int always(int n) {
  switch (n) {
    case 1: return 2;
    default: return 3;
  }
}

__tile__ int positive(int n) {
  if (n > 0) return n;
}

// tileproof: grid = (1)
// tileproof: requires = n <= 1000
// tileproof: buffer o : i32[1]
__tile_global__ void right_result(int* o, int n) { *o = always(n) + positive(n > 0 ? n : 1); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_result(int* o, int n) { *o = positive(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_switch(int* o, int n) {
  int t;
  switch (n) {
    case 1: t = 3; break;
    case 2: t = 4; break;
  }
  *o = t;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_parentheses(int* o, int n) {
  int(t);
  if (n > 0) t = 1;
  *o = t;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_joined_lines(int* o, int n) {
  int \
  t;
  if (n > 0) t = 1;
  *o = t;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_header(int* o, int n) { *o = one_if_positive(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_macro(int* o, int n) {
  LOCAL
  if (n > 0) t = 1;
  *o = t;
}
