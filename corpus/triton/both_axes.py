"""A mask is of both axes, not of one of them."""
# signature: x: *fp32, y: *fp32, m: i32, n: i32; B = 32
# contract: grid = (1)
# contract: requires = m >= 1 and m <= 32 and n >= 1 and n <= 32
# contract: buffer x : f32[m * n]
# contract: buffer y : f32[1024] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, n, B: tl.constexpr):
    i, j = tl.arange(0, B)[:, None], tl.arange(0, B)[None, :]
    inside = (i < m) & (j < n)
    tl.store(y + i * B + j, tl.load(x + i * n + j, mask=inside, other=0.0))


@triton.jit
def wrong(x, y, m, n, B: tl.constexpr):
    i, j = tl.arange(0, B)[:, None], tl.arange(0, B)[None, :]
    inside = (i < m) | (j < n)
    tl.store(y + i * B + j, tl.load(x + i * n + j, mask=inside, other=0.0))
