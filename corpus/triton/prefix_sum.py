"""A prefix sum of masked elements needs a fill."""
# signature: x: *fp32, y: *fp32, n: i32; B = 128
# contract: grid = (1)
# contract: requires = n >= 1 and n <= 128
# contract: buffer x : f32[n]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined undetermined.stored
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    values = tl.load(x + at, mask=at < n, other=0.0)
    tl.store(y + at, tl.cumsum(values, axis=0))


@triton.jit
def wrong(x, y, n, B: tl.constexpr):
    at = tl.arange(0, B)
    values = tl.load(x + at, mask=at < n)
    tl.store(y + at, tl.cumsum(values, axis=0))
