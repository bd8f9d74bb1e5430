"""Two lanes of one store go to one element."""
# signature: x: *fp32, y: *fp32; B = 128
# contract: grid = (1)
# contract: buffer x : f32[128]
# contract: buffer y : f32[128]
# right => proved
# wrong => undefined race.lane
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at, tl.load(x + at))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    tl.store(y + at // 2, tl.load(x + at))
