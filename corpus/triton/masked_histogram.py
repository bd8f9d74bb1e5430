"""A mask of `tl.histogram` leaves numbers out that have no bin."""
# signature: x: *i32, y: *i32; B = 64
# contract: grid = (1)
# contract: buffer x : i32[64]
# contract: buffer y : i32[8] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at)
    tl.store(y + tl.arange(0, 8), tl.histogram(value, 8, mask=(value >= 0) & (value < 8)))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at)
    tl.store(y + tl.arange(0, 8), tl.histogram(value, 8, mask=value < 8))
