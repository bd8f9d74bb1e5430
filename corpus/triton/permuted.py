"""The axes of a tile in another order."""
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
    i, j, l = tl.arange(0, 2)[:, None, None], tl.arange(0, 4)[None, :, None], tl.arange(0, 8)[None, None, :]
    tile = tl.load(x + i * 32 + j * 8 + l)
    tl.store(y + tl.arange(0, B), tl.reshape(tl.permute(tile, (2, 0, 1)), (B,)))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    i, j, l = tl.arange(0, 2)[:, None, None], tl.arange(0, 4)[None, :, None], tl.arange(0, 8)[None, None, :]
    tile = tl.load(x + i * 32 + j * 8 + l)
    place = tl.reshape(tl.permute(i * 32 + j * 8 + l, (2, 0, 1)), (B,))
    tl.store(y + place * 2, tl.reshape(tile, (B,)))
