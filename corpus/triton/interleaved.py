"""Two halves that are joined have twice as many elements."""
# signature: x: *fp32, y: *fp32; B = 64
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
    pairs = tl.join(tl.load(x + at), tl.load(x + B + at))
    to = 2 * at[:, None] + tl.arange(0, 2)[None, :]
    tl.store(y + to, pairs)


@triton.jit
def wrong(x, y, B: tl.constexpr):
    at = tl.arange(0, B)
    pairs = tl.join(tl.load(x + at), tl.load(x + B + at))
    to = 2 * at[:, None] + 1 + tl.arange(0, 2)[None, :]
    tl.store(y + to, pairs)
