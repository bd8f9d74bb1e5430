"""The even and the odd elements of a tile."""
# signature: x: *fp32, y: *fp32; B = 64
# contract: grid = (1)
# contract: buffer x : f32[64]
# contract: buffer y : f32[32] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    even, odd = tl.split(tl.reshape(tl.load(x + tl.arange(0, B)), (B // 2, 2)))
    tl.store(y + tl.arange(0, B // 2), even + odd)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    even, odd = tl.split(tl.reshape(tl.load(x + tl.arange(0, B)), (B // 2, 2)))
    tl.store(y + tl.arange(0, B), tl.reshape(tl.join(even, odd), (B,)))
