"""The offset of 32 bits is a sum of two products: the sum fits, not the products alone. Wrong: columns as far apart as rows."""
# signature: y: *fp32, n: i32, m: i32, sn: i32, sm: i32; B = 32
# contract wrong: requires = n == 2 and m == 2 and sn == 1 and sm == 1 and grid.x == 1 and grid.y == 1 and grid.z == 1
# contract wrong: buffer y : f32[3] uninit
# right => conditional
# wrong => undefined race.lane
import triton
import triton.language as tl


@triton.jit
def right(y, n, m, sn, sm, B: tl.constexpr):
    row = tl.program_id(1) * B + tl.arange(0, B)
    column = tl.program_id(0) * B + tl.arange(0, B)
    at = row[:, None] * sn + column[None, :] * sm
    tl.store(y + at, tl.full([B, B], 0.0, tl.float32), mask=(row[:, None] < n) & (column[None, :] < m))


@triton.jit
def wrong(y, n, m, sn, sm, B: tl.constexpr):
    row = tl.program_id(1) * B + tl.arange(0, B)
    column = tl.program_id(0) * B + tl.arange(0, B)
    at = row[:, None] * sn + column[None, :] * sn
    tl.store(y + at, tl.full([B, B], 0.0, tl.float32), mask=(row[:, None] < n) & (column[None, :] < m))
