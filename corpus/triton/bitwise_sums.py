"""Reductions by `^`, `|` and the greatest element."""
# signature: x: *i32, y: *i32; B = 64
# contract: grid = (1)
# contract: buffer x : i32[64]
# contract: buffer y : i32[4] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at)
    tl.store(y, tl.xor_sum(value, 0))
    tl.store(y + 1, tl.reduce_or(value, 0))
    tl.store(y + 2, tl.max(value, 0))
    tl.store(y + 3, tl.min(value, 0))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at)
    tl.store(y + (tl.max(value, 0) & 7), tl.xor_sum(value, 0))
