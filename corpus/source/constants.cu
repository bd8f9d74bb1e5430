// Constant expressions: an undefined one is none. Only the kernel that has it is unknown.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
using namespace ct::literals;
#define K extern "C" __tile_global__ void
template<class T, auto... N> using tl = ct::tile<T, ct::shape<N...>>;
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @fine => proved
K fine(int* o) { o[0] = 1; }
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @bad => unknown
K bad(int* o) { constexpr ct::extents<int, 8, ct::dynamic_extent> e{7, 42}; o[0] = e.extent(1); } // refused
// a helper with an undefined constant expression, and a kernel that calls it
__tile__ int beyond() { constexpr auto e = ct::extents<int, 8, 9>::static_extent(5); return int(e) + 1; } // refused
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @calls => unknown
K calls(int* o) { o[0] = beyond(); }
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @axis => proved
K axis(int* o) { constexpr auto e = ct::extents<int, 8, 9>::static_extent(1); o[0] = int(e) + 1; }
// tileproof: grid = (1)
// tileproof: requires = n >= 2, n <= 100
// tileproof: buffer o : i32[1]
//@ check @sizes => proved
K sizes(int* o, int n) {
  int s = 0;
  for (auto i : ct::irange(0, n, 2)) s += i;
  o[0] = s + ct::irange(1u, unsigned(n)).size() + ct::irange(1ll, (long long)n, 3ll).size() + ct::irange((short)1, (short)n, (short)n).size();
}
