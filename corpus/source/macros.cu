// Kernels that macros make: the comments above an invocation are the contract of its kernel.
#include <cuda_tile.h>
namespace ct = ::cuda::tiles;
#define K extern "C" __tile_global__ void
#define MAKE(name, v) K name(int* o) { o[0] = v; }
#define PASTED(name, v) MAKE(name##_pasted, v)
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @one => proved
MAKE(one, 1)
// tileproof: grid = (2)
// tileproof: buffer o : i32[1]
//@ check @two => undefined race.block
MAKE(two, 2)
// tileproof: grid = (1)
// tileproof: buffer o : i32[1]
//@ check @three_pasted => proved
PASTED(three, 3)
// tileproof: grid = (1)
// tileproof: buffer o : i32[2]
//@ check @plain => proved
K plain(int* o) { o[1] = 1; }
