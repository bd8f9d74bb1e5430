// Variables that are declared without a value, and pointers to variables. A kernel whose name begins with `wrong` may read one before it has a value or
// after its end.
#include <cuda_tile.h>
#include "unset.h"
namespace ct = cuda::tiles;
using Eight = ct::tile<int, ct::shape<8>>;
struct Pair {
  int first, second;
};
struct Started {
  int first = 1;
  int second;
};
class Counter {
  int count;

 public:
  int step;
  __tile__ int get() const { return count; }
  __tile__ void set(int n) { count = n; }
};
struct Half {
  int first, second;
  __tile__ Half() : first(1) {}
};
template <class T>
struct Both {
  T first, second;
  __tile__ Both(T n) : first(n) { second = n; }
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

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_own_name(int* o, int n) { Pair p = {n > 3, 2}; int first = p.first; *o = first; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_own_value(int* o) { int t = t; *o = t; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_own_braces(int* o, int n) { int t{t}; if (n > 0) t = 1; *o = t; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_own_sum(int* o) { int t = 1 + t; *o = t; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_initial_member(int* o, int n) { Started s; s.second = n > 0; *o = s.first + s.second; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_initial_member(int* o) { Started s; *o = s.second; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_zero_member(int* o) { Started s{}; Counter c{}; *o = s.second + c.get(); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_private(int* o) { Counter c; c.set(2); *o = c.get(); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_private(int* o) { Counter c; c.step = 1; *o = c.get(); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_constructor(int* o) { Half h; Both<int> b(2); *o = h.first + b.first + b.second; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_constructor(int* o) { Half h; *o = h.second; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_local_class(int* o) { struct Local { int a, b; }; Local c; c.a = 1; *o = c.a; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_local_class(int* o) { struct Local { int a, b; }; Local c; c.a = 1; *o = c.b; }

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

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 1000
// tileproof: buffer o : i32[n]
__tile_global__ void right_first_iteration(int* o, int n) {
  int t;
  for (int i = 0; i < n; ++i) {
    if (i == 0) t = 5;
    o[i] = t;
  }
}

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 1000
// tileproof: buffer o : i32[n]
__tile_global__ void wrong_second_iteration(int* o, int n) {
  int t;
  for (int i = 0; i < n; ++i) {
    if (i == 1) t = 5;
    o[i] = t;
  }
}

__tile__ int* address_of_local(int n) {
  int t = n;
  return &t;
}

__tile__ void twice(int* p) { *p = *p * 2; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_returned_address(int* o, int n) { *o = *address_of_local(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_inner_block(int* o, int n) {
  int* p;
  {
    int t = n;
    p = &t;
  }
  *o = *p;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[8]
__tile_global__ void right_address(int* o, int n) {
  for (int i = 0; i < 8; ++i) {
    int t = i;
    twice(&t);
    o[i] = t;
  }
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[8]
__tile_global__ void right_address_of_element(int* o, int n) {
  for (int i = 0; i < 8; ++i) {
    int t[2] = {i, n};
    int* p = &t[0];
    o[i] = p[n & 1];
  }
}

struct Derived : public Pair {
  int third;
};

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_base(int* o, int n) {
  Derived d;
  d.first = n;
  d.third = 1;
  *o = d.first & d.third;
}

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_base(int* o, int n) {
  Derived d;
  d.first = n;
  d.third = 1;
  *o = d.first & d.second;
}
