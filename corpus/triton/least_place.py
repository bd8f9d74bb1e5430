"""The place of the least element is inside of the tile."""
# signature: x: *fp32, y: *fp32; B = 64
# contract: grid = (1)
# contract: buffer x : f32[64]
# contract: buffer y : f32[1] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    place = tl.argmin(tl.load(x + at), 0)
    tl.store(y, tl.load(x + place))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    place = tl.argmin(tl.load(x + at), 0)
    tl.store(y, tl.load(x + place + 1))
