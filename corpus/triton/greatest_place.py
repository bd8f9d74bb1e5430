"""The place of the greatest element is one of the tile."""
# signature: x: *fp32, y: *fp32; B = 64
# contract: grid = (1)
# contract: buffer x : f32[64]
# contract: buffer y : f32[64]
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    place = tl.argmax(tl.load(x + tl.arange(0, B)), axis=0)
    tl.store(y + place, 1.0)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    place = tl.argmax(tl.load(x + tl.arange(0, B)), axis=0)
    tl.store(y + place + 1, 1.0)
