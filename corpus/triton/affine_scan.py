"""Maps `a * v + b` are composed by a scan of two operands."""
# signature: x: *i32, y: *i32; B = 64
# contract: grid = (1)
# contract: buffer x : i32[64]
# contract: buffer y : i32[64] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def compose(slope, shift, next_slope, next_shift):
    return slope * next_slope, shift * next_slope + next_shift


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    slope, shift = tl.associative_scan((tl.load(x + at), at), 0, compose)
    tl.store(y + at, slope * 3 + shift)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    slope, shift = tl.associative_scan((tl.load(x + at), at), 0, compose)
    tl.store(y + at + 1, slope * 3 + shift)
