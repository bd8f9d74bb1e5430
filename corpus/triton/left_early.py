"""A program without rows returns early, behind offsets of 32 bits that sizes make large. Wrong: subtiles behind the tile's end."""
# signature: x: *fp32, y: *fp32, n: i32; B = 64, C = 16
# contract wrong: requires = n == 128 and grid.x == 2 and grid.y == 5 and grid.z == 1
# contract wrong: buffer x : f32[n * 4]
# contract wrong: buffer y : f32[n * 4] uninit
# right => conditional
# wrong => undefined race.block
import triton
import triton.language as tl


@triton.jit
def right(x, y, n, B: tl.constexpr, C: tl.constexpr):
    tile, part, item = tl.program_id(0), tl.program_id(1) // 2, tl.program_id(2)
    column = tl.program_id(1) % 2
    if tile * B + part * C >= n:
        return
    row = tile * B + part * C + tl.arange(0, C)
    at = (item * n + row)[:, None] * 4 + column * 2 + tl.arange(0, 2)[None, :]
    here = row[:, None] < n
    tl.store(y + at, tl.load(x + at, mask=here, other=0.0), mask=here)


@triton.jit
def wrong(x, y, n, B: tl.constexpr, C: tl.constexpr):
    tile, part, item = tl.program_id(0), tl.program_id(1), tl.program_id(2)
    if tile * B + part * C >= n:
        return
    row = tile * B + part * C + tl.arange(0, C)
    at = (item * n + row)[:, None] * 4 + tl.arange(0, 4)[None, :]
    here = row[:, None] < n
    tl.store(y + at, tl.load(x + at, mask=here, other=0.0), mask=here)
