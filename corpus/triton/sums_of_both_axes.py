"""Sums along either axis of a tile."""
# signature: x: *i32, y: *i32; B = 64
# contract: grid = (1)
# contract: buffer x : i32[64]
# contract: buffer y : i32[64] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    rows, cols = tl.arange(0, 8)[:, None], tl.arange(0, 8)[None, :]
    tile = tl.load(x + rows * 8 + cols)
    tl.store(y + rows * 8 + cols, tl.sum(tile, 1, keep_dims=True) - tl.sum(tile, 0)[None, :] + tl.cumsum(tile, 1))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    rows, cols = tl.arange(0, 8)[:, None], tl.arange(0, 8)[None, :]
    tile = tl.load(x + rows * 8 + cols)
    tl.store(y + rows * 8 + cols + tl.sum(tile, 0)[None, :], tile)
