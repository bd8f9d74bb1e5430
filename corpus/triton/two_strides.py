"""Both axes have strides of the launch: rows do not overlap if a row has room for all steps of the columns."""
# signature: y: *fp32, m: i32, n: i32, s: i32, t: i32; B = 32
# contract: requires = m >= 1 and n >= 1 and t >= 1 and s >= n * t and m <= 32768 and n <= 32768 and s <= 32768 and grid.z == 1
# contract: requires = grid.x <= cdiv(m, 32) and grid.y <= cdiv(n, 32)
# contract: buffer y : f32[(m - 1) * s + (n - 1) * t + 1] uninit
# contract wrong: requires = m >= 1 and n >= 1 and t >= 1 and s >= n * t - t and m <= 32768 and n <= 32768 and s <= 32768 and s >= 0
# contract wrong: requires = t <= 32768 and grid.x <= cdiv(m, 32) and grid.y <= cdiv(n, 32) and grid.z == 1
# contract wrong: buffer y : f32[(m - 1) * s + (n - 1) * t + 1] uninit
# right => proved
# wrong => undefined race.lane
import triton
import triton.language as tl


@triton.jit
def right(y, m, n, s, t, B: tl.constexpr):
    row = tl.program_id(0) * B + tl.arange(0, B)[:, None]
    column = tl.program_id(1) * B + tl.arange(0, B)[None, :]
    tl.store(y + row * s + column * t, tl.full([B, B], 1.0, tl.float32), mask=(row < m) & (column < n))


@triton.jit
def wrong(y, m, n, s, t, B: tl.constexpr):
    row = tl.program_id(0) * B + tl.arange(0, B)[:, None]
    column = tl.program_id(1) * B + tl.arange(0, B)[None, :]
    tl.store(y + row * s + column * t, tl.full([B, B], 1.0, tl.float32), mask=(row < m) & (column < n))
