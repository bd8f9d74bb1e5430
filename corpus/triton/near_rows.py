"""Rows and parts of rows are elements of two arrays, and a part reaches behind its row: no part is a digit of a place in a row. Wrong: no clause
bounds the elements."""
# signature: x: *fp32, rows: *i32, parts: *i32, y: *fp32; B = 128
# contract wrong: requires = grid.x == 1 and grid.y == 1 and grid.z == 1
# contract wrong: buffer x : f32[128]
# contract wrong: buffer rows : i32[1]
# contract wrong: buffer parts : i32[1]
# contract wrong: buffer y : f32[128]
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, rows, parts, y, B: tl.constexpr):
    row = tl.load(rows + tl.program_id(0)).to(tl.int64)
    part = tl.load(parts + tl.program_id(0))
    lanes = tl.arange(0, B)
    tl.store(y + tl.program_id(0) * B + lanes, tl.load(x + row * 64 + (part * 32 + lanes)))


@triton.jit
def wrong(x, rows, parts, y, B: tl.constexpr):
    row = tl.load(rows + tl.program_id(0)).to(tl.int64)
    part = tl.load(parts + tl.program_id(0))
    lanes = tl.arange(0, B)
    tl.store(y + tl.program_id(0) * B + lanes, tl.load(x + row * 64 + (part * 32 + lanes)))
