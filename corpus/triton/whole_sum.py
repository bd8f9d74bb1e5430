"""`tl.sum` of a tile with two axes reorders its elements first, which no sum depends on."""
# signature: x: *fp32, y: *fp32, m: i32; R = 16, C = 32
# contract: grid = (1)
# contract: requires = 0 <= m and m <= 16
# contract: buffer x : f32[512]
# contract: buffer y : f32[1] uninit
# right => proved
# wrong => undefined undetermined.stored
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, R: tl.constexpr, C: tl.constexpr):
    row, col = tl.arange(0, R)[:, None], tl.arange(0, C)[None, :]
    tile = tl.load(x + row * C + col, row < m, other=0.0)
    tl.store(y, tl.sum(tile))


@triton.jit
def wrong(x, y, m, R: tl.constexpr, C: tl.constexpr):
    row, col = tl.arange(0, R)[:, None], tl.arange(0, C)[None, :]
    tile = tl.load(x + row * C + col, row < m)
    tl.store(y, tl.sum(tile))
