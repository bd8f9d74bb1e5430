"""A bitonic sort of a tile."""
# signature: x: *i32, y: *i32; B = 16
# contract: grid = (1)
# contract: buffer x : i32[16]
# contract: buffer y : i32[16] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.sort(tl.load(x + at)))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.sort(tl.load(x + at + 1)))
