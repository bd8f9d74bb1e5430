// Assumptions, functions with a result whose control may reach their end, and subscripts of members. A kernel whose name begins with `wrong` may break one.
#include <cuda_tile.h>
#include "assumed.h"
struct Pair {
  int first, second;
};

__tile__ int picked(int n) {
  switch (n) {
    case 1: return 2;
    case 2: return 3;
    default: __builtin_unreachable();
  }
}

__tile__ Pair pair_of(int n) {
  if (n > 0) return {n, 2};
}

__tile__ auto deduced(int n) {
  for (int i = 0; i < 4; ++i)
    if (i == n) return i;
}

template <class T>
__tile__ T of_some(T n) {
  if constexpr (sizeof(T) > 1) return n;
}

template <class T>
__tile__ T assumed_positive(T n) {
  [[assume(n > 0)]];
  return n;
}

struct Halves {
  int low[4], high[4];
};
__tile__ int picked_low(Halves const& halves, int i) { return halves.low[i]; }

struct Less {
  int most;
  __tile__ bool operator()(int n) const {
    if (n < most) return true;
    else if (n >= most) return false;
  }
};

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_assume(int* o, int n) { [[assume(n > 0)]]; *o = n; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_assume(int* o, int n) { [[assume(n > 0)]]; *o = n; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_branch(int* o, int n) { if (n > 3) [[assume(n > 2)]]; else *o = 1; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_branch(int* o, int n) { if (n > 3) [[assume(n > 4)]]; else *o = 1; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[8]
__tile_global__ void right_loop(int* o) { for (int i = 0; i < 8; ++i) { [[assume(i < 8)]]; o[i] = i; } }

// tileproof: grid = (1)
// tileproof: buffer o : i32[8]
__tile_global__ void wrong_loop(int* o) { for (int i = 0; i < 8; ++i) { [[assume(i < 7)]]; o[i] = i; } }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_attribute(int* o, int n) { __attribute__((assume(n > 0))); *o = n; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_second(int* o, int n) { [[gnu::assume(n == n), assume(n > 0)]]; *o = n; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_effect(int* o, int n) { [[assume(++n > 0)]]; *o = n; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[2]
// tileproof: buffer a : i32[2]
// tileproof: contents a : a[i] >= 2
__tile_global__ void right_read(int* o, const int* a) { [[assume(a[1] > 1)]]; *o = 1; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_read(int* o) { [[assume(o[1] == 2)]]; *o = 1; }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_macro(int* o, int n) { POSITIVE(n); *o = n; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_macro(int* o, int n) { POSITIVE(n); *o = n; }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_header(int* o, int n) { *o = half_of_even(2 * n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_header(int* o, int n) { *o = half_of_even(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_template(int* o, int n) { *o = assumed_positive(n) + assumed_positive<short>(1); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_template(int* o, int n) { *o = assumed_positive(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_unreachable(int* o, int n) { *o = picked(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_unreachable(int* o, int n) { *o = picked(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_class(int* o, int n) { *o = pair_of(n).second; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_class(int* o, int n) { *o = pair_of(n).second; }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_unused(int* o, int n) { pair_of(n); *o = 1; }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_deduced(int* o, int n) { *o = deduced(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_deduced(int* o, int n) { *o = deduced(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_chosen(int* o) { *o = of_some(3); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_chosen(int* o) { *o = of_some<signed char>(3); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void right_operator(int* o, int n) { *o = Less{3}(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 1, n <= 2
// tileproof: buffer o : i32[1]
__tile_global__ void right_lambda(int* o, int n) { auto f = [](int m) { if (m > 0) return m; }; *o = f(n); }

// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_lambda(int* o, int n) { auto f = [](int m) { if (m > 0) return m; }; *o = f(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_member(int* o, int n) { Halves h; for (int i = 0; i < 4; ++i) h.low[i] = h.high[i] = i; *o = h.low[n]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_member(int* o, int n) { Halves h; for (int i = 0; i < 4; ++i) h.low[i] = h.high[i] = i; *o = h.low[n]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_passed(int* o, int n) { Halves h{}; *o = picked_low(h, n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_passed(int* o, int n) { Halves h{}; *o = picked_low(h, n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_below(int* o, int n) { Halves h{}; Halves* at = &h; *o = at->high[n - 4]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void right_behind(int* o, int n) { Halves h{}; *o = int(&h.low[n] - h.low); }

// Subscripts by the name of a member, of references, in a macro, and results of conversions.
struct Registers {
  int low[4], high[4];
  __tile__ void set(int i, int value) { low[i] = value; }
  __tile__ int get(int i) const { return this->low[i]; }
};
struct Converted { int n; __tile__ operator int() const { if (n > 0) return n; } };
__tile__ void set_row(int (&row)[4], int i) { row[i] = 1; }
#define LOW(r, i) (r).low[i]

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_own_name(int* o, int n) { Registers r{}; r.set(n, 1); *o = r.get(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_own_name(int* o, int n) { Registers r{}; r.set(n, 1); *o = r.get(n); }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_reference(int* o, int n) { Registers r{}; auto& low = r.low; low[n] = 1; *o = r.low[0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_reference(int* o, int n) { Registers r{}; auto& low = r.low; low[n] = 1; *o = r.low[0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_row(int* o, int n) { int m[2][4] = {}; for (auto& row : m) row[n] = 1; *o = m[0][0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_row(int* o, int n) { int m[2][4] = {}; for (auto& row : m) row[n] = 1; *o = m[0][0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_binding(int* o, int n) { Registers r{}; auto& [low, high] = r; low[n] = 1; *o = r.low[0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_binding(int* o, int n) { Registers r{}; auto& [low, high] = r; low[n] = 1; *o = r.low[0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_parameter(int* o, int n) { int m[2][4] = {}; set_row(m[0], n); *o = m[0][0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_parameter(int* o, int n) { int m[2][4] = {}; set_row(m[0], n); *o = m[0][0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 3
// tileproof: buffer o : i32[1]
__tile_global__ void right_subscript_macro(int* o, int n) { Registers r{}; LOW(r, n) = 1; *o = r.low[0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0, n <= 4
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_subscript_macro(int* o, int n) { Registers r{}; LOW(r, n) = 1; *o = r.low[0]; }

// tileproof: grid = (1)
// tileproof: requires = n >= 1
// tileproof: buffer o : i32[1]
__tile_global__ void right_conversion(int* o, int n) { Converted c{n}; *o = c; }

// tileproof: grid = (1)
// tileproof: requires = n >= 0
// tileproof: buffer o : i32[1]
__tile_global__ void wrong_conversion(int* o, int n) { Converted c{n}; *o = c; }
