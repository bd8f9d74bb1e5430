"""`tl.gather` along the second axis takes one index for each result."""
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
    rows, cols = tl.arange(0, 8)[:, None], tl.arange(0, 16)[None, :]
    tile = tl.load(x + rows * 16 + cols)
    place = (rows + cols) % 16 + rows * 0
    tl.store(y + rows * 16 + cols, tl.gather(tile, place, 1))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    rows, cols = tl.arange(0, 8)[:, None], tl.arange(0, 16)[None, :]
    tile = tl.load(x + rows * 16 + cols)
    place = rows + cols
    tl.store(y + rows * 16 + cols, tl.gather(tile, place, 1))
