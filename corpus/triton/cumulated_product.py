"""`tl.cumprod` from the left, and `tl.cumsum` from the right."""
# signature: x: *i32, y: *i32; B = 64
# contract: grid = (1)
# contract: buffer x : i32[64]
# contract: buffer y : i32[64] uninit
# right => proved
# wrong => undefined undetermined.stored
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at)
    tl.store(y + at, tl.cumprod(value, 0) - tl.cumsum(value, 0, reverse=True))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    value = tl.load(x + at, mask=at < B - 1)
    tl.store(y + at, tl.cumprod(value, 0) - tl.cumsum(value, 0, reverse=True))
