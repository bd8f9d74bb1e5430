"""An index that comes from memory is checked before it is followed."""
# signature: x: *fp32, ids: *i32, y: *fp32, rows: i32; B = 128
# contract: grid = (1)
# contract: requires = rows >= 1 and rows <= 1000000
# contract: buffer x : f32[rows]
# contract: buffer ids : i32[128]
# contract: buffer y : f32[128] uninit
# right => proved
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, ids, y, rows, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.load(ids + at)
    tl.store(y + at, tl.load(x + row, mask=(row >= 0) & (row < rows), other=0.0))


@triton.jit
def wrong(x, ids, y, rows, B: tl.constexpr):
    at = tl.arange(0, B)
    row = tl.load(ids + at)
    tl.store(y + at, tl.load(x + row, mask=row < rows, other=0.0))
