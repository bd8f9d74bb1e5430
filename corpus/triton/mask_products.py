"""A mask is the product of two truth values. Nothing is said about sizes: they are inferred from both. Wrong: a lane of one of them is
kept."""
# signature: x: *fp32, y: *fp32, m: i32, n: i32, s: i32; M = 16, N = 64
# contract wrong: requires = m >= 1 and n >= 1 and s >= n and m * s <= 2147483647
# contract wrong: requires = grid.x <= cdiv(m, 16) and grid.y <= cdiv(n, 64) and grid.z == 1
# contract wrong: buffer x : f32[m * s]
# contract wrong: buffer y : f32[m * s] uninit
# right => conditional
# wrong => undefined memory.bounds
import triton
import triton.language as tl


@triton.jit
def right(x, y, m, n, s, M: tl.constexpr, N: tl.constexpr):
    rows, columns = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1) * N + tl.arange(0, N)
    mask = (rows < m)[:, None] * (columns < n)[None, :]
    at = rows[:, None] * s + columns[None, :]
    tl.store(y + at, tl.load(x + at, mask=mask, other=0.0), mask=mask)


@triton.jit
def wrong(x, y, m, n, s, M: tl.constexpr, N: tl.constexpr):
    rows, columns = tl.program_id(0) * M + tl.arange(0, M), tl.program_id(1) * N + tl.arange(0, N)
    mask = (rows < m)[:, None] | (columns < n)[None, :]
    at = rows[:, None] * s + columns[None, :]
    tl.store(y + at, tl.load(x + at, mask=mask, other=0.0), mask=mask)
