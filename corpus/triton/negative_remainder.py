"""`%` of a negative number is negative."""
# signature: x: *fp32, y: *fp32; B = 128
# contract: grid = (1)
# contract: buffer x : f32[128]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    before = (at + B - 1) % B
    tl.store(y + at, tl.load(x + before))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    before = (at - 1) % B
    tl.store(y + at, tl.load(x + before))
