"""A tile in the opposite order along its second axis."""
# signature: x: *fp32, y: *fp32; B = 64
# contract: grid = (1)
# contract: buffer x : f32[64]
# contract: buffer y : f32[64] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    rows, cols = tl.arange(0, 4)[:, None], tl.arange(0, 16)[None, :]
    tile = tl.load(x + rows * 16 + cols)
    tl.store(y + rows * 16 + cols, tl.flip(tile, 1))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    rows, cols = tl.arange(0, 4)[:, None], tl.arange(0, 16)[None, :]
    tile = tl.load(x + rows * 16 + cols)
    tl.store(y + rows * 16 + 16 - cols, tl.flip(tile, 1))
