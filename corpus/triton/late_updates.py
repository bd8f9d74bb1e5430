"""Blocks behind the last row leave early, and the others update their rows of an array, by atomic operations: the array has room for the rows of
all blocks. Wrong: rows behind the last one are updated too."""
# signature: x: *fp32, rows: i32, sb: i32, sr: i32, sh: i32, sc: i32; B = 16, C = 32
# contract wrong: requires = rows == 1 and sb == 32 and sr == 32 and sh == 32 and sc == 1 and grid.x == 1 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[32]
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, rows, sb, sr, sh, sc, B: tl.constexpr, C: tl.constexpr):
    batch = tl.program_id(0).to(tl.int64)
    head = tl.program_id(1).to(tl.int64)
    first = tl.program_id(2).to(tl.int64) * B
    if first >= rows:
        return
    row = first + tl.arange(0, B)
    column = tl.arange(0, C)
    at = x + batch * sb + row[:, None] * sr + head * sh + column[None, :] * sc
    tl.atomic_add(at, tl.full([B, C], 1.0, tl.float32), mask=row[:, None] < rows)


@triton.jit
def wrong(x, rows, sb, sr, sh, sc, B: tl.constexpr, C: tl.constexpr):
    batch = tl.program_id(0).to(tl.int64)
    head = tl.program_id(1).to(tl.int64)
    first = tl.program_id(2).to(tl.int64) * B
    if first >= rows:
        return
    row = first + tl.arange(0, B)
    column = tl.arange(0, C)
    at = x + batch * sb + row[:, None] * sr + head * sh + column[None, :] * sc
    tl.atomic_add(at, tl.full([B, C], 1.0, tl.float32))
