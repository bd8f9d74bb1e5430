"""Products of a batch of matrices."""
# signature: x: *fp16, y: *fp32; B = 16
# contract: grid = (1)
# contract: buffer x : f16[512]
# contract: buffer y : f32[512] uninit
# contract: contents x : value >= -8 and value <= 8
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, B: tl.constexpr):
    batch, i, j = tl.arange(0, 2)[:, None, None], tl.arange(0, 16)[None, :, None], tl.arange(0, 16)[None, None, :]
    place = batch * 256 + i * 16 + j
    tile = tl.load(x + place)
    tl.store(y + place, tl.dot(tile, tile))


@triton.jit
def wrong(x, y, B: tl.constexpr):
    batch, i, j = tl.arange(0, 2)[:, None, None], tl.arange(0, 16)[None, :, None], tl.arange(0, 16)[None, None, :]
    place = batch * 256 + i * 16 + j
    tile = tl.load(x + place)
    tl.store(y + place + batch, tl.dot(tile, tile))
